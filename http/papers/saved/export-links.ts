/** Download links for a list of papers. */
import { say } from '../../../workers/base/language/sentence.js';
import { html, path, type Html } from '../../response/html.js';
import { exportFormats, type ExportFormat } from './service.js';

const names: Readonly<Record<ExportFormat, string>> = {
  ...{ bibtex: 'BibTeX', ris: 'RIS', csl: 'CSL-JSON', markdown: 'Markdown', csv: 'CSV' },
};

/** @param from an address that accepts `format`, with its query */
export function exportLinks(
  from: string,
  sentence: 'saved.download_as' | 'papers.download_all' = 'saved.download_as',
): Html {
  const sign = from.includes('?') ? '&' : '?';
  const links = exportFormats.map(
    (format, n) =>
      html`${n > 0 && ' · '}<a href="${path(`${from}${sign}format=${format}`)}" download>${names[format]}</a>`,
  );
  return html`<p class="quiet exports">${say(sentence, { links })}</p>`;
}
