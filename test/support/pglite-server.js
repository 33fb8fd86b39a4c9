/**
 * PGlite with pgvector behind a port, in a process of its own: PostgreSQL as one session, which all connections share
 * by turns. What stands for a database of its own is a schema, and its users are real.
 *
 *   node test/support/pglite-server.js FOLDER PORT
 */
import { createServer } from 'node:net';
import { importFetched } from './fetched.js';

/** @type {any} */
const { PGlite } = await importFetched('pglite', '@electric-sql/pglite/dist/index.js');
/** @type {any} */
const { vector } = await importFetched('pglite', '@electric-sql/pglite-pgvector/dist/index.js');
const [folder = '', port = ''] = process.argv.slice(2);
const db = await PGlite.create(folder, { extensions: { vector } });
await db.exec('create extension if not exists vector schema public');
/** Codes of the protocol: a request for TLS, and one to end what another connection does. */
const asksForTls = 80_877_103;
const cancels = 80_877_102;

/** @type {{ connection: object, bytes: Buffer, answer: (bytes: Uint8Array) => void }[]} */
const waiting = [];
let working = false;
/** @type {object | undefined} */
let last;

async function work() {
  if (working) return;
  working = true;
  for (;;) {
    // Within a transaction the session is that connection's.
    const at = db.isInTransaction() ? waiting.findIndex(({ connection }) => connection === last) : 0;
    const [turn] = at < 0 ? [] : waiting.splice(at, 1);
    if (turn === undefined) break;
    if (turn.connection !== last) await change(turn.connection);
    turn.answer(await db.execProtocolRaw(turn.bytes));
  }
  working = false;
}

async function change(connection) {
  last = connection;
  const { user, database } = connection;
  await db.exec(`reset role; create schema if not exists "${database}";
    set search_path to "${database}", public; set role "${user}"`);
}

createServer((socket) => {
  const connection = { user: '', database: '' };
  let received = Buffer.alloc(0);
  /** Messages since the last that asks for an answer: they belong together. */
  let from = 0;
  const ask = (bytes) => {
    waiting.push({ connection, bytes, answer: (answered) => socket.writable && socket.write(answered) });
    void work();
  };
  function read() {
    for (;;) {
      const started = connection.database !== '';
      const rest = received.subarray(from);
      if (rest.length < 8 && !(started && rest.length >= 5)) return;
      const length = started ? 1 + rest.readInt32BE(1) : rest.readInt32BE(0);
      if (rest.length < length) return;
      from += length;
      if (!started) {
        const code = rest.readInt32BE(4);
        if (code === asksForTls) socket.write('N');
        else if (code === cancels) socket.end();
        else start(rest.subarray(8, length));
      } else if (rest[0] === 88 /* X */) {
        socket.end();
      } else if (rest[0] !== 81 /* Q */ && rest[0] !== 83 /* Sync */) {
        continue;
      } else {
        ask(received.subarray(0, from));
      }
      received = received.subarray(from);
      from = 0;
    }
  }
  function start(parameters) {
    const words = parameters.toString().split('\0');
    const valueOf = (name) => words[words.indexOf(name) + 1] ?? '';
    Object.assign(connection, { user: valueOf('user'), database: valueOf('database') });
    // Authentication passed, ready for a query.
    socket.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]));
  }
  socket.on('data', (some) => {
    received = Buffer.concat([received, some]);
    read();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (last === connection && db.isInTransaction()) void db.exec('rollback').then(work);
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
