/** Albums and layouts to print. */
import { Jimp } from 'jimp';
import type { PrintLayout } from '../../../workers/print/sheet/print-layout.js';
import type { SheetAlbum } from '../../../workers/print/sheet/sheet-album.js';
import type { FieldItem, Item, Page } from '../../../workers/print/types.js';

export const layoutOf = (changes: Partial<PrintLayout>): PrintLayout => ({
  preset: 'list',
  page_size: 'A4',
  margin: 10,
  columns: 0,
  tile_size: 0,
  show_cover: true,
  show_album_info: true,
  show_controls: true,
  show_tile_controls: false,
  show_tracks: true,
  show_track_pictures: false,
  show_general_controls: false,
  show_start_hint: true,
  show_start_cover: false,
  dpi: 1200,
  pixel_size: 2,
  ...changes,
});

interface Wanted {
  oid: number;
  title?: string;
  artist?: string;
  cover?: boolean;
  tracks?: number;
  /** Of the tracks, over and over. */
  titles?: readonly string[];
  /** Which tracks have one, counted from 0. */
  pictures?: (track: number) => boolean;
  /** The disc of each track, counted from 0. */
  discs?: (track: number) => number;
}

export const albumOf = ({
  oid,
  title = `Album ${oid}`,
  artist = 'Jemand',
  cover = true,
  tracks = 12,
  pictures = () => false,
  discs = () => 1,
  titles = ['Wie es begann', 'Ein langer Titel, der nicht in eine Zeile passt und weitergeht', 'Schluss'],
}: Wanted): SheetAlbum => ({
  oid,
  album_title: title,
  album_artist: artist,
  cover: cover ? 'cover.jpg' : null,
  tracks: Array.from({ length: tracks }, (_, n) => ({
    track_title: titles[n % titles.length] ?? '',
    disc: discs(n),
    duration: 61_000 + n * 13_777,
    picture: pictures(n) ? `picture-${n % 3}.jpg` : null,
  })),
});

/** A JPEG with soft colours, some grain and hard edges, as covers have. */
export async function coverPicture(side = 600): Promise<Uint8Array> {
  const image = new Jimp({ width: side, height: side });
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const grain = ((x * 73) ^ (y * 151)) & 31;
      const [red, green, blue] =
        (x >> 6) % 3 === 0 ? [20 + grain, 30, 60] : [(x * 200) / side + grain, (y * 200) / side + grain, 120 + grain];
      image.setPixelColor(((red << 24) | (green << 16) | (blue << 8) | 0xff) >>> 0, x, y);
    }
  }
  return image.getBuffer('image/jpeg', { quality: 85 });
}

export const fieldsOf = (pages: Iterable<Page>): FieldItem[] =>
  [...pages].flatMap(({ items }) => items.filter((item): item is FieldItem => item.kind === 'field'));

/** Millimetres. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What an item inks; a text as high as its letters reach. */
export function boxOf(item: Item): Box {
  switch (item.kind) {
    case 'line':
      return {
        left: Math.min(item.x1, item.x2),
        top: Math.min(item.y1, item.y2),
        right: Math.max(item.x1, item.x2),
        bottom: Math.max(item.y1, item.y2),
      };
    case 'shape': {
      const [xs, ys] = [item.points.map(([x]) => x), item.points.map(([, y]) => y)];
      return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    }
    case 'text':
      return {
        left: item.x,
        top: item.y - item.style.size * 0.8,
        right: item.x + item.line.width,
        bottom: item.y + item.style.size * 0.25,
      };
    case 'circle': {
      const { x, y, radius } = item;
      return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
    }
    default:
      return { left: item.x, top: item.y, right: item.x + item.width, bottom: item.y + item.height };
  }
}
