export { grantCity, hashCity, loadCity, type CityOrder, type LoadedCity } from './load-city.js';
export { showProgress } from './progress-bar.js';
export type { OnProgress } from './replace-city.js';
