import { AppError } from '../../kernel/index.js';
import { violationsText, type Violation } from './violation.js';

/** The input breaks the rules of its DTO; `data.violations` lists how. */
export function invalidInput(violations: readonly Violation[]): AppError {
  const list = violations.map(({ field, received, text }) => ({ field, received, text: { ...text } }));
  return new AppError('invalid_input', violationsText(violations), { violations: list });
}
