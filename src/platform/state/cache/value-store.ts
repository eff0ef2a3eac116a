import * as v from 'valibot';
import type { Name, Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Shape } from '../../../forge/contract/read.ts';
import type { ValueStore } from './value-cache.ts';

interface ValueStoreOptions<T> {
	readonly storage: Storage;
	readonly name: Name;
	/** Stored data is validated like a server's answer: it may be damaged or from an earlier version. */
	readonly shape: Shape<T>;
	readonly log: Log;
	/** The longest text to store, in characters. A longer one is not stored. */
	readonly limit?: number;
}

/** Stores a value in its own file. A value that cannot be read is logged and fetched again. */
export function createValueStore<T>({
	storage,
	name,
	shape,
	log,
	limit,
}: ValueStoreOptions<T>): ValueStore<T> {
	const fileShape = v.pipe(v.string(), v.parseJson(), v.object({ value: shape, asOf: v.number() }));
	let saving: Promise<void> = Promise.resolve();
	const logFailure = async <R>(work: () => Promise<R>): Promise<R | undefined> => {
		try {
			return await work();
		} catch (error) {
			log.warn(`${name.join('/')} could not be written or read`, error);
			return undefined;
		}
	};
	return {
		load: () =>
			logFailure(async () => {
				const text = await storage.read(name);
				if (text === undefined) return undefined;
				const read = v.safeParse(fileShape, text);
				if (read.success) return read.output;
				log.warn(`${name.join('/')} cannot be read and is fetched again`);
				return undefined;
			}),
		save: (stored) => {
			const text = JSON.stringify(stored);
			saving = saving.then(async () => {
				await logFailure(() =>
					limit !== undefined && text.length > limit ? storage.remove(name) : storage.replace(name, text),
				);
			});
			return saving;
		},
	};
}
