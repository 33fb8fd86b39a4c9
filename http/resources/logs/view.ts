/** The newest entries of the log, and its level. */
import type { PageView } from '../../response/page.js';
import { logLevels, type LogEntry, type LogLevel } from './service.js';
import { html, option, path, type Html } from '../../response/html.js';
import { localTime } from '../../response/words.js';

const levelWords: Readonly<Record<LogLevel, string>> = {
  error: 'problems only',
  warn: 'warnings too',
  info: 'what happens',
  debug: 'every detail',
};

const options = (chosen: LogLevel): Html[] =>
  logLevels.map((level) => option(level, `${level}: ${levelWords[level]}`, level === chosen));

export interface LogPage {
  entries: readonly LogEntry[];
  lines: number;
  /** What is shown, at most. */
  shown: LogLevel;
  /** What is written, at most. */
  written: LogLevel;
}

export function logsView({ entries, lines, shown, written }: LogPage): PageView {
  const body = html`<section class="logs">
<h1>Logs</h1>
<div class="tools">
<form method="get" action="${path('/logs')}"><label>Show <select name="level">${options(shown)}</select></label>
<label class="short">Lines
<input name="lines" value="${lines}" inputmode="numeric"></label><button class="plain">Show</button></form>
<form method="post" action="${path('/logs/level')}">
<label>Keep from now on
<select name="level">${options(written)}</select></label><button class="plain">Set</button></form>
</div>
<ol class="log" id="log" data-live>${entries.map(entryRow)}</ol>
${entries.length === 0 && html`<p class="empty">Nothing has been written yet.</p>`}
<p class="quiet small">Newest first, in the time of the machine on which Tonstift runs.</p>
</section>`;
  return { title: 'Logs', place: '/logs', body };
}

/** The time on the clock of this machine, with the whole time on it. */
const entryRow = ({ time, level, area, message }: LogEntry): Html => {
  const [day, clock] = localTime(time);
  return html`<li class="${level}"><time datetime="${time}" title="${time}">${day} <b>${clock}</b></time>
<span class="level">${level}</span> <span class="area">${area}</span>
<span class="message">${message}</span></li>`;
};
