export { cityRecords } from './city-records.js';
export type { City } from './city.types.js';
export { generateCity, GENERATOR_VERSION } from './generate-city.js';
