export { PlainNumber } from './csv.js';
export { EXPORT_FORMATS, sendExport, type ExportColumn, type ExportFormat } from './export-stream.js';
