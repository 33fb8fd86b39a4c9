/** The picture of an album: its cover, or a generated one with its title. */
import type { AlbumView } from '../../../workers/library/types.js';
import { html, path, type Html } from '../../response/html.js';

/** Letters. Longer lines are narrowed, up to the second number. */
const longestLine = 13;
const longestNarrowed = 18;
const mostLines = 4;

/** Breaks a title into lines that fit a square; `…` marks omitted text. Pure. */
export function titleLines(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/))
    // A word may be broken after a hyphen.
    for (const [n, piece] of (word.match(/[^-]*-+|[^-]+/g) ?? []).entries()) {
      const last = lines[lines.length - 1];
      const joined = n === 0 ? `${last} ${piece}` : `${last}${piece}`;
      const letters = [...piece];
      if (last !== undefined && [...joined].length <= longestLine) lines[lines.length - 1] = joined;
      else lines.push(letters.length > longestNarrowed ? `${letters.slice(0, longestNarrowed - 1).join('')}…` : piece);
    }
  return lines.length > mostLines ? [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1] ?? ''} …`] : lines;
}

/** One of the eight colors in the stylesheet; an album always has the same. */
const toneOf = (album: AlbumView): number => album.oid % 8;

/** @param tag of the thumbnail; without it, the whole cover is used */
export function cover(album: AlbumView, tag?: string): Html {
  if (album.cover_image !== null) {
    const address = tag === undefined ? album.cover_image : `/thumbnails/${album.oid}?v=${tag}`;
    return html`<img class="cover" src="${path(address)}" alt="" width="320" height="320" loading="lazy">`;
  }
  const lines = titleLines(album.album_title);
  const first = 84 - (lines.length - 1) * 10;
  return html`<svg class="cover tone-${toneOf(album)}" viewBox="0 0 160 160" width="320" height="320"
  aria-hidden="true">
<rect width="160" height="160"/><circle cx="128" cy="32" r="46"/><path d="M0 160V128q40-22 80 0t80 0v32z"/>
${lines.map((line, n) => html`<text x="14" y="${first + n * 21}"${narrowed(line)}>${line}</text>`)}</svg>`;
}

const narrowed = (line: string): Html | false =>
  [...line].length > longestLine && html` textLength="134" lengthAdjust="spacingAndGlyphs"`;
