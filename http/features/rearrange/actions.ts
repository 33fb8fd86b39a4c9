/** The actions that split an album and join two. */
import { action, inFields, noFiles, reading, type Action } from '../../resources/albums/actions.js';
import { concernsOf } from '../../resources/albums/concerns.js';
import { joinFields, partsWithout, sentParts, splitFields, takeApartFields } from './input.js';

// Constants, because their types would not be inferred within the table.
const withOther = inFields(joinFields);
const someTracks = inFields(takeApartFields);
const parts = reading({ fields: splitFields }, (what, body, others) => {
  noFiles(what, body);
  return sentParts(what, body.fields, others);
});

export const rearrangeActions: readonly Action[] = [
  action({
    name: 'split',
    about: {
      summary: 'Split an album into two or more parts, which together have each track once.',
      example: {
        parts: [
          { album_title: 'First', tracks: [1] },
          { album_title: 'Second', tracks: [2] },
        ],
      },
    },
    read: parts,
    call: async (services, uid, parts) => {
      const concerns = concernsOf(services, services.albums.get(uid), [uid], 'split');
      return { ...(await services.rearranging.split(uid, parts)), concerns };
    },
    done: 'done.split',
  }),
  action({
    name: 'take_apart',
    about: {
      summary: 'Take tracks out of an album, into a new album. This undoes a join that the inbox made.',
      example: { tracks: [2], album_title: 'Second' },
    },
    read: someTracks,
    call: async (services, uid, { tracks, album_title: title }) => {
      const album = services.albums.get(uid);
      const concerns = concernsOf(services, album, [uid], 'split');
      return { ...(await services.rearranging.split(uid, partsWithout(album, tracks, title))), concerns };
    },
    done: 'done.split',
  }),
  action({
    name: 'join',
    about: {
      summary: 'Add the tracks of `other` as further discs. That album is removed.',
      example: { other: 922, place: 'end' },
    },
    read: withOther,
    call: async (services, uid, { other, place }) => {
      const joined = services.albums.get(other);
      const concerns = concernsOf(services, joined, [other, uid], 'joined');
      return { album: await services.rearranging.join(uid, other, place), joined, concerns };
    },
    done: 'done.join',
  }),
];
