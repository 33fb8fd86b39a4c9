import { beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemdOf } from '../../../daemon/supervisor/systemd.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();
let folder = '';
beforeEach(async () => {
  folder = await newFolder();
});

const manager = (environment: NodeJS.ProcessEnv) => {
  const found = systemdOf({ NOTIFY_SOCKET: '/nowhere', ...environment }, 42);
  if (found === undefined) throw new Error('systemd is not seen');
  return found;
};

/** A socket such as that of systemd, which writes each message to a file. Node.js has none of that kind. */
const listener = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
out = open(sys.argv[2], 'w')
while True:
    data, descriptors, _flags, _from = socket.recv_fds(s, 4096, 4)
    out.write(data.decode() + '\\n--\\n')
    out.flush()
    for each in descriptors: socket.close(each)
`;
import { until } from '../../support/patience.js';
const canListen =
  spawnSync('systemd-notify', ['--version']).status === 0 && spawnSync('python3', ['--version']).status === 0;

describe('systemdOf', () => {
  it('sees it where it wants to be told', () => {
    expect(systemdOf({})).toBeUndefined();
    expect(systemdOf({ NOTIFY_SOCKET: '' })).toBeUndefined();
    expect(manager({}).watchdogMs).toBeNull();
  });

  it('knows for whom a watchdog is', () => {
    expect(manager({ WATCHDOG_USEC: '60000000' }).watchdogMs).toBe(60_000);
    expect(manager({ WATCHDOG_USEC: '60000000', WATCHDOG_PID: '42' }).watchdogMs).toBe(60_000);
    expect(manager({ WATCHDOG_USEC: '60000000', WATCHDOG_PID: '43' }).watchdogMs).toBeNull();
    expect(manager({ WATCHDOG_USEC: 'x' }).watchdogMs).toBeNull();
  });

  it('learns once that the last run was ended by the watchdog', () => {
    const note = join(folder, 'ended-by-watchdog');
    expect(manager({ RUNTIME_DIRECTORY: folder }).endedLastRun()).toBe(false);
    writeFileSync(note, '');
    const told = manager({ RUNTIME_DIRECTORY: `${folder}:/elsewhere` });
    expect([told.endedLastRun(), told.endedLastRun(), existsSync(note)]).toEqual([true, false, false]);
    expect(manager({}).endedLastRun()).toBe(false);
  });

  (canListen ? it : it.skip)(
    'says things in order, to a socket (skipped where there is no systemd-notify or no python3 to listen)',
    async () => {
      const [socket, heard] = [join(folder, 'notify'), join(folder, 'heard')];
      const child: ChildProcess = spawn('python3', ['-c', listener, socket, heard]);
      try {
        await until('the socket', () => existsSync(socket));
        const systemd = manager({ PATH: process.env.PATH, NOTIFY_SOCKET: socket });
        await Promise.all([
          systemd.say('READY=1', 'STATUS=8 albums · ready'),
          systemd.say('WATCHDOG=1'),
          systemd.say('STOPPING=1'),
        ]);
        const messages = readFileSync(heard, 'utf8').split('\n--\n');
        // It waits until each is heard, by one more message.
        const told = messages.filter((message) => message !== '' && !message.startsWith('BARRIER='));
        expect(told.map((message) => message.trim())).toEqual([
          'READY=1\nSTATUS=8 albums · ready',
          'WATCHDOG=1',
          'STOPPING=1',
        ]);
      } finally {
        child.kill();
      }
    },
  );

  (canListen ? it : it.skip)('fails where nobody listens (skipped where there is no systemd-notify)', async () => {
    await expect(manager({ PATH: process.env.PATH }).say('READY=1')).rejects.toThrow(/\S/);
  });
});
