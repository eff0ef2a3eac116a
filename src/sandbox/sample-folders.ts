import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocked } from './folder-lock.ts';

/** After a day, the dates of a forge are no longer recent. */
const keptMs = 24 * 60 * 60 * 1000;

/** The folder of a new sample forge. Its name says when it was made. */
export const newSampleFolder = (parent: string, now: number): string => join(parent, String(now));

interface SampleFolders {
	/** Those that no window uses, the newest first. */
	readonly free: readonly string[];
	/** Whether a window uses one of the folders. */
	readonly isAnyInUse: boolean;
}

/**
 * Finds the folders of sample forges. Removes those that are older than a day, unless a window uses them. Ignores what it cannot
 * remove, because another window may be removing it, too.
 */
export async function findSampleFolders(parent: string, now: number): Promise<SampleFolders> {
	const names = await readdir(parent).catch(() => []);
	const made = names.map(Number).sort((a, b) => b - a);
	const pathOf = (at: number) => join(parent, String(at));
	const isOld = (at: number) => now - at > keptMs;
	const free = made.filter((at) => !isLocked(pathOf(at)));
	await Promise.all(free.filter(isOld).map((at) => removeSampleFolder(pathOf(at)).catch(() => {})));
	return { free: free.filter((at) => !isOld(at)).map(pathOf), isAnyInUse: free.length < made.length };
}

export const removeSampleFolder = (folder: string): Promise<void> =>
	rm(folder, { recursive: true, force: true, maxRetries: 5 });
