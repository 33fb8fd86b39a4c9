/**
 * Prints what node-disk-info tells, as JSON. A process of its own: even the package's asynchronous form blocks, and
 * with a dead network drive for good; a process can be killed, a thread that is blocked so cannot.
 */
import { getDiskInfo } from 'node-disk-info';

export interface DriveFact {
  /** `/dev/da0s1`; on Windows the kind of drive in words, in the user's language. */
  filesystem: string;
  /** Mount point, cut at the first blank; on Windows `F:`. */
  mounted: string;
}

const drives = await getDiskInfo();
process.stdout.write(JSON.stringify(drives.map(({ filesystem, mounted }): DriveFact => ({ filesystem, mounted }))));
