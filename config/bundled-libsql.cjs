/** Stands in the bundle for what libsql looks for its library with. */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');

/** The kind of machine, as the packages with the library are named. */
function target() {
  const { platform, arch } = process;
  if (platform === 'win32') return `win32-${arch}-msvc`;
  if (platform !== 'linux') return `${platform}-${arch}`;
  const libc = isGlibc() ? 'gnu' : 'musl';
  return arch === 'arm' ? `linux-arm-${libc}eabihf` : `linux-${arch}-${libc}`;
}

/** By what the Node.js that runs is linked with: a machine may have both. Its own report of that takes 2 ms. */
function isGlibc() {
  try {
    return /\/(ld-linux|ld-2\.|libc\.so\.6|libc-2\.)/.test(readFileSync('/proc/self/maps', 'latin1'));
  } catch {
    return 'glibcVersionRuntime' in process.report.getReport().header;
  }
}

/** Installed with libsql, and so beside it, which need not be beside this program. */
exports.requireNative = () => createRequire(createRequire(__filename).resolve('libsql'))(`@libsql/${target()}`);
