/** Texts of tags that have several values. */
import { describe, expect, it } from '@jest/globals';
import type { IAudioMetadata } from 'music-metadata';
import { metadataFacts, tagsOf } from '../../../workers/audio/formats/facts.js';
import { cleanText } from '../../../workers/audio/formats/tag-text.js';

describe('a text with NUL', () => {
  it.each([
    ['First 1\0Second 1', 'First 1, Second 1'],
    ['First 1\0', 'First 1'],
    ['First 1\0 \0', 'First 1'],
    ['F\0i\0r\0s\0t\0', 'First'],
  ])('%j becomes %s', (text, clean) => expect(cleanText(text)).toBe(clean));
});

describe('several titles', () => {
  it.each([
    ['ID3v2.4', 'TIT2', ['Eins 1\0Zwei 1']],
    ['ID3v2.4', 'TIT2', ['Eins 1', 'Zwei 1']],
    ['vorbis', 'TITLE', ['Eins 1', 'Zwei 1']],
  ])('of %s are all in the title', (type, id, values) => {
    const native = { [type]: values.map((value) => ({ id, value })) };
    const metadata = { format: { tagTypes: [type] }, native, common: { title: values.at(-1), disk: {} } };
    expect(metadataFacts(metadata as unknown as IAudioMetadata).tags.title).toBe('Eins 1, Zwei 1');
  });
});

it.each([
  ['3', 'TRACKTOTAL', '3/12'],
  ['03', 'TOTALTRACKS', '03/12'],
  ['3/12', 'TRACKTOTAL', '3/12'],
  ['A1', 'TRACKTOTAL', 'A1'],
])('the track %s with the total in %s of Vorbis comments is %s', (number, id, expected) => {
  const native = {
    vorbis: [
      { id: 'TRACKNUMBER', value: number },
      { id, value: '12' },
    ],
  };
  const metadata = { format: { tagTypes: ['vorbis'] }, native, common: { disk: {} } };
  expect(metadataFacts(metadata as unknown as IAudioMetadata).tags.trackText).toBe(expected);
});

describe('short words of accents', () => {
  const tags = (title: string, album: string) =>
    metadataFacts({
      format: { tagTypes: ['ID3v2.3'] },
      native: {},
      common: { title, album, artist: 'Queen', disk: {} },
    } as unknown as IAudioMetadata).tags;

  it.each([
    ['Êîò', 'Кот'],
    ['Êîçà', 'Коза'],
    ['2. ¨æ', '2. Ёж'],
    ['Ёж', 'Ёж'],
    ['Été', 'Été'],
    ['2×2', '2×2'],
    ['÷', '÷'],
  ])('%s beside Russian names is %s', (title, meant) => {
    expect(tags(title, 'Ñêàçêè äëÿ äåòåé')).toMatchObject({ title: meant, album: 'Сказки для детей', artist: 'Queen' });
  });

  it('stay as they are beside other names', () => {
    expect(tags('Êîò', 'Contes').title).toBe('Êîò');
  });
});

it('tags from ffmpeg lack what a ripper wrote that knew nothing', () => {
  const texts = { title: 'Eins', album: 'Unknown Album', artist: 'Unknown Artist', album_artist: 'No Artist' };
  const { title, album, artist, albumArtist } = tagsOf(new Map(Object.entries(texts)));
  expect([title, album, artist, albumArtist]).toEqual(['Eins', undefined, undefined, undefined]);
});

it('tags from ffmpeg have the names of APE tags, too', () => {
  const { albumArtist, year } = tagsOf(new Map(Object.entries({ 'album artist': 'Anna', year: '1999' })));
  expect([albumArtist, year]).toEqual(['Anna', 1999]);
});
