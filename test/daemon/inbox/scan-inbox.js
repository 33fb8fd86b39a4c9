/** Prints what the inbox holds, as the user who runs this sees it; run by bounds.test.ts. */
import { scanInbox } from '../../../dist/daemon/inbox/scan.js';

const { entries, problems } = await scanInbox(process.argv[2] ?? '');
process.stdout.write(JSON.stringify({ entries: entries.map(({ name }) => name).sort(), problems }));
