import { timeOfDay } from '../clock.ts';
import type { Disposable } from '../disposable.ts';
import { ownLock } from './held-lock.ts';
import type { Name, Storage, StoredFile } from './storage.ts';

/** Keeps texts and files while the window is open, for accounts that are gone when it closes. No other window shares them. */
export function memoryStorage(): Storage {
	const files = new Map<string, { readonly bytes: Uint8Array; readonly written: number }>();
	const listeners = new Set<{ readonly folder: string; readonly changed: () => void }>();
	const pathOf = (name: Name): string => JSON.stringify(name);
	const bytesOf = (name: Name): Uint8Array | undefined => files.get(pathOf(name))?.bytes;
	const didChange = (name: Name) => {
		const folder = JSON.stringify(name.slice(0, -1));
		for (const listener of listeners) if (listener.folder === folder) listener.changed();
	};
	const put = (name: Name, bytes: Uint8Array) => {
		files.set(pathOf(name), { bytes, written: timeOfDay() });
		didChange(name);
	};
	const filesIn = (folder: Name): readonly StoredFile[] =>
		[...files].flatMap(([path, { bytes, written }]) => {
			const name: readonly string[] = JSON.parse(path);
			const isInside = JSON.stringify(name.slice(0, -1)) === JSON.stringify(folder);
			return isInside ? [{ name: name.at(-1) ?? '', size: bytes.length, written }] : [];
		});
	const locks = new Map<string, Promise<unknown>>();
	return {
		read: async (name) => {
			const bytes = bytesOf(name);
			return bytes && Buffer.from(bytes).toString('utf8');
		},
		readBytes: async (name) => bytesOf(name),
		replace: async (name, content, { confirm } = {}) => {
			await confirm?.();
			put(name, Buffer.from(content));
		},
		sync: async () => {},
		append: async (name, text) => {
			const whole = Buffer.concat([bytesOf(name) ?? new Uint8Array(), Buffer.from(text)]);
			put(name, whole);
			return whole.length;
		},
		lock: (name, work) => {
			const before = locks.get(pathOf(name)) ?? Promise.resolve();
			const result = before.then(() => work(ownLock));
			locks.set(
				pathOf(name),
				result.catch(() => {}),
			);
			return result;
		},
		remove: async (name) => {
			if (files.delete(pathOf(name))) didChange(name);
		},
		move: async (from, to) => {
			const bytes = bytesOf(from);
			if (!bytes) return false;
			files.delete(pathOf(from));
			put(to, bytes);
			return true;
		},
		pathOf: (name) => name.join('/'),
		touch: async (name) => {
			const bytes = bytesOf(name);
			if (bytes) put(name, bytes);
		},
		names: async (folder) => filesIn(folder).map(({ name }) => name),
		list: async (folder) => filesIn(folder),
		watch: (folder, changed): Disposable => {
			const listener = { folder: JSON.stringify(folder), changed };
			listeners.add(listener);
			return { dispose: () => listeners.delete(listener) };
		},
	};
}
