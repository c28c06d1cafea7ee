import type { Prng } from './prng.js';

// Frequent names, put together by chance: none of these persons exists, yet the fields are treated as personal data.
const SURNAMES = (
  'Ахметов Иванов Ким Сергеев Нурланов Петров Омаров Смирнов Касымов Кузнецов Жумабаев Попов Сулейменов Васильев Ибраев ' +
  'Соколов Алиев Михайлов Байжанов Новиков Оспанов Фёдоров Садыков Морозов Бекетов Волков Тулегенов Лебедев Абдрахманов Козлов'
).split(' ');
const MEN =
  'Арман Александр Нурлан Сергей Ерлан Дмитрий Тимур Андрей Данияр Алексей Канат Виктор Марат Евгений Бауыржан'.split(
    ' ',
  );
const WOMEN =
  'Айгуль Елена Динара Ольга Гульнара Наталья Сауле Ирина Жанар Татьяна Мадина Светлана Асель Марина Алия'.split(' ');
const FATHERS =
  'Болатов Иванов Сериков Петров Маратов Николаев Кайратов Андреев Ерланов Сергеев Нурланов Викторов'.split(' ');

/** A contact of a building: surname, name and patronymic, a city phone, an account number. */
interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly account: string;
}

export function makeContact(prng: Prng): Contact {
  const woman = prng.chance(0.5);
  const surname = prng.pick(SURNAMES);
  const father = prng.pick(FATHERS);
  const name = [
    woman && /ов$|ев$/.test(surname) ? `${surname}а` : surname,
    prng.pick(woman ? WOMEN : MEN),
    `${father}${woman ? 'на' : 'ич'}`,
  ].join(' ');
  const account = `4${prng.digits(9)}`;
  return { name, phone: makePhone(prng), account };
}

/** `+7 727 3xx-xx-xx`. */
function makePhone(prng: Prng): string {
  return `+7 727 3${prng.digits(2)}-${prng.digits(2)}-${prng.digits(2)}`;
}
