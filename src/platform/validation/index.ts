export { DtoPipe } from './dto.pipe.js';
export { IsNotBlank } from './is-not-blank.js';
export { validateDto, type Validation } from './validate-dto.js';
export { invalidInput } from './validation.errors.js';
export { violationsText, type Violation } from './violation.js';
