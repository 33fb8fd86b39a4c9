/** Returns the advice for a problem with the papers, by its cause. Pure. */
import { Sentence, say, type SentenceData, type Words } from '../../workers/base/language/sentence.js';

type Advice = 'server' | 'token' | 'model' | 'quota' | 'database' | 'damaged' | 'other';

const advices: Readonly<Record<string, Advice>> = {
  'api.unreachable': 'server',
  'api.late': 'server',
  'api.silent': 'server',
  'api.address': 'server',
  'api.no_json': 'server',
  'api.no_list': 'server',
  'api.no_route': 'server',
  'api.token': 'token',
  'api.wrong_token': 'token',
  'api.no_such_model': 'model',
  'api.no_quota': 'quota',
  'api.too_often': 'quota',
  'papers.database_damaged': 'damaged',
};

/** Looks up the key of the sentence, or of the reason in it. */
function adviceIn({ key, gaps }: SentenceData): Advice {
  const { about } = gaps as { about?: SentenceData | string };
  const inner = typeof about === 'object' ? adviceIn(about) : 'other';
  if (inner !== 'other') return inner;
  if (advices[key] !== undefined) return advices[key];
  if (/^papers\.(database|vectors|pgvector)/.test(key)) return 'database';
  return 'other';
}

/** @param problem the problem with the papers */
export const paperAdvice = (problem: Words): Sentence =>
  say(`problems.papers.advice.${problem instanceof Sentence ? adviceIn(problem.data()) : 'other'}`);
