import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import fc from 'fast-check';
import { AppError, type Right } from '../kernel/index.js';
import { Pii } from '../toolkit/index.js';
import { Masker } from './index.js';

class Contact {
  @Pii('person') name?: string | null;
  @Pii('phone') phones?: string[];
  id?: number;
}
class Defect {
  @Pii('text') note?: string;
  kind?: string;
}
class Node extends Contact {
  @Type(() => Contact) owner?: Contact;
  @Type(() => Contact) others?: Contact[];
  @ValidateNested() defect?: Defect;
  @Type(() => Node) children?: Node[];
  label?: string;
}

const masker = new Masker();
const may = { rights: new Set<Right>(['pii:read']) };
const mayNot = { rights: new Set<Right>(['heat:read']) };

describe('Masker', () => {
  it('masks tagged fields in nested classes, lists and inherited fields, and nothing else', () => {
    const node = {
      name: 'Иванов И. И.',
      label: 'Иванов И. И.',
      id: 84951234567,
      owner: { name: 'Петрова А. А.', phones: ['84951234567'], id: 7 },
      others: [{ name: null }, { name: '' }, {}],
      defect: { note: 'звонить Иванов И. И. 84951234567, Ду 500', kind: 'burst' },
      children: [{ children: [{ name: 'Иванов И. И.' }] }],
    };
    expect(masker.mask(Node, node, mayNot)).toEqual({
      value: {
        name: 'И***в И. И.',
        label: 'Иванов И. И.',
        id: 84951234567,
        owner: { name: 'П***а А. А.', phones: ['+7 *** ***-**-67'], id: 7 },
        others: [{ name: null }, { name: '' }, {}],
        defect: { note: 'звонить И***в И. И. +7 *** ***-**-67, Ду 500', kind: 'burst' },
        children: [{ children: [{ name: 'И***в И. И.' }] }],
      },
      pii: { types: ['person', 'phone'], count: 6, unmasked: false },
    });
  });

  it('returns the very same object with the right, and says what was seen', () => {
    const node = { name: 'Иванов И. И.', phones: ['84951234567'] };
    const masked = masker.mask(Node, node, may);
    expect(masked.value).toBe(node);
    expect(masked.pii).toEqual({ types: ['person', 'phone'], count: 2, unmasked: true });
    expect(masker.mask(Node, {}, may).pii).toEqual({ types: [], count: 0, unmasked: false });
  });

  it('masks for nobody as for somebody without the right', () => {
    expect(masker.mask(Contact, { name: 'Иванов И. И.' }, undefined).value.name).toBe('И***в И. И.');
  });

  it('masks lists at the root', () => {
    expect(masker.mask(Contact, [{ name: 'Иванов И. И.' }], mayNot).value).toEqual([{ name: 'И***в И. И.' }]);
  });

  it.each([[5], [true], [{ a: 1 }], [[5]]])('fails closed when a tagged field holds %j', (name) => {
    expect(() => masker.mask(Contact, { name }, mayNot)).toThrow(expect.objectContaining({ code: 'internal' }));
    expect(() => masker.mask(Contact, { name }, may)).toThrow(AppError);
  });

  it('fails closed on a cyclic value', () => {
    const node: { children: object[] } = { children: [] };
    node.children.push(node);
    expect(() => masker.mask(Node, node, mayNot)).toThrow(AppError);
  });

  it('keys of the prototype are plain keys', () => {
    const value: unknown = JSON.parse('{"__proto__":{"name":"x"},"constructor":1}');
    expect(JSON.stringify(masker.mask(Node, value, mayNot).value)).toBe(JSON.stringify(value));
  });

  const SECRET = 'Секретов';
  const contact = fc.record(
    {
      name: fc.constantFrom<string | null>(`${SECRET} И. И.`, `${SECRET} Иван`, null, ''),
      phones: fc.array(fc.constantFrom('84951234567', '+7 (495) 123-45-67', '4951234567'), { maxLength: 3 }),
      id: fc.constantFrom(6, 7),
    },
    { requiredKeys: [] },
  );
  const { node: nodes } = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.record(
      {
        name: fc.constantFrom(`${SECRET} И. И.`),
        label: fc.constantFrom('a', 'b'),
        owner: contact,
        others: fc.array(contact, { maxLength: 3 }),
        defect: fc.record({
          note: fc.constantFrom(`${SECRET} И. И., 8 495 123-45-67`, 'Ду 500'),
          kind: fc.constant('burst'),
        }),
        children: fc.array(tie('node'), { maxLength: 2, depthIdentifier: 'node' }),
      },
      { requiredKeys: [] },
    ),
  }));

  it('in any graph no tagged value is left, the rest is as it was, and the input is untouched', () => {
    fc.assert(
      fc.property(nodes, (node) => {
        const before = JSON.stringify(node);
        const { value, pii } = masker.mask(Node, node, mayNot);
        const after = JSON.stringify(value);
        expect(JSON.stringify(node)).toBe(before);
        expect(after).not.toMatch(/Секретов|495|123|45/);
        expect(pii.count > 0).toBe(/Секретов|4951234567|123-45-67/.test(before));
        expect(JSON.stringify(masker.mask(Node, value, mayNot).value)).toBe(after);
        expect(after.match(/"(?:label|kind)":"\w+"/g)).toEqual(before.match(/"(?:label|kind)":"\w+"/g));
      }),
      { numRuns: 500, verbose: fc.VerbosityLevel.Verbose },
    );
  });
});
