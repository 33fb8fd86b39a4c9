/** The pages of the document: an overview, and a page for each group. */
import { say } from '../../../workers/base/language/sentence.js';
import { meanings, statusOfCode } from '../../operations/failure.js';
import type { Code } from '../../operations/operation.js';
import type { OpenApi } from './document/document.js';
import { html, path, type Html, type Part } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import type { Asked } from './curl.js';
import { operationsIn, type Shown, type ShownDocument } from './document.js';
import { groupOf, schemas } from './groups.js';
import { operationView } from './operation-view.js';
import { namedSchema, prose } from './schema-view.js';

/** All operations by name, and the meanings of the error codes. */
export function apiView(openApi: OpenApi): PageView {
  const document = openApi as unknown as ShownDocument;
  const { tags } = document;
  const body = html`<section class="api">
<h1>${say('api.title')}</h1>
<p>${say('api.intro', { document: toDocument })}</p>
${groups(document)}
${tags.map(({ name, description }) => {
  const group = groupOf(name);
  const rows = operationsOf(document, name).map((one) => contentsRow(one, group));
  return html`<section id="t-${group}">${groupTitle(name, description)}
<ul class="contents">${rows}</ul></section>`;
})}
${failureCodes()}
</section>`;
  return { title: say('api.title'), place: '/help', body };
}

/** The page of one group. */
export function apiGroupView(openApi: OpenApi, group: string, asked: Asked): PageView {
  const document = openApi as unknown as ShownDocument;
  const tag = document.tags.find(({ name }) => groupOf(name) === group);
  const title = tag?.name ?? say('api.schemas');
  const inside =
    tag === undefined
      ? html`<h2>${title}</h2>
${Object.entries(document.components.schemas).map(namedSchema)}`
      : html`${groupTitle(tag.name, tag.description)}
<p class="quiet">${say('api.notation')}${asked.hasPassword && [' ', say('api.password')]}</p>
${operationsOf(document, tag.name).map((one) => operationView(document, one, asked))}`;
  const body = html`<section class="api">
<h1><a href="${path('/api')}">${say('api.title')}</a></h1>
${groups(document, group)}
<section>${inside}</section>
</section>`;
  return { title: say('api.part', { part: title }), place: '/help', body };
}

const operationsOf = (document: ShownDocument, tag: string): Shown[] =>
  operationsIn(document).filter(({ operation }) => operation.tags.includes(tag));

const groupTitle = (name: string, description: string): Html => html`<h2 lang="en">${name}</h2>
<p class="quiet" lang="en">${description}</p>`;

const toDocument = (inside: readonly Part[]): Html => html`<a href="${path('/openapi.json')}">${inside}</a>`;

function groups({ tags }: ShownDocument, here?: string): Html {
  const link = (group: string, name: Part, lang: Part): Html =>
    html`<a href="${path(`/api/${group}`)}"${lang}${group === here && html` aria-current="page"`}>${name}</a>`;
  return html`<nav class="index" aria-label="${say('api.groups')}">${tags.map(({ name }) =>
    link(groupOf(name), name, html` lang="en"`),
  )}${link(schemas, say('api.schemas'), false)}
<a href="${path('/api#failures')}">${say('api.failures')}</a></nav>`;
}

function contentsRow({ method, path: at, operation: { operationId: id, summary } }: Shown, group: string): Html {
  return html`<li><a href="${path(`/api/${group}#${id}`)}"><b class="method">${method}</b> <code>${at}</code></a>
<span lang="en">${prose(summary)}</span></li>`;
}

/** The meaning of each error code. */
const failureCodes = (): Html => html`<section id="failures"><h2>${say('api.failures')}</h2>
<dl class="fields" lang="en">${Object.entries(meanings).map(
  ([code, means]) => html`<dt><code>${code}</code></dt><dd>${statusOfCode[code as Code]} ${prose(means)}</dd>`,
)}</dl></section>`;
