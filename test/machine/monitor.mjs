/** QEMU's own interface (QMP): a line of JSON each way. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

export class Monitor {
  #socket;
  #answers = [];
  #events = [];
  #waiting = new Set();

  constructor(socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => {
      const message = JSON.parse(line);
      if (message.event !== undefined) {
        this.#events.push(message);
        for (const look of this.#waiting) look();
      } else if (message.QMP === undefined) this.#answers.shift()?.(message);
    });
  }

  /** @param {string} path of its socket, which may not be there yet */
  static async open(path) {
    for (let tries = 0; ; tries++) {
      try {
        const socket = connect(path);
        await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
        const monitor = new Monitor(socket);
        await monitor.ask('qmp_capabilities');
        return monitor;
      } catch (error) {
        if (tries > 100) throw error;
        await wait(100);
      }
    }
  }

  /** Throws what QEMU refuses it with. */
  async ask(execute, words = {}) {
    const answer = await new Promise((resolve) => {
      this.#answers.push(resolve);
      this.#socket.write(`${JSON.stringify({ execute, arguments: words })}\n`);
    });
    if (answer.error !== undefined) throw new Error(`${execute}: ${answer.error.desc}`);
    return answer.return;
  }

  /** Waits for an event that has not been waited for. */
  until(name, is, ms = 60_000) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const at = this.#events.findIndex(({ event, data }) => event === name && is(data ?? {}));
        if (at < 0) return;
        this.#events.splice(at, 1);
        end();
        resolve(undefined);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`QEMU did not tell of ${name} within ${ms} ms.`));
      }, ms);
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  close() {
    this.#socket.destroy();
  }
}
