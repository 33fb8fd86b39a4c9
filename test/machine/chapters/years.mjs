/** What comes in years: restarts, clocks, updates, and a daemon that stands still. */
import { check } from './check.mjs';
import { give } from './user-unit.mjs';
import { newerVersion } from '../install.mjs';

const versionOf = ({ person }) =>
  person.run('curl -sS -H "accept: application/json" http://127.0.0.1:10020/healthz; tonstift --version');

/** @type {import('../chapters.mjs').Chapter[]} */
export const years = [
  {
    what: 'after a restart of the machine the daemon is there before anybody logs in',
    async live(life) {
      const { albums } = await life.ask('/library');
      life.root.send('systemctl reboot\n');
      await life.machine.loggedInAgain();
      await life.albums(albums.length);
    },
  },
  {
    what: 'a clock without network, twenty years behind, that jumps ahead later, costs nothing',
    async live(life) {
      const { albums } = await life.ask('/library');
      await life.machine.shutDown();
      await life.machine.boot({ clock: '2006-01-01T00:00:00' });
      await life.albums(albums.length);
      await life.root.run('date -s 2031-05-05');
      await life.albums(albums.length);
      check((await life.person.try('tonstift library check', 300_000)).code === 0, 'the library is not whole');
      await life.machine.shutDown();
    },
  },
  {
    what: 'an update to a newer version, and back, keeps everything',
    async live(life) {
      const { root, person } = life;
      const { albums } = await life.until('the daemon', '/library', () => true);
      const [own, newer] = ['/usr/local/lib/node_modules/tonstift', '/srv/test/newer'];
      for (const is of [newerVersion, '0.']) {
        await root.run(`mv ${own} /srv/test/swap && mv ${newer} ${own} && mv /srv/test/swap ${newer}`);
        await person.run('tonstift service restart', 400_000);
        check((await versionOf(life)).includes(is), `not ${is}`);
        await life.albums(albums.length);
      }
    },
  },
  {
    what: 'a daemon that stands still is ended and started again, and sets aside what it stood still over',
    async live(life) {
      const { person, root } = life;
      await person.run(
        'mkdir -p ~/.config/systemd/user/tonstift.service.d; cd ~/.config/systemd/user/tonstift.service.d; ' +
          'printf "[Service]\\nWatchdogSec=15\\n" > test.conf; cd; ' +
          'systemctl --user daemon-reload; systemctl --user restart tonstift',
        400_000,
      );
      await life.until('the daemon', '/healthz', () => true);
      const pid = await person.run('systemctl --user show -p MainPID --value tonstift');
      const note = '/home/ada/.local/share/tonstift/inbox-at-work.json';
      await give(life, 'Im Gebirge');
      await root.until(`grep -q Gebirge ${note}`, 120_000);
      await root.run(`kill -STOP ${pid}`);
      await person.until(`test "$(systemctl --user show -p NRestarts --value tonstift)" = 1`, 200_000);
      await life.until('the daemon', '/healthz', () => true);
      await life.until('what was set aside', '/arrivals', ({ arrivals }) =>
        arrivals.some(({ name, end }) => /Gebirge/.test(name) && end === 'failed'),
      );
      await person.run('rm -r ~/.config/systemd/user/tonstift.service.d; systemctl --user daemon-reload');
    },
  },
  {
    what: 'it goes away, and leaves the library',
    async live({ person, root }) {
      const said = await person.run('tonstift service uninstall', 120_000);
      check(said.includes('stopped and removed'), said);
      await root.run('test -e /home/ada/.local/share/tonstift/library/library.json');
      await root.run('loginctl disable-linger ada; rm /etc/udev/rules.d/80-desktop.rules; udevadm control --reload');
      check((await person.try('curl -sS http://127.0.0.1:10020/healthz')).code !== 0, 'it still answers');
    },
  },
];
