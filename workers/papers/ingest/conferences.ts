/** Short names of conferences and journals, as in names of files and folders and in URLs. */

const written =
  'ICLR NeurIPS ICML CVPR ICCV ECCV WACV BMVC ACCV 3DV ACL EMNLP NAACL EACL AACL COLING CoNLL TACL LREC ' +
  'IJCNLP AAAI IJCAI ECAI AISTATS UAI COLT ALT ACML ECML CoRL RSS ICRA IROS SIGGRAPH KDD ICDM SDM WWW ' +
  'WSDM SIGIR CIKM RecSys ECIR CHI UIST CSCW IUI VLDB SIGMOD ICDE PODS OSDI SOSP NSDI EuroSys ASPLOS ' +
  'ISCA MICRO HPCA PLDI POPL OOPSLA ICSE FSE ASE ISSTA CCS NDSS CRYPTO EUROCRYPT ASIACRYPT STOC FOCS ' +
  'SODA ICALP ITCS INTERSPEECH ICASSP ASRU SLT ISMIR MICCAI MIDL ISBI IPMI TMLR JMLR COLM AutoML MLSys ' +
  'DAC DATE ICCAD AAMAS ICAPS SemEval SIGCOMM IMC INFOCOM MobiCom VIS EuroVis PODC SPAA HotNets HotOS ' +
  'FAST ATC CAV TACAS LICS ESOP ICFP CHIIR HRI DIS TEI VR ISMAR GECCO PPSN EvoStar LoG CLeaR COSYNE';

const known = new Map([
  ...written.split(' ').map((name) => [name.toLowerCase(), name] as const),
  ...([
    ['nips', 'NeurIPS'],
    ['siggraphasia', 'SIGGRAPH Asia'],
    ['siggraph asia', 'SIGGRAPH Asia'],
    ['siggraph-asia', 'SIGGRAPH Asia'],
    ['acmmm', 'ACM MM'],
    ['ecmlpkdd', 'ECML PKDD'],
    ['thewebconf', 'WWW'],
    ['arxiv', 'arXiv'],
    ['usenix security', 'USENIX Security'],
  ] as const),
]);

/** Returns the usual spelling; undefined for an unknown name. */
export const conferenceNamed = (name: string): string | undefined => known.get(name.trim().toLowerCase());

/** Recognizes the host of a conference's own site: `iclr.cc`, `papers.nips.cc`. */
export function conferenceOfHost(host: string): string | undefined {
  const name = /(?:^|\.)([a-z]+)\.cc$/i.exec(host)?.[1];
  return name === undefined ? undefined : conferenceNamed(name);
}
