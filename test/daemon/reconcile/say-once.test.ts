import { expect, it } from '@jest/globals';
import { SayOnce } from '../../../daemon/reconcile/say-once.js';
import { silentLog } from '../../../workers/base/ports.js';

it('says a sentence once until there is another, or its reason was over', () => {
  const logged: string[] = [];
  const once = new SayOnce({ ...silentLog, warn: (sentence) => void logged.push(sentence) });
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
  const logged: string[] = [];
  const once = new SayOnce({ ...silentLog, warn: (sentence) => void logged.push(sentence) });
  once.sayAll('files', 'warn', ['a', 'b']);
  once.sayAll('files', 'warn', ['b', 'c']);
  once.sayAll('files', 'warn', ['a']);
  expect(logged).toEqual(['a', 'b', 'c', 'a']);
});
