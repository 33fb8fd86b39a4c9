/** The advice about a problem with the papers fits its cause. */
import { expect, it } from '@jest/globals';
import { paperAdvice } from '../../../daemon/papers/paper-advice.js';
import { say } from '../../../workers/base/language/sentence.js';

const address = 'http://localhost:1234/v1/embeddings';
const refused = (about: 'api.wrong_token' | 'api.no_such_model' | 'api.no_quota') =>
  say('api.status_about', { address, status: '401', about: say(about) });

it.each([
  [say('api.unreachable', { why: 'ECONNREFUSED' }), /server runs/],
  [refused('api.wrong_token'), /^Check the token/],
  [refused('api.no_such_model'), /choose a model/],
  [refused('api.no_quota'), /account with the provider/],
  [say('papers.vectors_unreachable', { address: 'postgresql://db/p', why: 'ECONNREFUSED' }), /database runs/],
  [say('papers.database', { place: '/p.db', why: 'full' }), /database runs/],
  ['anything else', /See the log/],
])('%s', (problem, advice) => expect(paperAdvice(problem).in('en')).toMatch(advice));
