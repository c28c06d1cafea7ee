export type { CatalogTool } from './catalog-tool.js';
