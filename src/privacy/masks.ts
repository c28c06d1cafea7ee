import type { PiiKind } from '../toolkit/index.js';

type FieldKind = Exclude<PiiKind, 'text'>;

/** How a kind is masked. Values that already have the mask's shape stay: they tell no more than a mask may. */
interface Mask {
  readonly shape: RegExp;
  readonly of: (value: string) => string;
}

/**
 * What each mask leaves visible, and never more:
 * - person: first letter of the surname, its last one when it has at least five, two initials: `И***в И. И.`
 * - phone: the country code 7 and the last two digits, `+7 *** ***-**-67`; other countries `+** *** ***-**-67`
 * - email: first letters of name and host when these are longer, and the top-level domain: `i***@d***.ru`
 * - account: the last three characters of at least six: `*******890`
 * - document: the last two of at least six, `**** ****56`; of a card (13 to 19 digits, Luhn) the first and last four
 * - address: the first part when it names a settlement: `г. Алматы, ***`
 * - birth_date: nothing, `****-**-**`
 * - ip: the first two numbers of IPv4, the first two groups of IPv6: `10.0.*.*`, `2001:db8:***`
 */
const MASKS: Readonly<Record<FieldKind, Mask>> = {
  person: { shape: /^(?:\p{L}\*{3}\p{L}?|\*{3})(?: \p{L}\.){0,2}$/u, of: maskPerson },
  phone: { shape: /^(?:\+(?:7|\*\*) \*{3} )?\*{3}-\*{2}-(?:\d\d|\*\*)$/, of: maskPhone },
  email: { shape: /^[^*@\s]?\*{3}(?:@[^*@.\s]?\*{3}(?:\.\p{L}{2,10})?)?$/u, of: maskEmail },
  account: { shape: /^[*\s.-]*(?:[\p{L}\p{N}][*\s.-]*){0,3}$/u, of: (value) => hideAllBut(value, 3) },
  document: { shape: /^(?:[*\s.-]*(?:[\p{L}\p{N}][*\s.-]*){0,2}|\d{4}(?: \*{1,4}){2,3} \d{4})$/u, of: maskDocument },
  address: { shape: /^(?:[^\d,]{1,60}, )?\*{3}$/, of: maskAddress },
  birth_date: { shape: /^\*{4}-\*\*-\*\*$/, of: () => '****-**-**' },
  ip: { shape: /^(?:\d{1,3}\.\d{1,3}\.\*\.\*|[0-9a-f]{1,4}:[0-9a-f]{1,4}:\*{3}|\*{3})$/i, of: maskIp },
};

/** The shortest value of which the tail is shown. */
const SHORTEST_SHOWN = 6;
const SETTLEMENT =
  /^(?:г|гор|город|пос|посёлок|поселок|пгт|с|село|дер|деревня|аул|ст)(?:\.\s*|\s+)\p{Lu}[\p{L}-]{1,30}(?: \p{Lu}[\p{L}-]{1,30})?$/u;

/** Masks a value of a tagged field, deterministically; an empty value stays. */
export function maskValue(kind: FieldKind, value: string): string {
  const mask = MASKS[kind];
  return value === '' || hasShape(kind, mask, value) ? value : mask.of(value);
}

/** A short account number without a star looks like the tail of a mask but is the whole number. */
function hasShape(kind: FieldKind, mask: Mask, value: string): boolean {
  const tailOnly = (kind === 'account' || kind === 'document') && !value.includes('*');
  return !tailOnly && mask.shape.test(value);
}

function maskPerson(value: string): string {
  const words = value.normalize('NFC').match(/\p{L}+(?:[-'’]\p{L}+)*/gu) ?? [];
  const surname = words.find((word) => letters(word).length > 1);
  if (surname === undefined) return '***';
  const shown = letters(surname);
  const last = shown.length >= 5 ? (shown.at(-1) ?? '') : '';
  const initials = words.filter((word) => word !== surname).slice(0, 2);
  return [`${shown[0] ?? ''}***${last}`, ...initials.map((word) => `${letters(word)[0] ?? ''}.`)].join(' ');
}

function maskPhone(value: string): string {
  const digits = value.normalize('NFKC').replace(/[^0-9]/g, '');
  const tail = digits.length >= SHORTEST_SHOWN ? digits.slice(-2) : '**';
  if (digits.length < 10) return `***-**-${tail}`;
  const foreign = /^\s*(?:\+|00)(?!7)/.test(value.normalize('NFKC'));
  const ours = !foreign && (digits.length === 10 || (digits.length === 11 && /^[78]/.test(digits)));
  return `+${ours ? '7' : '**'} *** ***-**-${tail}`;
}

function maskEmail(value: string): string {
  const at = value.lastIndexOf('@');
  if (at < 0) return '***';
  const host = value
    .slice(at + 1)
    .trim()
    .replace(/\.$/, '');
  const dot = host.lastIndexOf('.');
  const top = dot < 0 ? '' : host.slice(dot + 1);
  const shownTop = /^\p{L}{2,10}$/u.test(top) ? `.${top}` : '';
  return `${firstOf(value.slice(0, at).trim())}***@${firstOf(dot < 0 ? host : host.slice(0, dot))}***${shownTop}`;
}

function maskDocument(value: string): string {
  const digits = value.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return hideAllBut(value, 2);
  const hidden = '*'.repeat(digits.length - 8).replace(/(.{4})(?=.)/g, '$1 ');
  return `${digits.slice(0, 4)} ${hidden} ${digits.slice(-4)}`;
}

/** The check digit of payment cards (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .map(Number)
    .map((digit, place) => (place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

function maskAddress(value: string): string {
  const [first = '', ...rest] = value.split(',');
  return rest.length > 0 && SETTLEMENT.test(first.trim()) ? `${first.trim()}, ***` : '***';
}

function maskIp(value: string): string {
  const four = /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(value.trim());
  if (four) return `${String(four[1])}.*.*`;
  const six = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}):[0-9a-f:.]+$/i.exec(value.trim());
  return six ? `${String(six[1])}:***` : '***';
}

/** Keeps separators and the last characters, so that the length is still seen. */
function hideAllBut(value: string, shown: number): string {
  const significant = value.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  let hidden = significant >= SHORTEST_SHOWN ? significant - shown : significant;
  return value
    .replace(/[^\p{L}\p{N}\s.-]/gu, '*')
    .replace(/[\p{L}\p{N}]/gu, (character) => (hidden-- > 0 ? '*' : character));
}

function firstOf(text: string): string {
  const [first = '', second] = letters(text);
  return second === undefined || !/[\p{L}\p{N}]/u.test(first) ? '' : first;
}

function letters(text: string): string[] {
  return Array.from(text);
}
