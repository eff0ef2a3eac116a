import * as v from 'valibot';
import type { Log } from '../../base/log.ts';
import type { Shape } from '../../forge/read.ts';
import type { Keeper } from './cached-value.ts';
import type { Name, Storage } from './storage.ts';

interface KeeperOptions<T> {
	readonly storage: Storage;
	readonly name: Name;
	/** Stored data is validated like a server's answer: it may be damaged or from an earlier version. */
	readonly shape: Shape<T>;
	readonly log: Log;
	/** The longest text to store, in characters. A longer one is not stored. */
	readonly limit?: number;
}

/** Stores a value in its own file. A value that cannot be read is logged and fetched again. */
export function keeper<T>({ storage, name, shape, log, limit }: KeeperOptions<T>): Keeper<T> {
	const file = v.pipe(v.string(), v.parseJson(), v.object({ value: shape, asOf: v.number() }));
	let saving: Promise<void> = Promise.resolve();
	const quietly = async <R>(work: () => Promise<R>): Promise<R | undefined> => {
		try {
			return await work();
		} catch (error) {
			log.warn(`${name.join('/')} could not be kept or read`, error);
			return undefined;
		}
	};
	return {
		load: () =>
			quietly(async () => {
				const text = await storage.read(name);
				if (text === undefined) return undefined;
				const read = v.safeParse(file, text);
				if (read.success) return read.output;
				log.warn(`${name.join('/')} cannot be read and is asked for again`);
				return undefined;
			}),
		save: (kept) => {
			const text = JSON.stringify(kept);
			saving = saving.then(async () => {
				await quietly(() =>
					limit !== undefined && text.length > limit ? storage.remove(name) : storage.replace(name, text),
				);
			});
			return saving;
		},
	};
}
