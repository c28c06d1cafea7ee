export { main as cityCommand } from './city.cli.js';
export { HeatNetworkModule } from './heat-network.module.js';
export { seedDemoCity } from './seed-demo-city.js';
