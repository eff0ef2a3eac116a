import * as v from 'valibot';
import type { Log } from '../../base/log.ts';
import { Draft } from './draft.ts';
import type { Name, Storage } from './storage.ts';

const Sending = v.pipe(
	v.object({
		/** The draft when it was sent. */
		draft: Draft,
		/** The newest event of the ticket that was known before, or the newest ticket of the tracker; 0 if none was. */
		newest: v.number(),
		/** When sending it began or succeeded, in milliseconds since 1970. */
		at: v.number(),
		/** False if it is not known whether the forge has it: for example, the window was closed before the answer. */
		isSent: v.boolean(),
	}),
	v.readonly(),
);
export type Sending = v.InferOutput<typeof Sending>;

/** The text of a file with a record. */
export const SendingText = v.pipe(v.string(), v.parseJson(), Sending);

export const sendRecords: Name = ['sends'];

/**
 * Records on disk that sending a draft has begun or succeeded, so that it is not sent twice when the window is closed in between, or before
 * its page knows. Disk errors are logged: they must not keep the user from sending.
 */
export class SendRecord {
	readonly #storage: Storage;
	readonly #name: Name;
	readonly #log: Log;

	constructor(storage: Storage, draft: string, log: Log) {
		this.#storage = storage;
		this.#name = [...sendRecords, draft];
		this.#log = log;
	}

	async read(): Promise<Sending | undefined> {
		const text = await this.#unlessDisk(this.#storage.read(this.#name));
		const read = v.safeParse(SendingText, text);
		return read.success ? read.output : undefined;
	}

	/** Settled when it outlives a power failure. */
	async put(sending: Sending): Promise<void> {
		const text = JSON.stringify(sending);
		await this.#unlessDisk(this.#storage.replace(this.#name, text, { isDurable: true }));
	}

	async remove(): Promise<void> {
		await this.#unlessDisk(this.#storage.remove(this.#name));
	}

	async #unlessDisk<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			return await work;
		} catch (error) {
			this.#log.error(`${this.#name.join('/')} could not be read or written`, error);
			return undefined;
		}
	}
}
