/**
 * Prints the result of node-disk-info as JSON. It needs a separate process: even the package's asynchronous form
 * blocks, and a dead network drive blocks it forever. A process can be killed, a thread in this state cannot.
 */
import { getDiskInfo } from 'node-disk-info';

export interface DriveFact {
  /** `/dev/da0s1` */
  filesystem: string;
  /** Mount point, cut off at the first blank. */
  mounted: string;
}

const drives = await getDiskInfo();
process.stdout.write(JSON.stringify(drives.map(({ filesystem, mounted }): DriveFact => ({ filesystem, mounted }))));
