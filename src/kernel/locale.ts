/** The languages in which every text of the product exists. */
export const LOCALES = ['ru', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** One text in every language; a missing language does not compile. */
export type LocalText = Readonly<Record<Locale, string>>;
