/** The virtual pen: plays albums on the screen, and reads scans of printed pages. */
import { json, type Option } from '../../cli/options.js';
import type { Feature } from '../../feature.js';

const options = {
  out: { out: { value: 'DIR', help: 'Writes the sounds that are heard into this folder.' } },
  dpi: { dpi: { value: 'N', help: 'Resolution of the scan, if the picture has none or a wrong one.' } },
} as const satisfies Record<string, Record<string, Option>>;

declare module '../../cli/options.js' {
  interface OptionValues {
    out?: string;
    dpi?: string;
  }
}

export const tryFeature: Feature = {
  name: 'try',
  commands: [
    {
      words: 'gme play',
      operands: 'FILE [CODE...]',
      group: 'pen',
      options: { ...json, ...options.out },
      summary:
        'Print what a pen does when these codes, or those on standard input, are tapped; 2s between them is a ' +
        'pause. With --json, print one object a line.',
      examples: ['tonstift gme play album.gme 2664 2s 3945', 'tonstift gme play album.gme 2664 --out=sounds'],
      docs: 'docs/virtual-pen.md',
      load: async () => (await import('./gme-play.js')).playGme,
    },
    {
      words: 'oid read',
      operands: 'IMAGE...',
      group: 'pen',
      options: { ...json, ...options.dpi },
      summary:
        'Print the codes on scans of printed pages. It also prints where they are and what is wrong. Reads PNG and ' +
        'JPEG scans of 300 dpi and more. With --json, print one object a picture.',
      examples: ['tonstift oid read scan.png', 'tonstift oid read scan.jpg --dpi=600 --json'],
      docs: 'docs/oid-read.md',
      load: async () => (await import('./scan/oid-read.js')).readPictures,
    },
  ],
  parts: async () => (await import('./parts.js')).parts,
};
