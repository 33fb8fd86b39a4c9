/** Tables, and records in lines with tags, as the sources have them, each with the paper that a person would make. */
import type { Shape } from '../put.js';

export const textShapes: readonly Shape[] = [
  [
    'PubMed tagged',
    `
PMID- 31452104
OWN - NLM
DP  - 2019 Dec
PT  - Journal Article
PT  - Retracted Publication
TI  - Deep learning in medical ultrasound: a title that goes
      on - in the next line.
LID - S1361 [pii]
LID - 10.1016/j.media.2019.01.001 [doi]
AB  - BACKGROUND: Ultrasound is used.
FAU - One, Ada
AU  - One A
FAU - Two, Bo C
AU  - Two BC
CN  - Study Group of Pens, The
JT  - Medical image analysis
TA  - Med Image Anal
MH  - *Deep Learning
MH  - Learning, Deep/methods
PMC - PMC123

PMID- 2
TI  - Next.
TA  - Pens
DEP - 20200101
`,
    {
      decision: 'Retracted',
      title: 'Deep learning in medical ultrasound: a title that goes on - in the next line',
      authors: ['Ada One', 'Bo C Two', 'Study Group of Pens, The'],
      year: 2019,
      conference: 'Medical image analysis',
      abstract: 'BACKGROUND: Ultrasound is used.',
      original_id: 31452104,
      url: 'https://pubmed.ncbi.nlm.nih.gov/31452104/',
      doi: '10.1016/j.media.2019.01.001',
      keywords: ['Deep Learning', 'Deep Learning/methods'],
      links: 'doi https://doi.org/10.1016/j.media.2019.01.001; pmc https://pmc.ncbi.nlm.nih.gov/articles/PMC123/',
    },
  ],
  [
    'PubMed csv',
    'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI\n' +
      '31,"Pens.","One AB, van der Two C.","Pens. 2019",One AB,Pens J,2019,2019/08/27,,,10.1000/x\n',
    {
      title: 'Pens',
      authors: ['AB One', 'C van der Two'],
      year: 2019,
      conference: 'Pens J',
      url: 'https://pubmed.ncbi.nlm.nih.gov/31/',
      doi: '10.1000/x',
    },
  ],
  [
    'Web of Science tagged',
    `\ufeffFN Clarivate Analytics Web of Science
VR 1.0
PT C
AU One, A
   Two, B
AF One, Ada
   Two, Bo
DT Proceedings Paper; Retracted Publication
CA Pens, Inks and Papers Group
TI Of pens
   and ink
SO ADVANCES IN NEURAL INFORMATION PROCESSING SYSTEMS
DE ink; pen
   and paper
AB We write.
   Much.
C1 [One, Ada] There.
PY 2017
DI 10.1000/xyz
UT WOS:000001
ER

PT J
TI Next
SO PENS
EA JAN 2020
ER

EF`,
    {
      title: 'Of pens and ink',
      decision: 'Retracted',
      authors: ['Ada One', 'Bo Two', 'Pens, Inks and Papers Group'],
      year: 2017,
      conference: 'ADVANCES IN NEURAL INFORMATION PROCESSING SYSTEMS',
      keywords: ['ink', 'pen and paper'],
      abstract: 'We write. Much.',
      original_id: 'WOS:000001',
      url: 'https://doi.org/10.1000/xyz',
    },
  ],
  [
    'Web of Science csv',
    'PT\tAU\tAF\tTI\tSO\tPY\tAB\tUT\nJ\tOne, A; Two, B\tOne, Ada; Two, Bo\tPens\tPENS\t2017\tAbs\tWOS:1\n',
    {
      title: 'Pens',
      authors: ['Ada One', 'Bo Two'],
      year: 2017,
      conference: 'PENS',
      url: 'https://www.webofscience.com/wos/woscc/full-record/WOS:1',
    },
  ],
  [
    'EndNote tagged',
    `%0 Conference Proceedings
%T Of pens
%A One, Ada
%A Two, Bo
%Y Editor, An
%S Proceedings of the Pen Conference
%D 2019
%8 November
%U https://aclanthology.org/D19-1001
%X We write.
%F one-2019
%K ink, blue
pen

%0 Journal Article
%T Next
%J Pens
%D 2020
`,
    {
      title: 'Of pens',
      authors: ['Ada One', 'Bo Two'],
      year: 2019,
      conference: 'Proceedings of the Pen Conference',
      abstract: 'We write.',
      url: 'https://aclanthology.org/D19-1001',
      original_id: 'one-2019',
      keywords: ['ink', 'blue', 'pen'],
    },
  ],
  [
    'RefWorks tagged',
    `RT Journal Article
SR Electronic(1)
ID 7
A1 One,Ada
A1 Two,Bo
T1 Of pens
JF Journal of Pens
YR 2020
FD May 2020
K1 ink
K1 paper
AB We write.
DO 10.1000/xyz
UL https://example.org/1

RT Conference Proceedings
T1 Next
T2 Pens
YR 2020
`,
    {
      ...{ title: 'Of pens', authors: ['Ada One', 'Bo Two'], year: 2020, conference: 'Journal of Pens' },
      ...{ abstract: 'We write.', keywords: ['ink', 'paper'], doi: '10.1000/xyz', url: 'https://example.org/1' },
    },
  ],
  [
    'Cochrane Library tagged',
    `Record #1 of 2
ID: CN-01234567
AU: One A
AU: van der Two BC
AU: Smith, J
TI: Of pens: a trial
SO: Journal of Pens
YR: 2020
PM: PUBMED 31452104
PT: Journal article
KY: *Pens; Ink [*blue]; *-algebras
DOI: 10.1000/xyz
AB: BACKGROUND: We write.
US: https://www.cochranelibrary.com/central/doi/10.1002/central/CN-01234567/full


Record #2 of 2
ID: CD000001
TI: Next
SO: Cochrane Database of Systematic Reviews
YR: 2019
`,
    {
      ...{ title: 'Of pens: a trial', authors: ['A One', 'BC van der Two', 'J Smith'], year: 2020 },
      ...{ conference: 'Journal of Pens', abstract: 'BACKGROUND: We write.', original_id: 'CN-01234567' },
      keywords: ['Pens', 'Ink [blue]', '*-algebras'],
      url: 'https://doi.org/10.1000/xyz',
      links: 'cochrane https://www.cochranelibrary.com/central/doi/10.1002/central/CN-01234567/full',
    },
  ],
  [
    'Embase csv',
    '"TITLE","AUTHOR NAMES","SOURCE","SOURCE TITLE","PUBLICATION YEAR","PUBLICATION TYPE",' +
      '"ABSTRACT","DOI","EMBASE LINK"\n' +
      '"Of pens","One A.,van der Two B.C.","Journal of Pens (2020) 1:2","Journal of Pens","2020","Article",' +
      '"We write.","10.1000/xyz","https://www.embase.com/search/results?id=1"\n',
    {
      ...{ title: 'Of pens', authors: ['A. One', 'B.C. van der Two'], year: 2020, conference: 'Journal of Pens' },
      ...{ abstract: 'We write.', doi: '10.1000/xyz', url: 'https://doi.org/10.1000/xyz' },
    },
  ],
  [
    'Springer Link csv',
    'Item Title,Publication Title,Book Series Title,Journal Volume,Journal Issue,Item DOI,Authors,' +
      'Publication Year,URL,Content Type\n' +
      '"Of pens","Pens 2020","Lecture Notes in Pens",,,"10.1000/xyz","Ada McOneJ. B. TwoÖmer DeVriesCy Four",2020,' +
      '"http://link.springer.com/chapter/10.1000/xyz","Chapter ConferencePaper"\n',
    {
      ...{ title: 'Of pens', authors: ['Ada McOne', 'J. B. Two', 'Ömer DeVries', 'Cy Four'], year: 2020 },
      ...{ conference: 'Pens 2020', doi: '10.1000/xyz', url: 'http://link.springer.com/chapter/10.1000/xyz' },
    },
  ],
  [
    'BibTeX bibtex',
    `% a comment
@string{icml = "ICML"}
@inproceedings{one2020, title = {{BERT} and \\"{o}},
  author = "M{\\"u}ller, Ada and {Barnes and Noble} and van der Berg, Jan",
  booktitle = icml, year = 2020, abstract = {5\\% of $\\alpha$}, url = {https://example.org/a\\_b}, doi={10.1000/5}}`,
    {
      title: 'BERT and ö',
      authors: ['Ada Müller', 'Barnes and Noble', 'Jan van der Berg'],
      conference: 'ICML',
      year: 2020,
      abstract: '5% of α',
      url: 'https://example.org/a_b',
      doi: '10.1000/5',
      original_id: 'one2020',
    },
  ],
  [
    'RIS tagged',
    'TY  - JOUR\nTI  - Tags of two publishers\nA1  - Doe, Jane\nAU  - Roe, Rick\nJO  - J\nPY  - 2100\nER  - \n',
    { authors: ['Rick Roe', 'Jane Doe'], year: 2100 },
  ],
  [
    'RIS tagged',
    'TY  - CPAPER\r\nTI  - Pens\r\n and ink\r\nAU  - One, Ada\r\nAU  - Two,' +
      ' Bo\r\nT2  - A Conference\r\nPY  - 2021\r\n' +
      'KW  - a\r\nKW  - b\r\nAB  - This  - is it\r\nDO  - 10.1000/6\r\nL1  - https://example.org/6.pdf\r\nER  - \r\n',
    {
      title: 'Pens and ink',
      authors: ['Ada One', 'Bo Two'],
      conference: 'A Conference',
      year: 2021,
      keywords: ['a', 'b'],
      abstract: 'This  - is it',
      paper_pdf_url: 'https://example.org/6.pdf',
    },
  ],
  [
    'Zotero csv',
    '"Key","Item Type","Publication Year","Author","Title","Publication Title","DOI","Url",' +
      '"Abstract Note","Manual Tags","Conference Name"\n' +
      '"K1","conferencePaper","2019","One, Ada; Two, Bo","Pens","Journal","10.1000/7",' +
      '"https://example.org/7","Ink","a; b","NeurIPS"\n',
    {
      authors: ['Ada One', 'Bo Two'],
      conference: 'NeurIPS',
      year: 2019,
      keywords: ['a', 'b'],
      abstract: 'Ink',
      original_id: 'K1',
    },
  ],
  [
    'IEEE Xplore csv',
    '"Document Title",Authors,"Publication Title","Publication Year","Abstract","DOI",PDF Link,"Author Keywords"\n' +
      '"Pens","A. One; B. Two","2020 IEEE Conf","2020","Ink","10.1109/8",' +
      '"https://ieeexplore.ieee.org/stamp/stamp.jsp?arnumber=8","a;b"\n',
    {
      authors: ['A. One', 'B. Two'],
      conference: '2020 IEEE Conf',
      year: 2020,
      url: 'https://ieeexplore.ieee.org/document/8',
    },
  ],
  [
    'Scopus csv',
    'Authors,Author full names,Title,Year,Source title,DOI,Link,Abstract,Author Keywords,Conference name,EID\n' +
      '"One A.; Two B.","One, Ada (12); Two, Bo (34)",Pens,2021,Lecture Notes,10.1000/9,' +
      'https://example.org/9,Ink,"a; b",ICML 2021,2-s2.0-9\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'ICML 2021', year: 2021, doi: '10.1000/9', original_id: '2-s2.0-9' },
  ],
  [
    'Dimensions csv',
    '"About the data: Exported on Jan 09, 2024. Criteria: ""pens"""\n' +
      'Rank,Publication ID,DOI,Title,Abstract,Source title,Anthology title,Publication date,PubYear,Publication Type,' +
      'Authors,Dimensions URL\n1,pub.1,10.1000/1,Pens,Ink,,"Pens, a book",2020-06,2020,Chapter,"One, Ada; Two, Bo",' +
      'https://app.dimensions.ai/details/publication/pub.1\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'Pens, a book', year: 2020, original_id: 'pub.1', abstract: 'Ink' },
  ],
  [
    'Lens csv',
    '\ufeffLens ID,Title,Date Published,Publication Year,Publication Type,Source Title,Author/s,Abstract,Keywords,' +
      'External URL,PMID,DOI\n000-1,Pens,2016-03-04,2016,journal article,A Journal,Ada One; Bo Two,Ink,a; b,' +
      'https://doi.org/10.1000/1,,10.1000/1\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'A Journal', year: 2016, keywords: ['a', 'b'], original_id: '000-1' },
  ],
  [
    'Covidence csv',
    'Title,Authors,Abstract,Published Year,Published Month,Journal,DOI,Covidence #,Study\n' +
      'Pens,"One, A.; Two, B.",Ink,2021,5,A Journal,10.1000/1,#4,One 2021\n',
    { authors: ['A. One', 'B. Two'], conference: 'A Journal', year: 2021, url: 'https://doi.org/10.1000/1' },
  ],
  [
    'OpenAlex csv',
    'id,doi,display_name,publication_year,primary_location.source.display_name,authorships.author.display_name,type,' +
      'keywords.display_name\n' +
      'https://openalex.org/W1,https://doi.org/10.1000/1,Pens,2018,A Journal,Ada One|Bo Two,article,Ink|Deep pens\n',
    {
      keywords: ['Ink', 'Deep pens'],
      title: 'Pens',
      authors: ['Ada One', 'Bo Two'],
      conference: 'A Journal',
      original_id: 'W1',
      doi: '10.1000/1',
    },
  ],
];
