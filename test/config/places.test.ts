import { expect, it } from '@jest/globals';
import { placesOf, typedFor } from '../../config/places.js';

it.each([
  [placesOf({ XDG_DATA_HOME: '/srv/data' }), 'tonstift'],
  [placesOf({}, '/srv/music'), 'tonstift --home=/srv/music'],
  [placesOf({}, "/srv/Anna's music"), "tonstift --home='/srv/Anna'\\''s music'"],
  [placesOf({ STATE_DIRECTORY: '/var/lib/tonstift' }), 'tonstift --home=/var/lib/tonstift'],
])('a command is typed with the home, unless it is the usual one (%#)', (places, typed) => {
  expect(typedFor(places)).toBe(typed);
});
