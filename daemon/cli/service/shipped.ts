import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../workers/base/package-root.js';

/** Text of a file that comes with the program. */
export const shipped = (...path: string[]): string => readFileSync(join(packageRoot, 'service-units', ...path), 'utf8');
