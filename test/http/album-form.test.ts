import { expect, it } from '@jest/globals';
import { editForm } from '../../http/resources/albums/album-form.js';
import { albumTasks } from '../../http/resources/albums/album-tasks.js';
import { albumView } from '../../workers/library/view.js';
import { anAlbum, aTrack } from '../support/records.js';

const formWith = (changes: Parameters<typeof anAlbum>[1]): string =>
  editForm(albumView(anAlbum(920, changes), '', false), []).in('en');

it('offers which tracks become equally loud', () => {
  expect(formWith({ loudness: 'level' })).toContain('<option value="level" selected>all tracks</option>');
});

it('offers to cut tracks of more than ten minutes', () => {
  const tasksOf = (...durations: number[]): string => {
    const tracks = durations.map((duration, n) => aTrack(n + 1, { duration }));
    return albumTasks(albumView(anAlbum(920, { tracks }), '', false), { pens: [], show: () => [] }).in('en');
  };
  expect(tasksOf(600_000, 300_000)).not.toContain('cut_at_silences');
  const [, form = ''] = tasksOf(300_000, 600_001).split('cut_at_silences');
  expect(form.split('</form>')[0]).toContain('<option value="2">2. Title 2</option>');
  expect(form.split('</form>')[0]).not.toContain('Title 1');
});

it('offers what tracks are converted as, for albums with a track that is', () => {
  const formOf = (...filenames: string[]): string =>
    formWith({ tracks: filenames.map((filename, n) => aTrack(n + 1, { filename })), sound: 'speech' });
  expect(formOf('1.mp3', '2.MP3')).not.toContain('name="sound"');
  expect(formOf('1.mp3', '2.flac')).toContain('<option value="speech" selected>speech</option>');
});
