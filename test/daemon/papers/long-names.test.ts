/** Commands and assistants accept names as long as an import does (docs/papers.md, "Limits"). */
import { expect, it } from '@jest/globals';
import type { Invocation } from '../../../daemon/cli/invocation.js';
import { givenBy } from '../../../daemon/papers/commands/papers.js';
import { lists, uid } from '../../../daemon/papers/mcp/filters.js';
import { longest } from '../../../workers/papers/ingest/limits.js';

const conference = (name: string): unknown => givenBy({ options: { conference: name } } as unknown as Invocation);

it.each([
  ['--conference', longest.conference, conference],
  ['a conference', longest.conference, (name: string) => lists.conferences.parse([name])],
  ['a session', longest.other, (name: string) => lists.sessions.parse([name])],
  ['a uid', longest.uid, (name: string) => uid.parse(name)],
])('%s may have %i characters', (_, most, read) => {
  expect(() => read('x'.repeat(most))).not.toThrow();
  expect(() => read('x'.repeat(most + 1))).toThrow(new RegExp(`at most ${most} characters`));
  expect(() => read(' ')).toThrow(/must not be empty/);
});
