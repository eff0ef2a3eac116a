import { appendFileSync } from 'node:fs';
import { withFileLock } from '../../../src/base/files/file-lock.ts';

// One of several processes that share a lock. It acquires the lock `turns` times and records each acquisition and release.
const [lock = '', record = '', name = '', turns = '0'] = process.argv.slice(2);
for (let count = 0; count < Number(turns); count++) {
	await withFileLock(lock, async () => {
		appendFileSync(record, `${name} begins\n`);
		await new Promise((resolve) => setTimeout(resolve, 3));
		appendFileSync(record, `${name} ends\n`);
	});
}
if (turns === '0') {
	await withFileLock(lock, async () => {
		process.send?.('has the lock');
		await new Promise((resolve) => setTimeout(resolve, 60_000));
	});
}
