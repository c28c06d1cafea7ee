export { Metrics, type RoundKind } from './metrics.js';
export { MetricsController } from './metrics.controller.js';
