import { describe, expect, it } from '@jest/globals';
import {
  isAlbumPlaceholder,
  isArtistPlaceholder,
  isTitlePlaceholder,
} from '../../../workers/audio/formats/placeholders.js';

describe('a ripper that knows nothing writes', () => {
  it.each([
    ...[
      'Unknown Album',
      'unknown album',
      'UNKNOWN ALBUM',
      'Unknown',
      '<unknown>',
      '[unknown]',
      'Untitled',
      'Unknown Disc',
    ],
    ...['Unbekanntes Album', 'Unbekanntes Album (21.08.2023 09:05:10)', 'Unknown Album (8/21/2023 9:05:10 AM)'],
    ...[
      'Album inconnu',
      'Album inconnu (21/08/2023 09:05:10)',
      'Onbekend album',
      'Ohne Titel',
      'Sans titre',
      'No Title',
    ],
    ...['Unknown Album 2', 'unknown_album'],
  ])('as the album: %s', (text) => {
    expect(isAlbumPlaceholder(text)).toBe(true);
  });

  it.each([
    ...['Unknown Artist', 'Unbekannter Interpret', 'Unbekannter Künstler', 'unbekannt', 'Artiste inconnu'],
    ...['Interprète inconnu', 'Onbekende artiest', 'No Artist', '<unknown>', 'unknown artist'],
  ])('as the artist: %s', (text) => {
    expect(isArtistPlaceholder(text)).toBe(true);
  });

  it.each([
    ...[
      'Track 1',
      'track 01',
      'TRACK01',
      'Track_1',
      'Track 1/12',
      'Titel 1',
      'Title 3',
      'AudioTrack 01',
      'Audio Track 1',
    ],
    ...['Piste 1', 'Piste audio 01', 'Titre 4', 'Nummer 1', 'Spoor 2', 'Spur 1', 'Unknown Title', 'Unbekannter Titel'],
    ...['Titre inconnu', 'Onbekende titel', 'Untitled', 'Titel 3 von 12'],
  ])('as the title: %s', (text) => {
    expect(isTitlePlaceholder(text)).toBe(true);
  });
});

describe('a text that means something', () => {
  it.each([
    ...[
      'Verschiedene Interpreten',
      'Various Artists',
      'Die Unbekannten',
      'Unknown Pleasures',
      'No',
      'Kein Album für zwei',
    ],
    ...['Das unbekannte Album', 'Into the Unknown', 'Titel', 'Track', 'Album', 'The Album', '???', '1', 'CD 1'],
  ])('is none: %s', (text) => {
    expect([isAlbumPlaceholder(text), isArtistPlaceholder(text)]).toEqual([false, false]);
  });

  it.each([
    ...[
      'Kapitel 1',
      'Teil 1',
      'Lied 1',
      'Track 1 - Der Anfang',
      'Titelmelodie',
      'Die Spur 1',
      'Folge 3',
      'Nummer Eins',
    ],
    ...['Track 1999', 'Spur der Steine', 'Nummer 5 lebt', 'No'],
  ])('is no title of a ripper: %s', (text) => {
    expect(isTitlePlaceholder(text)).toBe(false);
  });
});
