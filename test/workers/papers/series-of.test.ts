/** The series of a conference, in the words of many sources. */
import { expect, it } from '@jest/globals';
import { series } from '../../../workers/papers/venues/series.js';
import { seriesOf } from '../../../workers/papers/venues/series-of.js';
import { growthOf } from '../../support/linear.js';

it.each([
  ['NeurIPS', 'NeurIPS'],
  ['NIPS', 'NeurIPS'],
  ['neurips', 'NeurIPS'],
  ['NeurIPS 2020', 'NeurIPS'],
  ["NIPS'17", 'NeurIPS'],
  ['NeurIPS 2021 Poster', 'NeurIPS'],
  [
    'Advances in Neural Information Processing Systems 31: Annual Conference on Neural Information Processing ' +
      'Systems 2018, NeurIPS 2018, December 3-8, 2018, Montréal, Canada',
    'NeurIPS',
  ],
  ['Advances in Neural Information Processing Systems', 'NeurIPS'],
  ['Thirty-seventh Conference on Neural Information Processing Systems', 'NeurIPS'],
  ['Proceedings of the 37th International Conference on Machine Learning', 'ICML'],
  [
    'Proceedings of the 37th International Conference on Machine Learning, ICML 2020, 13-18 July 2020, Virtual Event',
    'ICML',
  ],
  ['International Conference on Machine Learning (ICML)', 'ICML'],
  ['Asian Conference on Machine Learning', 'ACML'],
  ['European Conference on Machine Learning', 'ECML PKDD'],
  ['Machine Learning, Proceedings of the Twenty-Third International Conference (ICML 2006)', 'ICML'],
  ['Proceedings - 2020 IEEE/CVF Conference on Computer Vision and Pattern Recognition, CVPR 2020', 'CVPR'],
  ['2020 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)', 'CVPR'],
  ['Proceedings of the IEEE Computer Society Conference on Computer Vision and Pattern Recognition', 'CVPR'],
  ['Proc. of the IEEE International Conference on Computer Vision', 'ICCV'],
  ['2019 IEEE/CVF International Conference on Computer Vision (ICCV)', 'ICCV'],
  ['Computer Vision - ECCV 2020 - 16th European Conference', 'ECCV'],
  ['Computer Vision – ECCV 2020', 'ECCV'],
  ['Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics', 'ACL'],
  ['Annual Meeting of the Association for Computational Linguistics', 'ACL'],
  [
    'Proceedings of the 59th Annual Meeting of the Association for Computational Linguistics and the 11th ' +
      'International Joint Conference on Natural Language Processing (Volume 1: Long Papers)',
    'ACL',
  ],
  [
    'Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th ' +
      'International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)',
    'EMNLP',
  ],
  ['EMNLP/IJCNLP (1)', 'EMNLP'],
  [
    'Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational ' +
      'Linguistics: Human Language Technologies, Volume 1 (Long and Short Papers)',
    'NAACL',
  ],
  ['Findings of the Association for Computational Linguistics: EMNLP 2020', 'Findings of ACL'],
  ['ACL (Findings)', 'Findings of ACL'],
  ['ACL (1)', 'ACL'],
  [
    'The Thirty-Fourth AAAI Conference on Artificial Intelligence, AAAI 2020, The Thirty-Second Innovative ' +
      'Applications of Artificial Intelligence Conference',
    'AAAI',
  ],
  ['Proceedings of the AAAI Conference on Artificial Intelligence', 'AAAI'],
  ['Proceedings of the Twenty-Ninth International Joint Conference on Artificial Intelligence', 'IJCAI'],
  ['IJCAI-20', 'IJCAI'],
  ['Proceedings of the 26th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining', 'KDD'],
  ["KDD '20: The 26th ACM SIGKDD Conference on Knowledge Discovery and Data Mining", 'KDD'],
  ['Proceedings of the 2020 CHI Conference on Human Factors in Computing Systems', 'CHI'],
  [
    'Proceedings of the 43rd International ACM SIGIR Conference on Research and Development in Information Retrieval',
    'SIGIR',
  ],
  ["SIGIR '20", 'SIGIR'],
  ['arXiv preprint arXiv:2303.08774', 'arXiv'],
  ['CoRR', 'arXiv'],
  ['CoRR abs/1706.03762', 'arXiv'],
  ['arXiv.org', 'arXiv'],
  ['ArXiv e-prints', 'arXiv'],
  ['arXiv (Cornell University)', 'arXiv'],
  ['Proceedings of Machine Learning Research', 'PMLR'],
  ['PMLR 119', 'ICML'],
  ['Proceedings of Machine Learning Research, volume 97', 'ICML'],
  ['ICLR (Poster)', 'ICLR'],
  ['ICLR 2020', 'ICLR'],
  ['8th International Conference on Learning Representations, ICLR 2020', 'ICLR'],
  ['International Conference on Learning Representations', 'ICLR'],
  ['Journal of Machine Learning Research', 'JMLR'],
  ['Proceedings of the ACM Web Conference 2022', 'WWW'],
  ['Proceedings of The Web Conference 2020', 'WWW'],
  ['Proceedings of the VLDB Endowment', 'VLDB'],
  ['AISTATS 2020', 'AISTATS'],
  ['Proceedings of the Twenty Third International Conference on Artificial Intelligence and Statistics', 'AISTATS'],
  ['Proceedings of the 2021 IEEE International Conference on Robotics and Automation (ICRA)', 'ICRA'],
  ['IEEE/RSJ International Conference on Intelligent Robots and Systems', 'IROS'],
  ['Proc. NeurIPS', 'NeurIPS'],
  ['In Proceedings of ICML', 'ICML'],
  ['Interspeech 2020', 'INTERSPEECH'],
  ['35th Conference on Neural Information Processing Systems (NeurIPS 2021)', 'NeurIPS'],
  ['Proceedings of the 2018 World Wide Web Conference', 'WWW'],
  ['IEEE Transactions on Pattern Analysis and Machine Intelligence', 'TPAMI'],
  ['33rd USENIX Security Symposium', 'USENIX Security'],
  ['Advances in neural information processing systems, 30', 'NeurIPS'],
  ['Adv. Neural Inf. Process. Syst.', 'NeurIPS'],
  ['Proc. IEEE Conf. Comput. Vis. Pattern Recognit.', 'CVPR'],
])('recognizes %j as %s', (name, of) => expect(seriesOf(name)).toBe(of));

it.each([
  'Workshop on Samples at NeurIPS',
  'NeurIPS 2020 Workshop on Samples',
  'NeurIPS Workshop',
  'International Conference on Machine Learning and Applications (ICMLA)',
  'International Conference on Machine Learning, Optimization, and Data Science',
  'CVPR Workshops',
  'CHI Extended Abstracts',
  'Annals of Samples',
  '',
  '2020',
  'Pacific-Asia Conference on Knowledge Discovery and Data Mining',
  'Neural Information Processing - 27th International Conference, ICONIP 2020',
  'Chinese Conference on Pattern Recognition and Computer Vision',
])('leaves %j as it is', (name) => expect(seriesOf(name)).toBe(name));

it('recognizes each of its own names', () => {
  expect(series.length).toBeGreaterThanOrEqual(60);
  for (const { name, short, long } of series)
    for (const one of [name, ...(short?.split('|') ?? []), ...long.split('|')])
      expect([one, seriesOf(one)]).toEqual([one, name]);
});

it.each(['the 3rd ', 'twenty-', '2020 ', '(1)', 'proc. ', ', ', '- ', 'conference on ', 'x. '])(
  'reads a long name of %j in linear time',
  async (part) => expect(await growthOf((length) => seriesOf(part.repeat(length)), 50_000)).toBe('linear'),
);
