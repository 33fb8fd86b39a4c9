/** The Debian package: installed with nothing else, updated while it runs, and gone again. */
import { newerVersion } from '../install.mjs';
import { check } from './check.mjs';

const library = '/home/ada/.local/share/tonstift/library/library.json';

/** @type {import('../chapters.mjs').Chapter[]} */
export const deb = [
  {
    what: 'the Debian package is installed, and a person has the service of it, with the library of before',
    async live(life) {
      const { root, person } = life;
      await root.run(
        'rm -rf /usr/local/lib/node_modules/tonstift /usr/local/bin/tonstift /srv/test/newer /usr/bin/node',
      );
      const said = await root.run('dpkg -i /srv/test/tonstift.deb', 600_000);
      check(said.includes('tonstift service install'), said);
      for (const file of ['man/man1/tonstift.1.gz', 'bash-completion/completions/tonstift', 'doc/tonstift/copyright'])
        await root.run(`test -s /usr/share/${file}`);
      await root.run('loginctl enable-linger ada');
      const started = await person.run('hash -r; tonstift service install', 400_000);
      check(started.includes('started'), started);
      const { albums } = await life.until('the library', '/library', () => true);
      check(albums.length > 0, 'the library is empty');
      await life.albums(albums.length);
    },
  },
  {
    what: 'a newer package takes over from the one that runs',
    async live(life) {
      const { albums } = await life.ask('/library');
      await life.root.run('dpkg -i /srv/test/tonstift-newer.deb', 600_000);
      await life.until('the newer version', '/', ({ version }) => version === newerVersion);
      await life.albums(albums.length);
      const said = await life.person.run('tonstift --version');
      check(said.includes(newerVersion), said);
    },
  },
  {
    what: 'root has the service of the system of it',
    async live(life) {
      const { root, person } = life;
      await person.run('tonstift service uninstall', 120_000);
      const said = await root.run('hash -r; tonstift service install --system', 400_000);
      check(said.includes('started'), said);
      await life.until('the daemon', '/library', () => true);
      check((await root.run('ps -o user= -p $(systemctl show -p MainPID --value tonstift)')) === 'tonstift', said);
    },
  },
  {
    what: 'it is purged, and leaves the libraries',
    async live({ root }) {
      const said = await root.run('dpkg --purge tonstift', 400_000);
      check(said.includes('/var/lib/tonstift'), said);
      check((await root.try('curl -sS http://127.0.0.1:10020/healthz')).code !== 0, 'it still answers');
      const left = await root.run(
        'ls -d /usr/lib/tonstift /usr/bin/tonstift /etc/systemd/system/*tonstift* /etc/udev/rules.d/*tonstift* ' +
          '/etc/systemd/system/*.wants/*tonstift* /var/cache/tonstift /var/log/tonstift 2>/dev/null || true',
      );
      check(left === '', left);
      await root.run(`test -e ${library} && test -e /var/lib/tonstift/library/library.json`);
    },
  },
];
