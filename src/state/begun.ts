import * as v from 'valibot';
import type { Log } from '../base/log.ts';
import { Draft } from './draft.ts';
import type { Name, Storage } from './storage.ts';

/** A draft that a window has begun to send. If the window was ended before it had the answer, the forge may have it. */
const Begun = v.pipe(
	v.object({
		draft: Draft,
		/** The newest event of the ticket that the window knew, or the newest ticket of the tracker; 0 if it knew none. */
		newest: v.number(),
	}),
	v.readonly(),
);
export type Begun = v.InferOutput<typeof Begun>;

/** It as it is written into a file. */
export const BegunText = v.pipe(v.string(), v.parseJson(), Begun);
const at = (name: string): Name => ['begun', name];

/** What was begun of a draft. Only who has the lock for sending the draft may ask. */
export class Beginning {
	readonly #storage: Storage;
	readonly #name: Name;
	readonly #log: Log;

	constructor(storage: Storage, name: string, log: Log) {
		this.#storage = storage;
		this.#name = at(name);
		this.#log = log;
	}

	async read(): Promise<Begun | undefined> {
		const text = await this.#unlessDisk(this.#storage.read(this.#name));
		const read = v.safeParse(BegunText, text);
		return read.success ? read.output : undefined;
	}

	/** Settled when it outlives a power failure. */
	async put(begun: Begun): Promise<void> {
		const text = JSON.stringify(begun);
		await this.#unlessDisk(this.#storage.replace(this.#name, text, { isDurable: true }));
	}

	async remove(): Promise<void> {
		await this.#unlessDisk(this.#storage.remove(this.#name));
	}

	/** A disk that fails keeps nobody from sending. */
	async #unlessDisk<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			return await work;
		} catch (error) {
			this.#log.error('What was begun of a draft could not be kept or read', error);
			return undefined;
		}
	}
}
