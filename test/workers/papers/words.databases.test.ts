/** Papers found by their words. */
import { describe, expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';
import { isAuthor } from '../../../workers/papers/words/author-name.js';

const given = [
  record({
    uid: 'molecules',
    title: 'Equivariant diffusion for molecule generation',
    abstract: 'A model that draws molecules in space.',
    authors: ['Emiel Hoogeboom'],
    keywords: ['chemistry'],
    year: 2022,
  }),
  record({
    uid: 'bert',
    title: 'Pre-training of deep transformers',
    abstract: 'We call it BERT; it is about universities, generalization and fine-tuning.',
    authors: ['Jacob Devlin'],
    year: 2019,
  }),
  record({ uid: 'gan', title: 'Of something else', abstract: 'No networks.', authors: ['Zhe Gan'], year: 2017 }),
  record({ uid: 'robert', title: 'On queues', abstract: 'Waiting in rows.', authors: ['Robert Pens'], year: 2018 }),
  record({
    uid: 'cafe',
    title: 'Ein Café in Zürich',
    abstract: 'Über Straßen und Häuser; eﬃcient, état-of-the-art.',
    authors: ['Kurt Gödel', 'Søren Kierkegaard'],
    year: 1931,
  }),
  record({
    uid: 'long',
    title: 'A survey',
    abstract: `${'Nothing of note. '.repeat(30)} One diffusion in a long text, with deep rows of transformers.`,
    authors: [],
    session: 'Evening',
    year: 2022,
  }),
];

await onBothDatabases((ground) => {
  const filled = async () => {
    const database = await ground.database();
    await database.addPapers(given);
    return database;
  };
  const uidsOf = async (text: string): Promise<string[]> => (await (await filled()).searchWords(text)).uids;

  it.each<readonly [string, string, readonly string[]]>([
    ['a word that is in the title before one deep in a text', 'diffusion', ['molecules', 'long']],
    ['the singular by the plural', 'generations spaces', ['molecules']],
    ['the plural by the singular', 'university', ['bert']],
    ['without accents', 'cafe zurich', ['cafe']],
    ['with other accents', 'càfé', ['cafe']],
    ['ligatures and sharp s', 'efficient strassen', ['cafe']],
    ['an author', 'Devlin', ['bert']],
    ['no part of a word', 'obert', []],
    ['an abbreviation, not the author who has it in the name', 'BERT', ['bert']],
    ['nobody by an abbreviation that is a name, too', 'GAN', []],
    ['no beginning by an abbreviation', 'EQUIV', []],
    ['who has that name', 'gan', ['gan']],
    ['words in a row', '"deep transformers"', ['bert']],
    ['words in a row in German quotes', '„rows of transformers“', ['long']],
    ['words in a row with others', '"deep transformers" waiting', ['bert']],
    ['nothing for words that are not in that row', '"transformers deep"', []],
    ['the beginning of a word', 'equiv*', ['molecules']],
    ['the beginning of a word that is longer than its stem', 'diffusio*', ['molecules', 'long']],
    ['another one', 'generalizat*', ['bert']],
    ['the beginning of a word without a star, where there is no such word', 'equivar', ['molecules']],
    ['a word with a hyphen, written as one', 'pre-training', ['bert']],
    ['a word with a hyphen that is written apart', 'fine tuning', ['bert']],
    ['a keyword', 'chemistry', ['molecules']],
    [
      'what looks like an operator as a word',
      'equivariant AND NOT OR NEAR(x) -chemistry ^ * ( : title:',
      ['molecules'],
    ],
    ['nothing for signs', '-- * "" () \' \\ : & | !', []],
    ['nothing for common words beside others', 'the zebra of', []],
    // PostgreSQL does not keep them.
    ...(ground.kind === 'sqlite' ? [['common words, where there are no others', 'about', ['bert']] as const] : []),
  ])('finds %s', async (_, text, uids) => {
    expect(await uidsOf(text)).toEqual(uids);
  });

  it('finds what has any of the words, and keeps to limit and filters', async () => {
    const database = await filled();
    const uids = async (text: string, search?: object) => (await database.searchWords(text, search)).uids;
    const all = await uids('a diffusion of transformers in deep rows');
    expect([...all].sort()).toEqual(['bert', 'long', 'molecules', 'robert']);
    expect((await uids('equivariant space'))[0]).toBe('molecules');
    expect(await uids('diffusion', { limit: 1 })).toEqual(['molecules']);
    expect(await uids('diffusion', { sessions: ['Evening'] })).toEqual(['long']);
    expect(await uids('diffusion', { years: [2022], conferences: ['none'] })).toEqual([]);
    expect(await uids('diffusion', { fieldFilters: [{ field: 'title', value: 'URVE' }] })).toEqual(['long']);
  });

  it('says which words of a paper it found, as they are written', async () => {
    const database = await filled();
    const papers = await database.getPapersByUids(['molecules', 'bert', 'cafe']);
    expect(await database.wordsIn('cafe MOLECULE bert godel efficient', papers)).toEqual(
      new Map([
        ['molecules', ['molecule', 'molecules']],
        ['bert', ['BERT']],
        ['cafe', ['Café', 'eﬃcient', 'Gödel']],
      ]),
    );
    expect(await database.wordsIn('equivar', papers)).toEqual(new Map([['molecules', ['Equivariant']]]));
  });

  it('follows what becomes of a paper', async () => {
    const database = await filled();
    await database.addPaper(record({ uid: 'bert', title: 'Cookies', abstract: 'About ernie.' }));
    const find = async (text: string) => (await database.searchWords(text)).uids;
    expect([await find('BERT'), await find('ernie'), await find('cookie')]).toEqual([[], ['bert'], ['bert']]);
  });

  it('takes a text of any length and any letters', async () => {
    const database = await filled();
    for (const text of [
      'x '.repeat(9000),
      `${'y'.repeat(20_000)}`,
      '日本語 النص 🎈',
      `"${'a "b '.repeat(2000)}`,
      'a*b*c* **',
    ])
      expect(Array.isArray((await database.searchWords(text)).uids)).toBe(true);
    await database.addPaper(
      record({
        uid: 'huge',
        title: 'Huge',
        abstract: `${Array.from({ length: 90_000 }, (_, n) => `w${n}`).join(' ')}`,
      }),
    );
    expect((await database.searchWords('huge')).uids).toEqual(['huge']);
  });
});

describe('the name of an author', () => {
  it.each([
    ['Ada Lovelace', 'lovelace', true],
    ['Ada Lovelace', 'ADA LOVELACE', true],
    ['Ada Lovelace', 'ada lov', true],
    ['Ada Lovelace', 'a. lovelace', true],
    ['Ada Lovelace', 'a. l.', false],
    ['Ada Lovelace', 'lovelace ada', false],
    ['Ada Lovelace', 'love', false],
    ['Kurt Gödel', 'godel', true],
    ['Jean-Pierre Serre', 'jean-pierre serre', true],
    ['Jean-Pierre Serre', 'Pierre Serre', true],
    ['Yann LeCun', 'Yann LeCun', true],
    ['Yann LeCun', 'LeCun', true],
    ['Yann LeCun', 'lecun', true],
    ['Robert Pens', 'BERT', false],
    ['Bert Huang', 'BERT', false],
    ['Bert Huang', 'Bert', true],
    ['Zhe Gan', 'GAN', false],
    ['Zhe Gan', 'gan', true],
    ['Samuel Bowman', 'SAM', false],
    ['Samuel Bowman', 'sam', false],
    ['Ragnar Rl', 'RAG', false],
    ['Lora Aroyo', 'LoRA', false],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien', true],
    ['Graph N. Eural', 'graph neural networks', false],
    ['Ada Lovelace', '', false],
  ])('%s by %j: %j', (author, query, is) => expect(isAuthor(author, query)).toBe(is));
});
