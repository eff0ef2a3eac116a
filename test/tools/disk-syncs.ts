import files from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './places.ts';

/** Counts how often `work` flushes a file to the disk. */
export async function countSyncs(work: () => Promise<unknown>): Promise<number> {
	const handle = await files.open(join(temporaryFolder('syncs'), 'any'), 'w');
	await handle.close();
	const prototype = Object.getPrototypeOf(handle);
	const { datasync } = prototype;
	let syncs = 0;
	prototype.datasync = function (...given: unknown[]) {
		syncs += 1;
		return Reflect.apply(datasync, this, given);
	};
	try {
		await work();
	} finally {
		prototype.datasync = datasync;
	}
	return syncs;
}
