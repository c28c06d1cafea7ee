import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskText } from './mask-text.js';

const PHONE = '+7 *** ***-**-67';

describe('maskText', () => {
  it('pii-order-number-as-phone: phones in their usual spellings are masked', () => {
    expect(maskText('позвоните +7 (495) 123-45-67 или 8 495 123 45 67 или 84951234567')).toBe(
      `позвоните ${PHONE} или ${PHONE} или ${PHONE}`,
    );
  });

  it.each([
    ['8 (727) 250-00-67'],
    ['+7 701 000 00 67'],
    ['+77010000067'],
    ['8-701-000-00-67'],
    ['8.701.000.00.67'],
    ['8 (7172) 55-55-67'],
    ['(727) 250-00-67'],
    ['701-000-00-67'],
    ['+7\u00a0701\u00a0000\u00a000\u00a067'],
    ['８ ７０１ ０００ ００ ６７'],
    ['+7 701 0\u200b00 00 67'],
    ['+7 701 000\u201100\u201167'],
  ])('pii-false-negatives: the phone %s is masked', (phone) => {
    expect(maskText(`Абонент: ${phone}, вечером`)).toBe(`Абонент: ${PHONE}, вечером`);
  });

  it.each([
    ['тел. 250-00-67', 'тел. ***-**-67'],
    ['телефон: 7010000067', `телефон: ${PHONE}`],
    ['тел.84951234567/84951234567', `тел.${PHONE}/${PHONE}`],
  ])('after its word a local number is a phone: %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it.each([
    ['заявка 89001234567890'],
    ['order 3074185296, line 215805592, показание 1002345678, 1755302400'],
    ['hosted-eu-20260812-09'],
    ['сумма 84951234567.50, order_84951234567, id84951234567, 12:84951234567'],
    ['TK-2026-11-30-0042'],
    ['550e8400-e29b-41d4-a716-446655440000'],
    ['550e8400-e29b-41d4-a716-84951234567a'],
    ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['v1.2.3.4 и 10.0.4.12'],
    ['node "ТК-12/3-45-67"'],
    ['2026-11-30T10:00:00Z, 30.11.2026 в 10:15'],
    ['диаметры 500 400 300 250 200 150 100, давление 8,5 бар, 43.238949 76.889709'],
    ['свищ Ду 219х6, длина 84.95 м, год 1987, узел 15046'],
    ['Улица Абая, Насосная Станция, Тепловая Камера'],
    ['встреча @ обед, a@b, @name'],
    ['ГОСТ Р 51232-98, СП 124.13330.2012'],
  ])('pii-datestamp-identifiers, pii-order-number-as-phone: %s stays byte for byte', (text) => {
    expect(maskText(text)).toBe(text);
  });

  it.each([
    ['мастер Иванов И. И. вызван', 'мастер И***в И. И. вызван'],
    ['Иванов И.И., Петрова А. С.', 'И***в И. И., П***а А. С.'],
    ['у И. И. Иванова', 'у И***а И. И.'],
    ['Иванов Иван Иванович, 01.02.1980', 'И***в И. И., 01.02.1980'],
    ['звонил Иван Иванович', 'звонил И*** И.'],
    ['Иванову Ивану Ивановичу сообщено', 'И***у И. И. сообщено'],
    ['ИВАНОВ И.И.', 'И***В И. И.'],
    ['(Ахметова Айгуль Сериковна)', '(А***а А. С.)'],
  ])('pii-false-negatives: the name in «%s» is masked', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it.each([
    ['пишите на ivan.petrov+x@mail.example.', 'пишите на i***@m***.example.'],
    ['ivan @ mail.example', 'i***@m***.example'],
    ['иван@почта.рф', 'и***@п***.рф'],
    ['ivan＠mail.example', 'i***@m***.example'],
  ])('pii-false-negatives: the e-mail in «%s» is masked', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it('tells what it found', () => {
    const found: string[] = [];
    maskText('Иванов И. И., 84951234567, i@mail.ru', (kind) => found.push(kind));
    expect(found).toEqual(['person', 'phone', 'email']);
  });

  it('masks a second time nothing', () => {
    const word = fc.constantFrom(
      'Иванов',
      'И.',
      'И',
      '. ',
      ' ',
      'Петрович',
      '84951234567',
      '+7',
      '8',
      '(495)',
      '123-45-67',
      'тел. ',
      'a@b.ru',
      '@',
      '***',
      '-',
      ',',
      '67',
      '\u200b',
      '１',
      'ТК-1',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), (words) => {
        const once = maskText(words.join(''));
        expect(maskText(once)).toBe(once);
      }),
      { numRuns: 3_000, verbose: fc.VerbosityLevel.Verbose },
    );
  });

  it.each([
    ['digits', '8'],
    ['plus and digits', '+7 '],
    ['brackets', '8 (495) '],
    ['at signs', 'a@'],
    ['letters before an at sign', 'a'],
    ['dots', 'a.'],
    ['capitals', 'ИВ'],
    ['initials', 'И.'],
    ['names', 'Иванов '],
    ['hyphens', 'Аа-'],
    ['zero-width', '8\u200b'],
    ['phone words', 'тел'],
  ])('one megabyte of %s is searched in linear time (it would not end otherwise)', (_, unit) => {
    const text = `${unit.repeat(Math.ceil(1_000_000 / unit.length))} тел. 250-00-67`;
    expect(maskText(text).endsWith('***-**-67')).toBe(true);
  });
});
