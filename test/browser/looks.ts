/** What is wrong with how a page looks and is read aloud: in both widths, by day and by night. */
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { languages, type Language } from '../../workers/base/language/languages.js';
import { isLong } from '../support/times.js';

/** A desk and a small phone, in pixels. */
const widths = [1280, 360];

const all: RunOptions = {
  // Stylesheets are not fetched once more: no rule that runs reads them.
  preload: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Off by default; it wants 24 pixels.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/** Runs in the page: what a small screen must be scrolled sideways for, and fingers do not hit. */
const tight = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isWide = (element) => element.getBoundingClientRect().right > clientWidth + 1 &&
    ![...element.children].some((child) => child.getBoundingClientRect().right > clientWidth + 1);
  const wide = [...document.body.querySelectorAll('*')].filter(isWide).slice(0, 3);
  return ['scrolls sideways, ' + scrollWidth + ' of ' + clientWidth + ': ' +
    wide.map(({ outerHTML }) => outerHTML.slice(0, 160)).join(' ')];
})()`;

/** Runs in the page: what can be pressed, and lies under something else or elsewhere, or has no room for words. */
const covered = `(() => {
  const isOf = (one, other) => one.contains(other) || other.contains(one) || [...(one.labels ?? [])].some((label) =>
    label.contains(other));
  const nameOf = ({ outerHTML }) => outerHTML.replace(/\\s+/g, ' ').slice(0, 120);
  const found = [];
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (!control.checkVisibility() || control.closest('.unseen, .skip')) continue;
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const [box] = control.getClientRects();
    if (box === undefined || box.width * box.height === 0) continue;
    const main = control.closest('main')?.getBoundingClientRect();
    if (main && (box.top < main.top || box.bottom > main.bottom)) found.push('out of its place: ' + nameOf(control));
    const isWords = control.matches('select, input:is([type=file], [type=text], [type=search], :not([type]))');
    if (isWords && !control.inputMode && box.width < 72) found.push('squeezed: ' + nameOf(control));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const over = document.elementFromPoint(x, y);
    if (over === null) found.push('out of the page: ' + nameOf(control));
    else if (!isOf(control, over)) found.push('covered: ' + nameOf(control) + ' by ' + nameOf(over));
  }
  return found;
})()`;

/** Runs in the page: what is seen although it is hidden, and heads of tables with a line break in a word. */
const misshown = `(() => {
  const nameOf = ({ outerHTML }) => outerHTML.replace(/\\s+/g, ' ').slice(0, 120);
  const linesOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const seen = [...document.querySelectorAll('[hidden]')].filter((element) => element.checkVisibility());
  const broken = [...document.querySelectorAll('thead th')].filter((head) =>
    linesOf(head) > head.textContent.trim().split(/\\s+/).length);
  return [...seen.map((one) => 'hidden, but seen: ' + nameOf(one)), ...broken.map((one) => 'broken: ' + nameOf(one))];
})()`;

/** Runs in the page: what axe does not ask for. */
export const unfinished = `(() => {
  const found = [];
  const say = (wrong, words) => { if (wrong) found.push(words); };
  say(!/\\S.* · Tonstift$/.test(document.title), 'title: ' + document.title);
  say(document.querySelectorAll('h1').length !== 1, 'not one h1');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  say(new Set(ids).size !== ids.length, 'an id twice: ' + ids);
  for (const field of document.querySelectorAll('[aria-describedby]'))
    for (const id of field.getAttribute('aria-describedby').split(' '))
      say(!document.getElementById(id), 'described by nothing: ' + id);
  return found;
})()`;

async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(all)})`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  );
}

/** By day and by night. */
const schemes = ['light', 'dark'] as const;
interface Look {
  width: number;
  scheme: (typeof schemes)[number];
}

/**
 * Of width, scheme and language, a short run looks at each page once a language: one of them on a desk, the other one
 * on a phone, one by day, the other one by night. Which, is another matter from page to page.
 * @param language whose look it is
 * @param n of the page
 */
const looksAt = ({ language, n }: { language: Language; n: number }): Look[] => {
  const all = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })));
  const turn = n % all.length;
  return isLong ? all : [all.at(language === languages[0] ? turn : -1 - turn) as Look];
};

/** Opens all folds, so that what is in them is looked at, too. */
export async function faults(page: Page, of: { language: Language; n: number }): Promise<string[]> {
  await page.evaluate(`for (const fold of document.querySelectorAll('details:not(.menu)')) fold.open = true`);
  const { default: axe } = await import('axe-core');
  // Not as a script of the page, which its policy would refuse.
  await page.evaluate(axe.source);
  const found: string[] = [];
  const add = (about: string, wrong: readonly string[]) => found.push(...wrong.map((fault) => `${about}: ${fault}`));
  add('page', await page.evaluate<string[]>(unfinished));
  const looks = looksAt(of);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const script of [tight, covered, misshown]) add(`${width}`, await page.evaluate<string[]>(script));
    for (const { scheme } of looks.filter((look) => look.width === width)) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      add(`${width} ${scheme}`, await violations(page));
    }
  }
  return found;
}
