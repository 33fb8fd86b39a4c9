/** Graphics of a map that need no script: the map, and the number of papers by topic and year. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, type Html } from '../../response/html.js';
import type { MapTopic, PaperMap } from './service.js';

/** The number of colours in http/public/style/features/paper-map.css. Further topics reuse them. */
const colours = 8;
/** The units of the SVG. */
const size = 1000;

const at = (share: number): string => (share * size).toFixed(0);

export const colourOf = (topic: number): string => `c${topic % colours}`;

export const nameOf = ({ words }: MapTopic): string => words.slice(0, 3).join(', ');

/** Hidden from screen readers: the lists next to it have the same content as text. */
export const mapPicture = ({ points, topics }: PaperMap): Html => html`<svg class="map-picture"
  viewBox="-20 -20 ${size + 40} ${size + 40}" aria-hidden="true" focusable="false">
${points.map(({ x, y, topic }) => html`<circle class="${colourOf(topic)}" cx="${at(x)}" cy="${at(y)}" r="5"/>`)}
${topics.map(nameAt)}</svg>`;

const nameAt = ({ x, y, words }: MapTopic): Html =>
  html`<text x="${at(x)}" y="${at(y)}">${words.slice(0, 2).join(' · ')}</text>`;

/** The maximum number of years in the plot. Older papers are not counted. */
const mostYears = 24;

/** The years of the papers on a map, oldest first. */
function yearsOf({ points }: PaperMap): number[] {
  const years = [...new Set(points.map(({ year }) => year))].sort((one, other) => one - other);
  return years.slice(-mostYears);
}

/** The number of papers by topic and year. */
function countsOf({ points, topics }: PaperMap, years: readonly number[]): number[][] {
  const counts = topics.map(() => years.map(() => 0));
  for (const { topic, year } of points) {
    const [row, column] = [counts[topic], years.indexOf(year)];
    if (row !== undefined && column >= 0) row[column] = (row[column] ?? 0) + 1;
  }
  return counts;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** A plot of papers per year, stacked by topic, if there are several years; and a table of both. */
export function yearsAndTopics(map: PaperMap): Html {
  const years = yearsOf(map);
  const counts = countsOf(map, years);
  const most = Math.max(1, ...map.topics.map(({ papers }) => papers));
  const rows = map.topics.map((topic, n) => {
    const width = ((topic.papers / most) * 100).toFixed(1);
    const bar = html`<svg class="topic-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
<rect class="${colourOf(n)}" width="${width}" height="10"/></svg>`;
    const byYear = years.length > 1 && (counts[n] ?? []).map((count) => html`<td class="number">${count}</td>`);
    const swatch = html`<span class="swatch ${colourOf(n)}" aria-hidden="true"></span>`;
    return html`<tr><th scope="row">${swatch}${topic.words.join(', ')}</th>
<td class="number">${topic.papers}</td><td class="bar-cell">${bar}</td>${byYear}</tr>`;
  });
  const heads = years.length > 1 && years.map((year) => html`<th scope="col" class="number">${year}</th>`);
  return html`<section aria-labelledby="topics-title"><h2 id="topics-title">${say('map.topics')}</h2>
${years.length > 1 && yearPlot(years, counts)}
<div class="wide-table" tabindex="0" role="group" aria-label="${say('map.topics')}"><table class="topics">
<thead><tr><th scope="col">${say('map.words')}</th>
<th scope="col" class="number">${say('map.papers')}</th><td></td>${heads}</tr></thead>
<tbody>${rows}</tbody></table></div></section>`;
}

const [plotHeight, column, gap] = [120, 28, 8];

/** The table below has the same numbers. */
function yearPlot(years: readonly number[], counts: readonly (readonly number[])[]): Html {
  const totals = years.map((_, n) => sum(counts.map((row) => row[n] ?? 0)));
  const most = Math.max(1, ...totals);
  const bars = years.map((year, n) => {
    const x = n * (column + gap) + gap;
    let top = plotHeight + 14;
    const parts = counts.map((row, topic) => {
      const height = ((row[n] ?? 0) / most) * plotHeight;
      top -= height;
      const place = html`x="${x}" y="${top.toFixed(2)}" width="${column}" height="${height.toFixed(2)}"`;
      return html`<rect class="${colourOf(topic)}" ${place}/>`;
    });
    return html`<g>${parts}<text class="count" x="${x + column / 2}" y="${(top - 3).toFixed(1)}">${totals[n]}</text>
<text class="year" x="${x + column / 2}" y="${plotHeight + 30}">${year}</text></g>`;
  });
  const width = years.length * (column + gap) + gap;
  const label = say('map.by_year', { from: String(years[0]), to: String(years.at(-1)) });
  return html`<div class="wide-table"><svg class="year-plot" viewBox="0 0 ${width} ${plotHeight + 36}"
  width="${width}" role="img" aria-label="${label}">${bars}</svg></div>`;
}
