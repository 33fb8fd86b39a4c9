/** Problems: on their page, on the start page, in the line across the top, and for programs. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemsIn, type Troubled } from '../../../daemon/features/problems/problem-list.js';
import { problemsOfPapers, type PaperTrouble } from '../../../daemon/papers/paper-problems.js';
import type { Problem } from '../../../http/resources/status/problem.js';
import { say } from '../../../workers/base/language/sentence.js';
import { browser, start, track } from '../client.js';
import { afterLogin, leadsBack } from '../every-path.js';
import { fakePens } from '../fakes/pens.js';
import { forEachTest } from '../../support/opened.js';

const running = forEachTest(start, (one) => one.stop());

const get = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await running.ask(path, { headers: { ...browser, ...headers } })).text;

const nothing: Troubled = {
  machine: [],
  library: { path: '/data/library', away: null, unwritable: null },
  inbox: [],
  albums: [],
  gone: new Set(),
  pens: [],
};

const ofPapers: PaperTrouble = {
  problem: 'The server is away.',
  failed: 7,
  failures: [{ uid: 'x', title: 'On Pens', reason: 'too long' }],
  other_model: null,
  elsewhere: 3,
  lost: 0,
};

/** One of each kind. */
async function trouble(): Promise<Troubled> {
  await running.parts('/', [track('a.mp3')]);
  const pens = fakePens(running.services.albums);
  pens.plugIn('P1');
  const [album] = running.services.albums.list();
  const [pen] = pens.list();
  if (album === undefined || pen === undefined) throw new Error('no album, no pen');
  return {
    machine: [],
    library: { path: '/data/library', away: 'It is away.', unwritable: null },
    inbox: [{ name: 'Geheim & <Co>', reason: say('inbox.forbidden') }],
    albums: [{ ...album, album_title: '<Meer>', gme_state: 'failed', gme_error: say('error.disk_full') }],
    gone: new Set(),
    pens: [
      { ...pen, state: 'problem', problems: [{ oid: 920, reason: say('pen.says_full') }], shadowed: [] },
      { ...pen, id: 'P2', plugged_in: false, problems: [{ oid: null, reason: 'of one that is away' }] },
    ],
  };
}

describe('the list', () => {
  it('is empty where all is well', () => expect(problemsIn(nothing)).toEqual([]));

  it('names each thing with its reason, its page and what can be done, those of pens that are there', async () => {
    const all = [...problemsIn(await trouble()), ...problemsOfPapers(ofPapers)];
    const short = all.map(({ kind, what, path, oid, pen, actions }) => [
      ...[kind, String(what), path, oid, pen, actions.map(({ name }) => name).join()],
    ]);
    expect(short).toEqual([
      ['library', '/data/library', '/config?all=true#f-library_path', null, null, ''],
      ['inbox', 'Geheim & <Co>', '/help', null, null, ''],
      ['album', '<Meer>', '/library/920', 920, null, 'create_gme'],
      ['pen', 'Pen', '/pens', 920, 'P1', 'sync,delete_from_pen'],
      ['papers', 'Papers', '/papers', null, null, 'embed'],
      ['papers', '7 papers refused by the embedding server', '/papers', null, null, 'embed'],
      ['papers', 'Papers', '/papers', null, null, 'embed'],
    ]);
    for (const { reason, advice } of all) expect([reason, advice].map(String).join('|')).toMatch(/\S\|\S/);
  });

  it('has albums whose folder is gone, which cannot be made again', async () => {
    const { albums } = await trouble();
    const ready = albums.map((album) => ({ ...album, gme_state: 'ready' as const }));
    const [problem] = problemsIn({ ...nothing, albums: ready, gone: new Set([920]) });
    expect(problem).toMatchObject({ kind: 'album', oid: 920, actions: [] });
    expect(String(problem?.reason)).toContain('no longer in the library');
  });

  it('leaves the choice of a model to a person', () => {
    const papers = { problem: 'Another model.', failed: 0, failures: [], elsewhere: 0, lost: 0, other_model: 'old' };
    const [problem] = problemsOfPapers(papers);
    expect(problem).toMatchObject({ kind: 'papers', actions: [] });
    expect(String(problem?.advice)).toContain('model');
  });
});

describe('GET /problems', () => {
  beforeEach(async () =>
    running.services.problems.set([...problemsIn(await trouble()), ...problemsOfPapers(ofPapers)]),
  );

  it('is a page with a form for each action, and escapes names', async () => {
    const page = await get('/problems');
    expect(page).toContain('<h1>Problems</h1>');
    expect(page).toContain('<a class="name" href="/library/920">&lt;Meer&gt;</a>');
    expect(page).toContain('Geheim &amp; &lt;Co&gt;');
    expect(page).toContain('The disk of the library is full.');
    expect(page).toContain('name="action" value="delete_from_pen"');
    expect(page.match(/<form method="post" action="\/papers\/embed"/g)).toHaveLength(3);
    const german = await get('/problems', { 'accept-language': 'de' });
    expect(german).toContain('<h1>Probleme</h1>');
    expect(german).toContain('Die Festplatte der Bibliothek ist voll.');
  });

  it('has actions that the service takes', async () => {
    const { problems } = (await running.ask('/problems', { headers: { accept: 'application/json' } })).json() as {
      problems: Problem[];
    };
    const album = problems.find(({ kind }) => kind === 'album');
    const [action] = album?.actions ?? [];
    expect((await running.form(action?.path ?? '', { ...action?.fields })).status).toBe(200);
  });

  it('answers programs, in the language that they ask for', async () => {
    const asked = { accept: 'application/json', 'accept-language': 'de' };
    const answer = (await running.ask('/problems', { headers: asked })).json();
    expect(answer).toMatchObject({ success: true });
    expect((answer['problems'] as Problem[])[2]).toEqual({
      ...{ kind: 'album', what: '<Meer>', reason: 'Die Festplatte der Bibliothek ist voll.', path: '/library/920' },
      ...{ advice: expect.stringContaining('Platz schaffen'), oid: 920, pen: null },
      actions: [{ name: 'create_gme', path: '/library', fields: { action: 'create_gme', uid: '920' } }],
    });
  });

  it('stands in short on the start page, and is counted in the line across the top', async () => {
    const page = await get('/');
    expect(page.indexOf('id="problems"')).toBeLessThan(page.indexOf('id="arrivals"'));
    expect(page).toContain('All 7 problems and what you can do');
    expect(page.match(/<ul class="problems">[^]*?<\/ul>/)?.[0].match(/<li>/g)).toHaveLength(3);
    expect(page).toContain('data-problems="7 problems"');
    const counted = page.match(/<a class="piece bad" href="\/problems">[^<]+<\/a>/g) ?? [];
    expect(counted.map((one) => />([^<]+)</.exec(one)?.[1])).toEqual(['1 problem', '2 problems', '3 problems']);
    expect(await get('/problems/short')).toMatch(/^<section id="problems" data-live/);
    running.services.problems.set([]);
    expect(await get('/problems/short')).not.toContain('<h2');
    expect(await get('/problems')).toContain('There are no problems.');
  });

  it('is what a login leads back to, and its part is not', async () => {
    running.services.password = 'secret word';
    await leadsBack(running, '/problems');
    expect(await afterLogin(running, '/problems/short')).toBe('/');
  });
});
