/** Builds the list of problems from the state of the daemon's parts. Pure. */
import type { PenView } from '../../../http/resources/pens/service.js';
import type { Problem, ProblemAction } from '../../../http/resources/status/problem.js';
import { say, Sentence, type Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { MachineTrouble } from '../../machine-trouble.js';

/** The sources of problems. */
export interface Troubled {
  machine: readonly MachineTrouble[];
  library: { path: string; away: Words | null; unwritable: Words | null };
  inbox: readonly { name: string; reason: Words }[];
  albums: readonly AlbumView[];
  /** OIDs of albums whose folder is missing. */
  gone: ReadonlySet<number>;
  pens: readonly PenView[];
}

export function problemsIn({ machine, library, inbox, albums, gone, pens }: Troubled): Problem[] {
  const isThere = (oid: number): boolean => albums.some((album) => album.oid === oid);
  return [
    ...machine.map((one): Problem => ({ ...nobody, kind: 'machine', ...one, path: '/logs' })),
    ...ofLibrary(library),
    ...inbox.map(ofInbox),
    ...albums.filter((album) => album.gme_state === 'failed' || gone.has(album.oid)).map((one) => ofAlbum(one, gone)),
    ...pens.filter((pen) => pen.plugged_in).flatMap((pen) => ofPen(pen, isThere)),
  ];
}

const nobody = { oid: null, pen: null, actions: [] } as const;

function ofLibrary({ path, away, unwritable }: Troubled['library']): Problem[] {
  const about = { ...nobody, kind: 'library', what: path, path: '/config?all=true#f-library_path' } as const;
  if (away !== null) return [{ ...about, reason: away, advice: say('problems.library.advice') }];
  if (unwritable === null) return [];
  const reason = say('problems.library.unwritable', { why: unwritable });
  return [{ ...about, reason, advice: say('problems.library.unwritable.advice') }];
}

const ofInbox = ({ name, reason }: Troubled['inbox'][number]): Problem => ({
  ...nobody,
  ...{ kind: 'inbox', what: name, reason, advice: say('problems.inbox.advice'), path: '/help' },
});

function ofAlbum({ oid, album_title: what, gme_error: error }: AlbumView, gone: Troubled['gone']): Problem {
  const isGone = gone.has(oid);
  const isFull = error instanceof Sentence && error.key === 'error.disk_full';
  const again = { name: 'create_gme', path: '/library', fields: { action: 'create_gme', uid: String(oid) } } as const;
  return {
    ...{ kind: 'album', what, oid, pen: null, path: `/library/${oid}` },
    reason: isGone ? say('problems.album.gone') : (error ?? say('state.failed')),
    advice: say(
      isGone ? 'problems.album.gone.advice' : isFull ? 'problems.album.full.advice' : 'problems.album.advice',
    ),
    actions: isGone ? [] : [again],
  };
}

function ofPen(pen: PenView, isThere: (oid: number) => boolean): Problem[] {
  const sync = { name: 'sync', path: '/pens', fields: { action: 'sync', pen: pen.id } } as const;
  const about = { kind: 'pen', what: pen.name, path: '/pens', pen: pen.id } as const;
  const leave = (oid: number): ProblemAction => {
    const fields = { action: 'delete_from_pen', uid: String(oid), pen: pen.id };
    return { name: 'delete_from_pen', path: '/library', fields };
  };
  return [
    ...pen.problems.map(({ oid, reason }): Problem => {
      if (oid === null || !isThere(oid))
        return { ...about, oid, reason, advice: say('problems.pen.advice'), actions: [sync] };
      return { ...about, oid, reason, advice: say('problems.pen.album.advice'), actions: [sync, leave(oid)] };
    }),
    ...pen.shadowed.map(({ oid, path: file }): Problem => {
      const reason = say('problems.pen.shadowed', { file, oid });
      return { ...about, oid, reason, advice: say('problems.pen.shadowed.advice'), actions: [sync] };
    }),
  ];
}
