/** The page of a GME file outside the library: its header, and a table of its codes with buttons to tap them. */
import { readFields } from '../../../workers/base/input/read.js';
import * as z from 'zod/v4';
import { integer } from '../../../workers/base/input/schema.js';
import { isSentenceKey, say, type Words } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { html, path, type Html } from '../../response/html.js';
import type { PageView } from '../../response/page.js';
import { fileSize } from '../../../workers/base/text/file-size.js';
import { formOfTaps, heard, otherFile, player, tapForm, typedCode, whatItDid, type LastTap } from './parts.js';
import { testSheetId, type TryCode, type TryFacts } from './service.js';

/** Rows per page; commercial files have thousands of codes. */
const rows = 200;

export const tableQuery = z.object({ page: integer(1, 1000).default(1) });

export interface CodeRange {
  /** The first page is 1. */
  page: number;
  pages: number;
}

/** The last page if there are fewer. @throws TonstiftError `bad_field` */
export function codeRange(query: Fields, codes: number): CodeRange {
  const { page } = readFields(say('what.try'), tableQuery, query);
  const pages = Math.max(1, Math.ceil(codes / rows));
  return { page: Math.min(page, pages), pages };
}

export interface FileTry extends LastTap {
  range: CodeRange;
  /** The upload limit for another GME file. */
  maxBytes: number;
}

export function fileTryView(id: string, facts: TryFacts, shown: FileTry): PageView {
  const place = { file: id };
  const { page } = shown.range;
  const title = id === testSheetId ? say('try.sheet') : facts.name;
  const body = html`<article class="try" data-takes-drop="gme">
<p class="back"><a href="${path('/try')}">← ${say('try.page')}</a></p>
<h1>${title}</h1>
${factsList(facts)}
${heard(place, shown)}
<div class="try-parts">
${table(id, facts, shown.range)}
<div class="beside"><p class="help">${say('try.file_how')}</p>
${typedCode(place, shown)}
${whatItDid(shown)}
${forget(id, facts)}
${otherFile(shown.maxBytes)}</div>
</div>
${player()}
${formOfTaps(place, shown, page > 1 ? `?page=${page}` : '')}
</article>`;
  return { title, place: null, body, scripts: ['try/try.js', 'try/try-file.js', 'try/try-picture.js'] };
}

function factsList({ product, language, date, comment, media, size, unknown, codes }: TryFacts): Html {
  const spoken = `setting.pen_language.${language}`;
  const speaks = language === '' ? say('try.any_language') : isSentenceKey(spoken) ? say(spoken) : language;
  const facts: [Words, Words][] = [
    [say('try.product'), String(product)],
    [say('try.language'), speaks],
    [say('try.date'), dateText(date)],
    [say('try.contents'), say('try.counts', { media, codes: codes.length })],
    [say('try.size'), fileSize(size)],
  ];
  if (comment !== '') facts.push([say('try.comment'), comment]);
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${
  unknown.length > 0 &&
  html`<div class="note"><p>${say('try.unknown')}</p><ul>${unknown.map((one) => html`<li>${one}</li>`)}</ul></div>`
}`;
}

/** `20260301` → `2026-03-01` */
function dateText(date: string): Words {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  if (year === '') return date === '' ? say('try.no_date') : date;
  return `${year}-${month}-${day}`;
}

function table(id: string, { codes }: TryFacts, { page, pages }: CodeRange): Html {
  const shown = codes.slice((page - 1) * rows, page * rows);
  return html`<div class="codes-part"><table class="codes">
<caption class="unseen">${say('try.codes')}</caption>
<thead><tr><th scope="col">${say('try.code_head')}</th><th scope="col">${say('try.lines_head')}</th>
<th scope="col">${say('try.sounds_head')}</th><td></td></tr></thead>
<tbody>${shown.map(row)}</tbody></table>
${pages > 1 && pager(id, page, pages)}</div>`;
}

function row({ code, words, lines, media }: TryCode): Html {
  const name =
    words === null ? say('try.tap_code', { code: String(code) }) : say('try.tap_named', { code: String(code), words });
  return html`<tr><th scope="row">${code} ${words !== null && html`<small>${words}</small>`}</th>
<td>${lines}</td><td>${media}</td>
<td><button class="plain tap" form="${tapForm}" name="code" value="${code}"
  aria-label="${name}">${playMark}</button></td></tr>`;
}

const playMark = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 5v14l11-7z"/></svg>`;

function pager(id: string, page: number, pages: number): Html {
  const to = (n: number, words: 'pager.previous' | 'pager.next'): Html =>
    html`<a class="button plain" href="${path(`/try/${id}?page=${n}`)}">${say(words)}</a>`;
  return html`<nav class="pager" aria-label="${say('try.codes')}">${page > 1 && to(page - 1, 'pager.previous')}
<span>${say('print.page_of', { page, pages })}</span>${page < pages && to(page + 1, 'pager.next')}</nav>`;
}

function forget(id: string, { expires }: TryFacts): Html | false {
  if (expires === null) return false;
  return html`<form method="post" action="${path(`/try/${id}/forget`)}">
<p class="help">${say('try.expires')}</p><button class="plain">${say('try.forget')}</button></form>`;
}
