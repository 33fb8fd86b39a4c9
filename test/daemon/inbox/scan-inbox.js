/** Prints what the inbox holds, as the user who runs this sees it; run by bounds.test.ts. */
import { scanInbox } from '../../../dist/daemon/inbox/scan.js';

const { units, problems } = await scanInbox(process.argv[2] ?? '');
process.stdout.write(JSON.stringify({ units: units.map(({ name }) => name).sort(), problems }));
