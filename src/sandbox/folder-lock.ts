import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { codeOf, isRunning } from './running.ts';

const lockFile = (folder: string) => join(folder, 'forge.pid');

/**
 * Locks the folder, since two forges would overwrite each other's state. Ignores the lock of a process that has ended.
 * Returns a function that unlocks it.
 */
export function lockFolder(folder: string): () => void {
	const file = lockFile(folder);
	mkdirSync(folder, { recursive: true });
	while (!createFile(file, `${process.pid} ${began}`)) {
		const holder = holderOf(folder);
		if (holder !== undefined) {
			throw new CannotStart(
				`Another forge (process ${holder}) uses ${folder}. End it, or choose another folder.`,
			);
		}
		rmSync(file, { force: true });
	}
	return () => rmSync(file, { force: true });
}

/** Creates a file. Returns false if it exists. */
function createFile(file: string, text: string): boolean {
	try {
		writeFileSync(file, text, { flag: 'wx' });
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	}
}

/** Whether a running forge uses the folder. */
export const isLocked = (folder: string): boolean => holderOf(folder) !== undefined;

/**
 * Distinguishes this process from an earlier one with the same id. The first process in a container always has the same
 * id.
 */
const began = performance.timeOrigin;

function holderOf(folder: string): number | undefined {
	try {
		const [pid = Number.NaN, since] = readFileSync(lockFile(folder), 'utf8').split(' ').map(Number);
		if (!(pid > 0) || (pid === process.pid && since !== began)) return undefined;
		return isRunning(pid) ? pid : undefined;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}
