/** Writes `dist/tonstift.1`, the manual page of the package. */
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
/** The path is in a variable, so that TypeScript checks this script even before a build. */
const built = (path) => import(new URL(`dist/${path}`, root).href);
const { usualPlaces } = await built('config/document.js');
const { manPage } = await built('daemon/cli/man-page.js');
const { commands } = await built('daemon/features.js');
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
writeFileSync(new URL('dist/tonstift.1', root), manPage(version, usualPlaces, commands));
