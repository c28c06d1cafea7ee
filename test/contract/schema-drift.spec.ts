import { describe, expect, it } from '@jest/globals';
import { schemaDrift } from '../../src/catalog/index.js';
import { productTools } from '../../src/boot/product-tools.js';

const FOLDER = 'fixtures/schemas';

describe('published schemas', () => {
  it('are those in fixtures/schemas; after a wanted change run `npm run schemas` and review the diff', async () => {
    const tools = await productTools();
    expect(tools).not.toEqual([]);
    expect(schemaDrift(FOLDER, tools)).toEqual([]);
  });
});
