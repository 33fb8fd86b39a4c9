import { expect, it } from '@jest/globals';
import { accepted } from '../../../http/resources/upload/view.js';
import { audioTypeOf } from '../../../daemon/albums/audio-types.js';
import { isAudioName } from '../../../workers/audio/album/names.js';
import { fixtureFormats } from '../../fixtures/audio.js';

it.each([...fixtureFormats, 'oga', 'm4b', 'aif'])(
  'files that end in .%s are taken, offered for upload, and played by a browser',
  (ending) => {
    expect(isAudioName(`01.${ending}`)).toBe(true);
    expect(accepted).toContain(`.${ending},`);
    expect(audioTypeOf(`01.${ending.toUpperCase()}`)).toMatch(/^audio\//);
  },
);

it('every ending of audio and video can be chosen on the page of uploads', () => {
  const offered = accepted.split(',').filter((type) => type.startsWith('.') && type !== '.zip');
  expect(offered.filter((ending) => !isAudioName(`01${ending}`))).toEqual([]);
  expect(offered.length).toBeGreaterThan(40);
});
