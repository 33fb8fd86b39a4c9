/** The albums of the pictures, with tones for sounds and hills for covers. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Jimp } from 'jimp';

const encoder = fileURLToPath(new URL('../../test/fixtures/encode.js', import.meta.url));

/**
 * Title, artist, colours of the cover (none: the program makes one), titles of the tracks.
 * @type {[title: string, artist: string, colours: [dark: number, light: number] | null, tracks: string[]][]}
 */
export const albums = [
  [
    'Im Wald',
    'Die Waldmusikanten',
    [0x2f6b3fff, 0xa8c686ff],
    [
      'Der Kuckuck',
      'Eichhörnchen',
      'Unter der Buche',
      'Regen',
      'Der Bach',
      'Wer klopft da oben im Baum?',
      'Pilze',
      'Der Fuchs geht um',
      'Moos und Farn',
      'Auf der Lichtung',
      'Die Eule',
      'Heim, bevor es dunkel wird',
    ],
  ],
  ['Grüße & Töne', 'Chor der Nachbarn', [0xc94f3dff, 0xf2c14eff], ['Guten Morgen', 'Grüß Gott', 'Auf Wiedersehen']],
  ['Nachtlieder', 'Anna am Klavier', [0x1b2a49ff, 0x6f7fb5ff], ['Der Mond', 'Sterne', 'Schlaf ein']],
  ['日本のうた', '', null, ['さくら', 'ふるさと']],
  ['Käpt’n Knopf und das Meer', 'Ein Hörspiel', null, ['Leinen los', 'Sturm', 'Die Insel', 'Heimkehr']],
  ['Vogelstimmen', 'Aus dem Garten', [0x3c8dadff, 0xe8e4c9ff], ['Amsel', 'Drossel', 'Fink', 'Star']],
  ['Probe', '', null, ['Eins, zwei']],
];

/** Writes their folders, each named by its place in the list. */
export async function makeAlbums(folderOf) {
  for (const [n, [title, artist, colours, tracks]] of albums.entries()) {
    const folder = folderOf(n);
    mkdirSync(folder, { recursive: true });
    for (const [t, name] of tracks.entries()) {
      execFileSync(process.execPath, [
        encoder,
        join(folder, `${t + 1}.mp3`),
        '-f',
        'lavfi',
        '-i',
        `sine=frequency=${300 + 40 * t}:duration=${20 + 7 * t}`,
        '-metadata',
        `title=${name}`,
        '-metadata',
        `album=${title}`,
        '-metadata',
        `artist=${artist}`,
        '-metadata',
        `track=${t + 1}`,
        '-c:a',
        'libmp3lame',
        '-b:a',
        '32k',
        '-f',
        'mp3',
      ]);
    }
    if (colours !== null) await cover(join(folder, 'cover.png'), colours, n);
  }
}

/** Hills under a sun. */
async function cover(path, [dark, light], n) {
  const side = 480;
  const picture = new Jimp({ width: side, height: side, color: light });
  for (let x = 0; x < side; x++) {
    for (const [k, base] of [0.55, 0.72].entries()) {
      const top = Math.round(side * (base + 0.09 * Math.sin(x / (60 + 25 * k) + n * 2 + k)));
      for (let y = top; y < side; y++) picture.setPixelColor(k === 1 ? dark : mix(dark, light), x, y);
    }
    for (let y = 60; y < 170; y++)
      if ((x - 340) ** 2 + (y - 115) ** 2 < 52 ** 2) picture.setPixelColor(mix(0xffffffff, light), x, y);
  }
  await picture.write(path);
}

const mix = (a, b) =>
  [24, 16, 8, 0].reduce(
    (colour, shift) => colour + ((((a >>> shift) & 255) + ((b >>> shift) & 255)) >> 1) * 2 ** shift,
    0,
  );
