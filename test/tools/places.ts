import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Downloads and files generated for tests. They can be recreated and are never committed. */
export const testPlace = join(root, '.vscode-test');

/** Linux keeps the files of this folder in memory. */
const memory = '/dev/shm';
/** All unit tests together need a fifth of it. */
const neededBytes = 2 ** 30;

/**
 * Keeps temporary files of this process, and of those that it starts, in memory if there is room. Unit tests write so many small ones that this
 * saves a tenth of their processor time.
 */
export function useMemoryForTemporaryFiles(): void {
	if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return;
	try {
		const { bavail, bsize } = statfsSync(memory);
		if (bavail * bsize >= neededBytes && freemem() >= neededBytes) process.env.TMPDIR = memory;
	} catch {
		// Not every Linux has it.
	}
}

const temporary: string[] = [];

process.on('exit', () => {
	for (const folder of temporary) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Creates a folder that is removed when the process ends. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `tildeforge-${name}-`));
	temporary.push(folder);
	return folder;
}
