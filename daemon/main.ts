#!/usr/bin/env node
/**
 * The first file of the program. It checks the platform and the version of Node.js and then loads the rest, which older
 * versions cannot parse. So this file has no static import, and no syntax that is newer than `import()`.
 */
var oldest = [20, 19];
var current = process.versions.node.split('.').map(Number);

if (process.platform === 'win32') {
  refuse('Windows is not supported. Run Tonstift on Linux or macOS.');
} else if (current[0]! < oldest[0]! || (current[0] === oldest[0] && current[1]! < oldest[1]!)) {
  refuse('Node.js ' + oldest.join('.') + ' or newer is needed, and this is ' + process.versions.node + '.');
} else {
  void import('./program.js');
}

function refuse(reason: string): void {
  process.stderr.write('tonstift: ' + reason + '\n');
  // EX_CONFIG of sysexits.h, as in `cli/exit-codes.ts`: a service manager does not start the program again.
  process.exitCode = 78;
}
