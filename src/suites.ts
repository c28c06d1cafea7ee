import type { Type } from '@nestjs/common';
import { HeatNetworkModule } from './suites/heat-network/index.js';

/** The tool suites of the product. */
export const SUITES: readonly Type[] = [HeatNetworkModule];
