import { mkdirSync, watch } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { timeOfDay } from '../clock.ts';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import { Lifetime } from '../lifetime.ts';
import type { Log } from '../log/log.ts';
import { withFileLock } from './file-lock.ts';
import { fileName, textOfFileName } from './file-names.ts';
import {
	appendToFile,
	isUnfinished,
	namesIn,
	readBytes,
	readText,
	remove,
	renameFile,
	replaceFile,
	syncFile,
	unlessMissing,
} from './files.ts';
import type { Name, Storage, StoredFile } from './storage.ts';

const filesAtOnce = 64;
/** How often a folder that cannot be watched is taken to have changed. */
const unwatchedMs = 10_000;

/** Storage in the files of a folder. The folder is created on the first write. */
export function fileStorage(folder: string, log: Log): Storage {
	const path = (name: readonly string[]) => join(folder, ...name.map(fileName));
	return {
		read: (name) => readText(path(name)),
		readBytes: (name) => readBytes(path(name)),
		replace: (name, content, options) => replaceFile(path(name), content, options),
		sync: (name) => syncFile(path(name)),
		append: (name, text) => appendToFile(path(name), text),
		remove: (name) => remove(path(name)),
		move: (from, to) => renameFile(path(from), path(to)),
		// The dot keeps the lock out of the listing.
		lock: (name, work, signal, pauseMs) => withFileLock(`${path(name)}.lock`, work, signal, pauseMs),
		pathOf: path,
		touch: (name) => {
			const now = new Date(timeOfDay());
			return unlessMissing(utimes(path(name), now, now));
		},
		names: async (name: Name) =>
			(await namesIn(path(name))).map(textOfFileName).filter((one) => one !== undefined),
		list: async (name: Name) => {
			const folderPath = path(name);
			const found: (StoredFile | undefined)[] = [];
			// A folder may have so many files that asking for all at once would block other work.
			await forEachConcurrently((await namesIn(folderPath)).entries(), filesAtOnce, async ([index, file]) => {
				const text = textOfFileName(file);
				const info = text === undefined ? undefined : await unlessMissing(stat(join(folderPath, file)));
				if (text === undefined || !info?.isFile()) return;
				found[index] = { name: text, size: info.size, written: info.mtimeMs };
			});
			return found.filter((one) => one !== undefined);
		},
		watch: (name, changed) => {
			const watching = new Lifetime();
			const lookRegularly = (failure: unknown) => {
				log.warn(
					`${name.join('/')} cannot be watched, so changes by other windows are noticed late`,
					failure,
				);
				watching.interval(changed, unwatchedMs);
			};
			try {
				mkdirSync(path(name), { recursive: true, mode: 0o700 });
				const watcher = watch(path(name), { persistent: false }, (_, file) => {
					if (file === null || !isUnfinished(file)) changed();
				});
				watcher.on('error', lookRegularly);
				watching.add({ dispose: () => watcher.close() });
			} catch (error) {
				lookRegularly(error);
			}
			return watching;
		},
	};
}
