import { expect, it } from '@jest/globals';
import { SayOnce } from '../../../daemon/reconcile/say-once.js';
import { recordedLog } from '../../support/recorded-log.js';

it('says a sentence once until there is another, or its reason was over', () => {
  const { log, logged } = recordedLog('warn');
  const once = new SayOnce(log);
  once.say('a', 'warn', 'full');
  once.say('a', 'warn', 'full');
  once.say('b', 'warn', 'full');
  once.say('a', 'warn', 'gone');
  once.say('a', 'warn', 'full');
  once.clear('a');
  once.say('a', 'warn', 'full');
  expect(logged).toEqual(['full', 'full', 'gone', 'full', 'full']);
});

it('says of several those that were not said last time', () => {
  const { log, logged } = recordedLog('warn');
  const once = new SayOnce(log);
  once.sayAll('files', 'warn', ['a', 'b']);
  once.sayAll('files', 'warn', ['b', 'c']);
  once.sayAll('files', 'warn', ['a']);
  expect(logged).toEqual(['a', 'b', 'c', 'a']);
});
