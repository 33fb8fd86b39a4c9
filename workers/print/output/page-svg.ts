/** Draws a page as SVG for the screen, with the same items at the same positions and all dots of the patterns. Pure. */
import type { Language } from '../../base/language/languages.js';
import { say } from '../../base/language/sentence.js';
import { cellOf, dotsOf } from '../../oid/pattern.js';
import { tileSide } from '../../oid/tile.js';
import { frameOf, lightened } from '../sheet/ink.js';
import type { FieldItem, Item, Page, PictureFile, Rectangle, TextItem } from '../types.js';

export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Rounds to thousandths of a millimetre, which is exact enough for a screen. */
export const mm = (value: number): string => String(Math.round(value * 1000) / 1000);

/** One tile of dots in pixels of the pattern; the viewer repeats it. */
function patternOf({ code, dpi, dotSize }: FieldItem): { id: string; definition: string } {
  const id = `p${code}-${dpi}-${dotSize}`;
  const tile = tileSide * cellOf(dpi);
  const dots = dotsOf(code, { dpi, dotSize })
    .map(({ x, y }) => `M${x} ${y}h${dotSize}v${dotSize}h-${dotSize}z`)
    .join('');
  const pixel = 25.4 / dpi;
  const tiles = `width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" patternTransform="scale(${pixel})"`;
  return { id, definition: `<pattern id="${id}" ${tiles}><path d="${dots}"/></pattern>` };
}

function text({ x, y, line, style }: TextItem): string {
  const size = mm(style.size);
  const weight = style.bold ? ' font-weight="700"' : '';
  // `textLength` corrects the width: the browser's font is a little narrower or wider than the printed one.
  return line.runs
    .filter((run) => run.width > 0)
    .map((run) => {
      const place = `x="${mm(x + run.x)}" y="${mm(y)}"`;
      const length = `textLength="${mm(run.width)}" lengthAdjust="spacingAndGlyphs"`;
      return `<text ${place} font-size="${size}"${weight} ${length} xml:space="preserve">${escape(run.text)}</text>`;
    })
    .join('');
}

/** Tooltip of a field: its purpose. */
function titleOf({ label, code }: FieldItem, language: Language): string {
  const [what = '', number = ''] = label.split(/[ ,]+/);
  return escape(say('sheet.field', { what, number, code: String(code) }).in(language));
}

export type InkItem = Exclude<Item, FieldItem>;

/** Fonts of titles and numbers. */
export const font = 'font-family="Noto Sans, DejaVu Sans, sans-serif"';

interface Drawing {
  addressOf: (item: PictureFile) => string;
  language: Language;
}

/** Attributes of an area. */
export const areaOf = ({ x, y, width, height }: Rectangle): string =>
  `x="${mm(x)}" y="${mm(y)}" width="${mm(width)}" height="${mm(height)}"`;

function drawnField(item: FieldItem, { addressOf, language }: Drawing): string {
  // The translation puts the first tile at the corner of the field.
  const { id } = patternOf(item);
  const title = `<title>${titleOf(item, language)}</title>`;
  const area = `<rect width="${mm(item.width)}" height="${mm(item.height)}" fill="url(#${id})">${title}</rect>`;
  const dots = `<g transform="translate(${mm(item.x)} ${mm(item.y)})">${area}</g>`;
  if (item.behind === undefined) return dots;
  // The page is white, so this is as light as the printed picture.
  const look = `preserveAspectRatio="xMidYMid slice" opacity="${mm(1 - lightened)}"`;
  return `<image href="${escape(addressOf(item.behind))}" ${areaOf(frameOf(item))} ${look}/>${dots}`;
}

/** Draws any item except a field. */
export function drawnInk(item: InkItem, addressOf: Drawing['addressOf']): string {
  switch (item.kind) {
    case 'text':
      return text(item);
    case 'picture':
      return `<image href="${escape(addressOf(item))}" ${areaOf(item)}/>`;
    case 'shape':
      return `<path d="M${item.points.map(([x, y]) => `${mm(x)} ${mm(y)}`).join('L')}z"/>`;
    case 'circle': {
      const place = `cx="${mm(item.x)}" cy="${mm(item.y)}" r="${mm(item.radius)}"`;
      return `<circle ${place} fill="none" stroke="#000" stroke-width="${mm(item.thickness)}"/>`;
    }
    case 'line': {
      const way = `M${mm(item.x1)} ${mm(item.y1)}L${mm(item.x2)} ${mm(item.y2)}`;
      return `<path d="${way}" stroke="#000" stroke-width="${mm(item.thickness)}"/>`;
    }
  }
}

export function pageSvg(page: Page, drawing: Drawing): string {
  const patterns = new Map(
    page.items
      .flatMap((item) => (item.kind === 'field' ? [patternOf(item)] : []))
      .map(({ id, definition }) => [id, definition]),
  );
  const body = page.items
    .map((item) => (item.kind === 'field' ? drawnField(item, drawing) : drawnInk(item, drawing.addressOf)))
    .join('\n');
  const area = `viewBox="0 0 ${mm(page.width)} ${mm(page.height)}"`;
  const name = escape(say('sheet.drawn').in(drawing.language));
  return `<svg xmlns="http://www.w3.org/2000/svg" ${area} ${font} role="img" aria-label="${name}">
<defs>${[...patterns.values()].join('')}</defs>
<rect width="100%" height="100%" fill="#fff"/>
${body}
</svg>`;
}
