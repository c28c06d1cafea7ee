// `node --import ./tools/typescript-loader.mjs file.ts` runs the TypeScript sources: test servers, the bench, Jest's global
// setup. It starts in two thirds of the time of @swc-node/register, which loads the TypeScript compiler twice.
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transformFile } from '@swc/core';

const CONFIG = fileURLToPath(new URL('../.swcrc', import.meta.url));

// The hooks below run in a thread of their own, which evaluates this file again.
if (isMainThread) register(import.meta.url);

/** The sources import each other as the `.js` files that they become. */
export function resolve(specifier, context, next) {
  const ours = context.parentURL?.endsWith('.ts') && specifier.startsWith('.');
  return next(ours ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { configFile: CONFIG, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
