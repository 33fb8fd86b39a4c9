import { expect, it } from '@jest/globals';
import { editForm } from '../../http/resources/albums/album-form.js';
import { albumView } from '../../workers/library/view.js';
import { anAlbum, aTrack } from '../support/records.js';

it('offers what tracks are converted as, for albums with a track that is', () => {
  const formOf = (...filenames: string[]): string => {
    const tracks = filenames.map((filename, n) => aTrack(n + 1, { filename }));
    return editForm(albumView(anAlbum(920, { tracks, sound: 'speech' }), '', false), []).in('en');
  };
  expect(formOf('1.mp3', '2.MP3')).not.toContain('name="sound"');
  expect(formOf('1.mp3', '2.flac')).toContain('<option value="speech" selected>speech</option>');
});
