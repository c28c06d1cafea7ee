import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PII_KINDS } from '../toolkit/index.js';
import { maskValue } from './index.js';

const KINDS = PII_KINDS.filter((kind) => kind !== 'text');

describe('maskValue', () => {
  it.each([
    ['person', 'Иванов И. И.', 'И***в И. И.'],
    ['person', 'Иванов Иван Иванович', 'И***в И. И.'],
    ['person', 'И.И. Иванов', 'И***в И. И.'],
    ['person', 'Ахметова Б.', 'А***а Б.'],
    ['person', 'Цой В.', 'Ц*** В.'],
    ['person', 'Римский-Корсаков Н. А.', 'Р***в Н. А.'],
    ['person', 'Иванов И.И. 8 701 123 45 67', 'И***в И. И.'],
    ['person', 'Ю', '***'],
    ['person', '12345', '***'],
    ['phone', '+7 (727) 123-45-67', '+7 *** ***-**-67'],
    ['phone', '87011234567', '+7 *** ***-**-67'],
    ['phone', '７０１ １２３ ４５ ６７', '+7 *** ***-**-67'],
    ['phone', '+49 30 1234567', '+** *** ***-**-67'],
    ['phone', '250-00-01', '***-**-01'],
    ['phone', '112', '***-**-**'],
    ['phone', 'нет', '***-**-**'],
    ['email', 'ivan@domain.ru', 'i***@d***.ru'],
    ['email', 'иван@почта.рф', 'и***@п***.рф'],
    ['email', 'i@d.ru', '***@***.ru'],
    ['email', 'ivan@mail.example.com', 'i***@m***.com'],
    ['email', 'ivan', '***'],
    ['account', '1234567890', '*******890'],
    ['account', '123-456-7', '***-*56-7'],
    ['account', '12345', '*****'],
    ['document', '4510 123456', '**** ****56'],
    ['document', '2200 1234 5678 9019', '2200 **** **** 9019'],
    ['document', '2200 1234 5678 9018', '**** **** **** **18'],
    ['address', 'г. Алматы, ул. Примерная, д. 5, кв. 17', 'г. Алматы, ***'],
    ['address', 'ул. Примерная 5, кв. 17', '***'],
    ['address', 'г. Алматы ул. Примерная, д. 5', '***'],
    ['address', 'г. Алматы', '***'],
    ['birth_date', '1980-02-01', '****-**-**'],
    ['ip', '10.1.2.3', '10.1.*.*'],
    ['ip', '2001:db8:1::5', '2001:db8:***'],
    ['ip', 'localhost', '***'],
  ] as const)('%s %s becomes %s', (kind, value, masked) => {
    expect(maskValue(kind, value)).toBe(masked);
  });

  it.each(KINDS)('%s: an empty value stays, and so does a masked one', (kind) => {
    expect(maskValue(kind, '')).toBe('');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.stringMatching(/^[0-9 .+*(),-]{0,24}$/),
          fc.stringMatching(/^[А-Яа-яa-z .*@-]{0,24}$/),
          fc.emailAddress(),
          fc.ipV4(),
          fc.ipV6(),
        ),
        (value) => {
          const masked = maskValue(kind, value);
          expect(maskValue(kind, masked)).toBe(masked);
          expect(masked === '').toBe(value === '');
        },
      ),
      { numRuns: 2_000, verbose: fc.VerbosityLevel.Verbose },
    );
  });

  it('of a phone only the last two digits and the country code 7 are left, whatever the spelling', () => {
    const phone = fc.array(fc.tuple(fc.constantFrom('', ' ', '-', '(', ')', '.', '\u00a0'), fc.nat(9)), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(phone, fc.boolean(), (parts, plus) => {
        const value = (plus ? '+' : '') + parts.map(([separator, digit]) => separator + String(digit)).join('');
        const digits = value.replace(/\D/g, '');
        const left = maskValue('phone', value).replace(/^\+7 /, '').replace(/\D/g, '');
        expect(left).toBe(digits.length >= 6 ? digits.slice(-2) : '');
      }),
      { verbose: fc.VerbosityLevel.Verbose },
    );
  });

  it('a document number made of blanks is not taken for a masked card', () => {
    expect(maskValue('document', '1234     5678')).not.toContain('1234');
  });
});
