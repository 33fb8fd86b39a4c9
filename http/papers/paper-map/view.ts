/** The page with the map of the papers. */
import { say, type Sentence, type Words } from '../../../workers/base/language/sentence.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { html, option, path, webAddress, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { colourOf, mapPicture, nameOf, yearsAndTopics } from './picture.js';
import type { MapAnswer, MapPoint, PaperMap } from './service.js';

const serverSetting = '/config?all=true#f-llm_backend_url';

/** The number of papers listed per topic, those nearest to its center. */
const mostOfTopic = 12;

export function mapPage({ state, why, map }: MapAnswer, query: string, address: string): PageView {
  const isThere = map !== null && map.points.length > 0;
  // A finished map is not replaced while someone looks at it.
  const live = state === 'making' && html` data-live data-on="papers.changed" data-from="${path(address)}"`;
  const body = html`<section class="papers map-page">
<p class="quiet"><a href="${path('/papers')}">${say('page.papers')}</a></p>
<div class="head"><h1>${say('map.title')}</h1></div>
${query !== '' && ofSearch(query)}
<div id="paper-map-part"${live}>
${
  state === 'making' &&
  html`<p class="note" role="status">${say(map === null ? 'map.making' : 'map.renewing')}
<a href="${path(address)}">${say('map.look_again')}</a></p>`
}
${map?.by === 'words' ? byWords(why) : why !== null && html`<p class="note warning">${why}</p>`}
${state === 'ready' && !isThere && html`<p class="empty">${say('map.nothing')}</p>`}
${isThere && theMap(map, address)}
</div></section>`;
  return { title: say('map.title'), place: '/papers', body, scripts: ['papers/paper-map.js'] };
}

const ofSearch = (words: string): Html =>
  html`<p>${say('map.of_search', { words })} <a href="${path('/papers/map')}">${say('map.whole')}</a></p>`;

const byWords = (why: Words | null): Html => html`<p class="note" id="map-by-words">${say('map.by_words')} ${why}
<a href="${path(serverSetting)}">${say('page.config')}</a></p>`;

const theMap = (map: PaperMap, address: string): Html => html`<p class="quiet">${whatIsSeen(map)}
${map.model !== null && say('map.model', { model: map.model })}</p>
<div id="paper-map" data-from="${path(address)}" data-words="${words}" data-frame="${say('map.frame')}">
${tools(map)}
<div class="map-frame" id="map-frame">${mapPicture(map)}</div>
${legendOf(map)}
<div id="map-details" class="map-details" aria-live="polite"><p class="quiet">${say('map.how')}</p></div>
<ol id="map-found" class="plain-list" hidden></ol>
</div>
${yearsAndTopics(map)}
<section aria-labelledby="lists-title"><h2 id="lists-title">${say('map.lists')}</h2>
${map.topics.map((_, n) => listOf(map, n))}</section>`;

const whatIsSeen = ({ points, total }: PaperMap): Sentence =>
  points.length < total && total > 5000
    ? say('map.sample', { shown: points.length, total })
    : say('map.all', { count: points.length });

/** The text of the script. */
const words = say('map.matching', { number: '{number}', total: '{total}' });

/** The controls; they work only with scripts. */
function tools({ points }: PaperMap): Html {
  const choices = (values: readonly string[]): string[] => [...new Set(values)].sort();
  const select = (name: 'conference' | 'year' | 'session', values: readonly string[]): Html | false => {
    if (values.length < 2) return false;
    const options = values.map((value) => option(value, value));
    return html`<select data-filter="${name}" aria-label="${say(`papers.${name}`)}">
${option('', say(`papers.all_${name}s`))}${options}</select>`;
  };
  const years = choices(points.map(({ year }) => String(year))).reverse();
  const conferences = choices(points.map(({ conference }) => conference));
  const sessions = choices(points.map(({ session }) => session));
  return html`<div class="map-tools" hidden>
<input type="search" id="map-find" placeholder="${say('map.find')}" aria-label="${say('map.find')}">
${select('conference', conferences)}${select('year', years)}${sessions.length <= 200 && select('session', sessions)}
<label class="by">${say('map.colours')} <select id="map-colours">${option('topic', say('map.topic'))}
${conferences.length > 1 && option('conference', say('papers.conference'))}
${years.length > 1 && option('year', say('papers.year'))}</select></label>
<span class="zooms"><button type="button" class="plain" data-zoom="1.5" aria-label="${say('map.nearer')}">+</button>
<button type="button" class="plain" data-zoom="0.67" aria-label="${say('map.farther')}">−</button>
<button type="button" class="plain" data-zoom="0">${say('map.all_of_it')}</button></span>
<output id="map-count" class="quiet"></output></div>`;
}

function legendOf({ topics }: PaperMap): Html {
  const rows = topics.map(
    (topic, n) => html`<li><span class="swatch ${colourOf(n)}" aria-hidden="true"></span>${nameOf(topic)}</li>`,
  );
  return html`<ul id="map-legend" class="map-legend">${rows}</ul>`;
}

function listOf({ points, topics }: PaperMap, n: number): Html {
  const topic = topics[n];
  if (topic === undefined) return html``;
  const away = ({ x, y }: MapPoint): number => (x - topic.x) ** 2 + (y - topic.y) ** 2;
  const own = points.filter((point) => point.topic === n).sort((one, other) => away(one) - away(other));
  const shown = own.slice(0, mostOfTopic).map(({ title, authors, url, ...paper }) => {
    const address = webAddress(url ?? undefined);
    const named = address === undefined ? title : html`<a href="${address}" rel="noreferrer">${title}</a>`;
    const facts = [authors.join(', '), venueOf(paper)].filter((fact) => fact !== '');
    return html`<li>${named} <small class="quiet">${facts.join(' · ')}</small></li>`;
  });
  const more = own.length - shown.length;
  return html`<details class="more"><summary>${nameOf(topic)} (${own.length})</summary>
<ul class="plain-list">${shown}</ul>
${more > 0 && html`<p class="quiet">${say('map.more', { count: more })}</p>`}</details>`;
}
