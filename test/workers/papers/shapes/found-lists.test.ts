/** Lists as people publish them, each with what was lost in the import of it. */
import { expect, it } from '@jest/globals';
import type { PaperFormat } from '../../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../../workers/papers/types.js';
import { put } from '../put.js';

const ris = (lines: string): string => `TY  - JOUR\nTI  - A\nAU  - One, Ada\nPY  - 2020\nT2  - X\n${lines}\nER  - \n`;

const bioRxiv = { doi: '10.1101/1', title: 'A', authors: 'One, J. A.; Two, B.', date: '2020-05-01', version: '1' };

it.each<[string, PaperFormat, string, Partial<Paper>]>([
  [
    'RIS with several addresses in one line',
    'tagged',
    ris('UR  - https://a.org/1; https://a.org/2 and https://a.org/3.pdf'),
    { url: 'https://a.org/1', paper_pdf_url: 'https://a.org/3.pdf', links: 'other https://a.org/2' },
  ],
  [
    'a table with several addresses in a cell',
    'csv',
    'Title,Authors,Year,Venue,URL\nA,Ada One,2020,X,"https://a.org/1; https://a.org/2"\n',
    { url: 'https://a.org/1' },
  ],
  [
    'the tags of EndNote with the title first, and without a type',
    'tagged',
    '%T A\n%A One, Ada\n%A Two, Bo\n%B X\n%D 2020\n%U https://a.org/1\n\n\n%T B\n%0 Journal Article\n%D 2021\n%B X\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'X', year: 2020, url: 'https://a.org/1' },
  ],
  [
    'the tags of EndNote with the title first, named as JSON',
    'json',
    '%T A\r\n%0 Journal Article\r\n%A One, Ada\r\n%B X\r\n%D 2020\r\n',
    { authors: ['Ada One'], conference: 'X', year: 2020 },
  ],
  [
    'the table of a database in Web of Science that begins with the number of the record',
    'tagged',
    'PT\tAN\tDT\tTI\tAU\tSO\tPY\tDI\r\nJ\tZOOR1\t\tA\tOne, Ada; Two, Bo\tX\t2020\t10.1234/a\r\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'X', year: 2020, doi: '10.1234/a' },
  ],
  [
    'RIS as a table of ASReview',
    'csv',
    'type_of_reference,id,primary_title,first_authors,publication_year,notes_abstract,secondary_title,keywords,urls\n' +
      `JOUR,7,A,"['One, Ada', 'Two, Bo']",2020//,Short,X,"['ink', 'deep pens']","['https://a.org/1,2']"\n`,
    {
      ...{ title: 'A', authors: ['Ada One', 'Bo Two'], year: 2020, abstract: 'Short', conference: 'X' },
      ...{ keywords: ['ink', 'deep pens'], url: 'https://a.org/1,2', original_id: 7 },
    },
  ],
  [
    'RIS as a table of ASReview, without a journal',
    'csv',
    "title,authors,type_of_reference,year,included\nA,['Ada One'],THES,2020,1\n",
    { title: 'A', authors: ['Ada One'], conference: 'Thesis' },
  ],
  [
    'a table of CNKI, whose columns have two names',
    'csv',
    'SrcDatabase-来源库,Title-题名,Author-作者,Source-文献来源,Keyword-关键词,Summary-摘要,Year-年,URL-网址,DOI-DOI\n' +
      '期刊,A,王小明; 李四;,X,墨水;;钢笔,Short,2020,https://a.org/1,10.1234/a\n',
    {
      ...{ title: 'A', authors: ['王小明', '李四'], conference: 'X', keywords: ['墨水', '钢笔'], abstract: 'Short' },
      ...{ year: 2020, url: 'https://a.org/1', doi: '10.1234/a' },
    },
  ],
  [
    'a table of Embase whose conference has a year in its name',
    'csv',
    'Title,Author Names,Conference Name,Source title,Publication Year\n' +
      'A,One A.,5th Meeting (2019) of Pens,Pens,2020\n',
    { conference: '5th Meeting (2019) of Pens', year: 2020 },
  ],
  [
    'a table of Embase whose source has journal and year',
    'csv',
    'Title,Author Names,Source,Abstract,keywords,Open URL Link\n' +
      'A,"One A., Two B.C.",Pens 1999 (2014) 3:3 (1-9). Date of Publication: 2014,Short,"ink, pens",https://a.org/1\n',
    { authors: ['A. One', 'B.C. Two'], conference: 'Pens 1999', year: 2014, abstract: 'Short' },
  ],
  [
    'a paper of a list that marks awards by true and false',
    'json',
    JSON.stringify([{ title: 'A', author: 'Ada One', year: 2020, venue: 'X', award: true }]),
    { award: 'Award' },
  ],
  [
    'an abstract with braces that are not of LaTeX, or have no end',
    'json',
    JSON.stringify([
      {
        ...{ title: 'A', author: 'B', year: 2020, venue: 'X' },
        abstract: String.raw`{\alpha, \beta}, {\d+}, C:{\temp\x}, {\em Set {a} of {\bfseries pens}} end, f = {\em a, b`,
      },
    ]),
    { abstract: String.raw`{α, β}, {\d+}, C:{\temp\x}, Set {a} of pens end, f = { a, b` },
  ],
  [
    'a paper of OpenReview with words in italics and an accent in braces',
    'json',
    JSON.stringify([
      {
        title: 'A',
        author: 'B',
        year: 2020,
        venue: 'X',
        abstract: String.raw`Ink, {\em i.e.}, {\bf pens}, P{\'e}n, {a}.`,
      },
    ]),
    { abstract: 'Ink, i.e., pens, Pén, {a}.' },
  ],
  [
    'RIS with a star within a keyword of PubMed',
    'tagged',
    ris('KW  - Ink/*drug therapy/*methods\nKW  - A/B*C'),
    { keywords: ['Ink/drug therapy/methods', 'A/B*C'] },
  ],
  [
    'EndNote with a star within a keyword of PubMed',
    'tagged',
    '%0 Journal Article\n%T A\n%A One, Ada\n%J X\n%D 2020\n%K Ink/*therapy\n*Pens\n',
    { keywords: ['Ink/therapy', 'Pens'] },
  ],
  [
    'PubMed with a star within a term',
    'tagged',
    'PMID- 1\nTI  - A.\nJT  - X\nDP  - 2020\nMH  - *Ink, Blue/*therapy\n',
    { keywords: ['Blue Ink/therapy'] },
  ],
  [
    'RIS with the heading of an abstract of Crossref',
    'tagged',
    ris('AB  - <jats:title>Abstract</jats:title><jats:sec><jats:p>Of pens.</jats:p></jats:sec>'),
    { abstract: 'Of pens.' },
  ],
  [
    'a record of Crossref that has its authors twice',
    'json',
    JSON.stringify([
      {
        ...{ title: 'A', subtitle: 'S', author: [{ given: 'Ada', family: 'One' }], authors: ['Ada One'] },
        ...{ issued: { 'date-parts': [[2020, 1]] }, 'container-title': ['X'], DOI: '10.1/2', type: 'journal-article' },
      },
    ]),
    { title: 'A: S', authors: ['Ada One'], conference: 'X', year: 2020, doi: '10.1/2' },
  ],
  [
    'a list with keys of Crossref and authors',
    'json',
    JSON.stringify([
      { title: 'A', authors: ['Ada One'], issued: { 'date-parts': [[2020]] }, DOI: '10.1/2', 'container-title': ['X'] },
    ]),
    { authors: ['Ada One'], conference: 'X', year: 2020, doi: '10.1/2' },
  ],
  [
    'a list of preprints with authors and a type',
    'json',
    JSON.stringify([{ title: 'A', authors: ['Ada One'], posted: '2020-01-02', type: 'preprint', venue: 'X' }]),
    { authors: ['Ada One'], conference: 'X', year: 2020 },
  ],
  [
    'a paper that begins with its collections',
    'jsonl',
    JSON.stringify({ collection: ['x', 'y'], title: 'A', authors: ['Ada One'], year: 2020, venue: 'X' }),
    { title: 'A', authors: ['Ada One'], year: 2020 },
  ],
  [
    'a table of CORD-19',
    'csv',
    'cord_uid,source_x,title,abstract,publish_time,authors,journal,url\n' +
      'a,PMC,A,Short,2001-07-04,"One, Ada A; Two, Bo",X,https://a.org/1; https://a.org/2\n',
    { authors: ['Ada A One', 'Bo Two'], year: 2001, conference: 'X', url: 'https://a.org/1' },
  ],
  [
    'preprints of the API of bioRxiv',
    'json',
    JSON.stringify({
      messages: [{ status: 'ok' }],
      collection: [{ ...bioRxiv, type: 'new results', published: '10.1016/j.x.2021.1', server: 'bioRxiv' }],
    }),
    { authors: ['J. A. One', 'B. Two'], year: 2020, conference: 'bioRxiv', doi: '10.1101/1' },
  ],
  [
    'a group in JSON of Europe PMC whose name ends with capitals',
    'json',
    JSON.stringify([
      {
        ...{ title: 'A', source: 'MED', pmid: '7', pubYear: '2020', journalInfo: { journal: { title: 'X' } } },
        authorList: { author: [{ fullName: 'One A' }, { collectiveName: 'Health Data Research UK' }] },
      },
    ]),
    { authors: ['A One', 'Health Data Research UK'] },
  ],
  [
    'a group in JSON of Europe PMC',
    'json',
    JSON.stringify([
      {
        ...{ title: 'A', source: 'MED', pmid: '7', pubYear: '2020', journalInfo: { journal: { title: 'X' } } },
        authorList: { author: [{ fullName: 'One A', firstName: 'Ada', lastName: 'One' }, { collectiveName: 'Pens' }] },
      },
    ]),
    { authors: ['Ada One', 'Pens'] },
  ],
  [
    'a preprint of Crossref, whose group is its subject',
    'json',
    JSON.stringify([
      {
        ...{ DOI: '10.1101/1', title: ['A'], type: 'posted-content', posted: { 'date-parts': [[2020, 1, 1]] } },
        ...{ institution: [{ name: 'bioRxiv' }], 'group-title': 'Neuroscience' },
      },
    ]),
    { conference: 'bioRxiv', year: 2020 },
  ],
  [
    'a preprint of Google Scholar, whose number is in the journal',
    'bibtex',
    '@article{a, title={A}, author={One, Ada}, journal={arXiv preprint arXiv:2001.00001}, year={2020}}',
    { conference: 'arXiv preprint arXiv:2001.00001', url: 'https://arxiv.org/abs/2001.00001' },
  ],
  [
    'an old preprint of Google Scholar',
    'tagged',
    'TY  - JOUR\nT1  - A\nA1  - One, Ada\nJO  - arXiv preprint hep-th/9901001\nY1  - 1999\nER  - \n',
    { url: 'https://arxiv.org/abs/hep-th/9901001' },
  ],
  [
    'Chinese names with a point in them',
    'csv',
    'Title,Authors,Year,Venue\nA,卡尔 · 马克思; 列夫 · 托尔斯泰,2020,X\n',
    { authors: ['卡尔 · 马克思', '列夫 · 托尔斯泰'] },
  ],
  [
    'one Chinese name with a point in it',
    'csv',
    'Title,Authors,Year,Venue\nA,卡尔 · 马克思,2020,X\n',
    { authors: ['卡尔 · 马克思'] },
  ],
  [
    'names and their places with points between them',
    'csv',
    'Title,Authors,Year,Venue\nA,"Ada One · MIT, Bo Two · CMU",2020,X\n',
    { authors: ['Ada One · MIT', 'Bo Two · CMU'] },
  ],
  [
    'names with points between them, as the sites of conferences show them',
    'csv',
    'Title,Authors,Year,Venue\nA,Ada One · Bo van Two · Núria Col·lell,2020,X\n',
    { authors: ['Ada One', 'Bo van Two', 'Núria Col·lell'] },
  ],
  [
    'two names with a comma before "and"',
    'csv',
    'Title,Authors,Year,Venue\nA,"de la Cruz, María José, and O’Neil, Pat",2020,X\n',
    { authors: ['María José de la Cruz', 'Pat O’Neil'] },
  ],
  [
    'three names of one word',
    'csv',
    'Title,Authors,Year,Venue\nA,"Plato, Socrates, and Aristotle",2020,X\n',
    { authors: ['Plato', 'Socrates', 'Aristotle'] },
  ],
  [
    'a Japanese name whose family name has four letters',
    'csv',
    'Title,Authors,Year,Venue\nA,"長宗我部, 元親",2020,X\n',
    { authors: ['長宗我部 元親'] },
  ],
  [
    'another Japanese name whose family name has four letters',
    'csv',
    'Title,Authors,Year,Venue\nA,"武者小路, 実篤",2020,X\n',
    { authors: ['武者小路 実篤'] },
  ],
  [
    'a foreign name in Korean',
    'csv',
    'Title,Authors,Year,Venue\nA,"아인슈타인, 알베르트",2020,X\n',
    { authors: ['아인슈타인알베르트'] },
  ],
  [
    'two whole names in Korean',
    'csv',
    'Title,Authors,Year,Venue\nA,"김철수, 이영희",2020,X\n',
    { authors: ['김철수', '이영희'] },
  ],
  [
    'two whole names in Japanese',
    'csv',
    'Title,Authors,Year,Venue\nA,"山田太郎, 鈴木花子",2020,X\n',
    { authors: ['山田太郎', '鈴木花子'] },
  ],
  [
    'a supplement of paperlists, whose address is relative to OpenReview',
    'json',
    JSON.stringify([
      {
        ...{
          title: 'A',
          author: 'Ada One',
          status: 'Oral',
          track: 'main',
          supplementary_material: '/attachment/a.zip',
        },
        ...{ year: 2020, site: 'https://a.org/1', bibtex: '@inproceedings{iclr, year={2020}}' },
      },
    ]),
    { conference: 'ICLR', links: 'supplement https://openreview.net/attachment/a.zip' },
  ],
  [
    'the venue of a list with tracks and states',
    'csv',
    'Title,Author,Track,Status,Venue,Year\nA,Ada One,Main,Oral,X,2020\n',
    { conference: 'X', session: 'Main', decision: 'Oral' },
  ],
  [
    'a table with numbers of arXiv',
    'csv',
    'Title,Authors,Year,Journal,ArXiv ID\nA,Ada One,2020,X,arXiv:2001.00001\n',
    { links: 'arxiv https://arxiv.org/abs/2001.00001' },
  ],
  [
    'a table with an old number of arXiv',
    'csv',
    'Title,Authors,Year,Journal,ArXiv ID\nA,Ada One,2014,X,1412.0001\n',
    { links: 'arxiv https://arxiv.org/abs/1412.0001' },
  ],
  [
    "a list of arXiv's package for Python",
    'json',
    JSON.stringify([
      {
        ...{ entry_id: 'http://arxiv.org/abs/2001.00001v1', title: 'A', authors: ['Ada One'], summary: 'Short' },
        ...{ published: '2020-01-01T00:00:00Z', updated: '2021-01-01T00:00:00Z', categories: ['cs.CL'] },
      },
    ]),
    { conference: 'arXiv', year: 2020, url: 'http://arxiv.org/abs/2001.00001v1', abstract: 'Short' },
  ],
  [
    'a rejected paper of a conference with a site of its own in OpenReview',
    'json',
    JSON.stringify({
      notes: [
        {
          ...{ id: 'a', forum: 'a', invitations: ['robot-learning.org/CoRL/2024/Conference/-/Submission'] },
          content: {
            ...{ title: { value: 'A' }, authors: { value: ['Ada One'] }, venue: { value: 'Submitted to CoRL 2024' } },
            venueid: { value: 'robot-learning.org/CoRL/2024/Conference/Rejected_Submission' },
          },
        },
      ],
    }),
    { conference: 'CoRL', year: 2024, decision: 'Rejected' },
  ],
  [
    'BibTeX of Semantic Scholar, where the number of arXiv is a volume',
    'bibtex',
    '@article{A,\n title={A},\n author={Ada One},\n journal={ArXiv},\n year={2020},\n volume={abs/2001.00001}\n}\n',
    { conference: 'ArXiv', url: 'https://arxiv.org/abs/2001.00001' },
  ],
  [
    'BibTeX of ADS without a DOI',
    'bibtex',
    '@article{a, title="{A}", author={{One}, A}, journal={X}, year=2020, adsurl={https://ui.adsabs.harvard.edu/abs/a}}',
    { url: 'https://ui.adsabs.harvard.edu/abs/a' },
  ],
  [
    'BibTeX of ScienceDirect with a heading',
    'bibtex',
    '@article{a, title={A}, author={Ada One}, journal={X}, year={2020}, abstract={Summary\nBackground\nOf pens.}}',
    { abstract: 'Background Of pens.' },
  ],
  [
    'BibTeX of Wiley with a heading on the line of the abstract',
    'bibtex',
    '@article{a, title={A}, author={One, Ada}, journal={X}, year={2020}, doi={https://doi.org/10.1002/a},\n' +
      'url={https://onlinelibrary.wiley.com/doi/abs/10.1002/a}, abstract={Abstract Pens write.}}',
    { abstract: 'Pens write.' },
  ],
  [
    'RIS of Wiley with a heading on the line of the abstract',
    'tagged',
    ris('DO  - https://doi.org/10.1111/a\nN2  - ABSTRACT Pens write.'),
    { abstract: 'Pens write.' },
  ],
  [
    'an abstract that begins with the word',
    'tagged',
    ris('DO  - 10.1234/a\nN2  - Abstract Meaning Representation is one of pens.'),
    { abstract: 'Abstract Meaning Representation is one of pens.' },
  ],
  ['RIS of EBSCO with a heading', 'tagged', ris('AB  - Abstract: Pens write.'), { abstract: 'Pens write.' }],
  [
    'a table of Paperpile',
    'csv',
    'Item type,Authors,Title,Journal,Full journal,Publication year,URLs,DOI,Abstract,Keywords,Source\n' +
      'Journal Article,"One A,van der Two BC",A,J. X,Journal of X,2020,https://a.org/1;https://a.org/2.pdf,' +
      '10.1234/a,Short,ink;deep pens,a.org\n',
    {
      ...{ title: 'A', authors: ['A One', 'BC van der Two'], conference: 'Journal of X', year: 2020 },
      ...{ url: 'https://doi.org/10.1234/a', doi: '10.1234/a', abstract: 'Short', keywords: ['ink', 'deep pens'] },
      paper_pdf_url: 'https://a.org/2.pdf',
    },
  ],
  [
    'a table of Paperpile without full journals',
    'csv',
    'Item type,Authors,Title,Journal,Publication year,URLs,Arxiv ID,Archive prefix,Eprint ID\n' +
      'Journal Article,"One A,van der Two BC",A,X,2020,https://a.org/1;https://a.org/2.pdf,2001.00001,arXiv,1\n',
    {
      ...{ authors: ['A One', 'BC van der Two'], conference: 'X', url: 'https://a.org/1' },
      ...{ paper_pdf_url: 'https://a.org/2.pdf', links: 'arxiv https://arxiv.org/abs/2001.00001' },
    },
  ],
  [
    'a preprint of Paperpile',
    'csv',
    'Item type,Authors,Title,Full journal,Publication year,URLs,Arxiv ID,Archive prefix,Source\n' +
      'Preprint Manuscript,One A,A,,2020,http://arxiv.org/abs/2001.00001,2001.00001,arXiv,arXiv [cs.AI]\n',
    { authors: ['A One'], conference: 'arXiv', url: 'http://arxiv.org/abs/2001.00001' },
  ],
  [
    'a table with types, years and authors that is not of Zotero',
    'csv',
    'Item Type,Publication Year,Authors,Title,Journal,Abstract\njournalArticle,2020,"One, Ada; Two, Bo",A,X,Short\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'X', abstract: 'Short' },
  ],
  [
    'a list of Publish or Perish without DOIs',
    'json',
    JSON.stringify([
      {
        ...{ title: 'A', authors: ['A One', 'B Two'], source: 'X', year: 2020, article_url: 'https://a.org/1' },
        ...{ fulltext_url: 'https://a.org/1.pdf', uid: 'GS:1', rank: 1 },
      },
    ]),
    { authors: ['A One', 'B Two'], conference: 'X', url: 'https://a.org/1' },
  ],
  [
    'BibTeX of Open Journal Systems',
    'bibtex',
    '@article{One_2020, title={A}, DOI={10.1234/a}, abstractNote={&lt;p&gt;Pens &amp;amp; ink.&lt;/p&gt;}, ' +
      'number={1}, journal={X}, author={One, Ada}, year={2020}, month={Mar.} }\n',
    { abstract: 'Pens & ink.', authors: ['Ada One'] },
  ],
  [
    'BibTeX of an older Open Journal Systems, which writes entities twice',
    'bibtex',
    '@article{One_2020, title={A}, abstractNote={&amp;lt;p&amp;gt;&amp;lt;em&amp;gt;Pens&amp;lt;/em&amp;gt; write.' +
      '&amp;lt;/p&amp;gt;}, journal={X}, author={One, Ada}, year={2020} }\n',
    { abstract: 'Pens write.' },
  ],
  [
    'the tags of ERIC, which has no numbers of PubMed',
    'tagged',
    '\r\nOWN - ERIC\r\nTI  - A\r\nAU  - One, Ada\r\nAU  - Two, Bo\r\nOT  - Ink\r\nOT  - Pens (Deep)\r\nJT  - X\r\n' +
      'AID - http://dx.doi.org/10.1234/a\r\nOID - EJ1\r\nDP  - Article 10 2020\r\n' +
      'LID - http://eric.ed.gov/?id=EJ1\r\nAB  - Short\r\nISSN - ISSN-1234-5678\r\nPT  - Reports - Research\r\n\r\n' +
      'OWN - ERIC\r\nTI  - B\r\nJT  - X\r\nOID - ED2\r\nDP  - 2021\r\nAID - a.org\r\nLID - http://eric.ed.gov/?id=ED2',
    {
      ...{ title: 'A', authors: ['Ada One', 'Bo Two'], year: 2020, conference: 'X', abstract: 'Short' },
      ...{ keywords: ['Ink', 'Pens (Deep)'], doi: '10.1234/a', url: 'http://eric.ed.gov/?id=EJ1', original_id: 'EJ1' },
    },
  ],
  [
    'BibTeX of a publisher with the address of the PDF as `eprint`',
    'bibtex',
    '@article{a, title={A}, author={One, Ada}, journal={X}, year={2020}, url={https://a.org/doi/abs/10.1234/a},\n' +
      'eprint={https://a.org/doi/pdf/10.1234/a}}',
    { url: 'https://a.org/doi/abs/10.1234/a', paper_pdf_url: 'https://a.org/doi/pdf/10.1234/a' },
  ],
  [
    'a table of Engineering Village, with numbers of affiliations',
    'csv',
    'Title,Author,Author affiliation,Source,Publication year\nA,"One, Ada (1); Two, Bo (1, 2)",(1) U; (2) V,X,2020\n',
    { authors: ['Ada One', 'Bo Two'] },
  ],
  [
    'a table of ProQuest without DOIs',
    'csv',
    'Title,Authors,pubtitle,year,DocumentURL\nA,"One, Ada; Two, Bo",X,2020,https://a.org/docview/1\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'X', url: 'https://a.org/docview/1' },
  ],
  [
    'an answer of the interface of Springer Nature',
    'json',
    JSON.stringify({
      records: [
        {
          ...{ title: 'A', creators: [{ creator: 'One, Ada' }, { creator: 'Two, Bo' }], publicationName: 'X' },
          ...{ publicationDate: '2020-01-01', doi: '10.1234/a', url: [{ format: '', value: 'http://a.org/1' }] },
          abstract: { h1: 'Abstract', p: ['Of pens.', 'Of ink.'] },
        },
      ],
    }),
    {
      ...{ authors: ['Ada One', 'Bo Two'], conference: 'X', year: 2020, url: 'http://a.org/1' },
      abstract: 'Of pens.\n\nOf ink.',
    },
  ],
  [
    'an abstract of Springer Nature in one paragraph',
    'json',
    JSON.stringify({
      records: [
        {
          ...{ title: 'A', creators: [{ creator: 'One, Ada' }], publicationName: 'X', publicationDate: '2020-01-01' },
          abstract: { h1: 'Abstract', p: 'Of pens.' },
        },
      ],
    }),
    { abstract: 'Of pens.' },
  ],
  [
    'an answer of the interface of Mendeley',
    'json',
    JSON.stringify([
      {
        ...{ title: 'A', authors: [{ first_name: 'Ada', last_name: 'One' }], year: 2020, source: 'X' },
        identifiers: { doi: '10.1234/a', issn: '1234-5678' },
      },
    ]),
    { authors: ['Ada One'], doi: '10.1234/a' },
  ],
])('takes %s', async (_, format, source, expected) => {
  const { papers, report } = await put(source, format);
  expect(report.rejected).toEqual([]);
  expect(papers[0]).toMatchObject(expected);
});

it('takes no award for one if the list says that there is none', async () => {
  const list = [{ title: 'A', author: 'Ada One', status: 'Poster', track: 'main', award: false }];
  const { papers } = await put(JSON.stringify(list), 'json', { name: 'acl2021.json' });
  expect(papers[0]).not.toHaveProperty('award');
});

it('links no supplement of paperlists at OpenReview that is elsewhere', async () => {
  const supplementary_material = '/content/CVPR2024/supplemental/x.pdf';
  const list = [{ title: 'A', author: 'Ada One', status: 'Poster', track: 'main', supplementary_material }];
  const { papers } = await put(JSON.stringify(list), 'json', { name: 'cvpr2024.json' });
  expect(papers[0]).not.toHaveProperty('links');
});

it('links no number of arXiv that lost its last zero', async () => {
  const list = [{ title: 'A', authors: ['Ada One'], year: 2020, venue: 'X', arxiv_id: 2001.1001 }];
  const { papers } = await put(JSON.stringify(list), 'json');
  expect(papers[0]).not.toHaveProperty('links');
});

it('takes no page of HTML for the PDF of a paper in BibTeX', async () => {
  const eprint = 'https://a.org/doi/epdf/10.1234/a';
  const entry = `@article{a, title={A}, author={One, Ada}, journal={X}, year={2020}, eprint={${eprint}}}`;
  const { papers } = await put(entry, 'bibtex');
  expect(papers[0]).not.toHaveProperty('paper_pdf_url');
});
