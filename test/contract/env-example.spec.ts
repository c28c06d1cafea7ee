import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/index.js';
import { projectRoot } from '../../src/platform/index.js';

const lines = readFileSync(join(projectRoot(), '.env.example'), 'utf8').split('\n');
const VARIABLE = /^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/;
const documented = new Map(
  lines.flatMap((line): [string, string][] => {
    const [, name, value] = VARIABLE.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  }),
);

/** The names that the reader asks the environment for. */
function namesRead(): string[] {
  const names = new Set<string>();
  const spy = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(spy);
  return [...names];
}

describe('.env.example', () => {
  it('names exactly the variables that the configuration reads', () => {
    expect([...documented.keys()].sort()).toEqual(namesRead().sort());
  });

  it('names each variable once', () => {
    expect(lines.filter((line) => VARIABLE.test(line))).toHaveLength(documented.size);
  });

  it('shows the true defaults', () => {
    expect(readConfig(Object.fromEntries(documented))).toEqual(readConfig({}));
  });

  it('explains each variable on the line above it', () => {
    const bare = lines.filter((line, index) => {
      const above = lines[index - 1] ?? '';
      return VARIABLE.test(line) && (!above.startsWith('# ') || VARIABLE.test(above));
    });
    expect(bare).toEqual([]);
  });
});
