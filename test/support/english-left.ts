/** What a German page still says in English. */
import type { Page } from 'playwright-core';
import { sentencesIn } from '../../workers/base/language/catalogue.js';

/** Words that every English sentence has one of, and no German one; `in`, `so` and the like are both. */
const words = new Set(
  (
    'the and is are not of with for from this that has have been by it its be at or to which than there here your ' +
    'you no must cannot can but if when where what who only more than on was were'
  ).split(' '),
);
/** As German has them: `Pen on`, `was`, `an` would be found everywhere. */
const german = new Set(['was', 'on', 'to', 'or', 'more', 'no', 'if']);

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Sentences of the catalogue that are others in German. */
const english = new Set(
  Object.entries(sentencesIn('en'))
    .filter(([key, text]) => !/[{<]/.test(text) && plain(text) !== plain(sentencesIn('de')[key] ?? ''))
    .map(([, text]) => plain(text)),
);
/** What German sentences are, whatever the English ones are. */
const own = new Set(Object.values(sentencesIn('de')).map(plain));

/** Whether a text of a German page is English, or has an English word in it. */
export function isEnglish(given: string): boolean {
  const text = plain(given);
  if (english.has(text) && !own.has(text)) return true;
  // Addresses, names (of files, settings, the Web of Science), gaps that a script fills and letters between digits are
  // no words.
  const said =
    text
      .replace(/\S*[/_.:@=]\S+|\{\w+\}|Web of Science/g, ' ')
      .match(/(?<![\p{L}\p{N}])[\p{L}'’-]+(?![\p{L}\p{N}])/gu) ?? [];
  return said.some((word) => words.has(word.toLowerCase()) && !german.has(word.toLowerCase()));
}

/** Runs in the page: all that is read or read aloud, but code, log lines and what is marked as another language. */
const texts = `(() => {
  const data = 'code, kbd, pre, script, style, svg title, .log .message, .log .area, [lang]:not(html):not([lang=de])';
  const found = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(data)) found.push(walk.currentNode.data);
  const named = ['title', 'aria-label', 'aria-valuetext', 'aria-description', 'placeholder', 'alt', 'content'];
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest(data)) continue;
    for (const { name, value } of element.attributes)
      if (named.includes(name) || /^data-(?!on$|from$)/.test(name)) found.push(value);
    if (element.matches('input[type=submit], input[type=button]')) found.push(element.value);
  }
  // Scripts keep the HTML of parts that they exchange.
  return found.filter((text) => text.trim() !== '' && !text.startsWith('<'));
})()`;

export async function englishIn(page: Page): Promise<string[]> {
  return [...new Set((await page.evaluate<string[]>(texts)).filter(isEnglish).map(plain))];
}
