/** Each package that runs at a user's is explained in docs/decisions/packages.md. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

describe('packages', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const used = { ...dependencies, ...optionalDependencies };
  const rows = [...read('docs/decisions/packages.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)];

  it('have one row each in docs/decisions/packages.md, and no row is left over', () => {
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(used).sort());
  });

  it('have exact versions', () => {
    expect(Object.entries(used).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
