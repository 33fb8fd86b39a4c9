/** Papers found by their words. */
import { describe, expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';
import { isAuthor } from '../../../workers/papers/words/author-name.js';
import { textToEmbed } from '../../../workers/papers/words/words-query.js';

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
  const examples: (readonly [string, string, readonly string[]])[] = [
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
    ['words in a row whose last is a beginning', '"deep transf*"', ['bert']],
    ['the same in another order', '"transformers dee*"', []],
    ['words in a row whose last is longer than its stem', '"one diffusio*" AND "rows of transformer*"', ['long']],
    ['no words in a row whose last is a beginning', 'diffusion -"one diffusio*"', ['molecules']],
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
  ];
  it('finds what has the words', async () => {
    const database = await filled();
    for (const [name, text, uids] of examples)
      expect([name, (await database.searchWords(text)).uids]).toEqual([name, uids]);
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

/** `a OR b AND c AND (NOT b AND …)`, which is true where the inner text is found. */
const deep = (levels: number, inner: string): string =>
  levels === 0 ? inner : `nothing OR valley AND bread AND (${deep(levels - 1, inner)})`;

const strangers = [
  record({ uid: 'cpp', title: 'Faster containers in C++', abstract: 'Of C++17.', authors: ['Bela Sample'] }),
  record({ uid: 'initial', title: 'Bread of the valley', abstract: 'Baked.', authors: ['C. R. Example'] }),
  record({ uid: 'r', title: 'Analysing samples with R', abstract: 'Scripts of R.', authors: ['Bela Sample'] }),
  record({ uid: 'star', title: 'A* in the valley', abstract: 'A fast way.', authors: ['Ada Samplewright'] }),
  record({ uid: 'group', title: 'Tubes', abstract: 'Compared.', authors: ['The Machine Learning Focus Group'] }),
  record({ uid: 'ml', title: 'Machine learning in short', abstract: 'Explained.', authors: ['Cora Specimen'] }),
  record({ uid: 'learning', title: 'Learning', abstract: 'A short title. '.repeat(30), authors: ['Wei Wang'] }),
  record({ uid: 'twice', title: 'Learning of Learning', abstract: 'Learning about learning.', authors: [] }),
  record({ uid: 'old', title: 'Roofs, old', abstract: 'Große Dächer, they leak.', authors: ['Jörg Müllermuster'] }),
  record({ uid: 'new', title: 'Roofs, new', abstract: 'Grosse Daecher, they hold.', authors: ['J. Muellermuster'] }),
  record({ uid: 'danish', title: 'Coast', abstract: 'Sand.', authors: ['Søren Ågård'] }),
  record({ uid: 'gust', title: 'Gust', abstract: 'A neu pot.', authors: ['Emil Neu'] }),
  record({ uid: 'guest', title: 'Guest', abstract: 'A neue poet.', authors: ['Emil Neue'] }),
  record({ uid: 'bert', title: 'On BERT', abstract: 'Tuned.', authors: ['Bert Sample'] }),
];

await onBothDatabases((ground) => {
  const filled = async () => {
    const database = await ground.database();
    await database.addPapers(strangers);
    return database;
  };

  const found: (readonly [string, string, readonly string[], readonly string[]])[] = [
    ['C++', 'C++', ['cpp'], []],
    ['C++ in lower case', 'c++', ['cpp'], []],
    ['A*', 'A*', ['star'], []],
    ['a letter in texts, not in names', 'R', ['r'], []],
    ['a topic, not the group with these words', 'machine learning', [], []],
    ['a group by all its words', 'Machine Learning Focus Group', ['group'], ['group']],
    ['an author in capitals', 'SAMPLEWRIGHT', ['star'], ['star']],
    ['a short name in capitals', 'WANG', ['learning'], ['learning']],
    ['the family name first', 'Wang, Wei', ['learning'], ['learning']],
    ['the family name first in capitals', 'SAMPLEWRIGHT, ADA', ['star'], ['star']],
    ['an initial after a comma', 'Samplewright, A.', ['star'], ['star']],
    ['an initial at the end', 'Samplewright A', ['star'], ['star']],
    ['no author by an abbreviation that papers use', 'BERT', ['bert'], []],
    ['the title word for word first', 'Learning', ['learning'], []],
    ['umlauts by two letters', 'muellermuster', ['new', 'old'], ['new', 'old']],
    ['two letters by an umlaut', 'Müllermuster', ['old', 'new'], ['new', 'old']],
    ['both without dots', 'mullermuster', ['old', 'new'], ['new', 'old']],
    ['ø and å as o and a', 'soren agard', ['danish'], ['danish']],
    ['ø and å as two letters', 'soeren aagaard', ['danish'], ['danish']],
    ['no other short word that looks like an umlaut', 'guest', ['guest'], []],
    ['a name that only looks like an umlaut', 'neue', ['guest'], ['guest']],
    ['the same without e', 'neu', ['gust'], ['gust']],
  ];
  it('finds papers and authors', async () => {
    const database = await filled();
    for (const [name, text, expected, authors] of found) {
      const { uids } = await database.searchWords(text);
      expect([name, uids.slice(0, expected.length).sort()]).toEqual([name, [...expected].sort()]);
      expect([name, uids[0]]).toEqual([name, expected.length === 1 ? expected[0] : uids[0]]);
      const wrote = (await database.searchAuthors(text)).map(({ uid }) => uid).sort();
      expect([name, wrote]).toEqual([name, authors]);
    }
  });

  const counted: (readonly [string, number])[] = [
    ['McKeownmuster', 1],
    ['Kathleen McKeownmuster', 1],
    ['mckeownmuster stitches', 1],
    ['McKeownmuster stitches', 1],
    ["O'Briensample", 1],
    ['Diederik P Kingmasample', 1],
    ['P. Kingmasample', 1],
    ['J.R.R. Tolkiensample', 1],
    ['Søgaardmuster', 1],
    ['Sogaardmuster', 1],
    ['Soegaardmuster', 1],
    ['Søgårdmuster', 1],
    ['Oestergaardmuster', 1],
    ['Østergaardmuster', 1],
    ['山田太郎', 1],
    ['山田 太郎', 1],
    // Abbreviations and letters of texts are not names.
    ['LoRA', 0],
    ['Bread R', 0],
  ];
  it('counts names of authors', async () => {
    const database = await ground.database();
    const named = { title: 'Stitches', abstract: 'Of wool.' };
    await database.addPapers([
      record({ ...named, uid: 'names', authors: ["Sean O'Briensample", 'Kathleen McKeownmuster', 'Lora Muster'] }),
      record({
        ...named,
        uid: 'initials',
        authors: ['Diederik P. Kingmasample', 'R. Bread', 'J. R. R. Tolkiensample'],
      }),
      record({ ...named, uid: 'north', authors: ['Anders Søgaardmuster', 'Bo Østergaardmuster', '山田 太郎'] }),
    ]);
    for (const [words, expected] of counted)
      expect([words, (await database.countPapers({ words })).papers]).toEqual([words, expected]);
  });

  const operators: (readonly [string, string, readonly string[]])[] = [
    ['AND', 'valley AND bread', ['initial']],
    ['OR', 'bread OR tubes', ['group', 'initial']],
    ['NOT', 'valley NOT bread', ['star']],
    ['AND NOT', 'valley AND NOT bread', ['star']],
    ['a minus', 'valley -bread', ['star']],
    ['a minus before a phrase', 'roofs -"they leak"', ['new']],
    ['parentheses', '(bread OR fast) AND (valley NOT baked)', ['star']],
    ['words side by side', 'bread valley OR roofs old', ['initial', 'old']],
    ['a phrase', '"they hold" OR "they leak"', ['new', 'old']],
    ['a beginning', 'contain* AND sample', ['cpp']],
    ['another number', 'roof AND old', ['old']],
    ['many parentheses', deep(6, 'bread AND valley'), ['initial']],
    ['too many parentheses as words', deep(60, 'bread valley'), ['initial', 'star']],
    ['a word that objects have', 'bread NOT constructor', ['initial']],
  ];
  it('understands operators', async () => {
    const database = await filled();
    for (const [name, text, uids] of operators)
      expect([name, (await database.searchWords(text)).uids.sort()]).toEqual([name, uids]);
  });

  const plain = [
    ['an operator without a word', 'bread AND'],
    ['an open parenthesis', '(bread OR'],
    ['two operators', 'bread AND OR'],
    ['only an exclusion', '-bread'],
    ['operators in lower case', 'bread not and or'],
    ['a hyphen that leaves out a part of a word', 'milk-rich and -bread'],
  ] as const;
  it('takes operators without an operand as words', async () => {
    const database = await filled();
    for (const [name, text] of plain)
      expect([name, (await database.searchWords(text)).uids]).toEqual([name, ['initial']]);
  });

  it('counts the papers of an operator', async () => {
    const database = await filled();
    expect((await database.countPapers({ words: 'roofs AND (old OR new) NOT leak' })).papers).toBe(1);
    expect(await database.uidsAllowed('NOT bread', ['initial', 'star'])).toEqual(new Set(['star']));
  });
});

describe('the text that is embedded', () => {
  it.each([
    ['C++ for Müller', 'C++ for Müller'],
    ['C++ NOT survey', 'C++'],
    ['深度学习 -综述', '深度学习'],
    ['(fine-tuning OR "Deep Nets") AND Müller -survey', 'fine-tuning Deep Nets Müller'],
  ])('of %s is %s', (query, text) => expect(textToEmbed(query)).toBe(text));
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
    ['Ada Lovelace', 'Lovelace, Ada', true],
    ['Ada Lovelace', 'Lovelace A', true],
    ['Ada B. Lovelace', 'LOVELACE AB', true],
    ['Ada Lovelace', 'Love A', false],
    ['Jing Wu', 'Wu, J', true],
    ['Ada Lovelace', 'a', false],
    ['C. Example', 'C', false],
    ['王', '王', true],
    ['Research Group on Deep Learning', 'deep learning', false],
    ['Hans Köhn', 'Koehn', true],
    ['Philipp Koehn', 'Köhn', true],
    ['Hans Kohn', 'Koehn', false],
    ['Manuel Bauer', 'Baur', false],
    ['Xin Xue', 'Xu', false],
    ['Michael Sample', 'Michal', false],
    ['Ada Lovelace', '', false],
  ])('%s by %j: %j', (author, query, is) => expect(isAuthor(author, query)).toBe(is));
});
