/** A machine without a desktop: a service of the system, which mounts pens itself. */
import { check } from './check.mjs';

const library = '/var/lib/tonstift/library';

/** @type {import('../chapters.mjs').Chapter[]} */
export const systemUnit = [
  {
    what: 'root has the service of the system installed; it runs as a user of its own, in its sandbox',
    async live(life) {
      const { root } = life;
      const said = await root.run('tonstift service install --system', 400_000);
      check(said.includes('installed and started: /etc/systemd/system/tonstift.service'), said);
      check(
        (await root.run('ps -o user= -p $(systemctl show -p MainPID --value tonstift)')) === 'tonstift',
        'not as tonstift',
      );
      const security = await root.run('systemd-analyze security tonstift --no-pager | tail -1');
      const level = Number(/: ([\d.]+)/.exec(security)?.[1]);
      check(level <= 2, security);
      check(
        /It runs: http/.test(await root.run('tonstift service status --system')),
        'status does not say that it runs',
      );
      const journal = await root.run('journalctl -u tonstift -o cat --no-pager');
      check(!/Failed|denied|not permitted/i.test(journal), journal);
    },
  },
  {
    what: 'another account of the machine reads nothing and sets no password, though the sandbox hides /proc/net',
    async live({ root }) {
      const ask = 'curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1:10020';
      const as = (account, what) => root.run(`setpriv --reuid=${account} --clear-groups ${ask}${what}`);
      check((await as('nobody', '/library')) === '403', 'nobody reads the library');
      check((await as('nobody', '/config -d password=eight+letters')) === '403', 'nobody sets a password');
      check((await as('tonstift', '/library')) === '200', 'its own account is refused');
    },
  },
  {
    what: 'it takes an album from its inbox, and brings it onto a stick that nobody else mounts',
    async live(life) {
      const { root } = life;
      await root.run(
        `cd /var/lib/tonstift && cp -r '/srv/test/Am Meer' coming && chown -R tonstift: coming && ` +
          `mv coming 'inbox/Am Meer'`,
      );
      await life.albums(1);
      life.stick('system', {});
      await life.plug('system');
      await life.pens(1);
      check(
        (await root.run('findmnt -no OPTIONS,TARGET /media/tonstift/*')).includes('flush'),
        'not mounted with flush',
      );
      await life.pull('system');
      life.checkStick('system');
      await life.compareStick('system', await life.digests(library));
      await life.until('a daemon that knows it', '/pens', ({ pens }) => pens.every(({ plugged_in: is }) => !is));
      await root.until('test -z "$(ls /media/tonstift)"');
    },
  },
  {
    what: 'a stick that is no pen is looked at, and left alone',
    async live(life) {
      life.stick('photos', { label: 'FOTOS' });
      await life.plug('photos');
      await life.root.until('journalctl -b -o cat --no-pager | grep -q "is not a pen"');
      check((await life.root.run('ls /media/tonstift')) === '', 'it stays mounted');
      await life.pull('photos');
      life.checkStick('photos');
    },
  },
  {
    what: 'after a power cut it is back, and so is a stick that is plugged in',
    async live(life) {
      await life.cutPower();
      await life.albums(1);
      await life.plug('system');
      await life.pens(1);
      await life.pull('system');
      life.checkStick('system');
    },
  },
  {
    what: 'it goes away, and leaves the library to the user tonstift',
    async live({ root }) {
      check(
        (await root.run('tonstift service uninstall --system', 120_000)).includes('stay'),
        'says nothing of what stays',
      );
      await root.run(`test -e ${library}/library.json && ! test -e /etc/udev/rules.d/69-tonstift-pen.rules`);
    },
  },
];
