/**
 * axe-core finds nothing on any page, filled or empty, in German (a long run: in each language), by day and by night,
 * on a desk and on a phone, and nothing is left in English.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { languages, type Language } from '../../workers/base/language/languages.js';
import { inBrowser, type Surroundings } from './browser.js';
import { englishIn } from './english-in.js';
import { emptyPlaces, filledPlaces, lockedPlaces, type Place } from './every-page.js';
import { fill, household, type Filled } from './household.js';
import { isLong } from '../support/times.js';
import { faults } from './looks.js';

/** A short run looks at German, which has the longest words. */
const visited = languages.filter((language) => isLong || language === 'de');

async function look({ visit }: Surroundings, places: readonly Place[], language: Language): Promise<string[]> {
  const page = await visit('/help', { locale: language });
  const found: string[] = [];
  for (const [n, { name, open }] of places.entries()) {
    await open(page);
    const wrong = await faults(page, { language, n });
    if (language !== 'en') wrong.push(...(await englishIn(page, language)).map((text) => `English: ${text}`));
    found.push(...wrong.map((fault) => `${name} ${fault}`));
  }
  return found;
}

inBrowser('every page where there is nothing yet', [], (around) => {
  it.each(visited)('can be used by everybody in %s', async (language) => {
    expect(await look(around, emptyPlaces, language)).toEqual([]);
  });

  describe('with a password', () => {
    beforeAll(async () => {
      expect((await around.daemon().post('/config', { password: 'geheim & süß' })).ok).toBe(true);
    });

    it.each(visited)('can be used by everybody in %s', async (language) => {
      expect(await look(around, lockedPlaces, language)).toEqual([]);
    });
  });
});

const home = await household();
afterAll(() => home.close());

inBrowser('every page of a household', home.flags, (around) => {
  let filled: Filled;
  beforeAll(async () => {
    filled = await fill(around.daemon());
  });

  it.each(visited)('can be used by everybody in %s', async (language) => {
    expect(await look(around, filledPlaces(filled.oids), language)).toEqual([]);
  });
});
