import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../workers/base/package-root.js';

/** Returns the text of a file in the package. */
export const shipped = (...path: string[]): string => readFileSync(join(packageRoot, 'service-units', ...path), 'utf8');
