import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesIn, remove, removeAbandoned, renameFile, unfinishedName } from '../base/files/files.ts';
import { lockFolder } from './server/folder-lock.ts';
import { stateFile } from './store.ts';

/** After a day, the dates of a forge are no longer recent. */
const keptMs = 24 * 60 * 60 * 1000;
/** A new folder has no lock for a moment. */
const newMs = 60_000;

/** A folder for a forge that is made now and kept for a day. Its name says when it was made. */
export const newSampleFolder = (parent: string, now: number): string => join(parent, String(now));

const madeAt = (folder: string): number => Number(basename(folder));

/** A time in the future is that of a clock that was wrong. */
const isRecent = (folder: string, now: number): boolean => Math.abs(now - madeAt(folder)) <= keptMs;

/** Whether a folder is there and not older than a day. If a window uses it, its forge may not be stored yet. */
export const isSampleFolder = (folder: string, now: number): boolean =>
	isRecent(folder, now) && existsSync(folder);

/**
 * The folders of kept forges, the newest first, including those that windows use. Removes those that are older than a day or have no
 * forge, unless a window uses them. Leaves everything alone that is no such folder.
 */
export async function findSampleFolders(parent: string, now: number): Promise<readonly string[]> {
	const names = (await namesIn(parent)).filter((name) => /^[1-9]\d{0,15}$/.test(name));
	const folders = names.map((name) => join(parent, name)).sort((a, b) => madeAt(b) - madeAt(a));
	const kept = folders.filter((folder) => isRecent(folder, now) && existsSync(stateFile(folder)));
	const ended = folders.filter((folder) => !kept.includes(folder) && Math.abs(now - madeAt(folder)) > newMs);
	// Another window may use it or be removing it, too.
	await Promise.all(ended.map((folder) => removeSampleFolder(folder).catch(() => {})));
	if (names.length > 0) await removeAbandoned(parent);
	return kept;
}

/** Rejects if a window uses the folder. No window finds a part of it, even if this process is killed meanwhile. */
export async function removeSampleFolder(folder: string): Promise<void> {
	const removed = unfinishedName(folder);
	const { unlock } = await lockFolder(folder, 0);
	try {
		await renameFile(folder, removed);
	} finally {
		await unlock();
	}
	await remove(removed);
}
