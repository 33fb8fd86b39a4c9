/** A person logs in, has the service installed, and gives it an album. */
import { mounts } from '../life.mjs';
import { check } from './check.mjs';

const home = '/home/ada';
export const library = `${home}/.local/share/tonstift/library`;
const inbox = `${home}/Tonstift Inbox`;

/** What a desktop does with a stick: it is mounted for who sits there, and not checked before. */
const desktop = [
  'ACTION=="add", SUBSYSTEM=="block", ENV{ID_BUS}=="usb", ENV{ID_FS_USAGE}=="filesystem", ',
  `RUN+="/usr/bin/systemd-mount --no-block --collect --fsck=no --owner=ada $devnode ${mounts}/%k"`,
].join('');
const desktopRule = '/etc/udev/rules.d/80-desktop.rules';

/** Puts things into the inbox, as their owner. */
export const give = (life, name) =>
  life.root.run(
    `cp -r '/srv/test/${name}' /tmp/coming && chown -R ada: /tmp/coming && mv /tmp/coming '${inbox}/${name}'`,
  );

/** @type {import('../chapters.mjs').Chapter[]} */
export const userUnit = [
  {
    what: 'a person logs in and has the service installed, which says what it did',
    isFirst: true,
    async live({ root, person }) {
      await root.run(`echo '${desktop}' > ${desktopRule}; udevadm control --reload`);
      const said = await person.run('tonstift service install', 400_000);
      check(said.includes(`installed and started: ${home}/.config/systemd/user/tonstift.service`), said);
      await root.run('loginctl enable-linger ada');
    },
  },
  {
    what: 'systemd is told when it is ready, how it is, and that it lives',
    isShort: true,
    async live({ person }) {
      const shown = await person.run(
        'systemctl --user show -p Type,ActiveState,SubState,StatusText,WatchdogUSec,NRestarts tonstift',
      );
      for (const line of ['Type=notify', 'ActiveState=active', 'SubState=running', 'NRestarts=0'])
        check(shown.includes(line), shown);
      check(/StatusText=http:\/\/127\.0\.0\.1:10020\/ · 0 albums/.test(shown), shown);
      check(/It runs: http/.test(await person.run('tonstift service status')), 'status does not say that it runs');
      check((await person.run('tonstift service logs')).includes('is listening'), 'logs show nothing');
    },
  },
  {
    what: 'every line of the sandbox holds: nothing in the journal about what could not be done',
    async live({ person }) {
      const said = await person.run('journalctl --user -u tonstift -o cat --no-pager');
      check(!/Failed|denied|not permitted|ignoring/i.test(said), said);
      const denied = await person.try('systemctl --user show -p ProtectSystem,NoNewPrivileges tonstift');
      check(denied.output.includes('ProtectSystem=full'), denied.output);
    },
  },
  {
    what: 'a unit that asks for more than a user’s manager can do fails, and install says why',
    async live({ root, person }) {
      const unit = '/usr/local/lib/node_modules/tonstift/service-units/systemd/tonstift.service';
      await root.run(`cp ${unit} /tmp/unit && sed -i 's/^NoNewPrivileges=.*/&\\nProtectKernelModules=yes/' ${unit}`);
      try {
        const { code, output } = await person.try('tonstift service install', 400_000);
        check(code === 75 && output.includes('CAPABILITIES'), `${code}: ${output}`);
      } finally {
        await root.run(`cp /tmp/unit ${unit}`);
        await person.run('tonstift service install', 400_000);
      }
    },
  },
  {
    what: 'an album that is put into the inbox is made for the pen',
    isFirst: true,
    async live(life) {
      await life.until('the daemon', '/healthz', () => true);
      await give(life, 'Im Wald');
      const { albums } = await life.albums(1);
      check(albums[0].album_title === 'Im Wald', JSON.stringify(albums));
    },
  },
  {
    what: 'doctor reports on this machine, without titles and names',
    async live({ person }) {
      const said = await person.run('tonstift doctor', 120_000);
      console.log(said.replace(/^/gm, '         '));
      check(/^daemon +runs$/m.test(said) && /^problems +none$/m.test(said), said);
      check(/^library +~\/\.local\/share\/tonstift\/library: can be written/m.test(said), said);
      check(!/Im Wald|ada/.test(said), said);
    },
  },
  {
    what: 'SIGHUP, by systemctl reload, reads the configuration again',
    isShort: true,
    async live(life) {
      const { person } = life;
      const file = '~/.config/tonstift/config.json';
      await person.run(`mkdir -p ~/.config/tonstift; echo '{"log_level": "debug"}' > ${file}`);
      const pid = await person.run('systemctl --user show -p MainPID --value tonstift');
      await person.run('systemctl --user reload tonstift');
      await person.until('journalctl --user -u tonstift -o cat --no-pager | grep -q "Changed: log_level"');
      check(pid === (await person.run('systemctl --user show -p MainPID --value tonstift')), 'it was started again');
    },
  },
];
