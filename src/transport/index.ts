export { TransportModule } from './transport.module.js';
