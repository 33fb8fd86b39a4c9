/** The filters and the order of a search. They are fields of its form, so they work without scripts. */
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { flag, html, option, type Html } from '../../response/html.js';
import { paperSorts, type PaperMatches, type PaperQuery, type PaperStatus } from '../papers/service.js';
import { narrowing } from '../papers/narrow.js';

interface Value {
  value: string | number;
  /** Null if it is not counted. */
  papers: number | null;
  is_chosen: boolean;
}

/** More are folded away. */
const mostOpen = 6;
/** More have a box to find one, with scripts. */
const mostWithoutBox = 20;
const mostShown = 300;
/** Chosen values that the fold names. */
const mostNamed = 3;

/** @param matches null without a search */
export function facets(status: PaperStatus, query: PaperQuery, matches: PaperMatches | null): Html {
  const { sort = 'relevance' } = query;
  const orders = paperSorts.map((one) => option(one, say(`papers.sort.${one}`), one === sort));
  const [conferences, years] = valuesOf(status, query, matches);
  // Only the sessions have no counts.
  const sessions = narrowing({ ...status, conferences: [], years: [] }, { ...query, conferences: [], years: [] });
  return html`<div class="facets">
<label class="sort">${say('papers.sort')} <select name="sort">${orders}</select></label>${sessions}
${(status.conferences.length > 1 || query.conferences.length > 0) && facet('conference', conferences)}
${(status.years.length > 1 || query.years.length > 0) && facet('year', years)}</div>`;
}

function valuesOf(status: PaperStatus, query: PaperQuery, matches: PaperMatches | null): [Value[], Value[]] {
  const { conferences = [], years = [] } = matches ?? {};
  const all = <One extends string | number>(values: readonly One[], chosen: readonly One[]): Value[] =>
    [...new Set([...values, ...chosen])].map((value) => ({ value, papers: null, is_chosen: chosen.includes(value) }));
  const isCounted = [...conferences, ...years].some(({ papers }) => papers > 0);
  if (!isCounted) return [all(status.conferences, query.conferences), all(status.years, query.years)];
  return [
    conferences.map(({ conference: value, ...count }) => ({ value, ...count })),
    years.map(({ year: value, ...count }) => ({ value, ...count })),
  ];
}

function facet(name: 'conference' | 'year', values: readonly Value[]): Html {
  const chosen = values.filter(({ is_chosen: isChosen }) => isChosen);
  // Chosen values first, so that they can be seen and removed.
  const sorted = [...chosen, ...values.filter(({ is_chosen: isChosen }) => !isChosen)];
  const shown = values.length > mostOpen ? sorted.slice(0, Math.max(mostShown, chosen.length)) : values;
  const words = say(`papers.${name}`);
  const boxes = html`<fieldset class="values"><legend>${words}</legend>
${shown.map((one) => box(name, one))}</fieldset>`;
  if (values.length <= mostOpen) return boxes;
  const find = values.length > mostWithoutBox && html` data-find-value="${say('papers.find_value')}"`;
  const cut = shown.length < values.length;
  return html`<details class="facet"${find}><summary>${words}: <span>${named(name, chosen)}</span></summary>
${boxes}
${cut && html`<p class="quiet">${say('papers.values_cut', { count: shown.length, total: values.length })}</p>`}
<button class="plain small">${say('papers.narrow')}</button></details>`;
}

function named(name: 'conference' | 'year', chosen: readonly Value[]): Sentence | string {
  if (chosen.length === 0) return say(`papers.all_${name}s`);
  const names = chosen.slice(0, mostNamed).map(({ value }) => value);
  return [...names, ...(chosen.length > mostNamed ? ['…'] : [])].join(', ');
}

const box = (name: string, { value, papers, is_chosen: isChosen }: Value): Html => html`<label><input
  type="checkbox" name="${name}" value="${value}"${flag('checked', isChosen)}> <span>${value}</span>${
    papers !== null && html` <small class="quiet">${say('papers.value_count', { count: papers })}</small>`
  }</label>`;
