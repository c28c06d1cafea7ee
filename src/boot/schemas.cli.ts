import { join } from 'node:path';
import { writeSchemaFiles } from '../catalog/index.js';
import { projectRoot } from '../platform/index.js';
import { productTools } from './product-tools.js';

// npm run schemas: writes the JSON Schemas of all tools for review; a test compares them with the code.
writeSchemaFiles(join(projectRoot(), 'fixtures', 'schemas'), await productTools());
