/** The container where no engine runs: linted, and held against the program. packaging/test-installs.mjs builds it. */
import '../../workers/papers/settings-table.js';
import { describe, expect, it } from '@jest/globals';
import { validate } from 'dockerfile-utils';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { environmentOf, fieldNames } from '../../config/fields.js';
import { portOf } from '../support/servers.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const containerfile = read('service-units/container/Containerfile');

interface Compose {
  services: {
    tonstift: {
      build: { context: string; dockerfile: string };
      ports: string[];
      restart: string;
      user: string;
      environment: Record<string, string>;
      volumes: (string | { source: string; target: string; bind: { propagation: string } })[];
    };
  };
}

describe('the health check', () => {
  const healthy = (port: number): Promise<number | null> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], TONSTIFT_PORT: String(port) };
      const script = join(root, 'service-units/container/healthy');
      execFile('bash', [script], { env, timeout: 30_000 }, (error) => resolve(error === null ? 0 : Number(error.code)));
    });

  it('is what the daemon says of itself', async () => {
    let status = 200;
    const server = createServer(({ url }, response) => {
      response.statusCode = url === '/healthz' ? status : 404;
      response.end('{}');
    });
    const port = await portOf(server);
    expect(await healthy(port)).toBe(0);
    status = 503;
    expect(await healthy(port)).toBe(1);
    server.close();
    await once(server, 'close');
    expect(await healthy(port)).toBe(1);
  });
});

describe('the Containerfile', () => {
  it('is clean', () => {
    expect(validate(containerfile).map(({ message }) => message)).toEqual([]);
    expect(validate('FROM x\nRUNN y')).toHaveLength(1);
  });

  it('runs as a user without rights, is asked for its health, and keeps what is lasting in volumes', () => {
    const last = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/\nUSER tonstift\n/);
    expect(last).toMatch(/\nHEALTHCHECK [^]*container\/healthy"/);
    expect(last).toContain('npm ci --omit=dev');
    expect(last).toContain('VOLUME ["/data", "/inbox"]');
    expect(last.indexOf('\nUSER')).toBeGreaterThan(last.lastIndexOf('\nRUN'));
  });

  it('sets only what the program knows', () => {
    const known = new Set([...fieldNames.map(environmentOf), 'TONSTIFT_HOME', 'TONSTIFT_RESTARTED_BY']);
    const compose = parse(read('service-units/container/compose.yaml')) as Compose;
    const set = [
      ...(containerfile.match(/\bTONSTIFT_\w+/g) ?? []),
      ...Object.keys(compose.services.tonstift.environment),
    ];
    expect(set.length).toBeGreaterThan(4);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it('keeps the folders of its owner out of images, packages and commits', () => {
    const { volumes } = (parse(read('service-units/container/compose.yaml')) as Compose).services.tonstift;
    const own = volumes.flatMap((one) => (typeof one === 'string' ? [] : one.source)).filter((one) => /^\./.test(one));
    expect(own).toEqual(['./data', './inbox']);
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    for (const path of own.map((one) => `service-units/container/${one.slice(2)}`)) {
      expect(read('.dockerignore').split('\n')).toContain(path);
      expect(read('.gitignore').split('\n')).toContain(`${path}/`);
      expect(files).toContain(`!${path}`);
    }
  });

  it('is what the compose file builds, open to this machine alone, with pens that are plugged in later', () => {
    const { build, ports, restart, user, volumes } = (parse(read('service-units/container/compose.yaml')) as Compose)
      .services.tonstift;
    expect(existsSync(join(root, 'service-units/container', build.context, build.dockerfile))).toBe(true);
    expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect(volumes).toContainEqual(expect.objectContaining({ target: '/media', bind: { propagation: 'rslave' } }));
    // After a restart of the machine, the end by SIGTERM is no failure. The folders belong to a person.
    expect({ restart, user }).toEqual({ restart: 'always', user: '1000:1000' });
  });
});
