import { randomUUID } from 'node:crypto';
import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { appendFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sleep } from '../base/backoff.ts';
import type { Log } from '../base/log.ts';
import { fileName, textOf } from './names.ts';
import type { Name, Storage, Stored } from './storage.ts';

/** What is being written has this at its end. */
const unfinished = /\.[0-9a-f-]+\.new$/;
/** So old, it was left by a program that is gone. */
const abandoned = 60 * 60_000;

/** Storage in the files of a folder, which is made when something is written. */
export function files(folder: string, log: Log): Storage {
	const path = (name: readonly string[]) => join(folder, ...name.map(fileName));
	const swept = new Set<string>();

	/** Takes away what killed programs have left half written; once for each folder. */
	const sweep = async (at: string) => {
		if (swept.has(at)) return;
		swept.add(at);
		for (const name of (await namesIn(at)).filter((name) => unfinished.test(name))) {
			const { mtimeMs = Number.POSITIVE_INFINITY } = (await statOf(join(at, name))) ?? {};
			if (Date.now() - mtimeMs > abandoned) await rm(join(at, name), { force: true });
		}
	};

	return {
		read: (name) => unlessMissing(readWhole(path(name))),
		replace: async (name, text) => {
			const file = path(name);
			await sweep(dirname(file));
			const draft = `${file}.${randomUUID()}.new`;
			try {
				await writing(dirname(file), () => writeThrough(draft, text));
				await patiently(() => rename(draft, file));
			} catch (error) {
				await rm(draft, { force: true });
				throw error;
			}
		},
		append: async (name, text) => {
			const file = path(name);
			await writing(dirname(file), () => appendFile(file, text, { mode: 0o600 }));
		},
		remove: (name) => patiently(() => rm(path(name), { force: true })),
		move: async (from, to) => {
			const [before, after] = [path(from), path(to)];
			await mkdir(dirname(after), { recursive: true, mode: 0o700 });
			return (await unlessMissing(patiently(async () => rename(before, after).then(() => true)))) ?? false;
		},
		list: async (name: Name) => {
			const at = path(name);
			const found = await Promise.all(
				(await namesIn(at)).map(async (file): Promise<Stored | undefined> => {
					const text = textOf(file);
					const info = text === undefined ? undefined : await statOf(join(at, file));
					if (text === undefined || !info?.isFile()) return undefined;
					return { name: text, size: info.size, written: info.mtimeMs };
				}),
			);
			return found.filter((one) => one !== undefined);
		},
		watch: (name, changed) => {
			let watcher: FSWatcher;
			try {
				mkdirSync(path(name), { recursive: true, mode: 0o700 });
				watcher = watch(path(name), { persistent: false }, (_, file) => {
					if (file === null || !unfinished.test(file)) changed();
				});
			} catch (error) {
				log.warn(`What other windows write into ${name.join('/')} is not seen at once`, error);
				return { dispose: () => {} };
			}
			watcher.on('error', (error) => log.warn(`${name.join('/')} is not watched any more`, error));
			return { dispose: () => watcher.close() };
		},
	};
}

/** In one go: `readFile` takes a large file in many small parts, and six times as long. */
async function readWhole(file: string): Promise<string> {
	const handle = await open(file);
	try {
		const { size } = await handle.stat();
		const bytes = Buffer.allocUnsafe(size);
		let length = 0;
		while (length < size) {
			const { bytesRead } = await handle.read(bytes, length, size - length, length);
			if (bytesRead === 0) break;
			length += bytesRead;
		}
		return bytes.toString('utf8', 0, length);
	} finally {
		await handle.close();
	}
}

/** Settled when it is on the disk, and not only where it would be lost with the machine's power. */
async function writeThrough(file: string, text: string): Promise<void> {
	const handle = await open(file, 'w', 0o600);
	try {
		await handle.writeFile(text);
		await handle.datasync();
	} finally {
		await handle.close();
	}
}

/** The folder is made only when it is found to be missing. */
async function writing(folder: string, write: () => Promise<void>): Promise<void> {
	try {
		await write();
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw error;
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await write();
	}
}

/** On Windows a file that somebody reads at the moment, a virus scanner for instance, cannot be replaced or removed. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
	for (const pause of [5, 20, 80, 200]) {
		try {
			return await work();
		} catch (error) {
			if (!['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? '')) throw error;
			await sleep(pause);
		}
	}
	return work();
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
	(await unlessMissing(readdir(folder))) ?? [];
const statOf = (file: string) => unlessMissing(stat(file));

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined;
