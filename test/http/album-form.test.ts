import { expect, it } from '@jest/globals';
import { editForm } from '../../http/resources/albums/album-form.js';
import { albumView } from '../../workers/library/view.js';
import { anAlbum, aTrack } from '../support/records.js';

const formWith = (changes: Parameters<typeof anAlbum>[1]): string =>
  editForm(albumView(anAlbum(920, changes), '', false), []).in('en');

it('offers which tracks become equally loud', () => {
  expect(formWith({ loudness: 'level' })).toContain('<option value="level" selected>even out all tracks</option>');
});

it('offers what tracks are converted as, for albums with a track that is', () => {
  const formOf = (...filenames: string[]): string =>
    formWith({ tracks: filenames.map((filename, n) => aTrack(n + 1, { filename })), sound: 'speech' });
  expect(formOf('1.mp3', '2.MP3')).not.toContain('name="sound"');
  expect(formOf('1.mp3', '2.flac')).toContain('<option value="speech" selected>speech</option>');
});
