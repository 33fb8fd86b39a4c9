/** Small records as the sources have them: each becomes the paper that a person would make of it. */
import { describe, expect, it } from '@jest/globals';
import { importPapers, type ImportReport, type PaperSource } from '../../../workers/papers/ingest/import-papers.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import { paperList } from '../../support/paper-list.js';
import { growthOf } from '../../support/linear.js';

type Put = { papers: Paper[]; report: ImportReport };

async function put(text: string, format: PaperFormat, more: Partial<PaperSource> = {}): Promise<Put> {
  const list = paperList();
  // Pieces that end within words and signs; those of a long text are longer, since each is a message to a process.
  const length = Math.max(61, text.length >> 10);
  async function* bytes(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
  }
  const report = await importPapers(list, { bytes: bytes(), format, ...more });
  return { papers: list.papers, report };
}

const json = (value: unknown, more: Partial<PaperSource> = {}): Promise<Put> =>
  put(JSON.stringify(value), 'json', more);
const reasons = ({ report }: Put): string[] => report.rejected_kinds.map(({ reason }) => String(reason));

const cases: [string, PaperFormat, string, Partial<Paper>][] = [
  [
    'OpenReview',
    'json',
    JSON.stringify({
      notes: [
        {
          id: 'n1',
          forum: 'n1',
          content: {
            title: { value: 'Pens' },
            authors: { value: ['Ada One', 'Bo Two'] },
            venue: { value: 'ICLR 2024 oral' },
            venueid: { value: 'ICLR.cc/2024/Conference' },
            pdf: { value: '/pdf/1.pdf' },
          },
        },
      ],
      count: 1,
    }),
    {
      authors: ['Ada One', 'Bo Two'],
      conference: 'ICLR',
      year: 2024,
      decision: 'oral',
      url: 'https://openreview.net/forum?id=n1',
      paper_pdf_url: 'https://openreview.net/pdf/1.pdf',
      original_id: 'n1',
    },
  ],
  [
    'OpenReview',
    'json',
    JSON.stringify({
      notes: [
        {
          id: 'n2',
          forum: 'n2',
          invitation: 'ICLR.cc/2018/Conference/-/Blind_Submission',
          content: { title: 'Ink', authors: ['Ada One'], keywords: ['a', 'b'] },
          details: { directReplies: [{ invitation: 'x/-/Decision', content: { decision: 'Accept (Poster)' } }] },
        },
      ],
    }),
    { conference: 'ICLR', year: 2018, decision: 'Accept (Poster)', keywords: ['a', 'b'] },
  ],
  [
    'virtual site',
    'json',
    JSON.stringify({
      results: [
        {
          id: 7,
          name: 'Birds',
          authors: [{ fullname: 'Ada One', url: 'http://icml.cc/api/miniconf/users/1' }],
          abstract: '<p>Birds <em>sing</em> &amp; fly, $x^2$ &lt; 3</p>',
          virtualsite_url: '/virtual/2024/poster/7',
          decision: 'Accept (poster)',
          session: 'Monday',
          room_name: 'Hall A',
        },
      ],
    }),
    {
      title: 'Birds',
      authors: ['Ada One'],
      abstract: 'Birds sing & fly, x² < 3',
      conference: 'ICML',
      year: 2024,
      url: 'https://icml.cc/virtual/2024/poster/7',
      decision: 'Accept (poster)',
      session: 'Monday',
      original_id: 7,
    },
  ],
  [
    'Semantic Scholar',
    'json',
    JSON.stringify({
      data: [
        {
          paperId: 'abc',
          title: 'Graphs',
          venue: 'NAACL',
          year: 2018,
          authors: [{ authorId: '1', name: 'Ada One' }],
          externalIds: { DOI: '10.1000/1', ArXiv: '1801.00001' },
          openAccessPdf: { url: 'https://example.org/1.pdf' },
        },
      ],
    }),
    {
      conference: 'NAACL',
      year: 2018,
      doi: '10.1000/1',
      paper_pdf_url: 'https://example.org/1.pdf',
      url: 'https://doi.org/10.1000/1',
      links: 'arxiv https://arxiv.org/abs/1801.00001',
    },
  ],
  [
    'OpenAlex',
    'json',
    JSON.stringify({
      meta: { count: 1 },
      results: [
        {
          id: 'https://openalex.org/W1',
          doi: 'https://doi.org/10.1000/2',
          display_name: 'Engines',
          publication_year: 2022,
          authorships: [{ author: { display_name: 'Ada One' } }, { author: { display_name: 'Bo Two' } }],
          primary_location: { source: { display_name: 'A Journal' }, landing_page_url: 'https://example.org/2' },
          abstract_inverted_index: { on: [1, 3], and: [2], Engines: [0], wheels: [4] },
        },
      ],
    }),
    {
      title: 'Engines',
      abstract: 'Engines on and on wheels',
      authors: ['Ada One', 'Bo Two'],
      conference: 'A Journal',
      original_id: 'W1',
      doi: '10.1000/2',
      url: 'https://example.org/2',
    },
  ],
  [
    'Crossref',
    'json',
    JSON.stringify({
      status: 'ok',
      message: {
        facets: {},
        items: [
          {
            DOI: '10.1000/3',
            title: ['On H<sub>2</sub>O'],
            author: [{ given: 'Ada', family: 'One' }, { name: 'A Body' }],
            'container-title': ['Proceedings'],
            issued: { 'date-parts': [[2020, 5]] },
            abstract: '<jats:title>Abstract</jats:title><jats:p>First &amp; second.</jats:p>',
            link: [{ URL: 'https://example.org/3.pdf', 'content-type': 'application/pdf' }],
          },
        ],
      },
    }),
    {
      title: 'On H₂O',
      abstract: 'First & second.',
      authors: ['Ada One', 'A Body'],
      conference: 'Proceedings',
      year: 2020,
      paper_pdf_url: 'https://example.org/3.pdf',
    },
  ],
  [
    'DBLP',
    'json',
    JSON.stringify({
      result: {
        hits: {
          '@total': '1',
          hit: [
            {
              '@id': '1',
              info: {
                authors: { author: { '@pid': '1', text: 'Ada One 0001' } },
                title: 'Engines.',
                venue: 'ICML',
                year: '2020',
                key: 'conf/icml/One20',
                ee: 'https://doi.org/10.1000/4',
              },
            },
          ],
        },
      },
    }),
    {
      title: 'Engines',
      authors: ['Ada One'],
      conference: 'ICML',
      year: 2020,
      doi: '10.1000/4',
      original_id: 'conf/icml/One20',
    },
  ],
  [
    'arXiv snapshot',
    'json',
    [1, 2]
      .map((n) =>
        JSON.stringify({
          id: `0704.000${n}`,
          authors: "C. Bal\\'azs, E. Two and P. Three",
          title: `Prompt\n  ${n}`,
          categories: 'hep-ph cs.CL',
          versions: [{ version: 'v1', created: 'Mon, 2 Apr 2007 19:18:42 GMT' }],
          update_date: '2008-11-26',
          abstract: '  About\n\\emph{things}.',
          authors_parsed: [['Balazs', 'C.', '']],
        }),
      )
      .join('\n'),
    {
      title: 'Prompt 1',
      authors: ['C. Balázs', 'E. Two', 'P. Three'],
      year: 2007,
      conference: 'arXiv',
      abstract: 'About things.',
      url: 'https://arxiv.org/abs/0704.0001',
      keywords: ['hep-ph', 'cs.CL'],
    },
  ],
  [
    'PubMed',
    'tagged',
    `
PMID- 31452104
OWN - NLM
DP  - 2019 Dec
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
    'PubMed',
    'xml',
    `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/a.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">314</PMID><Article>
<Journal><JournalIssue><PubDate><MedlineDate>2019 Nov-Dec</MedlineDate></PubDate></JournalIssue>
<Title>Pens</Title></Journal><ArticleTitle>Of <i>E. coli</i> &amp; 10<sup>5</sup> CO<sub>2</sub>.</ArticleTitle>
<ELocationID EIdType="pii">S1</ELocationID><ELocationID EIdType="doi">10.1016/x.1</ELocationID>
<Abstract><AbstractText Label="AIM">To <b>write</b>.</AbstractText><AbstractText>Done.</AbstractText></Abstract>
<AuthorList><Author><LastName>One</LastName><ForeName>Ada B</ForeName><Initials>AB</Initials>
<AffiliationInfo><Affiliation>There</Affiliation></AffiliationInfo></Author>
<Author><CollectiveName>Pen Group</CollectiveName></Author></AuthorList></Article>
<MeshHeadingList><MeshHeading><DescriptorName UI="D1">Learning, Deep</DescriptorName><QualifierName>x</QualifierName>
</MeshHeading><MeshHeading><DescriptorName UI="D2">Ink</DescriptorName></MeshHeading></MeshHeadingList>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">314</ArticleId>
<ArticleId IdType="pmc">PMC9</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>`,
    {
      title: 'Of E. coli & 10⁵ CO₂',
      authors: ['Ada B One', 'Pen Group'],
      year: 2019,
      conference: 'Pens',
      abstract: 'To write.\nDone.',
      original_id: 314,
      doi: '10.1016/x.1',
      keywords: ['Deep Learning', 'Ink'],
      links: 'doi https://doi.org/10.1016/x.1; pmc https://pmc.ncbi.nlm.nih.gov/articles/PMC9/',
    },
  ],
  [
    'PubMed',
    'csv',
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
    'Web of Science',
    'tagged',
    `\ufeffFN Clarivate Analytics Web of Science
VR 1.0
PT C
AU One, A
   Two, B
AF One, Ada
   Two, Bo
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
      authors: ['Ada One', 'Bo Two'],
      year: 2017,
      conference: 'ADVANCES IN NEURAL INFORMATION PROCESSING SYSTEMS',
      keywords: ['ink', 'pen and paper'],
      abstract: 'We write. Much.',
      original_id: 'WOS:000001',
      url: 'https://doi.org/10.1000/xyz',
    },
  ],
  [
    'Web of Science',
    'csv',
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
    'EndNote',
    'tagged',
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
    'EndNote',
    'xml',
    `<?xml version="1.0" encoding="UTF-8"?><xml><records><record><database name="My.enl">My</database>
<rec-number>7</rec-number><ref-type name="Journal Article">17</ref-type><contributors><authors>
<author><style face="normal">One, Ada</style></author><author><style face="normal">Two, Bo</style></author></authors>
</contributors><titles><title><style face="normal">Of </style><style face="italic">pens</style></title>
<secondary-title>Pens J</secondary-title></titles>
<keywords><keyword>ink, blue</keyword><keyword>pen</keyword></keywords>
<dates><year><style>1993</style></year><pub-dates><date>May</date></pub-dates></dates><abstract>We write.</abstract>
<urls><related-urls><url>https://x.org/1</url></related-urls><pdf-urls><url>internal-pdf://1/a.pdf</url></pdf-urls>
</urls><electronic-resource-num>10.1000/x</electronic-resource-num></record></records></xml>`,
    {
      title: 'Of pens',
      authors: ['Ada One', 'Bo Two'],
      year: 1993,
      conference: 'Pens J',
      keywords: ['ink', 'blue', 'pen'],
      abstract: 'We write.',
      url: 'https://x.org/1',
      doi: '10.1000/x',
    },
  ],
  [
    'arXiv API',
    'xml',
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Query</title><entry>
<id>http://arxiv.org/abs/2301.00001v2</id><published>2023-01-01T00:00:00Z</published>
<title>Pens &amp; ink</title><summary> Of a &lt; b. </summary>
<author><name>Ada One</name></author><author><name>Bo Two</name></author>
<link href="http://arxiv.org/pdf/2301.00001v2" title="pdf"/><category term="cs.CL"/></entry></feed>`,
    {
      title: 'Pens & ink',
      abstract: 'Of a < b.',
      authors: ['Ada One', 'Bo Two'],
      year: 2023,
      conference: 'arXiv',
      original_id: '2301.00001',
      paper_pdf_url: 'http://arxiv.org/pdf/2301.00001v2',
    },
  ],
  [
    'arXiv API',
    'xml',
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>cs.CL updates</title><entry>
<id>oai:arXiv.org:2301.00001v2</id><title>Pens</title><updated>2023-01-02T00:00:00-05:00</updated>
<link href="https://arxiv.org/abs/2301.00001" rel="alternate" type="text/html"/>
<summary>arXiv:2301.00001v2 Announce Type: replace-cross
Abstract: About ink.</summary><category term="cs.CL"/>
<arxiv:announce_type>replace-cross</arxiv:announce_type><dc:rights>http://arxiv.org/licenses</dc:rights>
<dc:creator>Ada One, Bo Two</dc:creator></entry></feed>`,
    {
      title: 'Pens',
      abstract: 'About ink.',
      authors: ['Ada One', 'Bo Two'],
      year: 2023,
      conference: 'arXiv',
      original_id: '2301.00001',
      url: 'https://arxiv.org/abs/2301.00001',
    },
  ],
  [
    'ACL Anthology',
    'xml',
    `<collection id="2020.emnlp"><volume id="main"><meta><booktitle>Proc</booktitle><year>2020</year>
<venue>emnlp</venue></meta><paper id="1"><title>Of <fixed-case>BERT</fixed-case></title>
<author><first>Ada</first><last>One</last></author><url>2020.emnlp-main.1</url><award>Best Paper</award></paper>
</volume></collection>`,
    {
      title: 'Of BERT',
      authors: ['Ada One'],
      conference: 'EMNLP',
      year: 2020,
      award: 'Best Paper',
      url: 'https://aclanthology.org/2020.emnlp-main.1/',
      paper_pdf_url: 'https://aclanthology.org/2020.emnlp-main.1.pdf',
    },
  ],
  [
    'BibTeX',
    'bibtex',
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
    'RIS',
    'tagged',
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
    'Zotero',
    'csv',
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
    'IEEE Xplore',
    'csv',
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
    'Scopus',
    'csv',
    'Authors,Author full names,Title,Year,Source title,DOI,Link,Abstract,Author Keywords,Conference name,EID\n' +
      '"One A.; Two B.","One, Ada (12); Two, Bo (34)",Pens,2021,Lecture Notes,10.1000/9,' +
      'https://example.org/9,Ink,"a; b",ICML 2021,2-s2.0-9\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'ICML 2021', year: 2021, doi: '10.1000/9', original_id: '2-s2.0-9' },
  ],
  [
    'Dimensions',
    'csv',
    '"About the data: Exported on Jan 09, 2024. Criteria: ""pens"""\n' +
      'Rank,Publication ID,DOI,Title,Abstract,Source title,Anthology title,Publication date,PubYear,Publication Type,' +
      'Authors,Dimensions URL\n1,pub.1,10.1000/1,Pens,Ink,,"Pens, a book",2020-06,2020,Chapter,"One, Ada; Two, Bo",' +
      'https://app.dimensions.ai/details/publication/pub.1\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'Pens, a book', year: 2020, original_id: 'pub.1', abstract: 'Ink' },
  ],
  [
    'Lens',
    'csv',
    '\ufeffLens ID,Title,Date Published,Publication Year,Publication Type,Source Title,Author/s,Abstract,Keywords,' +
      'External URL,PMID,DOI\n000-1,Pens,2016-03-04,2016,journal article,A Journal,Ada One; Bo Two,Ink,a; b,' +
      'https://doi.org/10.1000/1,,10.1000/1\n',
    { authors: ['Ada One', 'Bo Two'], conference: 'A Journal', year: 2016, keywords: ['a', 'b'], original_id: '000-1' },
  ],
  [
    'Covidence',
    'csv',
    'Title,Authors,Abstract,Published Year,Published Month,Journal,DOI,Covidence #,Study\n' +
      'Pens,"One, A.; Two, B.",Ink,2021,5,A Journal,10.1000/1,#4,One 2021\n',
    { authors: ['A. One', 'B. Two'], conference: 'A Journal', year: 2021, url: 'https://doi.org/10.1000/1' },
  ],
  [
    'OpenAlex',
    'csv',
    'id,doi,display_name,publication_year,primary_location.source.display_name,authorships.author.display_name,type\n' +
      'https://openalex.org/W1,https://doi.org/10.1000/1,Pens,2018,A Journal,Ada One|Bo Two,article\n',
    { title: 'Pens', authors: ['Ada One', 'Bo Two'], conference: 'A Journal', original_id: 'W1', doi: '10.1000/1' },
  ],
  [
    'Papers with Code',
    'json',
    JSON.stringify([
      {
        ...{
          paper_url: 'https://paperswithcode.com/paper/pens',
          arxiv_id: '2001.00001',
          title: 'Pens',
          abstract: 'Ink',
        },
        ...{ url_abs: 'https://arxiv.org/abs/2001.00001v1', url_pdf: 'https://arxiv.org/pdf/2001.00001v1.pdf' },
        ...{ proceeding: 'NIPS 2019 12', authors: ['Ada One'], tasks: ['Writing'], date: '2020-06-10' },
      },
    ]),
    { conference: 'NeurIPS', year: 2019, keywords: ['Writing'], original_id: '2001.00001' },
  ],
  [
    'Papers with Code',
    'json',
    JSON.stringify([
      {
        paper_url: 'x',
        arxiv_id: '2001.1',
        title: 'Pens',
        url_abs: '',
        url_pdf: '',
        proceeding: null,
        date: '2020-06-10',
      },
    ]),
    { conference: 'arXiv', year: 2020 },
  ],
  [
    'NASA ADS',
    'json',
    JSON.stringify({
      responseHeader: {},
      response: {
        numFound: 1,
        docs: [
          {
            bibcode: '2017P',
            title: ['Pens'],
            author: ['One, Ada'],
            pub: 'A Journal',
            pubdate: '2017-03-00',
            doi: ['10.1/2'],
          },
        ],
      },
    }),
    { title: 'Pens', authors: ['Ada One'], conference: 'A Journal', year: 2017, doi: '10.1/2', original_id: '2017P' },
  ],
  [
    'INSPIRE',
    'json',
    JSON.stringify({
      hits: {
        total: 1,
        hits: [
          {
            id: '7',
            metadata: {
              ...{
                titles: [{ title: 'Pens of $W^+$' }],
                authors: [{ full_name: 'One, Ada' }],
                dois: [{ value: '10.1/2' }],
              },
              ...{ abstracts: [{ value: 'Ink.' }], collaborations: [{ value: 'PEN' }], earliest_date: '2019-02-03' },
              ...{ arxiv_eprints: [{ value: '1902.00001' }] },
            },
          },
        ],
      },
    }),
    {
      title: 'Pens of W⁺',
      authors: ['Ada One', 'PEN'],
      conference: 'arXiv',
      year: 2019,
      original_id: 7,
      abstract: 'Ink.',
    },
  ],
  [
    'Europe PMC',
    'json',
    JSON.stringify({
      hitCount: 1,
      resultList: {
        result: [
          {
            ...{
              id: '7',
              source: 'MED',
              pmid: '7',
              title: 'Pens.',
              authorString: 'One A, Van Two BC.',
              pubYear: '2015',
            },
            ...{ journalInfo: { journal: { title: 'A Journal' } }, abstractText: 'Ink.' },
          },
        ],
      },
    }),
    { title: 'Pens', authors: ['A One', 'BC Van Two'], conference: 'A Journal', year: 2015 },
  ],
  [
    'DataCite',
    'json',
    JSON.stringify({
      data: [
        {
          id: '10.1/2',
          type: 'dois',
          attributes: {
            ...{ doi: '10.1/2', titles: [{ title: 'Pens' }], creators: [{ name: 'One, Ada' }], publicationYear: 2020 },
            ...{ types: { resourceTypeGeneral: 'Dataset' }, descriptions: [{ description: 'Ink.' }] },
          },
        },
      ],
    }),
    { title: 'Pens', authors: ['Ada One'], conference: 'Dataset', year: 2020, doi: '10.1/2', abstract: 'Ink.' },
  ],
  [
    'list',
    'json',
    JSON.stringify({
      features: [{ feature_idx: 0, name: 'title' }],
      rows: [
        { row_idx: 0, row: { title: 'Pens', authors: ['Ada One'], year: 2022, venue: 'ICLR' }, truncated_cells: [] },
      ],
      num_rows_total: 1,
    }),
    { title: 'Pens', authors: ['Ada One'], conference: 'ICLR', year: 2022 },
  ],
  [
    'Dublin Core',
    'xml',
    `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>
<record><header status="deleted"><identifier>oai:x:1</identifier></header></record>
<record><header><identifier>oai:x:2</identifier></header><metadata><oai_dc:dc xmlns:oai_dc="a" xmlns:dc="b">
<dc:title>Pens &amp;amp; ink</dc:title><dc:creator>One, Ada</dc:creator><dc:creator>Two, Bo</dc:creator>
<dc:date>2019-01-01T10:00:00Z</dc:date><dc:date>2017</dc:date><dc:description>Ink.</dc:description>
<dc:identifier>https://x.org/2.pdf</dc:identifier><dc:identifier>doi:10.1000/1</dc:identifier>
<dc:source>1234-5678</dc:source>
<dc:source>A Journal; Vol. 7 No. 2 (2017); 1-9</dc:source></oai_dc:dc></metadata></record>
</ListRecords></OAI-PMH>`,
    {
      ...{ title: 'Pens & ink', authors: ['Ada One', 'Bo Two'], year: 2017, conference: 'A Journal', doi: '10.1000/1' },
      ...{ original_id: 'oai:x:2', paper_pdf_url: 'https://x.org/2.pdf', abstract: 'Ink.' },
    },
  ],
  [
    'arXiv OAI',
    'xml',
    `<?xml version="1.0"?><OAI-PMH><ListRecords><record><header/><metadata><arXiv><id>0805.0001</id>
<created>2008-05-04</created><updated>2011-01-01</updated>
<authors><author><keyname>One</keyname><forenames>Ada</forenames>
<affiliation>Anywhere</affiliation></author><author><keyname>Two</keyname><forenames>B.</forenames><suffix>Jr</suffix>
</author></authors><title>Pens</title><categories>cs.IT math</categories><abstract>  Ink
of $x^2$.</abstract></arXiv></metadata></record></ListRecords></OAI-PMH>`,
    {
      ...{ authors: ['Ada One', 'B. Two Jr'], year: 2008, conference: 'arXiv', keywords: ['cs.IT', 'math'] },
      ...{ abstract: 'Ink of x².', original_id: '0805.0001' },
    },
  ],
  [
    'JATS',
    'xml',
    `<?xml version="1.0"?><OAI-PMH><GetRecord><record><header/><metadata>
<article article-type="research-article"><front>
<journal-meta><journal-id>x</journal-id>
<journal-title-group><journal-title>A Journal</journal-title></journal-title-group>
</journal-meta><article-meta><article-id pub-id-type="pmc">12</article-id>
<article-id pub-id-type="doi">10.1000/1</article-id>
<title-group><article-title><italic>Pens</italic></article-title></title-group><contrib-group>
<contrib contrib-type="author"><name><surname>One</surname><given-names>Ada</given-names></name><xref>1</xref></contrib>
<contrib contrib-type="author"><collab>The Pen, Ink and Paper Group</collab></contrib>
<contrib contrib-type="editor"><name><surname>Two</surname></name></contrib></contrib-group>
<pub-date pub-type="collection"><year>2019</year></pub-date><pub-date pub-type="epub"><year>2018</year></pub-date>
<abstract abstract-type="graphical"><p>Not this.</p></abstract><abstract><sec><title>Aim</title><p>Of
<inline-formula><alternatives><tex-math>$x^{2}$</tex-math><mml:math><mml:mi>x</mml:mi></mml:math></alternatives>
</inline-formula>.</p></sec></abstract><kwd-group><kwd>a</kwd><kwd>b</kwd></kwd-group></article-meta></front>
<body><sec><title>Not this</title></sec></body>
<back><ref-list><ref><article-title>Cited</article-title></ref></ref-list>
</back></article></metadata></record></GetRecord></OAI-PMH>`,
    {
      ...{ title: 'Pens', authors: ['Ada One', 'The Pen, Ink and Paper Group'], year: 2018, conference: 'A Journal' },
      ...{ abstract: 'Aim\nOf x².', keywords: ['a', 'b'], doi: '10.1000/1', original_id: 12 },
    },
  ],
  [
    'MARC',
    'xml',
    `<?xml version="1.0"?><zs:searchRetrieveResponse><zs:records><zs:record><zs:recordData><marc:record>
<marc:leader>00000nam a2200000 c 4500</marc:leader><marc:controlfield tag="001">99</marc:controlfield>
<marc:datafield tag="100"><marc:subfield code="a">One, Ada,</marc:subfield></marc:datafield>
<marc:datafield tag="245">
<marc:subfield code="a">Pens :</marc:subfield><marc:subfield code="b">and ink /</marc:subfield>
</marc:datafield><marc:datafield tag="264"><marc:subfield code="c">[2014]</marc:subfield></marc:datafield>
<marc:datafield tag="700"><marc:subfield code="a">Two, Bo</marc:subfield><marc:subfield code="4">edt</marc:subfield>
</marc:datafield></marc:record></zs:recordData></zs:record></zs:records></zs:searchRetrieveResponse>`,
    { title: 'Pens: and ink', authors: ['Ada One'], year: 2014, conference: 'Book', original_id: 99 },
  ],
  [
    'PubMed',
    'xml',
    `<?xml version="1.0"?><PubmedArticleSet><PubmedBookArticle><BookDocument><PMID Version="1">8</PMID><Book><BookTitle
book="b">Pens, a book</BookTitle><PubDate><Year>2011</Year></PubDate></Book><ArticleTitle>Ink.</ArticleTitle>
<AuthorList Type="authors"><Author><LastName>One</LastName><ForeName>Ada</ForeName></Author></AuthorList>
<Abstract><AbstractText>Blue.</AbstractText></Abstract></BookDocument></PubmedBookArticle></PubmedArticleSet>`,
    { title: 'Ink', authors: ['Ada One'], year: 2011, conference: 'Pens, a book', original_id: 8, abstract: 'Blue.' },
  ],
];

it.each(cases)('%s is read (%s)', async (shape, format, text, expected) => {
  // Its ending says nothing: also under a name for something else it is what it is.
  for (const called of format === 'csv' ? (['csv'] as const) : ([format, 'json'] as const)) {
    const { papers, report } = await put(text, called);
    expect(report.rejected_kinds).toEqual([]);
    expect(papers[0]).toMatchObject(expected);
    expect(Object.keys(report.shapes)).toEqual([shape]);
  }
});

describe('what a record does not say', () => {
  const papercopilot = [
    {
      title: 'Pens',
      status: 'Oral',
      track: 'main',
      author: 'Ada One;Bo Two',
      gs_citation: 3,
      id: 'x',
      github: 'https://example.org/code',
    },
  ];

  it('is told by the name of its file, or of the folder around it', async () => {
    const byFile = await json(papercopilot, { name: 'lists/papercopilot-nips2018.json' });
    expect(byFile.papers[0]).toMatchObject({
      conference: 'NeurIPS',
      year: 2018,
      authors: ['Ada One', 'Bo Two'],
      decision: 'Oral',
      session: 'main',
      links: 'code https://example.org/code',
    });
    expect(byFile.report.taken).toEqual([
      { field: 'conference', by: 'name', from: 'papercopilot-nips2018.json', value: 'NeurIPS', count: 1 },
      { field: 'year', by: 'name', from: 'papercopilot-nips2018.json', value: '2018', count: 1 },
    ]);
    const byFolder = await json(papercopilot, { name: 'ICML 2024/papers.json' });
    expect(byFolder.papers[0]).toMatchObject({ conference: 'ICML', year: 2024 });
  });

  it('is as it is given, before any name', async () => {
    const { papers, report } = await json(papercopilot, {
      name: 'iclr2018.json',
      given: { conference: 'Mine', year: 1999 },
    });
    expect(papers[0]).toMatchObject({ conference: 'Mine', year: 1999 });
    expect(report.taken.map(({ by }) => by)).toEqual(['given', 'given']);
  });

  it('rules over neither, where it says it', async () => {
    const own = [{ title: 'Pens', authors: ['A'], conference: 'ACL', year: 2020 }];
    const { papers } = await json(own, { name: 'iclr2018.json', given: { conference: 'Mine', year: 1999 } });
    expect(papers[0]).toMatchObject({ conference: 'ACL', year: 2020 });
  });

  it('is one refusal for all, with its first places, where nobody says it', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ ...papercopilot[0], title: `P${n}` }));
    const { report } = await put(many.map((one) => JSON.stringify(one)).join('\n'), 'jsonl', { name: 'papers.jsonl' });
    expect(report.rejected_count).toBe(12);
    expect(JSON.parse(JSON.stringify(report.rejected_kinds))).toEqual([
      {
        reason:
          'year is missing; conference is missing. ' +
          'The record has the keys title, status, track, author, gs_citation, id, github.',
        ...{ count: 12, lines: [1, 2, 3, 4, 5] },
      },
    ]);
  });

  it.each<[PaperFormat, string, string]>([
    ['bibtex', '@phdthesis{a, title={A}, author={B}, year=2012}', 'Thesis'],
    ['bibtex', '@phdthesis{a, title={A}, author={B}, year=2012, school={A School}}', 'A School'],
    ['bibtex', '@unpublished{a, title={A}, author={B}, year=2012}', 'Preprint'],
    ['bibtex', '@misc{a, title={A}, author={B}, year=2012, url={https://example.org}}', 'Web page'],
    ['bibtex', '@misc{a, title={A}, author={B}, year=2012, note={arXiv:1201.00001}}', 'arXiv'],
    ['bibtex', '@misc{a, title={A}, author={B}, year=2012}', 'Other'],
    ['bibtex', '@techreport{a, title={A}, author={B}, year=2012}', 'Report'],
    ['bibtex', '@article{a, title={A}, author={B}, year=2012}', 'Journal article'],
    ['bibtex', '@inproceedings{a, title={A}, author={B}, year=2012}', 'Conference paper'],
    ['bibtex', '@incollection{a, title={A}, author={B}, year=2012}', 'Book'],
    ['tagged', 'TY  - DATA\nTI  - A\nPY  - 2012\nER  - \n', 'Dataset'],
    ['tagged', 'TY  - ELEC\nTI  - A\nPY  - 2012\nER  - \n', 'Web page'],
    ['tagged', 'TY  - UNPB\nTI  - A\nPY  - 2012\nPB  - bioRxiv\nER  - \n', 'bioRxiv'],
    ['csv', 'Item Type,Publication Year,Title,Publisher\npreprint,2012,A,PsyArXiv\n', 'PsyArXiv'],
    ['csv', 'Item Type,Publication Year,Title,Extra\npreprint,2012,A,arXiv:2301.99999 [cs]\n', 'arXiv'],
    ['csv', 'Item Type,Publication Year,Title,Url\nbook,2012,A,https://arxiv.org/abs/2301.99999\n', 'Book'],
    ['json', '{"title":["A"],"type":"posted-content","DOI":"10.1/1","issued":{"date-parts":[[2012]]}}', 'Preprint'],
    ['json', '[{"title":"A","type":"software","date":"2012"}]', 'Software'],
    ['json', '[{"title":"A","resource_type":{"type":"dataset","title":"Data"},"date":"2012"}]', 'Dataset'],
    ['json', '[{"title":"A","paperId":"x","venue":"","publicationTypes":null,"year":2012}]', 'Other'],
  ])('is, of a conference, the type of the work (%s, %s)', async (format, text, conference) => {
    const { papers, report } = await put(text, format);
    expect(report.rejected).toEqual([]);
    expect(papers).toEqual([expect.objectContaining({ title: 'A', year: 2012, conference })]);
    // A school and a publisher are named by the record.
    if (conference === 'A School' || conference === 'bioRxiv') return;
    expect(report.taken).toContainEqual(
      expect.objectContaining({ field: 'conference', by: 'type', value: conference, count: 1 }),
    );
    expect((await put(text, format, { given: { conference: 'Mine' } })).papers[0]?.conference).toBe('Mine');
  });
});

it('takes our own records word for word, LaTeX and all', async () => {
  const own = {
    title: '$\\alpha$ {A}',
    abstract: '<p>a &amp; b</p>',
    authors: ['One, Ada'],
    year: 2020,
    conference: 'ACL',
  };
  const { papers } = await json({ papers: [own] });
  expect(papers[0]).toMatchObject(own);
});

it('names a wrapper that it does not know with its keys', async () => {
  expect(reasons(await json({ stuff: [{ title: 'A' }], about: 1 }))).toEqual([
    'This is neither a paper nor a known list of papers: it has the keys stuff, about.',
  ]);
  const long = { stuff: Array.from({ length: 90_000 }, (_, n) => ({ title: 'x'.repeat(100), n })), about: 1 };
  expect(reasons(await json(long))[0]).toContain('it has the keys stuff');
});

it('takes papers by their ids, a page of answers a line, and one answer alone', async () => {
  const paper = (title: string): object => ({ title, authors: ['A'], conference: 'ACL', year: 2020 });
  expect((await json({ 'a-1': paper('A'), 'a-2': paper('B') })).papers.map(({ title }) => title)).toEqual(['A', 'B']);
  const lines = [
    { data: [{ paperId: '1', title: 'A', venue: 'X', year: 2020 }] },
    { data: [{ paperId: '2', title: 'B', venue: 'X', year: 2020 }] },
  ];
  expect((await put(lines.map((one) => JSON.stringify(one)).join('\n'), 'jsonl')).papers).toHaveLength(2);
  expect(
    (await json({ message: { DOI: '1', title: ['C'], issued: { 'date-parts': [[2020]] }, event: { name: 'X' } } }))
      .papers,
  ).toHaveLength(1);
});

it('takes numbers that JSON has not, and tables by columns, as pandas writes them', async () => {
  const nan = '[{"title":"A \\"NaN\\"","year":2020.0,"conference":"X","abstract":NaN,"award":-Infinity},{"title":NaN}]';
  const { papers, report } = await put(nan, 'json');
  expect(papers).toEqual([expect.objectContaining({ title: 'A "NaN"', year: 2020, abstract: '' })]);
  expect(report.rejected).toEqual([expect.objectContaining({ line: 1 })]);
  expect((await put('{"title":"A","year":NaN}\n{"title":oops}', 'jsonl')).report.rejected_count).toBe(2);
  const titles = async (table: object) =>
    (await json(table)).papers.map(({ title, year, authors }) => `${title} ${authors.join()} ${year}`);
  const expected = ['A Ada One 2015', 'B Bo Two 2016'];
  const columns = { title: { 0: 'A', 5: 'B' }, year: { 0: 2015, 5: 2016 }, conference: { 0: 'X', 5: 'X' } };
  expect(await titles({ ...columns, authors: { 0: ['Ada One'], 5: 'Bo Two' } })).toEqual(expected);
  const lists = { title: ['A', 'B'], year: [2015, 2016], conference: ['X', 'X'], authors: ['Ada One', ['Bo Two']] };
  expect(await titles(lists)).toEqual(expected);
  const data = ['A', 'B'].map((_, row) => Object.values(lists).map((column) => column[row]));
  expect(await titles({ columns: Object.keys(lists), index: [0, 1], data })).toEqual(expected);
});

it('says of a review that it is no paper', async () => {
  const notes = [{ id: 'r', forum: 'n', replyto: 'n', content: { title: 'Review', review: 'Good.' } }];
  expect(reasons(await json({ notes }))).toEqual(['This is not a paper but a reply to one (a review or a comment).']);
});

it('names the journal of a macro of astronomers, and the year in which a preprint was posted', async () => {
  const bib =
    '@article{a, title={A}, author={B}, journal={\\apj}, year=2020}\n' +
    '@article{c, title={C}, author={B}, journal={\\x}, year=2020}';
  expect((await put(bib, 'bibtex')).papers.map(({ conference }) => conference)).toEqual([
    'The Astrophysical Journal',
    '\\x',
  ]);
  const posted = { DOI: '1', type: 'posted-content', title: ['A'], posted: { 'date-parts': [[2020]] } };
  const { papers } = await json({ message: { items: [{ ...posted, institution: [{ name: 'bioRxiv' }] }] } });
  expect(papers).toEqual([expect.objectContaining({ conference: 'bioRxiv', year: 2020 })]);
});

it('goes on behind a broken entry of a .bib file', async () => {
  const { papers, report } = await put(
    '@article{a,\n title = {never closed,\n year = 2020\n\n@article{b c, title={B}, author={A},' +
      ' journal={J}, year={2020}\n}\n',
    'bibtex',
  );
  expect(papers.map(({ title }) => title)).toEqual(['B']);
  expect(report.rejected).toEqual([expect.objectContaining({ line: 1 })]);
});

it('gives an entry what it inherits from others, before or after it', async () => {
  const conf = 'booktitle={Pens Conf}, date={2018-04-01}';
  const { papers, report } = await put(
    '@inproceedings{a, title={A}, author={Ada One}, crossref={Proc18}}\n' +
      '@inproceedings{b, title={B}, author={Ada One}, xdata={conf, more}}\n' +
      `@xdata{more, xdata={more}, keywords={k}}\n@xdata{conf, ${conf}}\n` +
      '@proceedings{proc18, editor={Ed Itor}, title={Proc. of Pens}, year={2018}, isbn={1}}\n' +
      '@proceedings{alone, editor={Ed Itor}, title={Proc. of Ink}, booktitle={Ink}, year={2019}}\n' +
      '@book{whole, author={Bo Two}, title={A Book}, series={Books}, year={2001}}\n' +
      '@incollection{part, author={Cy Three}, title={A Part}, crossref={whole}}\n' +
      '@article{c, title={C}, author={A}, journal={J}, year={2020}, crossref={nowhere}}\n',
    'bibtex',
  );
  expect(report.rejected_kinds).toEqual([]);
  expect(report.unknown_keys).toEqual(['crossref']);
  expect(papers.map(({ title, year, conference }) => `${title}, ${conference} ${year}`)).toEqual([
    'A Book, Books 2001',
    'A, Proc. of Pens 2018',
    'B, Pens Conf 2018',
    'Proc. of Ink, Ink 2019',
    'A Part, A Book 2001',
    'C, J 2020',
  ]);
  expect(papers.map(({ keywords }) => keywords)).toContainEqual(['k']);
});

it('reads UTF-16 without a mark, and says of a .bib file without entries with what it begins', async () => {
  const entry = '@article{a, title={Jürgen}, author={A}, journal={J}, year={2020}}\n';
  const little = Buffer.from(entry, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${entry}`, 'utf16le')]) {
    const list = paperList();
    await importPapers(list, {
      bytes: (async function* () {
        yield bytes;
      })(),
      format: 'bibtex',
    });
    expect(list.papers.map(({ title }) => title)).toEqual(['Jürgen']);
  }
  expect(reasons(await put('\n Please read\nme.', 'bibtex'))).toEqual([
    'These lines contain no paper in a known format: the first line is “Please read”.',
  ]);
  expect((await put('% Encoding: UTF-8\n\n@Comment{jabref-meta: databaseType:bibtex;}\n', 'bibtex')).report.read).toBe(
    0,
  );
});

it('takes a RIS record whose type comes late, without a type, and what Ovid writes after the end', async () => {
  const { papers, report } = await put(
    'DB  - Lib\nTI  - A\nTY  - JOUR\nJO  - J\nPY  - 2020\nER  - \n\n' +
      'TI  - B\nAU  - One, Ada\nJO  - J\nPY  - 2020\nER  - \n' +
      '1.\nTY  - JOUR\nT1  - C\nJF  - J\nY1  - 2020//\nER  -\nNL  - J\n\nLink to the Ovid Full Text: https://x.org\n',
    'tagged',
  );
  expect(report.rejected_kinds).toEqual([]);
  expect(papers.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
});

describe('a table', () => {
  it.each([
    ['a line about the file', '"About the data: ""pens"", all"\n\nTitle,Authors,Year,Venue\nA,Ada One,2020,X\n', 4],
    [
      'a byte order mark and the delimiter of Excel',
      '\ufeffsep=;\r\nTitle;Authors;Year;Venue\r\nA;Ada One;2020;X\r\n',
      3,
    ],
    ['bars, and names in any order', 'Year|Venue|Title|Authors\n2020|X|A|Ada One\n', 2],
    ['empty columns at the end', 'Title;Authors;Year;Venue\nA;Ada One;2020;X;;;\n', 2],
    ['rows of delimiters only', ';;;\nTitle;Authors;Year;Venue\n;;;\nA;Ada One;2020;X\n;;;\n', 4],
    ['other names of a database', 'Article Title,Author,Publication Date,Journal Title\nA,Ada One,20200101,X\n', 2],
    ['a name twice', 'Title;Authors;Year;Venue;Title;Year\nA;Ada One;2020;X;;\n', 2],
    ['quoted line breaks in the names', '"Title","Authors","Year\nof print","Year","Venue"\nA,Ada One,,2020,X\n', 3],
  ])('with %s is read', async (_, text, line) => {
    const { papers, report } = await put(`${text}\n`, 'csv');
    expect(papers).toEqual([
      expect.objectContaining({ title: 'A', authors: ['Ada One'], year: 2020, conference: 'X' }),
    ]);
    expect(report.rejected).toEqual([]);
    const broken = await put(text.replace('2020', 'soon'), 'csv');
    expect(broken.report.rejected).toEqual([expect.objectContaining({ line })]);
  });

  it.each([
    ['Titel;Autor*innen;Jahr;Konferenz;Zusammenfassung;Schlagwörter'],
    ['Titre;Auteurs;Année;Conférence;Résumé;Mots-clés'],
    ['Titel;Auteurs;Jaar;Conferentie;Samenvatting;Trefwoorden'],
    ['Título;Autores;Año;Congreso;Resumen;Palabras clave'],
    ['Title;Autor;Jahr;Konferenz;Abstract;Keywords'],
  ])('with the names %s is read', async (names) => {
    const { papers, report } = await put(`${names}\nA;Ada One, Bo Two;2020;X;Short;a, b\n`, 'csv');
    expect(report.unknown_keys).toEqual([]);
    expect(papers).toEqual([
      expect.objectContaining({
        ...{ title: 'A', authors: ['Ada One', 'Bo Two'], year: 2020, conference: 'X' },
        ...{ abstract: 'Short', keywords: ['a', 'b'] },
      }),
    ]);
  });

  it('without names is none', async () => {
    expect(reasons(await put('a;b\n1;2\nyear;c\n', 'csv'))).toEqual([expect.stringContaining('names no known column')]);
    expect(reasons(await put(`${'x\n'.repeat(30)}title,year\nA,2020\n`, 'csv'))).toHaveLength(1);
  });
});

it.each(['entry', 'PubmedArticle', 'record'])('reads no %s that is nested without an end', async (tag) => {
  const deep = `<?xml version="1.0"?><all><${tag}>${'<a>x'.repeat(30_000)}`;
  expect(reasons(await put(deep, 'xml'))).toEqual([
    'The XML is nested deeper than 64 elements. The rest was not read.',
  ]);
});

it('takes time that grows as the number of lines, of elements, and of letters', async () => {
  const lines = (count: number) =>
    put(`TY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\nAB  - x\n${'ab\n'.repeat(count)}ER  - \n`, 'tagged');
  expect((await lines(100_000)).papers[0]?.abstract).toHaveLength(1 + 3 * 100_000);
  expect(await growthOf(lines, 100_000)).toBe('linear');
  const elements = (count: number) =>
    put(`<?xml version="1.0"?><xml><record>${'<a/>'.repeat(count)}</record></xml>`, 'xml');
  expect(await growthOf(elements, 30_000)).toBe('linear');
  const letters = (count: number) => put('x'.repeat(count), 'tagged');
  expect(reasons(await letters(3_000_000))).toHaveLength(1);
  expect(await growthOf(letters, 3_000_000)).toBe('linear');
});

it('reads a table that is called a text', async () => {
  const { papers } = await put('Title;Authors;Year;Conference\nA;B C;2020;ICML\n', 'tagged');
  expect(papers.map(({ title }) => title)).toEqual(['A']);
});

it('tells lines with tags by what is in them, and says of others with what they begin', async () => {
  const nbib = 'PMID- 1\nTI  - Pens.\nJT  - Pens J\nDP  - 2020\n';
  for (const format of ['json', 'csv', 'xml'] as const)
    expect((await put(nbib, format)).papers.map(({ title }) => title)).toEqual(['Pens']);
  expect(reasons(await put('\n Please read\nme.', 'tagged'))).toEqual([
    'These lines contain no paper in a known format: the first line is “Please read”.',
  ]);
  expect((await put('\n\n', 'tagged')).report.rejected).toEqual([]);
  // Of a publisher that says something first.
  expect(
    (await put('Provider: Pens\n\nTY  - JOUR\nTI  - A\nJO  - J\nPY  - 2020\nER  - \n', 'tagged')).papers,
  ).toHaveLength(1);
});

it('says of XML without papers what it has, and of a file that is cut off where', async () => {
  expect(reasons(await put('<?xml version="1.0"?><html><body/></html>', 'xml'))[0]).toContain('html, body');
  expect(reasons(await put('<feed><entry><title>A</title>', 'xml'))[0]).toContain('is truncated');
});
