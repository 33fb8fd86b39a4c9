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
  /** What is shown, at most. */
  shown: LogLevel;
  /** What is written, at most. */
  written: LogLevel;
}

export function logsView({ entries, lines, shown, written }: LogPage): PageView {
  const body = html`<section class="logs">
<h1>${say('page.logs')}</h1>
<div class="tools">
<form method="get" action="${path('/logs')}">
<label>${say('logs.show')} <select name="level">${options(shown)}</select></label>
<label class="short">${say('logs.lines')}
<input name="lines" value="${lines}" inputmode="numeric"></label>
<button class="plain">${say('logs.show')}</button></form>
<form method="post" action="${path('/logs/level')}">
<label>${say('logs.keep')}
<select name="level">${options(written)}</select></label><button class="plain">${say('logs.set')}</button></form>
</div>
<ol class="log" id="log" data-live data-on="log">${entries.map(entryRow)}</ol>
${entries.length === 0 && html`<p class="empty">${say('logs.empty')}</p>`}
<p class="quiet small">${say('logs.order')}</p>
</section>`;
  return { title: say('page.logs'), place: '/logs', body };
}

/** The time on the clock of this machine, with the whole time on it. */
const entryRow = ({ time, level, area, message }: LogEntry): Html => {
  const [day, clock] = localTime(time);
  return html`<li class="${level}"><time datetime="${time}" title="${time}">${day} <b>${clock}</b></time>
<span class="level">${level}</span> <span class="area">${area}</span>
<span class="message">${message}</span></li>`;
};
