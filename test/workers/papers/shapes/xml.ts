/** Records in XML as the sources have them, each with the paper that a person would make of it. */
import type { Shape } from '../put.js';

export const xmlShapes: readonly Shape[] = [
  [
    'PubMed xml',
    `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/a.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">314</PMID><Article>
<Journal><JournalIssue><PubDate><MedlineDate>2019 Nov-Dec</MedlineDate></PubDate></JournalIssue>
<Title>Pens</Title></Journal><ArticleTitle>Of <i>E. coli</i> &amp; 10<sup>5</sup> CO<sub>2</sub>.</ArticleTitle>
<ELocationID EIdType="pii">S1</ELocationID><ELocationID EIdType="doi">10.1016/x.1</ELocationID>
<Abstract><AbstractText Label="AIM">To <b>write</b>.</AbstractText><AbstractText>Done.</AbstractText></Abstract>
<AuthorList><Author><LastName>One</LastName><ForeName>Ada B</ForeName><Initials>AB</Initials>
<AffiliationInfo><Affiliation>There</Affiliation></AffiliationInfo></Author>
<Author><CollectiveName>Pen Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType>
<PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList></Article>
<MeshHeadingList><MeshHeading><DescriptorName UI="D1">Learning, Deep</DescriptorName><QualifierName>x</QualifierName>
</MeshHeading><MeshHeading><DescriptorName UI="D2">Ink</DescriptorName></MeshHeading></MeshHeadingList>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">314</ArticleId>
<ArticleId IdType="pmc">PMC9</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>`,
    {
      decision: 'Retracted',
      title: 'Of E. coli & 10⁵ CO₂',
      authors: ['Ada B One', 'Pen Group'],
      year: 2019,
      conference: 'Pens',
      abstract: 'AIM: To write.\nDone.',
      original_id: 314,
      doi: '10.1016/x.1',
      keywords: ['Deep Learning', 'Ink'],
      links: 'doi https://doi.org/10.1016/x.1; pmc https://pmc.ncbi.nlm.nih.gov/articles/PMC9/',
    },
  ],
  [
    'EndNote xml',
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
    'arXiv API xml',
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
    'arXiv API xml',
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
    'ACL Anthology xml',
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
    'Dublin Core xml',
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
    'arXiv OAI xml',
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
    'JATS xml',
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
    'MODS xml',
    `<?xml version="1.0"?><modsCollection xmlns="http://www.loc.gov/mods/v3"><mods ID="one-two-2019-pens">
<titleInfo><title>Pens</title><subTitle>and ink</subTitle></titleInfo>
<name type="personal"><namePart type="given">Ada</namePart><namePart type="family">One</namePart>
<role><roleTerm authority="marcrelator" type="text">author</roleTerm></role></name>
<name type="corporate"><namePart>Pens, Inks and Papers Group</namePart></name>
<name type="personal"><namePart>Two, Bo</namePart><role><roleTerm>aut</roleTerm></role></name>
<originInfo><dateIssued>2019-06</dateIssued></originInfo>
<relatedItem type="host"><titleInfo><title>Proceedings of the Pen Conference</title></titleInfo>
<name type="personal"><namePart type="given">An</namePart><namePart type="family">Editor</namePart>
<role><roleTerm>editor</roleTerm></role></name><originInfo><publisher>Pens</publisher></originInfo>
<genre authority="marcgt">conference publication</genre></relatedItem>
<subject><topic>ink</topic></subject><abstract>We write.</abstract>
<identifier type="citekey">one-two-2019-pens</identifier><identifier type="doi">10.1000/xyz</identifier>
<location><url>https://aclanthology.org/N19-1/</url></location>
<part><date>2019-06</date><extent unit="page"><start>1</start><end>9</end></extent></part></mods></modsCollection>`,
    {
      ...{ title: 'Pens: and ink', authors: ['Ada One', 'Pens, Inks and Papers Group', 'Bo Two'], year: 2019 },
      ...{ conference: 'Proceedings of the Pen Conference', original_id: 'one-two-2019-pens', doi: '10.1000/xyz' },
      ...{ keywords: ['ink'], abstract: 'We write.', url: 'https://aclanthology.org/N19-1/' },
    },
  ],
  [
    'MODS xml',
    `<mods:mods xmlns:mods="http://www.loc.gov/mods/v3"><mods:titleInfo><mods:title>Pens</mods:title></mods:titleInfo>
<mods:titleInfo type="abbreviated"><mods:title>P</mods:title></mods:titleInfo>
<mods:name type="personal"><mods:namePart type="family">One</mods:namePart></mods:name>
<mods:relatedItem type="host"><mods:titleInfo><mods:title>A Journal</mods:title></mods:titleInfo>
<mods:part><mods:date>2011</mods:date></mods:part></mods:relatedItem></mods:mods>`,
    { title: 'Pens', authors: ['One'], year: 2011, conference: 'A Journal' },
  ],
  [
    'MARC xml',
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
    'PubMed xml',
    `<?xml version="1.0"?><PubmedArticleSet><PubmedBookArticle><BookDocument><PMID Version="1">8</PMID><Book><BookTitle
book="b">Pens, a book</BookTitle><PubDate><Year>2011</Year></PubDate></Book><ArticleTitle>Ink.</ArticleTitle>
<AuthorList Type="authors"><Author><LastName>One</LastName><ForeName>Ada</ForeName></Author></AuthorList>
<Abstract><AbstractText>Blue.</AbstractText></Abstract></BookDocument></PubmedBookArticle></PubmedArticleSet>`,
    { title: 'Ink', authors: ['Ada One'], year: 2011, conference: 'Pens, a book', original_id: 8, abstract: 'Blue.' },
  ],
];
