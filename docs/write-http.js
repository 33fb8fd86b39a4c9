// Writes the generated tables of docs/http.md: npm run build && node docs/write-http.js
import { readFileSync, writeFileSync } from 'node:fs';
import { loadFeatures } from '../dist/daemon/features.js';
import { withTables } from '../dist/http/features/openapi/document/tables.js';
import { operationsOf } from '../dist/http/operations/all.js';

const page = new URL('http.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8'), await operationsOf(await loadFeatures())));
