/** A Debian of its own: root file system and kernel, made once and kept, since that takes minutes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const release = 'bookworm';
const packages = [
  ...['systemd-sysv', 'udev', 'dbus', 'libpam-systemd', 'dbus-user-session', 'kmod', 'linux-image-amd64'],
  ...['initramfs-tools', 'login', 'passwd', 'util-linux', 'procps', 'curl', 'libstdc++6', 'libatomic1', 'less'],
  ...['exfatprogs', 'dosfstools'],
];

/** Who logs in there. */
export const person = { name: 'ada', password: 'geheim' };

const run = (program, ...words) => execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });

/**
 * The folder of a Debian that has booted nowhere yet; `tonstift` is not on it.
 * @param {string} cache where it is kept
 * @returns {string} its root file system
 */
export function debian(cache) {
  const key = createHash('sha256')
    .update(JSON.stringify([release, packages, person, 2]))
    .digest('hex')
    .slice(0, 12);
  const root = join(cache, `debian-${key}`);
  if (existsSync(root)) return root;
  const making = `${root}.making`;
  // What was cut off has the kernel's own file systems in it.
  for (const name of ['proc', 'sys', 'dev']) spawnSync('umount', ['--lazy', '--recursive', join(making, name)]);
  rmSync(making, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  run('debootstrap', '--variant=minbase', `--include=${packages.join(',')}`, release, making, mirror());
  rmSync(join(making, 'var/cache/apt/archives'), { recursive: true, force: true });
  furnish(making);
  renameSync(making, root);
  return root;
}

/** Where this machine has its own packages from. */
function mirror() {
  const format = ['--format', '$(SITE)', 'Created-By: Packages', 'Component: main'];
  const [site = ''] = execFileSync('apt-get', ['indextargets', ...format], { encoding: 'utf8' }).split('\n');
  if (site === '') throw new Error('apt-get names no place that packages come from; debootstrap needs one.');
  return site;
}

/** A person, a console to log in at, and another one for the test. */
function furnish(root) {
  const write = (path, text, mode = 0o644) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  const inside = (...words) => run('chroot', root, ...words);
  write('etc/hostname', 'maschine\n');
  write('etc/fstab', '/dev/vda / ext4 errors=remount-ro 0 1\n');
  write(
    'etc/systemd/system/serial-getty@ttyS1.service.d/root.conf',
    [
      '[Service]',
      'ExecStart=',
      'ExecStart=-/sbin/agetty --autologin root --noclear --keep-baud 115200 %I dumb',
      '',
    ].join('\n'),
  );
  inside('systemctl', 'enable', 'serial-getty@ttyS0.service', 'serial-getty@ttyS1.service');
  // Nobody waits for time that is lost by what a machine in software does not need.
  inside('systemctl', 'mask', 'apt-daily.timer', 'apt-daily-upgrade.timer', 'e2scrub_reap.service', 'fstrim.timer');
  inside('useradd', '--create-home', '--shell', '/bin/bash', person.name);
  execFileSync('chroot', [root, 'chpasswd'], { input: `${person.name}:${person.password}\n` });
}

/**
 * The kernel of a root file system, and what it boots with.
 * @returns {{ kernel: string, initrd: string }}
 */
export function kernelOf(root) {
  const find = (start) => readdirSync(join(root, 'boot')).find((name) => name.startsWith(start));
  const [kernel, initrd] = [find('vmlinuz-'), find('initrd.img-')];
  if (kernel === undefined || initrd === undefined) throw new Error(`${root} has no kernel.`);
  return { kernel: join(root, 'boot', kernel), initrd: join(root, 'boot', initrd) };
}

/**
 * A disk with a root file system on it.
 * @param {string} root a folder
 * @param {string} disk a file; it is sparse
 */
export function diskOf(root, disk) {
  rmSync(disk, { force: true });
  run('truncate', '-s', '6G', disk);
  run('mkfs.ext4', '-q', '-F', '-d', root, disk);
}
