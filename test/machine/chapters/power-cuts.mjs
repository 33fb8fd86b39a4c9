/** The power goes while something is done; afterwards everything is there, or goes on. */
import { setTimeout as wait } from 'node:timers/promises';
import { check } from './check.mjs';
import { isAtWorkOrDone, plugAgain } from './pens.mjs';
import { give, library } from './user-unit.mjs';

const titles = ({ albums }) => albums.map(({ album_title: title }) => title).sort();

/** Throws unless the library is whole. */
async function checkLibrary({ person }) {
  const { code, output } = await person.try('tonstift library check', 300_000);
  check(code === 0, `library check: ${output}`);
}

/** @type {import('../chapters.mjs').Chapter[]} */
export const powerCuts = [
  {
    what: 'a power cut during an import: the album is there, once and whole',
    isShort: true,
    async live(life) {
      const before = titles(await life.ask('/library'));
      await give(life, 'Am Meer');
      await life.root.run('sync');
      await life.until('an album that arrives', '/healthz', () => true);
      await wait(2500);
      await life.cutPower();
      const after = titles(await life.albums(before.length + 1));
      check(JSON.stringify(after) === JSON.stringify([...before, 'Am Meer'].sort()), after.join());
      await checkLibrary(life);
    },
  },
  {
    what: 'a power cut during a build: the file for the pen is made afterwards',
    async live(life) {
      const { albums } = await life.ask('/library');
      await give(life, 'Auf Reisen');
      await life.until('a build', '/library', ({ albums: now }) =>
        now.some(({ gme_state: state }) => state === 'building'),
      );
      await life.cutPower();
      await life.albums(albums.length + 1);
      await checkLibrary(life);
    },
  },
  {
    what: 'a power cut right after an edit was answered: it is kept',
    async live(life) {
      const { albums } = await life.ask('/library');
      const { oid } = albums.find(({ album_title: title }) => title === 'Im Wald');
      const answer = await life.ask('/library', { action: 'update', uid: oid, album_artist: 'Die Amseln' });
      check(answer.success === true, JSON.stringify(answer));
      await life.cutPower();
      const after = await life.albums(albums.length);
      check(
        after.albums.some(({ album_artist: artist }) => artist === 'Die Amseln'),
        JSON.stringify(after),
      );
      await checkLibrary(life);
    },
  },
  {
    what: 'a power cut during a copy: the stick is whole, and gets the rest',
    async live(life) {
      life.stick('cut', { megabytes: 1024 });
      await life.plug('cut');
      await life.until('a copy', '/pens', ({ pens }) =>
        pens.some(({ progress }) => progress !== null && progress.done > 0),
      );
      await life.cutPower();
      life.checkStick('cut', { isCut: true });
      await life.until('the daemon', '/healthz', () => true);
      await plugAgain(life, 'cut', isAtWorkOrDone);
      await life.pens(1);
      await life.pull('cut');
      life.checkStick('cut', { isCut: true });
      await life.compareStick('cut', await life.digests(library));
    },
  },
  {
    what: 'a power cut during an embedding: every paper is embedded afterwards',
    async live(life) {
      const { root, person } = life;
      const api = 'systemd-run --unit=embedding-api --collect node /srv/test/embedding-api.mjs';
      await root.run(api);
      const file = '~/.config/tonstift/config.json';
      const fields = { llm_backend_url: 'http://127.0.0.1:7999', embedding_model: 'machine', requests_per_minute: 0 };
      await person.run(`echo '${JSON.stringify(fields)}' > ${file}; systemctl --user reload tonstift`);
      await person.run(
        'curl -sS -H "content-type: application/x-ndjson" --data-binary @/srv/test/papers.ndjson ' +
          'http://127.0.0.1:10020/papers',
        300_000,
      );
      await life.until(
        'some papers that are embedded',
        '/papers',
        ({ status: { embedded } }) => embedded > 0 && embedded < 400,
      );
      await life.cutPower();
      await life.root.run(api);
      await life.until(
        'all papers',
        '/papers',
        ({ status: { papers, embedded } }) => papers === 400 && embedded === 400,
      );
    },
  },
];
