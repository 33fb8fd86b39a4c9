import '../../../../workers/papers/settings-table.js';
import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../../../config/fields.js';
import { theirSettings, type TheirSettings } from '../../../../workers/features/takeover/settings.js';
import { temporaryFolders } from '../../../support/folder.js';
import { testSettings } from '../../../support/settings.js';

const folder = temporaryFolders();

async function settingsOf(config: Record<string, string | null>, flags: Partial<Config> = {}): Promise<TheirSettings> {
  const rows = Object.entries(config).map(([param, value]) => ({ param, value }));
  return theirSettings(rows, testSettings(await folder(), flags as never));
}

describe('settings of theirs', () => {
  it('are ours, where there is an equal', async () => {
    const { changes, notes } = await settingsOf({
      ...{ print_preset: 'cd', print_page_size: 'letter', print_page_margin: '0.5in', print_num_cols: '2' },
      ...{ print_tile_size: '12', print_show_cover: 'FALSE', print_show_album_info: 'FALSE' },
      ...{ print_show_album_controls: 'FALSE', print_show_tracks: 'TRUE', print_show_general_controls: 'TRUE' },
      ...{ tt_dpi: '600', 'tt_pixel-size': '2', audio_format: 'ogg', pen_language: 'FRENCH' },
      ...{ print_max_track_controls: '24', 'tt_code-dim': null, tt_transscript: null, port: '10020', log_level: 'x' },
    });
    expect(notes).toEqual([]);
    expect(changes).toEqual({
      ...{ print_preset: 'cd', print_page_size: 'Letter', print_margin: 12.7, print_columns: 2, print_tile_size: 120 },
      ...{ print_show_cover: false, print_show_album_info: false, print_show_controls: false },
      ...{ print_show_general_controls: true, print_dpi: 600, audio_format: 'ogg', pen_language: 'FRENCH' },
    });
  });

  it.each([
    ['print_tile_size', '45', 'print_tile_size is "45 cm" there; print_tile_size accepts 0 to 200 mm and stays 0.'],
    ['print_tile_size', '1', 'print_tile_size is "1 cm" there; print_tile_size accepts 0 to 200 mm and stays 0.'],
    [
      'print_page_size',
      'A4 landscape',
      'print_page_size is "A4 landscape" there; print_page_size accepts one of A4, A5, Letter and stays "A4".',
    ],
    ['print_page_margin', 'wide', 'print_page_margin is "wide" there; print_margin accepts 0 to 50 mm and stays 10.'],
    ['tt_dpi', '1000', 'tt_dpi is "1000" there; print_dpi accepts 300 to 2400 and stays 1200.'],
    ['print_max_track_controls', '30', expect.stringContaining('general buttons here have 24 tracks')],
    ['tt_transscript', 'x.csv', 'tt_transscript is "x.csv" there; Tonstift has no such setting.'],
  ])('are said where %s is %j', async (name, value, note) => {
    expect(await settingsOf({ [name]: value })).toEqual({ changes: {}, notes: [note] });
  });

  it('are left out where they do not go together', async () => {
    const { changes, notes } = await settingsOf({ tt_dpi: '300', 'tt_pixel-size': '3', print_preset: 'tiles' });
    expect(changes).toEqual({ print_preset: 'tiles' });
    expect(notes).toEqual([expect.stringMatching(/^print_dpi and print_pixel_size cannot be imported/)]);
  });

  it('give way to what was chosen here', async () => {
    expect(await settingsOf({ print_preset: 'cd' }, { print_preset: 'tiles' })).toEqual({
      changes: {},
      notes: ['print_preset is "cd" there; print_preset was set here and stays "tiles".'],
    });
  });
});
