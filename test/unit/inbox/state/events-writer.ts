import { writeSync } from 'node:fs';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { EventStore } from '../../../../src/inbox/state/event-store.ts';
import { numbered } from '../events.ts';

// Appends pairs of numbered events, with the number of the last one as the cursor, and prints each cursor that is on the disk.
const [folder = '', last = '0'] = process.argv.slice(2);
const log = new Log(() => {});
const now = Date.parse('2026-03-05T00:00:00Z');
Date.now = () => now;
const store = new EventStore({ storage: fileStorage(folder, log), account: 'session', log });
for (let nth = 1; nth < Number(last); nth += 2) {
	await store.append(numbered(nth, nth + 1), { resource: 'tracker', value: nth + 1 });
	writeSync(1, `${nth + 1}\n`);
}
store.dispose();
