import { nestedClassOf, piiFieldsOf, type DtoClass, type PiiKind } from '../toolkit/index.js';

/** What a DTO class says about personal data, looked up once per class and field. */
export interface PiiPlan {
  readonly kindOf: (field: string) => PiiKind | undefined;
  readonly nestedIn: (field: string) => PiiPlan | undefined;
}

const plans = new WeakMap<DtoClass, PiiPlan>();
/** Objects may carry keys that the class lacks; these are not remembered without end. */
const MOST_FIELDS = 500;

/** The plan of a class, made at the first call. */
export function piiPlanOf(dto: DtoClass): PiiPlan {
  const known = plans.get(dto);
  if (known) return known;
  const kinds = piiFieldsOf(dto);
  const nested = new Map<string, PiiPlan | undefined>();
  const plan: PiiPlan = {
    kindOf: (field) => kinds.get(field),
    nestedIn: (field) => {
      if (nested.has(field)) return nested.get(field);
      const inner = nestedClassOf(dto, field);
      const found = inner && piiPlanOf(inner);
      if (nested.size < MOST_FIELDS) nested.set(field, found);
      return found;
    },
  };
  plans.set(dto, plan);
  return plan;
}
