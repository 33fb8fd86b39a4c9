/** Filters for papers: conference, year and session. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, option, type Html } from '../../response/html.js';
import type { PaperStatus } from './service.js';

type Choices = Pick<PaperStatus, 'conferences' | 'years' | 'sessions'>;

/** A longer list would not be useful; only what is chosen is shown. */
const mostSessions = 200;

/** The filters that have more than one choice, or a chosen one. @param there all existing values */
export function narrowing(there: Choices, chosen: Choices): Html[] {
  const select = (
    name: 'conference' | 'year' | 'session',
    values: readonly (string | number)[],
    taken: readonly (string | number)[],
  ): Html[] => {
    if (values.length <= 1 && taken.length === 0) return [];
    // A chosen value may be another name of one of these.
    const others = taken.filter((value) => !values.includes(value));
    const options = [...values, ...others].map((value) => option(value, String(value), taken.includes(value)));
    const all = option('', say(`papers.all_${name}s`));
    // Without it, the next search would have only the last of several values.
    const several = taken.length > 1 && html` multiple`;
    return [html`<select name="${name}" aria-label="${say(`papers.${name}`)}"${several}>${all}${options}</select>`];
  };
  return [
    ...select('conference', there.conferences, chosen.conferences),
    ...select('year', there.years, chosen.years),
    ...select('session', there.sessions.length <= mostSessions ? there.sessions : [], chosen.sessions),
  ];
}
