export { Database, type DatabaseOptions } from './database/index.js';
export { type EmbeddedPostgres } from './embedded-postgres/index.js';
export { EXPORT_FORMATS, PlainNumber, sendExport, type ExportColumn, type ExportFormat } from './export/index.js';
export { decodeCursor, pageOf, type Page } from './paging/index.js';
export { projectRoot } from './paths.js';
export { canonicalJson, neutralise } from './text/index.js';
export { SystemClock, SystemRandom } from './time/time.js';
export {
  addressGroup,
  ALLOWED_HEADERS,
  clientAddress,
  corsHeaders,
  hostAllowed,
  HTTP_EDGE_OPTIONS,
  originAllowed,
  preflightHeaders,
  readBody,
  readTraceId,
  useHttpEdge,
  type BodyReading,
} from './http/index.js';
export { negotiateLocale } from './i18n/index.js';
export { Draining, openDatabase, type OpenedDatabase } from './lifecycle/index.js';
export {
  createLogger,
  currentRequest,
  Logger,
  NestLogger,
  scrub,
  type LogFields,
  type LoggerOptions,
  type RequestContext,
} from './logger/index.js';
export { Metrics, type RoundKind } from './metrics/index.js';
export { logSettings, PlatformModule, type PlatformParts } from './platform.module.js';
export { invalidInput, validateDto, type Validation, type Violation } from './validation/index.js';
