/** A serial line to the machine: what it prints, and a shell at its other end. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export class Console {
  /** All that it has printed. */
  heard = '';
  #at = 0;
  #socket;
  #waiting = new Set();

  constructor(socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      this.heard += text;
      for (const look of this.#waiting) look();
    });
    socket.on('error', () => undefined);
  }

  /** @param {string} path of a socket of Unix, which may not be there yet */
  static async open(path) {
    for (let tries = 0; ; tries++) {
      try {
        const socket = connect(path);
        await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
        return new Console(socket);
      } catch (error) {
        if (tries > 100) throw error;
        await wait(100);
      }
    }
  }

  send(text) {
    this.#socket.write(Buffer.from(text, 'utf8'));
  }

  /** Waits for something that was printed after what was last waited for. */
  expect(pattern, ms = 120_000) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.heard.slice(this.#at));
        if (found === null) return;
        this.#at += found.index + found[0].length;
        end();
        resolve(found);
      };
      const timer = setTimeout(() => {
        end();
        const last = this.heard.slice(this.#at).slice(-2000);
        reject(new Error(`The console did not say ${pattern} within ${ms} ms, but: ${last}`));
      }, ms);
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Forgets what was printed until now. */
  skip() {
    this.#at = this.heard.length;
  }

  /** Logs in at the prompt. */
  async login(name, password, ms = 300_000) {
    await this.expect(/login: $/, ms);
    this.send(`${name}\n`);
    await this.expect(/Password: $/, 60_000);
    this.send(`${password}\n`);
    await this.shell();
  }

  /** Takes over a shell that has just started. */
  async shell(ms = 300_000) {
    await this.expect(/[$#] $/, ms);
    // One that neither edits nor prints what is typed: the answer is all that is heard.
    this.send('exec bash --norc --noprofile --noediting\n');
    await this.expect(/[$#] $/, 60_000);
    this.send("stty -echo cols 500; export SYSTEMD_PAGER= SYSTEMD_COLORS=0 PAGER=cat; PS1=; PS2=; echo rea''dy\n");
    await this.expect(/ready\r?\n/, 60_000);
  }

  /**
   * Runs a command in the shell.
   * @returns {Promise<{ code: number, output: string }>} both streams
   */
  async try(command, ms = 120_000) {
    const end = randomBytes(6).toString('hex');
    this.skip();
    this.send(`{ ${command}\n} 2>&1 </dev/null; echo "${end.slice(0, 6)}""${end.slice(6)} $?"\n`);
    const found = await this.expect(new RegExp(`([^]*?)${end} (\\d+)\\r?\\n`), ms);
    const output = Buffer.from(found[1], 'latin1').toString('utf8').replaceAll('\r', '').trim();
    return { code: Number(found[2]), output };
  }

  /** Its output; throws where it fails. */
  async run(command, ms) {
    const { code, output } = await this.try(command, ms);
    if (code !== 0) throw new Error(`${command}\nended with ${code}: ${output}`);
    return output;
  }

  /** Runs it until it succeeds. */
  async until(command, ms = 120_000) {
    const end = Date.now() + ms;
    for (;;) {
      const { code, output } = await this.try(command, ms);
      if (code === 0) return output;
      if (Date.now() > end) throw new Error(`${command}\ndid not succeed within ${ms} ms: ${output}`);
      await wait(500);
    }
  }

  close() {
    this.#socket.destroy();
  }
}
