/** Finds English sentences in answers to readers of German. */
import { expect } from '@jest/globals';
import { isEnglish } from '../support/english-left.js';
import { browser, type Answer } from './client.js';

type Headers = Record<string, string>;

const german: Headers = { 'accept-language': 'de' };
export const germanPage: Headers = { ...browser, ...german };
export const germanJson: Headers = { accept: 'application/json', ...german };

/** Texts of a page, between its tags and in what is read aloud; none of code and of other languages. */
function textsOf(html: string): string[] {
  const shown = html
    .replace(/<(code|script|style|svg)\b[^]*?<\/\1>/g, ' ')
    .replace(/<(\w+)[^>]* lang="en"[^]*?<\/\1>/g, ' ')
    .replace(/<p class="quiet small">\d{3} \w+<\/p>/g, ' ');
  const named = [...shown.matchAll(/ (?:title|aria-label|placeholder|alt)="([^"]*)"/g)].map(([, text = '']) => text);
  const plain = shown.replace(/<[^>]*>/g, '\n').replace(/&[a-z]+;|&#\d+;/g, ' ');
  return [...plain.split('\n'), ...named].filter((text) => text.trim() !== '');
}

/** Sentences of an answer in JSON. */
export function sentencesOf(answer: Answer): string[] {
  if (answer.text === '') return [];
  const { error } = answer.json() as { error?: { message: string; fields: Record<string, string> } };
  return error === undefined ? [] : [...Object.values(error.fields), error.message];
}

export const englishOf = (answer: Answer): string[] => {
  const isPage = /html/.test(answer.headers['content-type'] ?? '');
  return (isPage ? textsOf(answer.text) : sentencesOf(answer)).filter((text) => isEnglish(text, 'de'));
};

/** Expects that a page and JSON for its scripts are refused in German. @param isRefused false if it may succeed */
export async function refusedInGerman(ask: (headers: Headers) => Promise<Answer>, isRefused = true): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const headers of [germanPage, germanJson]) {
    const answer = await ask(headers);
    expect([answer.status >= 400 || !isRefused, englishOf(answer)]).toEqual([true, []]);
    answers.push(answer);
  }
  return answers;
}

/** Expects the same where the address is wrong: the answer says that it depends on the language. */
export async function refusedAddress(ask: (headers: Headers) => Promise<Answer>, isRefused = true): Promise<void> {
  for (const { headers } of await refusedInGerman(ask, isRefused))
    expect(headers.vary ?? '').toMatch(/accept-language/i);
}
