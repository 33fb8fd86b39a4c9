import { describe, expect, it } from '@jest/globals';
import { parseMountinfo, unescapeOctal, visibleMounts } from '../../../workers/pen/find/mountinfo.js';
import { growthOf } from '../../support/linear.js';

const [tags, options] = ['shared:41 master:2 propagate_from:7', 'rw,fmask=0022,errors=remount-ro'];

/** A desktop with a pen, a stick, a subvolume, a bind mount and things on top of each other. */
const desktop = String.raw`
21 1 0:19 / / rw,relatime shared:1 - btrfs /dev/nvme0n1p2 rw,ssd,subvolid=256,subvol=/@
22 21 0:19 /@home /home rw,relatime shared:2 - btrfs /dev/nvme0n1p2 rw,ssd,subvolid=257,subvol=/@home
23 21 0:4 / /proc rw,nosuid shared:3 - proc proc rw
24 21 0:5 / /mnt rw - ext4 /dev/sda1 ro
31 21 8:17 / /run/media/anna/TIPTOI rw,nosuid,nodev,relatime ${tags} - vfat /dev/sdb1 ${options}
32 21 8:33 / /run/media/anna/Mein\040Stift\040\134\011ü ro,nosuid - exfat /dev/sdc1 rw
33 22 8:33 /Kinder /home/anna/Kinder\012neu rw - exfat /dev/sdc1 rw
34 21 0:50 / /run/media/anna/old rw - tmpfs tmpfs rw
35 34 0:51 / /run/media/anna/old rw - tmpfs new\040one rw
36 24 8:49 / /mnt/late rw - vfat /dev/sdd1 rw
37 21 8:65 / /mnt/early rw - vfat /dev/sde1 rw
38 37 8:66 / /mnt/early/deep rw - vfat /dev/sde2 rw
`;

describe('mountinfo', () => {
  const mounts = parseMountinfo(desktop);
  const at = (point: string): unknown => visibleMounts(mounts).find((mount) => mount.point === point);

  it('is read with its escapes, optional fields and both kinds of options', () => {
    expect(mounts).toHaveLength(12);
    expect(at('/run/media/anna/TIPTOI')).toEqual({
      id: 31,
      parent: 21,
      root: '/',
      point: '/run/media/anna/TIPTOI',
      readOnly: false,
      type: 'vfat',
      source: '/dev/sdb1',
    });
    expect(at('/run/media/anna/Mein Stift \\\tü')).toMatchObject({
      readOnly: true,
      type: 'exfat',
      source: '/dev/sdc1',
      root: '/',
    });
    expect(at('/home/anna/Kinder\nneu')).toMatchObject({ root: '/Kinder' });
    expect(at('/home')).toMatchObject({ root: '/@home', source: '/dev/nvme0n1p2' });
    // `rw` of the mount, `ro` of the file system.
    expect(at('/mnt')).toMatchObject({ readOnly: true });
  });

  it('shows what lies on top, not what it hides', () => {
    expect(at('/run/media/anna/old')).toMatchObject({ id: 35, source: 'new one' });
    expect(at('/mnt/late')).toMatchObject({ id: 36 });
    expect(at('/mnt/early')).toBeUndefined();
    expect(at('/mnt/early/deep')).toBeUndefined();
  });

  it('shows the last of several that claim the same point', () => {
    const text = '5 1 0:1 / /mnt/a rw - tmpfs first rw\n6 1 0:2 / /mnt/a rw - tmpfs second rw\n';
    expect(visibleMounts(parseMountinfo(text)).map(({ source }) => source)).toEqual(['second']);
  });

  it.each([
    '',
    '\n\n',
    'x',
    '1 2 3 4 5 6 7 8',
    '5 1 0:1 / /mnt rw',
    '5 1 0:1 / /mnt rw -',
    '5 1 0:1 / /mnt rw - tmpfs',
    '5 1 0:1 / relative rw - tmpfs x rw',
    '- - - - - - - - - -',
  ])('takes nothing from %j', (text) => expect(parseMountinfo(text)).toEqual([]));

  it('does not run in circles', () => {
    const text = '5 6 0:1 / /a/b rw - tmpfs x rw\n6 5 0:2 / /c rw - tmpfs y rw\n7 7 0:2 / /d rw - tmpfs z rw\n';
    expect(visibleMounts(parseMountinfo(text)).map(({ point }) => point)).toEqual(['/a/b', '/c', '/d']);
  });

  it('takes time that grows as the number of mounts', async () => {
    const parse = (count: number): number => {
      const line = (n: number): string => `${n + 2} 1 0:1 / /var/lib/layers/${n}/merged rw - overlay overlay rw`;
      return visibleMounts(parseMountinfo(Array.from({ length: count }, (_, n) => line(n)).join('\n'))).length;
    };
    expect(parse(20_000)).toBe(20_000);
    expect(await growthOf(parse, 20_000)).toBe('linear');
  });

  it('undoes escapes byte by byte, and leaves what is none', () => {
    expect(unescapeOctal(String.raw`\303\274\040\134040`)).toBe('ü \\040');
    expect(unescapeOctal(String.raw`a\9b\77\400`)).toBe(String.raw`a\9b\77\400`);
  });
});
