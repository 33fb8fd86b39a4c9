/** A client that reads pages, prints sheets, searches for papers, and empties the trash. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** An embedding server with random vectors. */
export async function embeddingServer() {
  const vector = () => Array.from({ length: 512 }, () => Math.random() - 0.5);
  const server = createServer((request, response) => {
    text(request)
      .then((body) => {
        const { input = [] } = body === '' ? {} : JSON.parse(body);
        const data = [input].flat().map((_, index) => ({ index, embedding: vector(), object: 'embedding' }));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ object: 'list', data, model: 'soak' }));
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Number of distinct papers after an hour; they are imported again with other abstracts. */
const mostPapers = 1_000;
/**
 * Deleted albums to keep. The test deletes more in an hour than a family does in years, which would count as growth.
 */
const mostDeleted = 20;

export class Reader {
  papersGiven = 0;

  /**
   * @param {import('./world.mjs').World} world
   * @param {import('./random.mjs').Random} random
   */
  constructor(world, random) {
    this.world = world;
    this.random = random;
  }

  /** @param {() => boolean} isOver */
  async work(isOver) {
    const loop = async (act, pause) => {
      while (!isOver()) {
        await act();
        await sleep(pause);
      }
    };
    await Promise.all([
      loop(() => this.pages(), 1000),
      loop(() => this.sheets(), 4000),
      loop(() => this.search(), 1500),
      loop(() => this.papers(), 20_000),
      loop(() => this.discard(), 10_000),
    ]);
  }

  async ask(path, init = {}) {
    const { status, body } = await this.world.daemon.ask(path, init);
    this.world.answered(`${init.method ?? 'GET'} ${path.split('?')[0].replace(/\d+/g, 'n')}`, status, body);
    return body;
  }

  async pages() {
    await this.ask('/library', { headers: { accept: 'text/html' } });
    await this.ask('/pens');
  }

  async sheets() {
    await this.ask(`/pdf?preset=${this.random.pick(['list', 'tiles', 'cd'])}`);
    if (this.random.chance(0.1)) await this.ask('/download_oid_images');
  }

  async search() {
    await this.ask(`/papers?q=${randomBytes(4).toString('hex')}`);
  }

  async papers() {
    const papers = Array.from({ length: 50 }, () => ({
      title: `About ${this.papersGiven++ % mostPapers}`,
      authors: ['A. Author'],
      abstract: randomBytes(400).toString('hex'),
      session: 'One',
      year: 2024,
      conference: 'Soak',
    }));
    const headers = { 'content-type': 'application/json' };
    await this.ask('/papers', { method: 'POST', headers, body: JSON.stringify(papers) });
    await this.ask('/papers/embed', { method: 'POST' });
  }

  /** Deletes for good, the oldest first. */
  async discard() {
    const { deleted = [] } = await this.ask('/deleted');
    const oldest = deleted.toSorted((a, b) => a.deleted_at.localeCompare(b.deleted_at)).slice(0, -mostDeleted);
    for (const { folder } of oldest)
      await this.ask('/deleted', { method: 'POST', body: new URLSearchParams({ action: 'discard', folder }) });
  }
}
