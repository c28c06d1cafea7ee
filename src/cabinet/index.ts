export { CabinetModule } from './cabinet.module.js';
