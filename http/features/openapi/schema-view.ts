/** Shows schemas. Descriptions are English, like the names of the interface. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, path, type Html, type Part } from '../../response/html.js';
import type { Parameter, Schema } from './document.js';
import { schemas } from './groups.js';

/** English text with code between backticks. */
export const prose = (text: string | undefined): Part =>
  text !== undefined && text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part));

const separated = (parts: readonly Part[], by: string): Part => parts.map((part, n) => [n > 0 && by, part]);

/** `integer 1–999`, `one of a, b`, `list of Album`. */
export function typeOf(schema: Schema): Part {
  const { $ref, type, enum: choices, const: only, items, anyOf, oneOf, format } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="${path(`/api/${schemas}#s-${name}`)}">${name}</a>`;
  }
  const either = anyOf ?? oneOf;
  if (either !== undefined) return separated(either.map(typeOf), ' | ');
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (choices !== undefined) return html`<code>${choices.map((one) => JSON.stringify(one)).join(' | ')}</code>`;
  if (format === 'binary') return 'file';
  if (items !== undefined) return ['[', typeOf(items), ', …]'];
  return [[type ?? 'any'].flat().join(' | '), range(schema), format !== undefined && ` (${format})`];
}

function range({ minimum, maximum, minLength, maxLength }: Schema): Part {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength];
  const unit = minimum === undefined && maximum === undefined ? ' characters' : '';
  if (least === undefined && most === undefined) return false;
  if (least === undefined) return ` ≤ ${most}${unit}`;
  return most === undefined ? ` ≥ ${least}${unit}` : ` ${least}–${most}${unit}`;
}

/** A row in a table of parameters, fields or properties. */
type Row = Pick<Parameter, 'name' | 'schema' | 'required' | 'description'>;

export const rowsOf = ({ properties = {}, patternProperties = {}, required = [] }: Schema): Row[] =>
  Object.entries({ ...properties, ...patternProperties }).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
    description: schema.description,
  }));

/** @param id the target of links; browsers open the `details` element around it */
export const table = (rows: readonly Row[], id?: string): Html =>
  html`<dl class="fields" lang="en"${id !== undefined && html` id="${id}"`}>${rows.map(
    ({ name, schema, required, description }) => html`<dt><code>${name}</code>${required && ' *'}</dt>
<dd>${typeOf(schema)}${usual(schema)} ${prose(description)}</dd>`,
  )}</dl>`;

const usual = ({ default: value }: Schema): Part =>
  value !== undefined && value !== '' && [' = ', html`<code>${JSON.stringify(value)}</code>`];

/** A named schema. */
export const namedSchema = ([name, schema]: [string, Schema]): Html => html`<details class="operation">
<summary><code>${name}</code></summary>
${table(rowsOf(schema), `s-${name}`)}
</details>`;

export const requiredNote = (rows: readonly Row[]): Part =>
  rows.some(({ required }) => required) && html`<p class="quiet small">* ${say('api.required')}</p>`;
