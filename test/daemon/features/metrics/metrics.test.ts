import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createEvents, type EventBus } from '../../../../daemon/events.js';
import { Metrics, type MetricsParts } from '../../../../daemon/features/metrics/metrics.js';
import type { DaemonStatus } from '../../../../http/resources/status/service.js';
import type { AlbumView } from '../../../../workers/library/types.js';
import { tmpdir } from 'node:os';

let events: EventBus;
let metrics: Metrics;
let away: string | null = null;
beforeEach(() => {
  events = createEvents();
  away = null;
  metrics = new Metrics(parts());
  metrics.addAll([
    (add) =>
      add('papers', 'Papers.', ['state'], async () => [
        [{ state: 'embedded' }, 5],
        [{ state: 'waiting' }, 2],
      ]),
    (add) => add('backup_configured', 'Set.', [], async () => [[{}, 1]]),
    (add) => add('backup_age_seconds', 'Age.', [], async () => [[{}, 5]]),
    (add) => add('age_of_nothing_seconds', 'Age.', [], async () => []),
  ]);
});

const parts = (): MetricsParts => ({
  version: '1.2.3',
  albums: () => ['ready', 'ready', 'failed'].map((state) => ({ gme_state: state })) as AlbumView[],
  status: () =>
    ({
      inbox: { arriving: [{ name: 'x', files: 1 }] },
      library: { away },
      problems: { album: 2, pen: 0 },
      pens: [{}, {}],
    }) as unknown as DaemonStatus,
  events,
  folders: () => ({ data: tmpdir(), library: '/no such folder' }),
});

/** Value of a figure, with its labels as the text has them. */
async function figure(name: string): Promise<number | undefined> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const job = { id: 7, kind: 'build', title: 'x', oid: 920 };

describe('Metrics', () => {
  it('leave out a value that takes too long', async () => {
    metrics = new Metrics({ ...parts(), folders: () => ({}) }, 1);
    metrics.addAll([(add) => add('stuck', 'Never.', [], () => new Promise(() => undefined))]);
    expect([await figure('tonstift_stuck'), await figure('tonstift_pens_plugged_in')]).toEqual([undefined, 2]);
  });

  it('tell what there is, as it is when they are asked for', async () => {
    expect(await figure('tonstift_albums{state="ready"}')).toBe(2);
    expect(await figure('tonstift_albums{state="building"}')).toBe(0);
    expect(await figure('tonstift_albums{state="failed"}')).toBe(1);
    expect(await figure('tonstift_pens_plugged_in')).toBe(2);
    expect(await figure('tonstift_inbox_arriving')).toBe(1);
    expect(await figure('tonstift_problems{kind="album"}')).toBe(2);
    expect(await figure('tonstift_papers{state="waiting"}')).toBe(2);
    expect(await figure('tonstift_info{version="1.2.3"}')).toBe(1);
    expect(await figure('tonstift_library_available')).toBe(1);
    expect(await figure('tonstift_age_of_nothing_seconds')).toBeUndefined();
    away = 'gone';
    expect(await figure('tonstift_library_available')).toBe(0);
  });

  it('count jobs by what became of them, with their time', async () => {
    const end = metrics.follow();
    events.emit('job.started', job);
    events.emit('job.ended', { ...job, outcome: 'done', reason: null });
    events.emit('job.ended', { ...job, id: 8, outcome: 'failed', reason: 'no' });
    expect(await figure('tonstift_jobs_total{kind="build",outcome="done"}')).toBe(1);
    expect(await figure('tonstift_jobs_total{kind="build",outcome="failed"}')).toBe(1);
    expect(await figure('tonstift_job_seconds_count{kind="build"}')).toBe(1);
    end();
    events.emit('job.ended', { ...job, outcome: 'done', reason: null });
    expect(await figure('tonstift_jobs_total{kind="build",outcome="done"}')).toBe(1);
  });

  it('count answers', async () => {
    for (const status of [200, 200, 404])
      metrics.answered({ method: 'GET', route: '/library/:oid', status, seconds: 0.02 });
    expect(await figure('tonstift_http_requests_total{method="GET",route="/library/:oid",status="200"}')).toBe(2);
    expect(await figure('tonstift_http_request_seconds_bucket{le="0.01",route="/library/:oid"}')).toBe(0);
    expect(await figure('tonstift_http_request_seconds_bucket{le="0.025",route="/library/:oid"}')).toBe(3);
  });

  it('tell of the process under the usual names, and how much is free where it writes', async () => {
    expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(await figure('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6);
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(await figure('tonstift_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
    expect(await figure('tonstift_disk_free_bytes{folder="library"}')).toBeUndefined();
  });

  it.each(['grafana.json', 'alerts.yml'])('have all that %s asks for', async (name) => {
    metrics.follow();
    events.emit('job.started', job);
    events.emit('job.ended', { ...job, outcome: 'done', reason: null });
    metrics.answered({ method: 'GET', route: '/', status: 200, seconds: 1 });
    const text = await metrics.text();
    const file = readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
    const drawn = new Set(file.match(/\b(?:tonstift|process|nodejs)_\w+/g));
    expect(drawn.size).toBeGreaterThan(5);
    for (const name of drawn) expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'));
  });
});
