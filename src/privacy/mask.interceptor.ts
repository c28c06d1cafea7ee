import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import type { Principal } from '../kernel/index.js';
import type { DtoClass } from '../toolkit/index.js';
import { Masker } from './masker.js';

const RESPONSE = 'turnpike:masked-response';

/** Masks what a REST handler returns: by the right of `request.principal`, put there by the guard of identity. */
@Injectable()
class MaskInterceptor implements NestInterceptor<unknown, unknown> {
  constructor(
    private readonly masker: Masker,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const dto = this.reflector.getAllAndOverride<DtoClass | undefined>(RESPONSE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!dto) return next.handle();
    const { principal } = context.switchToHttp().getRequest<{ principal?: Principal }>();
    return next.handle().pipe(map((value) => this.masker.mask(dto, value, principal).value));
  }
}

/** States the DTO class of a REST answer (or of the elements of a list); its tagged fields leave masked. */
export function MaskedResponse(dto: DtoClass): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(RESPONSE, dto), UseInterceptors(MaskInterceptor));
}
