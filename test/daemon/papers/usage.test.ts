/** The commands of papers: their options, and operands that cannot be. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from '../cli/program.js';
import { parseArguments, problem } from '../cli/usage.js';

describe('the parser', () => {
  it('reads the options of a command, and only of that one', () => {
    expect(parseArguments(['papers', 'import', 'x.csv', '--json', '--year=2024']).options).toEqual({
      json: true,
      year: '2024',
    });
    expect(problem('papers', 'search', 'x', '--year=2024')).toContain('"tonstift papers search" has no option --year.');
  });
});

describe('tonstift papers', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.clear());

  it('refuses what it does not know with 2, one reason and a hint', async () => {
    for (const words of [
      ['papers', 'embed', 'some'],
      ['papers', 'export', 'ACL', '20', 'x'],
      ['papers', 'import-embeddings', 'x', 'ACL', '02002'],
      ['papers', 'search', ' '],
    ]) {
      const { code, stderr } = await sandbox.run(words);
      expect([words, code, stderr.trim().split('\n').length]).toEqual([words, 2, 2]);
    }
  });

  it('names an unknown field of a search without a daemon, too', async () => {
    const { code, stderr } = await sandbox.run(['papers', 'search', 'autor:"Lovelace"']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no field autor; the fields are ')]);
    const excluded = await sandbox.run(['papers', 'search', 'ink NOT title:"pens"']);
    expect([excluded.code, excluded.stderr]).toEqual([1, expect.stringContaining('A filter such as title cannot be')]);
  });

  it('refuses embeddings that are too large to be read, without reading them', async () => {
    const path = join(sandbox.folder, 'acl.json');
    writeFileSync(path, '');
    truncateSync(path, 600e6);
    const { code, stderr } = await sandbox.run(['papers', 'import-embeddings', path, 'ACL', '2020']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/acl\.json is too large: .* at most 400 MB.*embedding_db/),
    ]);
  });

  it('says which operand cannot be, and what it must be', async () => {
    const sentence = async (...words: string[]): Promise<string | undefined> =>
      (await sandbox.run(words)).stderr.split('\n')[0];
    expect(await sentence('papers', 'export', 'ACL', '20', 'x')).toBe(
      'tonstift: The year must be a number such as 2020, not "20".',
    );
    expect(await sentence('papers', 'embed', 'some')).toBe(
      'tonstift: "tonstift papers embed" takes all or nothing, not "some".',
    );
  });
});
