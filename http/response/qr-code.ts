/** Draws a QR code as SVG. */
import qrcode from 'qrcode-generator';
import type { Sentence } from '../../workers/base/language/sentence.js';
import { html, type Html } from './html.js';

/** Modules around the code that must stay white, by ISO/IEC 18004. */
const quietZone = 4;

/** @param name for screen readers */
export function qrCode(text: string, name: Sentence): Html {
  // Version 0: the smallest that fits. M corrects 15 %.
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const numbers = [...Array(count).keys()];
  const dark = numbers.flatMap((row) =>
    numbers.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
  );
  const size = count + 2 * quietZone;
  return html`<svg class="qr" role="img" aria-label="${name}" shape-rendering="crispEdges"
  viewBox="${-quietZone} ${-quietZone} ${size} ${size}"><path d="${dark.join('')}"/></svg>`;
}
