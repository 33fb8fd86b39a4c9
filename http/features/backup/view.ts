/** The page for making and restoring a backup. */
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { html, link, path, type Html, type Part } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { fileSize } from '../../../workers/base/text/file-size.js';
import type { BackupStatus, RestoreReport } from './service.js';
import { reportSentences } from './words.js';

export function backupView(status: BackupStatus, more: Part = false): PageView {
  const { albums, bytes } = status;
  const size = say('backup.size', { albums: say('count.albums', { count: albums }), size: fileSize(bytes) });
  const body = html`<section class="backup">
<h1>${say('backup.title')}</h1>
<p>${say('backup.what')}</p>
${restoringPart(status)}
<h2>${say('backup.make')}</h2>
<p>${say('backup.has')}</p>
${more}
<p class="actions"><a class="button" href="${path('/backup/download')}" download>${say('backup.download')}</a>
<span class="quiet">${size}</span></p>
<p class="quiet">${say('backup.has_not')}</p>
${weeklyPart(status)}
<h2>${say('backup.restore')}</h2>
<p>${say('backup.adds')}</p>
<form method="post" action="${path('/backup')}" enctype="multipart/form-data">
<p><label>${say('backup.file')} <input type="file" name="backup" accept=".zip,application/zip" required></label></p>
<p class="actions"><button>${say('backup.take')}</button></p></form>
<p class="quiet">${say('backup.slow')}</p>
<p>${say('backup.to_settings', { config: link('/config') })}</p>
</section>`;
  return { title: say('backup.title'), place: '/config', body };
}

/** A separate part, so that an update does not remove messages from the page. */
export const restoringPart = (status: BackupStatus): Html =>
  html`<div id="restoring" data-live data-on="backup.changed" data-from="${path('/backup/part')}"
  aria-live="polite">${progress(status)}${lacking(status)}${last(status)}</div>`;

function weeklyPart({ weekly }: BackupStatus): Html {
  if (weekly === null)
    return html`<p>${say('backup.weekly_off', { config: link('/config?all=true#f-backup_folder') })}</p>`;
  const { folder, last_at: at, problem } = weekly;
  const place = html`<code>${folder}</code>`;
  return html`<p>${say('backup.weekly_on', { folder: place })}
${at !== null && say('backup.weekly_last', { at: new Date(at) })}</p>
${problem !== null && html`<p class="note warning">${problem}</p>`}`;
}

const lacking = ({ lacks }: BackupStatus): Html | false =>
  lacks.length > 0 &&
  html`<div class="note warning">${lacks.map((what) => html`<p>${say('backup.lacking', { what })}</p>`)}</div>`;

function progress({ restoring }: BackupStatus): Html | false {
  if (restoring === null) return false;
  const { done, total } = restoring;
  return html`<div class="note"><p id="restore-how">${say('backup.restoring')}</p>
<p><progress max="${Math.max(total, 1)}" value="${done}" aria-labelledby="restore-how"></progress>
${say('backup.so_far', { done: fileSize(done), total: fileSize(total) })}</p></div>`;
}

function last({ last: one, restoring }: BackupStatus): Html | false {
  if (one === null || restoring !== null) return false;
  return html`<details class="last-restore" id="last-restore"><summary>${say('backup.last')}</summary>
${'error' in one ? failure(one.error) : reported(one.report)}</details>`;
}

const failure = (why: Words): Html => html`<p class="bad">${why}</p>`;

function reported(report: RestoreReport): Html {
  const [first, ...others] = reportSentences(report);
  return html`<p>${say('backup.of', { at: new Date(report.made_at) })} ${first}</p>
${others.length > 0 && html`<ul>${others.map((sentence) => html`<li>${sentence}</li>`)}</ul>`}`;
}

/** For the page of settings. */
export const backupLink = (): Html => html`<p>${say('backup.link', { backup: link('/backup') })}</p>`;
