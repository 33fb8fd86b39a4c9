import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { audioTypeOf } from '../../../daemon/albums/audio-types.js';
import { isAudioName } from '../../../workers/audio/album/names.js';
import { fixtureFormats } from '../../fixtures/audio.js';

const uploadPage = readFileSync(new URL('../../../http/resources/upload/view.ts', import.meta.url), 'utf8');

it.each([...fixtureFormats, 'oga', 'm4b', 'aif'])(
  'files that end in .%s are taken, offered for upload, and played by a browser',
  (ending) => {
    expect(isAudioName(`01.${ending}`)).toBe(true);
    expect(uploadPage).toContain(`.${ending},`);
    expect(audioTypeOf(`01.${ending.toUpperCase()}`)).toMatch(/^audio\//);
  },
);
