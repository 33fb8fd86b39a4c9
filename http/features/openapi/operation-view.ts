/** One operation: its parameters, body and responses, and example commands. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, type Html, type Part } from '../../response/html.js';
import { commands, type Asked } from './curl.js';
import { formsIn, responseIn, type Response, type Shown, type ShownDocument } from './document.js';
import { prose, requiredNote, rowsOf, table, typeOf } from './schema-view.js';

export function operationView(document: ShownDocument, shown: Shown, asked: Asked): Html {
  const { method, path: at, operation } = shown;
  const { parameters } = operation;
  return html`<details class="operation">
<summary><b class="method">${method}</b> <code>${at}</code> <span lang="en">${prose(operation.summary)}</span></summary>
<div id="${operation.operationId}">
${operation.description !== undefined && html`<p lang="en">${prose(operation.description)}</p>`}
${parameters.length > 0 && html`<h3>${say('api.parameters')}</h3>${table(parameters)}${requiredNote(parameters)}`}
${bodyView(document, shown, asked)}
${answersView(document, operation)}
</div></details>`;
}

/** The forms of the body, each with its command; only the command if there is no body. */
function bodyView(document: ShownDocument, shown: Shown, asked: Asked): Part {
  const all = commands(document, shown, asked);
  const forms = formsIn(shown.operation);
  if (forms.length === 0) return html`<h3>${say('api.example')}</h3>${command(all.get('') ?? '')}`;
  const types = Object.keys(shown.operation.requestBody?.content ?? {});
  return html`<h3>${say('api.body')}</h3>
<p class="quiet small">${types.join(', ')}</p>
${forms.map(({ name, schema }) => {
  const rows = rowsOf(schema);
  const title = schema.title !== undefined && html`<p lang="en"><code>${name}</code> ${prose(schema.title)}</p>`;
  return html`<div class="form">${title}
${rows.length > 0 ? table(rows) : html`<p lang="en">${typeOf(schema)} ${prose(schema.description)}</p>`}
${requiredNote(rows)}
${command(all.get(name) ?? '')}</div>`;
})}`;
}

const command = (text: string): Html =>
  html`<p class="command"><code class="where" data-copy="${say('frame.copy')}"
  data-copied="${say('frame.copied')}">${text}</code></p>`;

function answersView(document: ShownDocument, { responses }: Shown['operation']): Html {
  const all = Object.entries(responses);
  const failed = all.filter(([status, { $ref }]) => Number(status) >= 400 && $ref !== undefined);
  const codes = failed.map(([status, one]) => `${status} ${codesIn(document, one).join(', ')}`).join(' · ');
  return html`<h3>${say('api.answers')}</h3>
<dl class="fields" lang="en">${all.filter((one) => !failed.includes(one)).map((one) => answerView(document, one))}</dl>
${codes !== '' && html`<p class="quiet small">${say('wrong.field', { name: say('api.failures'), why: codes })}</p>`}`;
}

function codesIn(document: ShownDocument, response: Response): readonly unknown[] {
  const { content = {} } = responseIn(document, response);
  return content['application/json']?.schema.properties?.['error']?.properties?.['code']?.enum ?? [];
}

function answerView(document: ShownDocument, [status, response]: [string, Response]): Html {
  const { description, content = {} } = responseIn(document, response);
  const kinds = Object.entries(content).map(([type, { schema }]) => {
    const inside =
      type === 'application/json' && (schema.properties === undefined ? typeOf(schema) : table(rowsOf(schema)));
    return html`<div><code>${type}</code> ${inside}</div>`;
  });
  return html`<dt>${status}</dt><dd>${prose(description)}${kinds}</dd>`;
}
