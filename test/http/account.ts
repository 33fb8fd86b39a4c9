/** Requests from other accounts of this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** `nobody` on most systems: an account that owns nothing here. */
const stranger = 65_534;

/** Only root may start something under another account. */
export const mayChangeAccount = process.platform === 'linux' && process.getuid?.() === 0;

const script = `
const [port, host, text, leave, localAddress] = JSON.parse(process.argv[1]);
const socket = require('node:net').connect({ port, host, localAddress: localAddress ?? undefined }, () => {
  if (leave === 'close') socket.write(text, () => socket.destroy());
  else if (leave === 'reset') socket.write(text, () => socket.resetAndDestroy());
  else socket.write(text);
});
let answer = '';
socket.on('data', (chunk) => (answer += chunk));
socket.on('error', () => undefined);
socket.on('close', () => process.stdout.write(answer));
`;

interface StrangersWay {
  host?: string;
  leave?: 'close' | 'reset';
  uid?: number;
  from?: string;
}

/**
 * Sends a request as it is written and answers what came back.
 * @param leave not waiting for the answer
 * @param from address of this machine that it is sent from
 */
export async function asStranger(
  port: number,
  text: string,
  { host = '127.0.0.1', leave, uid = stranger, from }: StrangersWay = {},
): Promise<string> {
  const child = spawn(process.execPath, ['-e', script, JSON.stringify([port, host, text, leave, from])], {
    uid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let answer = '';
  child.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(child, 'close');
  return answer;
}
