import * as v from 'valibot';
import type { Log } from '../../base/log.ts';
import { type Draft, type DraftFormat, readDraft } from './draft.ts';
import type { Name, Storage } from './storage.ts';

export interface RecordedSend<Key, Body> {
	/** The draft as it was sent. */
	readonly draft: Draft<Key, Body>;
	/** Sending creates something with a number on the forge. This is the highest such number known before sending; 0 if there was none. */
	readonly newest: number;
	/** When sending began or succeeded, in milliseconds since 1970. */
	readonly at: number;
	/** False if the forge may not have received it: for example, the window was closed before the answer arrived. */
	readonly isSent: boolean;
}

const Stored = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ draft: v.unknown(), newest: v.number(), at: v.number(), isSent: v.boolean() }),
);

/** Reads the text of a record file. Undefined if it is not a record. */
export function readSending<Key, Body>(
	format: DraftFormat<Key, Body>,
	text: string | undefined,
): RecordedSend<Key, Body> | undefined {
	const stored = v.safeParse(Stored, text);
	if (!stored.success) return undefined;
	const draft = readDraft(format, stored.output.draft);
	return draft && { ...stored.output, draft };
}

const folder: Name = ['sends'];
/** How long the record of a sent draft is kept. By then, any page that still showed the draft knows that it was sent. */
const keptMs = 24 * 60 * 60_000;

/** Removes old records, except those of drafts that exist again. */
export async function trimSendRecords(storage: Storage, hasDraft: (name: string) => boolean): Promise<void> {
	const oldest = Date.now() - keptMs;
	for (const { name, written } of await storage.list(folder))
		if (written < oldest && !hasDraft(name)) await storage.remove([...folder, name]);
}

/**
 * Records on disk that sending a draft has begun or succeeded. This prevents sending it twice if the window is closed before the answer
 * arrives or before the page knows. Disk errors are only logged: they must not prevent sending.
 */
export class SendRecord<Key, Body> {
	readonly #format: DraftFormat<Key, Body>;
	readonly #storage: Storage;
	readonly #name: Name;
	readonly #log: Log;

	constructor(storage: Storage, format: DraftFormat<Key, Body>, draft: string, log: Log) {
		this.#storage = storage;
		this.#format = format;
		this.#name = [...folder, draft];
		this.#log = log;
	}

	async read(): Promise<RecordedSend<Key, Body> | undefined> {
		return readSending(this.#format, await this.#logFailure(this.#storage.read(this.#name)));
	}

	/** Resolves when the record would survive a power failure. */
	async put(sending: RecordedSend<Key, Body>): Promise<void> {
		const text = JSON.stringify(sending);
		await this.#logFailure(this.#storage.replace(this.#name, text, { isDurable: true }));
	}

	async remove(): Promise<void> {
		await this.#logFailure(this.#storage.remove(this.#name));
	}

	/** Forgets an unconfirmed send. The user gave up that draft, so the next one is a new draft, even with the same text. */
	async forgetUnsent(): Promise<void> {
		const last = await this.read();
		if (last && !last.isSent) await this.remove();
	}

	async #logFailure<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			return await work;
		} catch (error) {
			this.#log.error(`${this.#name.join('/')} could not be read or written`, error);
			return undefined;
		}
	}
}
