import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleTool } from '../../test/support/example-tool.js';
import { schemaDrift, writeSchemaFiles } from './index.js';

describe('schema files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('do not drift right after they were written, and files of removed tools go away', () => {
    writeFileSync(join(folder, 'old.json'), '{}');
    writeSchemaFiles(folder, [exampleTool({ name: 'a' }), exampleTool({ name: 'b' })]);
    expect(readdirSync(folder)).toEqual(['a.json', 'b.json']);
    expect(schemaDrift(folder, [exampleTool({ name: 'a' }), exampleTool({ name: 'b' })])).toEqual([]);
  });

  it('drift when a tool is new, changed or gone', () => {
    writeSchemaFiles(folder, [
      exampleTool({ name: 'same' }),
      exampleTool({ name: 'changed' }),
      exampleTool({ name: 'gone' }),
    ]);
    const changed = exampleTool({ name: 'changed', outputSchema: { type: 'object' } });
    expect(schemaDrift(folder, [exampleTool({ name: 'same' }), changed, exampleTool({ name: 'new' })])).toEqual([
      'changed',
      'new',
      'gone',
    ]);
  });
});
