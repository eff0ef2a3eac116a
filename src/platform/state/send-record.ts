import * as v from 'valibot';
import type { Log } from '../../base/log.ts';
import { Draft } from './draft.ts';
import type { Name, Storage } from './storage.ts';

const Sending = v.pipe(
	v.object({
		/** The draft as it was sent. */
		draft: Draft,
		/** The newest event of the ticket, or the newest ticket of the tracker, known before sending; 0 if none was. */
		newest: v.number(),
		/** When sending began or succeeded, in milliseconds since 1970. */
		at: v.number(),
		/** False if the forge may not have received it: for example, the window was closed before the answer arrived. */
		isSent: v.boolean(),
	}),
	v.readonly(),
);
export type Sending = v.InferOutput<typeof Sending>;

/** The contents of a record file. */
export const SendingText = v.pipe(v.string(), v.parseJson(), Sending);

export const sendRecords: Name = ['sends'];

/**
 * Records on disk that sending a draft has begun or succeeded. This prevents sending it twice if the window is closed before the answer
 * arrives or before the page is told. Disk errors are only logged: they must not keep the user from sending.
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

	/** Resolves when the record would survive a power failure. */
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
