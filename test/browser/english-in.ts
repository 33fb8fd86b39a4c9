/** Finds English text on a page in another language. */
import type { Page } from 'playwright-core';
import type { Language } from '../../workers/base/language/languages.js';
import { isEnglish, plain } from '../support/english-left.js';

/** Runs in the page: all that is read or read aloud, but code, log lines and what is marked as another language. */
const texts = `(() => {
  const data = 'code, kbd, pre, script, style, svg title, .log .message, .log .area, [lang]:not(html)';
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

export async function englishIn(page: Page, language: Exclude<Language, 'en'>): Promise<string[]> {
  const found = await page.evaluate<string[]>(texts);
  return [...new Set(found.filter((text) => isEnglish(text, language)).map(plain))];
}
