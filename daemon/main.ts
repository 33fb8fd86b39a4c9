#!/usr/bin/env node
/**
 * The first file of the program. It checks the version of Node.js and then loads the rest, which older versions cannot
 * parse. So this file has no static import, and no syntax that is newer than `import()`.
 */
var oldest = [20, 19];
var current = process.versions.node.split('.').map(Number);

if (current[0]! > oldest[0]! || (current[0] === oldest[0] && current[1]! >= oldest[1]!)) {
  void import('./program.js');
} else {
  process.stderr.write(
    'tonstift: Node.js ' + oldest.join('.') + ' or newer is needed, and this is ' + process.versions.node + '.\n',
  );
  // EX_CONFIG of sysexits.h, as in `cli/exit-codes.ts`: a service manager does not start the program again.
  process.exitCode = 78;
}
