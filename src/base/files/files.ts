import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sleep, timeOfDay } from '../clock.ts';

/** Error codes that Windows reports while another program, such as a virus scanner, has the file open. */
const transientCodes = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY'];
const pausesMs = [5, 20, 80, 200, 400, 800, 1600];

const unfinishedPattern = /\.[0-9a-f-]+\.new$/;
/** An unfinished file this old was left by a program that has ended. */
const abandonedMs = 60 * 60_000;
const cleanedFolders = new Set<string>();

export const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined;

/**
 * A name for a file or folder that is renamed to `path` once it is complete. `removeAbandoned` removes those that killed programs
 * leave behind.
 */
export const unfinishedName = (path: string): string => `${path}.${randomUUID()}.new`;
export const isUnfinished = (name: string): boolean => unfinishedPattern.test(name);

/** Retries `work` while it fails only because another program has the file open, for about three seconds in all. */
async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
	for (const pauseMs of pausesMs) {
		try {
			return await work();
		} catch (error) {
			if (!transientCodes.includes(codeOf(error) ?? '')) throw error;
			await sleep(pauseMs);
		}
	}
	return work();
}

/** Resolves with undefined if the file or folder does not exist. Rejects with any other failure. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** The code of the failure to read a text that is longer than any that is written. From 512 MB on, it could not be a string. */
export const tooLongCode = 'EFBIG';
const longestText = 256 * 1024 * 1024;

/** Returns undefined if the file does not exist. */
export const readText = (file: string): Promise<string | undefined> =>
	unlessMissing(retryTransient(async () => (await readWhole(file, longestText)).toString('utf8')));

/** Returns undefined if the file does not exist. */
export const readBytes = (file: string): Promise<Buffer | undefined> =>
	unlessMissing(retryTransient(() => readWhole(file)));

export interface ReplaceOptions {
	readonly isDurable?: boolean;
	/** Rejects if the file must no longer be replaced. */
	readonly confirm?: (() => Promise<void>) | undefined;
}

/**
 * Replaces a file in one step: a reader, even after a crash, finds either the old content or the new one. With `isDurable`, that
 * also holds after a power failure, at the cost of a write through all caches of the disk.
 */
export async function replaceFile(
	file: string,
	content: string | Uint8Array,
	{ isDurable = false, confirm = async () => {} }: ReplaceOptions = {},
): Promise<void> {
	await removeAbandoned(dirname(file));
	const unfinished = unfinishedName(file);
	try {
		await inFolder(dirname(file), () => writeNew(unfinished, content, isDurable));
		await retryTransient(async () => {
			await confirm();
			await rename(unfinished, file);
		});
	} catch (error) {
		await rm(unfinished, { force: true });
		throw error;
	}
}

/** Resolves when the current content of a file would survive a power failure. Ignores a missing file. */
export async function syncFile(file: string): Promise<void> {
	// Windows flushes only files that are open for writing.
	const handle = await unlessMissing(retryTransient(() => open(file, 'r+')));
	try {
		await handle?.datasync();
	} finally {
		await handle?.close();
	}
}

/** Resolves with the size of the file afterwards, in bytes. */
export const appendToFile = (file: string, text: string): Promise<number> =>
	inFolder(dirname(file), async () => {
		await retryTransient(() => appendFile(file, text, { mode: 0o600 }));
		return (await stat(file)).size;
	});

/** Returns false if there is nothing to rename. */
export async function renameFile(from: string, to: string): Promise<boolean> {
	await mkdir(dirname(to), { recursive: true, mode: 0o700 });
	return (await unlessMissing(retryTransient(async () => rename(from, to).then(() => true)))) ?? false;
}

/** Removes a file, or a folder with its content, even while another window writes there. */
export const remove = (path: string): Promise<void> =>
	retryTransient(() => rm(path, { recursive: true, force: true }));

/** Removes a file that is not a folder, in one step. Succeeds even if there is no such file. */
export const removeFile = (file: string): Promise<void> => unlessMissing(retryTransient(() => unlink(file)));

export const namesIn = async (folder: string): Promise<readonly string[]> =>
	(await unlessMissing(retryTransient(() => readdir(folder)))) ?? [];

/** Runs `work` in a folder. Creates the folder and repeats `work` only if the folder is missing. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw error;
		await mkdir(folder, { recursive: true, mode: 0o700 });
		return work();
	}
}

/**
 * Removes the unfinished files that killed programs left in a folder. Does so once per folder, and never fails, because such files
 * only waste space.
 */
export async function removeAbandoned(folder: string): Promise<void> {
	if (cleanedFolders.has(folder)) return;
	cleanedFolders.add(folder);
	try {
		for (const name of (await namesIn(folder)).filter(isUnfinished)) {
			const info = await unlessMissing(stat(join(folder, name)));
			if (info && timeOfDay() - info.mtimeMs > abandonedMs) await remove(join(folder, name));
		}
	} catch {
		return;
	}
}

/** Reads the file in one go: `readFile` reads a large file in many small parts and takes six times as long. */
async function readWhole(file: string, longest = Number.POSITIVE_INFINITY): Promise<Buffer> {
	const handle = await open(file);
	try {
		const { size } = await handle.stat();
		if (size > longest) throw Object.assign(new Error(`${file} has ${size} bytes`), { code: tooLongCode });
		const bytes = Buffer.allocUnsafe(size);
		let length = 0;
		while (length < size) {
			const { bytesRead } = await handle.read(bytes, length, size - length, length);
			if (bytesRead === 0) break;
			length += bytesRead;
		}
		return bytes.subarray(0, length);
	} finally {
		await handle.close();
	}
}

async function writeNew(file: string, content: string | Uint8Array, isDurable: boolean): Promise<void> {
	const handle = await open(file, 'wx', 0o600);
	try {
		await handle.writeFile(content);
		if (isDurable) await handle.datasync();
	} finally {
		await handle.close();
	}
}
