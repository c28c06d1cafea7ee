import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Right } from '../../kernel/index.js';
import { rightMissing, unauthenticated } from '../identity.errors.js';
import type { DoorRequest } from './door.js';
import { LoginGuard } from './login.guard.js';

const RIGHT = 'turnpike:right';

/** Refuses a logged-in person whose roles lack the right of the door. */
@Injectable()
class RightGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const right = this.reflector.getAllAndOverride<Right>(RIGHT, [context.getHandler(), context.getClass()]);
    const { principal } = context.switchToHttp().getRequest<DoorRequest>();
    if (principal === undefined) throw unauthenticated('missing');
    if (!principal.rights.has(right)) throw rightMissing(right);
    return true;
  }
}

/** Opens a controller or handler only to people who logged in and have the right: 401 and 403 otherwise. */
export function RequireRight(right: Right): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(RIGHT, right), UseGuards(LoginGuard, RightGuard));
}
