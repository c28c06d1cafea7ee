import { describe, expect, it } from '@jest/globals';
import { normaliseSearch } from './search-text.js';

describe('normaliseSearch', () => {
  it.each([
    ['Ул. Вишнёвая, 5', 'улица вишневая 5'],
    ['пр. Абая, д. 12', 'проспект абая 12'],
    ['Пр-т Абая,д.12', 'проспект абая 12'],
    ['пр-кт  Достык дом 3', 'проспект достык 3'],
    ['мкр Самал-2, 14', 'микрорайон самал 2 14'],
    ['м-н Самал-1', 'микрорайон самал 1'],
    ['МКР-Н Аксай-3', 'микрорайон аксай 3'],
    ['ТК-1-0012', 'тк 1 0012'],
    ['  ТК — 1  ', 'тк 1'],
    ['ДОМБЫРА', 'домбыра'],
  ])('writes %s as %s', (text, expected) => {
    expect(normaliseSearch(text)).toBe(expected);
  });

  it('is stable: a normalised text stays as it is', () => {
    for (const text of ['Ул. Вишнёвая, 5', 'пр-т Абая, д. 12', 'ул ул мкр']) {
      expect(normaliseSearch(normaliseSearch(text))).toBe(normaliseSearch(text));
    }
  });

  it.each(['', '   ', '.,;—!?', '%_\\', '"\'`'])('leaves nothing of %j', (text) => {
    expect(normaliseSearch(text)).toBe('');
  });

  it('res-lone-surrogate: half of an emoji vanishes', () => {
    expect(normaliseSearch('ТК\ud83d-1')).toBe('тк 1');
  });

  it('leaves nothing that LIKE would read as a wildcard', () => {
    expect(normaliseSearch('50%_\\абая')).toBe('50 абая');
  });
});
