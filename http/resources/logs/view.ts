/** The newest entries of the log, and its level. */
import { say } from '../../../workers/base/language/sentence.js';
import type { PageView } from '../../response/page.js';
import { logLevels, type LogEntry, type LogLevel } from './service.js';
import { html, option, path, type Html } from '../../response/html.js';
import { localTime } from '../../response/words.js';

const options = (chosen: LogLevel): Html[] =>
  logLevels.map((level) =>
    option(level, say('logs.level', { level, words: say(`logs.level.${level}`) }), level === chosen),
  );

export interface LogPage {
  entries: readonly LogEntry[];
  lines: number;
  /** The words of the search. */
  q: string;
  /** The least severe level shown. */
  shown: LogLevel;
  /** The least severe level logged. */
  written: LogLevel;
}

export function logsView({ entries, lines, q, shown, written }: LogPage): PageView {
  const file = new URLSearchParams({ q, level: shown, lines: '10000', format: 'text' });
  const body = html`<section class="logs">
<h1>${say('page.logs')}</h1>
<div class="tools">
<form method="get" action="${path('/logs')}" role="search" data-finds="log log-file">
<label>${say('logs.words')} <input type="search" name="q" value="${q}"></label>
<label>${say('logs.show')} <select name="level">${options(shown)}</select></label>
<label class="short">${say('logs.lines')}
<input name="lines" value="${lines}" inputmode="numeric"></label>
<button class="plain">${say('logs.show')}</button></form>
<form method="post" action="${path('/logs/level')}">
<label>${say('logs.keep')}
<select name="level">${options(written)}</select></label><button class="plain">${say('logs.set')}</button></form>
</div>
<p class="actions"><button type="button" class="plain with-script" data-pauses="log"
  aria-pressed="false">${say('logs.pause')}</button>
<a class="button plain" id="log-file" download
  href="${path(`/logs?${file.toString()}`)}">${say('logs.download')}</a></p>
<ol class="log" id="log" data-live data-on="log">${entries.length === 0 ? none(q) : entries.map(entryRow)}</ol>
<p class="quiet small">${say('logs.order')}</p>
</section>`;
  return { title: say('page.logs'), place: '/logs', body, scripts: ['find.js', 'logs.js'] };
}

/** Shows local time; the whole time in UTC is in the tooltip. */
const entryRow = ({ time, level, area, message }: LogEntry): Html => {
  const [day, clock] = localTime(time);
  return html`<li class="${level}"><time datetime="${time}" title="${time}">${day} <b>${clock}</b></time>
<span class="level">${level}</span> <span class="area">${area}</span>
<span class="message">${message}</span></li>`;
};

const none = (words: string): Html =>
  html`<li class="empty">${words === '' ? say('logs.empty') : say('logs.not_found', { words })}</li>`;
