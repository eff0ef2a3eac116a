import { writeSync } from 'node:fs';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { EventStore, isNotificationDue } from '../../../../src/inbox/state/event-store.ts';

// Claims the due events three at a time, as a window that notifies does, and prints the key of each that it shows.
const [folder = ''] = process.argv.slice(2);
const log = new Log(() => {});
const now = Date.parse('2026-03-05T00:00:00Z');
Date.now = () => now;
const store = new EventStore({ storage: fileStorage(folder, log), account: 'session', log });
for (let left = 1000; left > 0; left--) {
	await store.refresh();
	const due = store.content.entries
		.filter((entry) => isNotificationDue(entry) && entry.claimedAt === undefined)
		.slice(0, 3);
	if (due.length === 0) break;
	const claimed = [...(await store.claimDue(due.map(({ event }) => event.key)))];
	writeSync(1, claimed.map((key) => `${key}\n`).join(''));
	await store.didNotify(claimed);
}
store.dispose();
