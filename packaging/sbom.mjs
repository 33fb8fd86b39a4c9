/**
 * Writes `dist/sbom.cdx.json`: a CycloneDX list of the packages that npm installs with the program, on any platform.
 * npm makes it in an empty folder, from package.json without the development packages. In a checkout it leaves out
 * what these need as well, and it takes versions from package-lock.json, which a user's npm does not read.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} folder with a package.json, and node_modules or package-lock.json
 * @param {string[]} options for `npm sbom`
 * @returns the document, without what differs from run to run and without the registry's addresses
 */
export function sbomOf(folder, ...options) {
  const words = ['sbom', '--prefix', folder, '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...options];
  const document = JSON.parse(npm(folder, ...words));
  delete document.serialNumber;
  delete document.metadata.timestamp;
  for (const component of document.components) delete component.externalReferences;
  return document;
}

/** A package.json without development packages. `npm sbom` fails if they are missing, also with `--omit=dev`. */
export const shippedPart = ({ name, version, description, license, dependencies, optionalDependencies }) => ({
  ...{ name, version, description, license },
  ...{ dependencies, optionalDependencies },
});

/** npm passes the options of an outer `npm pack --dry-run` on to this one. */
const npm = (cwd, ...words) =>
  execFileSync('npm', [...words, '--dry-run=false', '--global=false', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 25,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

function writeSbom() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const shipped = shippedPart(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const parent = mkdtempSync(join(tmpdir(), 'tonstift-sbom-'));
  try {
    // npm names the program after its folder.
    const folder = join(parent, shipped.name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(shipped));
    npm(folder, 'install', '--prefix', folder, '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
    const document = sbomOf(folder, '--package-lock-only');
    writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(document, null, 1)}\n`);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeSbom();
