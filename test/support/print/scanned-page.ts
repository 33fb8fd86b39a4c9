import { scanned } from '../../workers/oid/read/pages.js';
import { pngFile } from '../../workers/features/try/scan/png-file.js';

/** A picture of a page with the start field of album 920 and a field with 14999, printed at 97 %. */
export function scannedPage(): Buffer {
  const field = { y: 3, width: 8, height: 8 };
  const fields = [
    { ...field, code: 920, x: 3 },
    { ...field, code: 14_999, x: 15 },
  ];
  const page = scanned({ dpi: 600, dotSize: 2, width: 26, height: 14, fields }, { dpi: 600, scale: 0.97 });
  return Buffer.from(pngFile(page, { colour: 0, depth: 8, dpi: 600 }));
}
