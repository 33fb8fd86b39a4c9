import { expect, it } from '@jest/globals';
import { isNamed, namesIn } from '../../../workers/papers/ingest/authors.js';
import { toldByName } from '../../../workers/papers/ingest/guess-from-name.js';

it.each<[unknown, string[]]>([
  ['Ada One and Bo Two', ['Ada One', 'Bo Two']],
  ['One, Ada and Two, Bo', ['Ada One', 'Bo Two']],
  ['Ada One, Bo Two, and Cy Three', ['Ada One', 'Bo Two', 'Cy Three']],
  ['Ada One, Bo Two and Cy Three', ['Ada One', 'Bo Two', 'Cy Three']],
  ['Lovelace, A.; Babbage, C.', ['A. Lovelace', 'C. Babbage']],
  ['Lovelace, A., Babbage, C.', ['A. Lovelace', 'C. Babbage']],
  ['Lovelace, Ada', ['Ada Lovelace']],
  // Chinese, Japanese and Korean names are spoken with the family name first.
  [['李, 娜'], ['李 娜']],
  [[{ given: '길동', family: '홍' }], ['홍길동']],
  [[{ given: '太郎', family: '山田' }], ['山田 太郎']],
  [[['山田', 'はな子', '']], ['山田 はな子']],
  [[{ given: 'ジョン', family: 'スミス' }], ['ジョン スミス']],
  [[{ given: 'Na', family: '李' }], ['Na 李']],
  [[{ family: 'Berg', particle: 'van' }], ['van Berg']],
  [[{ family: 'King', suffix: 'Jr' }], ['King Jr']],
  [[{ family: 'Two', middle: 'B.' }], ['B. Two']],
  ['Ada One|Bo Two', ['Ada One', 'Bo Two']],
  ['Ada One; ; Bo Two;', ['Ada One', 'Bo Two']],
  ['Ada One et al.', ['Ada One et al.']],
  ['King, Jr., Martin and others', ['Martin King Jr.']],
  ['King, Martin Luther, Jr.', ['Martin Luther King Jr.']],
  ['Ada One, Bo Two, Jr.', ['Ada One', 'Bo Two Jr.']],
  [
    ['Ada One', '', null, ' Bo Two '],
    ['Ada One', 'Bo Two'],
  ],
  [
    [{ fullname: 'Ada One' }, { given: 'Bo', family: 'Two' }, { first: 'Cy', last: 'Three' }],
    ['Ada One', 'Bo Two', 'Cy Three'],
  ],
  [
    [
      ['One', 'Ada', ''],
      ['Two', 'Bo', 'Jr'],
    ],
    ['Ada One', 'Bo Two Jr'],
  ],
  [{ author: { text: 'Ada One' } }, ['Ada One']],
  [{ author: [{ text: 'Ada One' }, { text: 'Bo Two' }] }, ['Ada One', 'Bo Two']],
  [null, []],
  // Entities end with ";" too.
  ['B&eacute;la One; Cy O&#39;Two', ['Béla One', "Cy O'Two"]],
  [{ author: [{ text: 'B&eacute;la One' }, { text: 'J&#xFC;rg O&apos;Two' }] }, ['Béla One', "Jürg O'Two"]],
  [['B&amp;eacute;la One<sup>1,2</sup>'], ['Béla One']],
  [
    [
      { family: 'One', given: 'Ada', 'non-dropping-particle': 'van' },
      { family: 'Two', given: 'Bo', 'dropping-particle': 'de la', suffix: 'Jr.' },
      { literal: 'The Two and Three Collaboration' },
    ],
    ['Ada van One', 'Bo de la Two Jr.', 'The Two and Three Collaboration'],
  ],
  [
    [
      ['One', 'A.', '', 'Obs. Anywhere', 'Elsewhere'],
      ['Two', 'B.', 'III', 'Anywhere'],
    ],
    ['A. One', 'B. Two III'],
  ],
  // Lists of programs in a cell: Python, NumPy, pandas, JSON, R, PostgreSQL.
  [`['Ada One', "Bela O'Two"]`, ['Ada One', "Bela O'Two"]],
  [`['Ada One' 'Bo Two']`, ['Ada One', 'Bo Two']],
  [`array(['One, Ada', 'Bo \\'T\\' Two'], dtype=object)`, ['Ada One', "Bo 'T' Two"]],
  [`[{'name': 'Ada One', 'id': None}, {'name': 'Bo Two', 'id': 3}]`, ['Ada One', 'Bo Two']],
  [`("Ada One",)`, ['Ada One']],
  [`["Ada One", "B\\u00e9la Two"]`, ['Ada One', 'Béla Two']],
  ['c("Ada One", "Bo Two")', ['Ada One', 'Bo Two']],
  ['{"Ada One","Bo Two"}', ['Ada One', 'Bo Two']],
  ['[Ada] One; Bo (Two)', ['[Ada] One', 'Bo (Two)']],
  ["['Ada One", ["['Ada One"]],
  ['A*STAR; The C³ Consortium', ['A*STAR', 'The C³ Consortium']],
  // Groups are one name.
  ['Department of Health and Human Services', ['Department of Health and Human Services']],
  ['Centers for Disease Control and Prevention; Ada One', ['Centers for Disease Control and Prevention', 'Ada One']],
  ['Ada One and the Two Collaboration', ['Ada One', 'the Two Collaboration']],
  [['Institute of Pens, Ink and Paper'], ['Institute of Pens, Ink and Paper']],
  [['Pens Team, Ink Labs'], ['Pens Team, Ink Labs']],
  ['Gemma Team and Gemini Team', ['Gemma Team', 'Gemini Team']],
  // So are firms.
  [['Pens and Inks, Inc.'], ['Pens and Inks, Inc.']],
  ['Pens, GmbH & Co. KG; One, Ada', ['Pens, GmbH & Co. KG', 'Ada One']],
  [[{ literal: 'Pens, Inks and Papers' }], ['Pens, Inks and Papers']],
  [['Barnes and Noble'], ['Barnes and Noble']],
  [['National Aeronautics and Space Administration'], ['National Aeronautics and Space Administration']],
  [['Pacific Gas and Electric Company'], ['Pacific Gas and Electric Company']],
  // A cell may have one author a line.
  ['Ada One\nBo Two\n', ['Ada One', 'Bo Two']],
  ['One, Ada,\r\nvan Two, Bo', ['Ada One', 'Bo van Two']],
  ['李娜\n王伟', ['李娜', '王伟']],
  ['García Márquez, Gabriel\nTwo, Bo', ['Gabriel García Márquez', 'Bo Two']],
  ['Ada One, Bo Two, Cy\nThree, Dee Four', ['Ada One', 'Bo Two', 'Cy Three', 'Dee Four']],
  ['Ada One and\nBo Two', ['Ada One', 'Bo Two']],
  ['World Health\nOrganization', ['World Health Organization']],
  // One name in two lines.
  ['Johannes D.\nvan der Waals', ['Johannes D. van der Waals']],
  ['The International Consortium\nfor Blood Pressure', ['The International Consortium for Blood Pressure']],
  ['One, Ada\nBarbara Two', ['Ada Barbara Two One']],
  // MEDLINE has the suffix last.
  [['King, Martin Luther Jr'], ['Martin Luther King Jr']],
  [['Smith, John A 3rd'], ['John A Smith 3rd']],
  ['Ada One & Bo Two', ['Ada One', 'Bo Two']],
  ['Ada One und Bo Two', ['Ada One', 'Bo Two']],
])('%j are %j', (given, names) => expect(namesIn(given)).toEqual(names));

it('drops what stands where a source knows no author, and no name', () => {
  const none = ['[No author name available]', '[Anonymous]', 'Anonymous', 'Anonymous Author(s)', 'nan', 'None'];
  expect([...none, '[No authors listed]', 'Na', 'Anon Ymous', 'Nan Null'].filter(isNamed)).toEqual([
    'Na',
    'Anon Ymous',
    'Nan Null',
  ]);
});

it.each<[string, string | undefined, number | undefined]>([
  ['iclr2018.json', 'ICLR', 2018],
  ['neurips-2025-orals-posters.json', 'NeurIPS', 2025],
  ['papercopilot-nips2018.json', 'NeurIPS', 2018],
  ['cvpr2019', 'CVPR', 2019],
  ['siggraph_asia2024.jsonl', 'SIGGRAPH Asia', 2024],
  ['/home/me/ICML 2024/papers.json', 'ICML', 2024],
  ['iclr/2018/all.json', 'ICLR', 2018],
  ['foo2021.csv', 'FOO', 2021],
  ['My Symposium 2022.bib', 'Symposium', 2022],
  ['papers.json', undefined, undefined],
  ['export-2024-05-01.csv', undefined, undefined],
  ['scopus20240501.csv', undefined, undefined],
  ['papers 2020.json', undefined, 2020],
  ['2019 to 2021.json', undefined, undefined],
  ['emnlp2020.bib.gz', 'EMNLP', 2020],
])('%s tells %s %s', (path, conference, year) => {
  const told = toldByName(path);
  expect([told.conference, told.year]).toEqual([conference, year]);
});
