export { CallRegister } from './call-register.js';
export type { Admission, AdmissionRequest, RateWant, Settlement, SettlementRequest } from './call-register.types.js';
export { CallsModule } from './calls.module.js';
