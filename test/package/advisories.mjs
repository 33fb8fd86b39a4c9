// Compares package-lock.json with a list of known advisories, which works offline: node test/package/advisories.mjs
// [LOCK LIST]. Fails if a package that ships has one that is not accepted with a reason. The list is kept by hand
// (docs/decisions/packages.md, "Advisories").
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const own = ['package-lock.json', 'docs/decisions/advisories.json'].map((path) => fileURLToPath(new URL(path, root)));
const [lock, list] = own.map((path, n) => JSON.parse(readFileSync(process.argv[2 + n] ?? path, 'utf8')));
const longestDays = 90;

/** A version before a release counts as the release. */
const partsOf = (version) => version.split(/[-+]/)[0].split('.').map(Number);

function isBelow(one, other) {
  const [a, b] = [partsOf(one), partsOf(other)];
  const at = a.findIndex((part, n) => part !== b[n]);
  return at >= 0 && a[at] < b[at];
}

const installed = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, { name, version, dev }]) => ({ name: name ?? path.replace(/^.*node_modules\//, ''), version, dev }));

const found = list.advisories.flatMap(({ package: name, id, severity, ranges }) =>
  installed
    .filter((one) => one.name === name)
    .filter(({ version }) => ranges.some(({ from, below }) => !isBelow(version, from) && isBelow(version, below)))
    .map(({ version, dev }) => ({ name, version, id, severity, ships: dev !== true })),
);

const reasonOf = ({ id, name }) => list.accepted.find((one) => one.id === id && one.package === name)?.reason;
let failed = 0;
for (const one of found) {
  const reason = reasonOf(one);
  const what = `${one.name} ${one.version}: ${one.id} (${one.severity})`;
  if (reason) console.log(`${what} is accepted: ${reason}`);
  else if (!one.ships) console.log(`Warning: ${what}. It is for development only.`);
  else {
    failed += 1;
    console.log(`${what}. Update it, or accept it with a reason in docs/decisions/advisories.json.`);
  }
}
const days = Math.floor((Date.now() - Date.parse(list.date)) / 86_400_000);
if (!(days <= longestDays)) console.log(`Warning: the list of advisories is ${days} days old. Look for new ones.`);
console.log(`${installed.length} packages were compared with ${list.advisories.length} advisories of ${list.date}.`);
process.exitCode = failed > 0 ? 1 : 0;
