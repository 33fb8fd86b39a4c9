/** The button below the results of a search that keeps it. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, path, type Html } from '../../response/html.js';
import type { PaperQuery } from '../papers/service.js';

export const keepForm = ({ query, conferences, years, sessions }: PaperQuery): Html => html`<form method="post"
  action="${path('/papers/alerts')}" class="actions">${hidden('action', 'keep')}${hidden('q', query)}
${conferences.map((one) => hidden('conference', one))}${years.map((one) => hidden('year', one))}
${sessions.map((one) => hidden('session', one))}<button class="plain small">${say('alerts.keep')}</button></form>`;
