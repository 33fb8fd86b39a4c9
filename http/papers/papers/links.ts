/** Links to the papers from pages of the core. */
import { say } from '../../../workers/base/language/sentence.js';
import { hidden, html, link, path, type Html, type Part } from '../../response/html.js';
import type { Services } from '../../services.js';
import type { DaemonStatus } from '../../resources/status/service.js';
import { problemCount } from '../../resources/status/status-line.js';

/** Most families have no papers, so the navigation lists the page only if there are some or a setting says so. */
export const papersListed = ({ papers, config }: Services): boolean =>
  papers.isUsed() || config.values()['show_papers'] === true;

/** A line of the status, if something is wrong. */
export const papersStatus = ({ problems: { papers: count } }: DaemonStatus): Html | false =>
  count > 0 && html`<p><a href="${path('/papers')}">${say('page.papers')}</a> ${problemCount(count)}</p>`;

/** On the page of backups. */
export const papersInBackup = ({ papers }: Services): Html | false =>
  papers.isUsed() &&
  html`<p>${say('papers.in_backup', {
    without: (words: readonly Part[]) =>
      html`<a href="${path('/backup/download?vectors=false')}" download>${words}</a>`,
  })}</p>`;

/** Below the settings. */
export const serverSection = (services: Services): Html | false =>
  papersListed(services) &&
  html`<section class="card"><h2>${say('papers.server')}</h2>
<p class="help">${say('papers.server.help')}</p>
<div class="actions"><form method="post" action="${path('/papers/server')}">
<button class="plain">${say('papers.server.test')}</button></form>
<form method="post" action="${path('/papers/server')}">
${hidden('find', 'true')}<button class="plain">${say('papers.server.find')}</button></form></div></section>`;

/** A section of the help page. */
export const papersHelp = (): Html => html`<h2>${say('help.papers')}</h2>
<p>${say('help.papers.how', { papers: link('/papers'), settings: link('/config') })}</p>
`;
