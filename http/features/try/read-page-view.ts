/** The codes found on a printed page with their positions, and problems of the print or the image. */
import { say } from '../../../workers/base/language/sentence.js';
import type { Area } from '../../../workers/oid/read/regions.js';
import type { ScanFacts } from '../../../workers/features/try/scan/facts.js';
import { html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { pictureForm } from './parts.js';

export function readPageView(facts: ScanFacts, maxBytes: number): PageView {
  const { codes, unread, problems } = facts;
  const title = say('try.paper_title');
  const isWell = codes.length > 0 && problems.length === 0;
  const body = html`<article class="try" data-takes-drop="gme">
<p class="back"><a href="${path('/try')}">← ${say('try.page')}</a></p>
<h1>${title}</h1>
<p><strong>${say('try.paper_count', { count: codes.length })}</strong> ${factsOf(facts)}</p>
${isWell && html`<p class="good">${say('try.paper_good')}</p>`}
${problems.length > 0 && trouble(problems)}
${
  codes.length + unread.length > 0 &&
  html`<div class="try-parts">${table(facts)}<div class="beside">${map(facts)}</div></div>`
}
<details class="more"><summary>${say('try.paper_another')}</summary>${pictureForm(maxBytes)}</details>
</article>`;
  return { title, place: null, body, scripts: ['try/try-picture.js'] };
}

const trouble = (problems: ScanFacts['problems']): Html =>
  html`<div class="note warning"><ul>${problems.map(({ text }) => html`<li>${text}</li>`)}</ul></div>`;

function factsOf({ width, height, dpi, dpi_from: dpiFrom }: ScanFacts): Html {
  const size = say('try.paper_pixels', { width: String(width), height: String(height) });
  const from = dpi === null || dpiFrom === null ? null : say(`try.paper_dpi.${dpiFrom}`, { dpi: String(dpi) });
  return html`<span class="quiet">${size}${from !== null && html`, ${from}`}</span>`;
}

const where = ({ x, y, width, height }: Area): Html => html`${say('try.paper_place', { x, y })}
<small>${say('try.paper_size', { width, height })}</small>`;

function table({ codes, unread }: ScanFacts): Html {
  const row = ({ code, meaning, ...place }: ScanFacts['codes'][number]): Html =>
    html`<tr><th scope="row">${code}${meaning !== null && html` <small>${meaning}</small>`}</th>
<td>${where(place)}</td></tr>`;
  const lost = unread.map(
    (place) => html`<tr class="busy"><th scope="row">${say('try.paper_unread')}</th>
<td>${where(place)}</td></tr>`,
  );
  return html`<div class="codes-part"><table class="codes"><thead><tr><th scope="col">${say('try.code_head')}</th>
<th scope="col">${say('try.paper_where')}</th></tr></thead><tbody>${codes.map(row)}${lost}</tbody></table></div>`;
}

/** The page in small, with frames around the codes. */
function map({ width, height, codes, unread }: ScanFacts): Html {
  const frame = ({ x, y, width: w, height: h }: Area, kind: string, words: Html): Html =>
    html`<rect class="${kind}" x="${x}" y="${y}" width="${w}" height="${h}"><title>${words}</title></rect>`;
  return html`<svg class="scan-map" viewBox="0 0 ${width} ${height}" role="img" aria-label="${say('try.paper_map')}">
<rect class="sheet" x="0" y="0" width="${width}" height="${height}"></rect>
${codes.map(({ pixels, code }) => frame(pixels, 'read', html`${code}`))}
${unread.map(({ pixels }) => frame(pixels, 'unread', html`${say('try.paper_unread')}`))}
</svg>`;
}
