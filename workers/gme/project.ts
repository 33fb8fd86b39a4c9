/** Formats an album as the YAML project from which the public assembler builds the same bytes. */
import type { NamedScript } from './album-script.js';
import { albumScripts, initialTrack, powerOnPlaylist } from './album-script.js';
import { lineText } from './notation.js';
import type { GmeAlbum } from './header.js';
import { scriptedAlbum, trackCountOf } from './write.js';
import { gmeComment, writtenLanguage } from './header.js';

/** All names have the same length, because the assembler sorts media by name. */
export const mediumName = (index: number): string => String(index).padStart(2, '0');

/** Returns the path of a medium inside the project. */
export const mediumFile = (index: number, extension: string): string => `audio/track_${mediumName(index)}.${extension}`;

/** @throws TonstiftError `bad_field` */
export function projectYaml(album: GmeAlbum, mediaCount: number): string {
  const trackCount = trackCountOf(album, mediaCount);
  scriptedAlbum(album, trackCount);
  const scripts = albumScripts(trackCount, album.mode);
  const welcome = powerOnPlaylist(trackCount, album).map(mediumName).join(', ');
  return [
    `product-id: ${album.productId}`,
    `comment: "${gmeComment}"`,
    `gme-lang: ${writtenLanguage(album.language) || '""'}`,
    'media-path: audio/track_%s',
    `init: $current:=${initialTrack(album.mode)}`,
    // An empty welcome would be read as a list with one empty playlist.
    ...(welcome === '' ? [] : [`welcome: "${welcome}"`]),
    'replay: 0',
    'stop: 0',
    'scripts:',
    ...scripts.flatMap((script) => scriptLines(script, scripts)),
    'scriptcodes:',
    ...scripts.map(({ name, code }) => `  ${name}: ${code}`),
    '',
  ].join('\n');
}

function scriptLines({ name, script }: NamedScript, all: readonly NamedScript[]): string[] {
  const names = {
    register: () => 'current',
    medium: mediumName,
    script: (code: number) => all.find((other) => other.code === code)?.name ?? String(code),
  };
  return [`  ${name}:`, ...script.map((line) => `  - ${lineText(line, names)}`)];
}
