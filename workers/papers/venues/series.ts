/**
 * Series of conferences and journals, under the names that sources write. Their former names and spellings are from
 * https://dblp.org, where most series are a stream. A long name has no year, number, sponsor, "Proceedings of" or
 * "International" (`series-of.ts` removes them).
 */
export interface Series {
  /** The name in filters and counts. */
  name: string;
  /** Other short names. */
  short?: string;
  /** Long names, separated by "|". */
  long: string;
}

const row = (name: string, long: string, short?: string): Series => ({ name, long, short });

export const series: readonly Series[] = [
  // Machine learning
  row(
    'NeurIPS',
    'advances in neural information processing systems|conference on neural information processing systems|' +
      'neural information processing systems',
    'NIPS',
  ),
  row('ICML', 'conference on machine learning|machine learning conference'),
  row('ICLR', 'conference on learning representations'),
  row(
    'AISTATS',
    'conference on artificial intelligence and statistics|workshop on artificial intelligence and statistics',
  ),
  row('UAI', 'conference on uncertainty in artificial intelligence|uncertainty in artificial intelligence'),
  row('COLT', 'conference on learning theory|conference on computational learning theory'),
  row('ALT', 'conference on algorithmic learning theory|algorithmic learning theory'),
  row('ACML', 'asian conference on machine learning'),
  row(
    'ECML PKDD',
    'machine learning and knowledge discovery in databases|' +
      'european conference on machine learning and knowledge discovery in databases|' +
      'european conference on machine learning and principles and practice of knowledge discovery in databases|' +
      'european conference on machine learning',
    'ECML|PKDD|ECML/PKDD|ECML-PKDD|ECMLPKDD',
  ),
  row('CoRL', 'conference on robot learning'),
  row('MLSys', 'conference on machine learning and systems|machine learning and systems'),
  row('COLM', 'conference on language modeling'),
  // Vision
  row(
    'CVPR',
    'conference on computer vision and pattern recognition|' +
      'computer society conference on computer vision and pattern recognition|' +
      'computer vision and pattern recognition',
  ),
  row('ICCV', 'conference on computer vision'),
  row('ECCV', 'european conference on computer vision|computer vision - eccv'),
  row('ACCV', 'asian conference on computer vision|computer vision - accv'),
  row('WACV', 'winter conference on applications of computer vision|workshop on applications of computer vision'),
  row('BMVC', 'british machine vision conference'),
  row(
    'MICCAI',
    'conference on medical image computing and computer-assisted intervention|' +
      'conference on medical image computing and computer assisted intervention|' +
      'medical image computing and computer assisted intervention|' +
      'medical image computing and computer-assisted intervention',
  ),
  row('MIDL', 'medical imaging with deep learning|conference on medical imaging with deep learning'),
  // Language and speech
  row(
    'ACL',
    'meeting of the association for computational linguistics|meeting of the acl|' +
      'conference of the association for computational linguistics',
    'ACL-IJCNLP|ACL/IJCNLP',
  ),
  row(
    'EMNLP',
    'conference on empirical methods in natural language processing|empirical methods in natural language processing',
    'EMNLP-IJCNLP|EMNLP/IJCNLP|EMNLP-CoNLL',
  ),
  row(
    'NAACL',
    'conference of the north american chapter of the association for computational linguistics|' +
      'meeting of the north american chapter of the association for computational linguistics|' +
      'conference of the nations of the americas chapter of the association for computational linguistics',
    'NAACL-HLT|HLT-NAACL',
  ),
  row('EACL', 'conference of the european chapter of the association for computational linguistics'),
  row(
    'AACL',
    'conference of the asia-pacific chapter of the association for computational linguistics',
    'AACL-IJCNLP|AACL/IJCNLP|IJCNLP-AACL',
  ),
  row('COLING', 'conference on computational linguistics'),
  row('LREC', 'conference on language resources and evaluation|language resources and evaluation conference'),
  row('CoNLL', 'conference on computational natural language learning|conference on natural language learning'),
  row(
    'Findings of ACL',
    'findings of the association for computational linguistics|findings of the acl',
    'ACL (Findings)|EMNLP (Findings)|NAACL-HLT (Findings)|NAACL (Findings)|EACL (Findings)',
  ),
  row('TACL', 'transactions of the association for computational linguistics'),
  row(
    'INTERSPEECH',
    'annual conference of the speech communication association|conference of the speech communication association',
  ),
  row(
    'ICASSP',
    'conference on acoustics, speech and signal processing|conference on acoustics, speech, and signal processing',
  ),
  row('ISMIR', 'society for music information retrieval conference|conference on music information retrieval'),
  // Artificial intelligence and robots
  row('AAAI', 'aaai conference on artificial intelligence|national conference on artificial intelligence'),
  row('IJCAI', 'joint conference on artificial intelligence|joint conferences on artificial intelligence'),
  row('ECAI', 'european conference on artificial intelligence'),
  row(
    'AAMAS',
    'conference on autonomous agents and multiagent systems|' +
      'joint conference on autonomous agents and multiagent systems|' +
      'conference on autonomous agents and multi-agent systems',
  ),
  row('ICAPS', 'conference on automated planning and scheduling'),
  row('ICRA', 'conference on robotics and automation'),
  row('IROS', 'conference on intelligent robots and systems'),
  row('RSS', 'robotics: science and systems|robotics science and systems'),
  // Data and the Web
  row(
    'KDD',
    'sigkdd conference on knowledge discovery and data mining|conference on knowledge discovery and data mining|' +
      'conference on knowledge discovery & data mining|sigkdd conference on knowledge discovery & data mining',
    'SIGKDD',
  ),
  row('ICDM', 'conference on data mining'),
  row('SDM', 'siam conference on data mining'),
  row(
    'WWW',
    'conference on world wide web|world wide web conference|web conference|world wide web',
    'TheWebConf|Web Conference',
  ),
  row('WSDM', 'conference on web search and data mining'),
  row(
    'SIGIR',
    'sigir conference on research and development in information retrieval|' +
      'sigir conference on research & development in information retrieval',
  ),
  row('CIKM', 'conference on information and knowledge management|conference on information & knowledge management'),
  row('RecSys', 'conference on recommender systems'),
  row('ECIR', 'european conference on information retrieval|advances in information retrieval'),
  row('SIGMOD', 'conference on management of data|sigmod conference', 'SIGMOD Conference'),
  row('VLDB', 'conference on very large data bases|vldb endowment|very large data bases', 'PVLDB|Proc. VLDB Endow.'),
  row('ICDE', 'conference on data engineering'),
  // People
  row(
    'CHI',
    'chi conference on human factors in computing systems|sigchi conference on human factors in computing systems|' +
      'conference on human factors in computing systems',
    'SIGCHI',
  ),
  row('UIST', 'symposium on user interface software and technology'),
  row('CSCW', 'conference on computer supported cooperative work|conference on computer-supported cooperative work'),
  row('IUI', 'conference on intelligent user interfaces'),
  row('SIGGRAPH', 'conference on computer graphics and interactive techniques|siggraph conference'),
  // Systems, software and security
  row('ICSE', 'conference on software engineering'),
  row('ASE', 'conference on automated software engineering'),
  row('OSDI', 'symposium on operating systems design and implementation'),
  row('SOSP', 'symposium on operating systems principles'),
  row(
    'PLDI',
    'conference on programming language design and implementation|' +
      'sigplan conference on programming language design and implementation',
  ),
  row(
    'POPL',
    'symposium on principles of programming languages|sigplan symposium on principles of programming languages',
  ),
  row(
    'CCS',
    'conference on computer and communications security|sigsac conference on computer and communications security',
  ),
  row('USENIX Security', 'security symposium|usenix security symposium', 'USENIX Security Symposium'),
  row('STOC', 'symposium on theory of computing|sigact symposium on theory of computing'),
  row('FOCS', 'symposium on foundations of computer science'),
  // Journals and preprints
  row('arXiv', 'arxiv|computing research repository', 'CoRR|arXiv.org'),
  row('JMLR', 'journal of machine learning research', 'J. Mach. Learn. Res.'),
  row('TMLR', 'transactions on machine learning research', 'Trans. Mach. Learn. Res.'),
  row(
    'TPAMI',
    'transactions on pattern analysis and machine intelligence',
    'IEEE TPAMI|IEEE Trans. Pattern Anal. Mach. Intell.',
  ),
  row('PMLR', 'machine learning research', 'JMLR W&CP'),
];

/** Volumes of the Proceedings of Machine Learning Research, by series (https://proceedings.mlr.press). */
export const pmlrVolumes: Readonly<Record<string, readonly number[]>> = {
  ICML: [28, 32, 37, 48, 70, 80, 97, 119, 139, 162, 202, 235],
  AISTATS: [9, 15, 22, 31, 33, 38, 51, 54, 84, 89, 108, 130, 151, 206, 238],
  COLT: [19, 23, 30, 35, 40, 49, 65, 75, 99, 125, 134, 178, 195, 247],
  CoRL: [78, 87, 100, 155, 164, 205, 229],
  UAI: [115, 124, 161, 180, 216],
};
