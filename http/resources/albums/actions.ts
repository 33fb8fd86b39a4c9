/** The table of actions of POST /library. */
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import type { AlbumView, Rejected } from '../../../workers/library/types.js';
import { albumEdit, editFields, formTrackField } from './album-edit.js';
import type { Body } from '../../request/body.js';
import { onlyKnown, type Fields } from '../../request/fields.js';
import type { AlbumService } from './service.js';
import type { PenService } from '../pens/service.js';
import type { UploadedFile } from '../../request/uploaded-file.js';
import { integer, line, shown, valueOf } from '../../request/values.js';

/** Album identifiers as clients send them; one that no album has is unknown, not malformed. */
export const uidOf = (raw: unknown, name = 'uid'): number => valueOf(name, raw, integer(1, 999));

interface Outcome {
  album: AlbumView;
  rejected?: Rejected[];
}

/** Who carries actions out. */
export interface Keepers {
  albums: AlbumService;
  pens: PenService;
}

interface Action {
  name: string;
  alias?: string;
  /** Fields beside `action` and `uid`. */
  fields?: readonly string[];
  /** Fields named by a pattern, beside those. */
  pattern?: RegExp;
  /** The file field. */
  file?: 'cover' | 'files';
  call(services: Keepers, uid: number, fields: Fields, files: UploadedFile[]): Promise<Outcome>;
}

/** Id or serial number of a pen; none means all that are plugged in. */
export function penOf(fields: Fields): string | undefined {
  const raw = fields.get('pen');
  return raw === undefined || raw === '' ? undefined : valueOf('pen', raw, line('not empty'));
}

export const actions: readonly Action[] = [
  { name: 'create_gme', alias: 'make_gme', call: async ({ albums }, uid) => ({ album: await albums.createGme(uid) }) },
  {
    name: 'copy_gme',
    alias: 'copy_to_pen',
    fields: ['pen'],
    call: async ({ pens }, uid, fields) => ({ album: await pens.copy(uid, penOf(fields)) }),
  },
  { name: 'delete', alias: 'delete_album', call: async ({ albums }, uid) => ({ album: await albums.remove(uid) }) },
  {
    name: 'update',
    fields: editFields,
    pattern: formTrackField,
    call: async ({ albums }, uid, fields) => ({ album: await albums.update(uid, albumEdit(fields, albums.get(uid))) }),
  },
  {
    name: 'add_cover',
    file: 'cover',
    call: async ({ albums }, uid, _fields, files) => ({ album: await albums.setCover(uid, oneCover(files)) }),
  },
  {
    name: 'delete_track',
    fields: ['id'],
    call: async ({ albums }, uid, fields) => ({
      album: await albums.deleteTrack(uid, valueOf('id', fields.get('id'), integer(1, Number.MAX_SAFE_INTEGER))),
    }),
  },
  {
    name: 'add_tracks',
    file: 'files',
    call: async ({ albums }, uid, _fields, files) => albums.addTracks(uid, someFiles(files)),
  },
  { name: 'cleanup', call: async ({ albums }, uid) => ({ album: await albums.cleanup(uid) }) },
  {
    name: 'delete_from_pen',
    alias: 'delete_gme_tiptoi',
    fields: ['pen'],
    call: async ({ pens }, uid, fields) => ({ album: await pens.remove(uid, penOf(fields)) }),
  },
];

export function oneCover(files: readonly UploadedFile[]): UploadedFile {
  const [cover, second] = files;
  if (cover === undefined) throw badFields({ cover: 'must be one picture.' });
  if (second !== undefined) throw badFields({ cover: `must be one picture, not ${files.length}.` });
  return cover;
}

export function someFiles(files: UploadedFile[]): UploadedFile[] {
  if (files.length === 0) throw badFields({ files: 'must be one audio file or more.' });
  return files;
}

/** Throws `bad_field` for files in fields that take none. */
export function onlyFilesIn(body: Body, known: readonly string[], what: string): void {
  onlyKnown(body.files.keys(), new Set(known), what);
}

export type ActionAnswer =
  { list: true } | { list: false; action: string; uid: number; album: AlbumView; rejected?: Rejected[] };

/** Throws `unknown_action`, `bad_field`, and what the action throws. */
export async function runAction(keepers: Keepers, body: Body): Promise<ActionAnswer> {
  const name = body.fields.get('action');
  if (name === 'list') {
    onlyKnown(body.fields.keys(), new Set(['action']), 'The action list');
    return { list: true };
  }
  const action = actions.find((one) => one.name === name || (one.alias !== undefined && one.alias === name));
  if (action === undefined) {
    const known = [...actions.map((one) => one.name), 'list'].join(', ');
    const what = name === undefined ? 'The field action is missing' : `There is no action ${shown(name)}`;
    throw new TonstiftError('unknown_action', `${what}; there are ${known}.`, { action: `must be one of ${known}.` });
  }
  const { fields = [], pattern, file } = action;
  const named = [...body.fields.keys()].filter((field) => pattern?.test(field) !== true);
  onlyKnown(named, new Set(['action', 'uid', ...fields]), `The action ${action.name}`);
  onlyFilesIn(body, file === undefined ? [] : [file], `The action ${action.name}, as for files,`);
  const uid = uidOf(body.fields.get('uid'));
  const files = file === undefined ? [] : (body.files.get(file) ?? []);
  return { list: false, action: action.name, uid, ...(await action.call(keepers, uid, body.fields, files)) };
}
