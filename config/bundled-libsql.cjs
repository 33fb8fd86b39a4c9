/** Stands in the bundle for what libsql looks for its library with. */
const { createRequire } = require('node:module');

/** The kind of machine, as the packages with the library are named. */
function target() {
  const { platform, arch } = process;
  if (platform === 'win32') return `win32-${arch}-msvc`;
  if (platform !== 'linux') return `${platform}-${arch}`;
  const libc = isGlibc() ? 'gnu' : 'musl';
  return arch === 'arm' ? `linux-arm-${libc}eabihf` : `linux-${arch}-${libc}`;
}

/** Of the Node.js that runs: a machine may have both. */
function isGlibc() {
  // Asked for the network, a report looks up the names of all that the process is connected to.
  const { report } = process;
  const { excludeNetwork } = report;
  report.excludeNetwork = true;
  try {
    return 'glibcVersionRuntime' in report.getReport().header;
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}

/** Installed with libsql, and so beside it, which need not be beside this program. */
exports.requireNative = () => createRequire(createRequire(__filename).resolve('libsql'))(`@libsql/${target()}`);
