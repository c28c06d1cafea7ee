import { credits, type Credits, type LocalText } from '../kernel/index.js';

/** What an organisation subscribes to. */
interface Plan {
  readonly code: string;
  readonly name: LocalText;
  /** The suites whose tools may be called; `*` means all. */
  readonly suites: readonly string[];
  /** Credits that come with each month of the plan. */
  readonly monthlyCredits: Credits;
  /** True when the plan costs money. */
  readonly paid: boolean;
}

/** The plans that every installation has. The web tools need a paid one. */
export const PLANS: readonly Plan[] = [
  {
    code: 'FREE',
    name: { ru: 'Бесплатный', en: 'Free' },
    suites: ['heat', 'sources', 'founder'],
    monthlyCredits: credits(1_000),
    paid: false,
  },
  { code: 'PRO', name: { ru: 'Профи', en: 'Pro' }, suites: ['*'], monthlyCredits: credits(100_000), paid: true },
  {
    code: 'BUSINESS',
    name: { ru: 'Бизнес', en: 'Business' },
    suites: ['*'],
    monthlyCredits: credits(1_000_000),
    paid: true,
  },
];
