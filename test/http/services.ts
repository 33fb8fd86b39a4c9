/** The services in memory, with real files in a temporary folder: enough for HTTP to be real. */
import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlbumView, Rejected, TrackView } from '../../workers/library/types.js';
import { badFields, TonstiftError } from '../../workers/base/errors.js';
import type { FoundPaper } from '../../workers/embeddings/search/search-papers.js';
import { importPapers } from '../../workers/papers/ingest/import-papers.js';
import { formatOf } from '../../workers/papers/ingest/types.js';
import { createPatternImages } from '../../workers/print/output/pattern-images.js';
import type { ConfigFieldView } from '../../http/resources/config/service.js';
import type { DaemonEvent } from '../../http/resources/status/service.js';
import type { LogEntry, LogLevel } from '../../http/resources/logs/service.js';
import type { PaperService, PaperStatus } from '../../http/resources/papers/service.js';
import type { PenService } from '../../http/resources/pens/service.js';
import type { ServedFile } from '../../http/response/served-file.js';
import type { Services } from '../../http/services.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { testPrints } from './prints.js';

export interface FakeServices extends Services {
  folder: string;
  password: string | undefined;
  isReady: boolean;
  uploadLimit: number;
  /** Thrown by the next call of createGme. */
  trouble: Error | undefined;
  publish(type: string, data: unknown): void;
  /** Events that a ring would have dropped. */
  forgetEvents(): void;
  configValues: Record<string, unknown>;
  /** Titles of what was printed. */
  printJobs: string[];
  close(): Promise<void>;
}

const field = (
  name: string,
  type: string,
  group: string,
  value: unknown,
  choices: string[] | null = null,
): ConfigFieldView => ({
  name,
  type,
  group,
  choices,
  help: `What ${name} is for.`,
  default: value,
  needs_restart: name === 'port',
  environment: `TONSTIFT_${name.toUpperCase()}`,
  flag: `--${name.replaceAll('_', '-')}`,
  source: 'default',
});

const configFields: ConfigFieldView[] = [
  field('inbox_path', 'path', 'places', '/home/me/Tonstift Inbox'),
  field('max_upload_mb', 'integer', 'places', 2048),
  field('audio_format', 'choice', 'sound', 'mp3', ['mp3', 'ogg']),
  field('port', 'integer', 'network', 10020),
  field('password', 'secret', 'network', ''),
  field('open_browser', 'boolean', 'network', false),
  field('allowed_hosts', 'list', 'network', []),
];

/** None is plugged in; pens are tested on the real program (test/scenarios/pen.test.ts). */
function noPens(find: (oid: number) => AlbumView): PenService {
  const noPen = async (): Promise<never> => {
    throw new TonstiftError('no_pen', 'No pen is plugged in.');
  };
  const forAlbum = async (oid: number): Promise<never> => (find(oid), noPen());
  return { list: () => [], copy: forAlbum, remove: forAlbum, sync: noPen, eject: noPen };
}

/**
 * Papers with the real reader of files, and without a database;
 * the real ones are tested in test/scenarios/papers.test.ts.
 */
function fewPapers(): PaperService {
  const status: PaperStatus = {
    state: 'idle',
    problem: null,
    progress: null,
    model: 'mini',
    other_model: null,
    collection: 'papers',
    next_run: null,
    papers: 1,
    embedded: 1,
    waiting: 0,
    failed: 0,
    failures: [],
    conferences: ['EMNLP'],
    years: [2020],
    sessions: [],
  };
  const paper: FoundPaper = {
    uid: 'a',
    title: 'On <b>Pens</b>',
    authors: ['Ada'],
    abstract: 'Ink & sound.',
    year: 2020,
    conference: 'EMNLP',
    session: '',
    poster_position: '',
    paper_pdf_url: 'javascript:alert(1)',
    distance: 0.5,
    similarity: 0.5,
  };
  return {
    status: async () => status,
    formatOf,
    search: async ({ query }) => {
      if (query === 'away') throw new TonstiftError('papers_unavailable', 'The embedding API is away.');
      return query === 'pens' ? [paper] : [];
    },
    import: (source) =>
      importPapers({ storePapers: async (papers) => ({ added: papers.length, updated: 0, unchanged: 0 }) }, source),
    embed: async () => status,
    exportEmbeddings: async () => ({
      ids: ['a', 'b'],
      documents: ['x', 'y'],
      metadatas: [{}, {}],
      embeddings: [
        [1, 0],
        [0, 1],
      ],
    }),
    importEmbeddings: async (data) => data.ids.length,
  };
}

export async function makeServices(): Promise<FakeServices> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-http-'));
  const uploads = join(folder, 'uploads');
  const media = join(folder, 'media');
  await mkdir(uploads);
  await mkdir(media);
  const albums = new Map<number, AlbumView>();
  const events: DaemonEvent[] = [];
  const listeners = new Set<(event: DaemonEvent) => void>();
  const lines: LogEntry[] = [];
  let level: LogLevel = 'info';
  let nextFile = 1;
  let lastId = 0;

  const find = (oid: number): AlbumView => {
    const album = albums.get(oid);
    if (album === undefined) throw new TonstiftError('album_not_found', `There is no album ${oid}.`);
    return album;
  };
  const keep = (album: AlbumView): AlbumView => {
    const numbered = { ...album, num_tracks: album.tracks.length, changed_at: new Date().toISOString() };
    albums.set(album.oid, numbered);
    return numbered;
  };
  const served = async (path: string, type: string, downloadName?: string): Promise<ServedFile> => {
    const bytes = await readFile(path).catch(() => {
      throw new TonstiftError('not_found', 'There is no such file.');
    });
    return {
      path,
      size: bytes.length,
      etag: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
      type,
      downloadName,
    };
  };
  /** Empty files cannot be read; the others are tracks named by their content. */
  const take = async (
    oid: number,
    files: UploadedFile[],
    first: number,
  ): Promise<{ tracks: TrackView[]; rejected: Rejected[] }> => {
    const tracks: TrackView[] = [];
    const rejected: Rejected[] = [];
    for (const file of files) {
      if (file.size === 0) {
        rejected.push({ filename: file.filename, reason: 'is empty' });
        continue;
      }
      const id = nextFile++;
      await rename(file.path, join(media, `${id}.mp3`));
      tracks.push({
        id,
        album_oid: oid,
        track_number: first + tracks.length,
        track_title: file.filename,
        filename: `${id}.mp3`,
        duration: file.size * 1000,
        artist: '',
        disc: 1,
        genre: '',
      });
    }
    return { tracks, rejected };
  };
  const cover = async (oid: number, file: UploadedFile): Promise<string> => {
    const start = (await readFile(file.path)).subarray(0, 4).toString('latin1');
    if (start !== '\x89PNG') throw badFields({ cover: `must be a picture; ${JSON.stringify(file.filename)} is none.` });
    await rename(file.path, join(media, `${oid}.png`));
    return `/images/${oid}/cover.png`;
  };

  const prints = testPrints(folder, find);
  const services: FakeServices = {
    folder,
    password: undefined,
    isReady: true,
    uploadLimit: 10_000_000,
    trouble: undefined,
    configValues: Object.fromEntries(configFields.map((one) => [one.name, one.default])),
    version: '0.0.1-test',
    albums: {
      list: () => [...albums.values()],
      get: find,
      async upload(files, coverFile) {
        let oid = 920;
        while (albums.has(oid)) oid += 1;
        const blank: AlbumView = {
          oid,
          album_title: `Album ${oid}`,
          album_artist: '',
          album_year: null,
          num_tracks: 0,
          cover_image: null,
          player_mode: 'music',
          gme_file: null,
          gme_state: 'missing',
          gme_error: null,
          gme_size: null,
          on_pens: 'all',
          added_at: new Date(Date.now() + lastId++).toISOString(),
          changed_at: '',
          tracks: [],
        };
        albums.set(oid, blank);
        try {
          const { tracks, rejected } = await take(oid, files, 1);
          if (tracks.length === 0)
            throw new TonstiftError('unreadable_audio', 'None of the files can be read as audio.');
          const image = coverFile === undefined ? null : await cover(oid, coverFile);
          const album = keep({ ...blank, tracks, cover_image: image });
          return { album, albums: [album], rejected, duplicate_of: null };
        } catch (thrown) {
          albums.delete(oid);
          throw thrown;
        }
      },
      async createGme(oid) {
        const { trouble } = services;
        services.trouble = undefined;
        if (trouble !== undefined) throw trouble;
        const album = find(oid);
        const bytes = Buffer.from(Array.from({ length: 1000 }, (_, n) => (n + oid) % 256));
        await writeFile(join(media, `${oid}.gme`), bytes);
        return keep({ ...album, gme_state: 'ready', gme_file: `${album.album_title}.gme`, gme_size: bytes.length });
      },
      async remove(oid) {
        const album = find(oid);
        albums.delete(oid);
        await rm(join(media, `${oid}.gme`), { force: true });
        return album;
      },
      async update(oid, edit) {
        const album = find(oid);
        const to = edit.oid ?? oid;
        if (to !== oid && albums.has(to))
          throw new TonstiftError('conflict', `The OID ${to} belongs to another album.`);
        const tracks = album.tracks.map((track) => ({ ...track, ...edit.tracks?.find(({ id }) => id === track.id) }));
        albums.delete(oid);
        return keep({ ...album, ...edit, tracks });
      },
      async setCover(oid, file) {
        return keep({ ...find(oid), cover_image: await cover(oid, file) });
      },
      async addTracks(oid, files) {
        const album = find(oid);
        const { tracks, rejected } = await take(oid, files, album.tracks.length + 1);
        return { album: keep({ ...album, tracks: [...album.tracks, ...tracks] }), rejected };
      },
      async deleteTrack(oid, id) {
        const album = find(oid);
        if (!album.tracks.some((track) => track.id === id))
          throw new TonstiftError('track_not_found', `The album ${oid} has no track ${id}.`);
        return keep({ ...album, tracks: album.tracks.filter((track) => track.id !== id) });
      },
      async cleanup(oid) {
        await rm(join(media, `${oid}.gme`), { force: true });
        return keep({ ...find(oid), gme_state: 'missing', gme_file: null, gme_size: null });
      },
      async gmeFile(oid) {
        const album = find(oid);
        if (album.gme_state !== 'ready')
          throw new TonstiftError('gme_missing', `The album ${oid} has no GME file yet.`);
        return served(join(media, `${oid}.gme`), 'application/octet-stream', album.gme_file ?? undefined);
      },
      async coverFile(oid, name) {
        if (name !== 'cover.png' || find(oid).cover_image === null)
          throw new TonstiftError('not_found', 'There is no such picture.');
        return served(join(media, `${oid}.png`), 'image/png');
      },
      async trackFile(oid, id) {
        const track = find(oid).tracks.find((one) => one.id === id);
        if (track === undefined) throw new TonstiftError('track_not_found', `The album ${oid} has no track ${id}.`);
        return served(join(media, track.filename), 'audio/mpeg');
      },
    },
    config: {
      values: () => ({
        ...services.configValues,
        password: services.configValues['password'] === '' ? '' : '********',
      }),
      fields: () => configFields,
      async update(changes) {
        const problems: Record<string, string> = {};
        const parsed: Record<string, unknown> = {};
        for (const [name, raw] of Object.entries(changes)) {
          const known = configFields.find((one) => one.name === name);
          if (known === undefined) problems[name] = 'is not a setting.';
          else if (known.type === 'integer' && !/^\d+$/.test(String(raw)))
            problems[name] = `must be a whole number, not ${JSON.stringify(raw)}.`;
          else
            parsed[name] =
              known.type === 'integer' ? Number(raw) : known.type === 'boolean' ? raw === true || raw === 'true' : raw;
        }
        if (Object.keys(problems).length > 0) throw badFields(problems);
        Object.assign(services.configValues, parsed);
        return {
          config: services.config.values(),
          needs_restart: Object.keys(parsed).filter((name) => name === 'port'),
        };
      },
      pendingRestart: () => [],
    },
    logs: {
      level: () => level,
      recent: (count) => lines.slice(-count).reverse(),
      async setLevel(to) {
        level = to;
        lines.push({ time: new Date(0).toISOString(), level: 'info', area: 'log', message: `level ${to} <b>` });
      },
    },
    events: {
      epoch: 'run1',
      last: () => lastEvent(),
      since: (id) =>
        (events[0] !== undefined && events[0].id > id + 1) || id > lastEvent()
          ? null
          : events.filter((event) => event.id > id),
      subscribe(receive) {
        listeners.add(receive);
        return () => listeners.delete(receive);
      },
    },
    patterns: createPatternImages(),
    print: prints.print,
    printJobs: prints.started,
    pens: noPens(find),
    papers: fewPapers(),
    access: { allowedHosts: () => new Set(['tonstift.home']), password: () => services.password },
    status: () => ({
      inbox: { path: '/home/me/Tonstift Inbox', arriving: [] },
      library: { albums: albums.size, building: 0, failed: 0 },
      pens: [],
    }),
    ready: () => services.isReady,
    uploadFolder: () => uploads,
    maxUploadBytes: () => services.uploadLimit,
    publish(type, data) {
      const event = { id: lastEvent() + 1, type, data };
      events.push(event);
      for (const receive of listeners) receive(event);
    },
    forgetEvents: () => void events.splice(0, events.length - 1),
    async close() {
      await prints.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  const lastEvent = (): number => events.at(-1)?.id ?? 0;
  return services;
}
