import { expect, it } from '@jest/globals';
import { portableName, textOfPortableName } from '../../../../workers/base/files/portable-name.js';

it.each([
  ['papers', 'papers'],
  ['My Papers', '%4dy%20%50apers'],
  ['ü/..', '%c3%bc%2f%2e%2e'],
  ['a%41', 'a%2541'],
])('%j has the name %j, and comes back', (text, name) => {
  expect(portableName(text)).toBe(name);
  expect(textOfPortableName(name)).toBe(text);
});

it.each(['Papers', '%41', '%zz', 'a b', '%C3%BC'])('%j is no such name', (name) =>
  // "%41" is a small letter's neighbour: "A" has the name "%41".
  expect(textOfPortableName(name)).toBe(name === '%41' ? 'A' : undefined),
);
