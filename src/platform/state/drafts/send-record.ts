import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Log } from '../../../base/log/log.ts';
import type { Name, Storage } from '../store/storage.ts';
import { type Draft, type DraftFormat, readDraft } from './draft.ts';

export interface RecordedSend<Key, Body> {
	/** The draft as it was sent. */
	readonly draft: Draft<Key, Body>;
	/** Sending creates something with a number on the forge. This is the highest such number known before sending; 0 if there was none. */
	readonly newest: number;
	/** When sending began or succeeded, in milliseconds since 1970. */
	readonly at: number;
	/** False if the forge may not have received it: for example, the window was closed before the answer arrived. */
	readonly isSent: boolean;
	/** What was sent under the same key before, the newest first. */
	readonly earlier: readonly EarlierSend[];
}

interface EarlierSend {
	/** Identifies the body. */
	readonly digest: string;
	/** When it was sent, in milliseconds since 1970. */
	readonly at: number;
}

const Stored = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({
		draft: v.unknown(),
		newest: v.number(),
		at: v.number(),
		isSent: v.boolean(),
		earlier: v.optional(v.array(v.object({ digest: v.string(), at: v.number() })), []),
	}),
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

function digestOf<Key, Body>({ body: shape }: DraftFormat<Key, Body>, body: Body): string {
	// The shape puts the fields in order.
	return createHash('sha256')
		.update(JSON.stringify(v.parse(shape, body)))
		.digest('hex');
}

/** What a record says was sent before the last send. */
function sentBefore(text: string | undefined): readonly EarlierSend[] {
	const stored = v.safeParse(Stored, text);
	return stored.success ? stored.output.earlier : [];
}

/** Everything that a record says was sent, the newest first. */
function sentBy<Key, Body>(format: DraftFormat<Key, Body>, text: string | undefined): readonly EarlierSend[] {
	const last = readSending(format, text);
	const before = sentBefore(text);
	if (!last?.isSent) return before;
	const { draft, at } = last;
	// The clock may have been set back after the draft was written.
	return [{ digest: digestOf(format, draft.body), at: Math.max(at, draft.saved) }, ...before];
}

const folder: Name = ['sends'];
/** How long the record of a sent draft is kept. By then, any page that still showed the draft knows that it was sent. */
const keptMs = 24 * 60 * 60_000;
const mostEarlier = 100;

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
		return readSending(this.#format, await this.#readText());
	}

	/** Whether an equal draft was sent after this one was written, even if others were sent since: a window that hung may still have it. */
	async hasSent({ body, saved }: Pick<Draft<Key, Body>, 'body' | 'saved'>): Promise<boolean> {
		const sent = sentBy(this.#format, await this.#readText());
		const digest = digestOf(this.#format, body);
		return sent.some((one) => one.digest === digest && saved <= one.at);
	}

	/** Resolves when the record would survive a power failure. */
	async put(sending: Omit<RecordedSend<Key, Body>, 'earlier'>): Promise<void> {
		const sent = sentBy(this.#format, await this.#readText());
		const earlier = sent.filter(({ at }) => sending.at - at < keptMs).slice(0, mostEarlier);
		const text = JSON.stringify({ ...sending, earlier });
		await this.#logFailure(this.#storage.replace(this.#name, text, { isDurable: true }));
	}

	/** Forgets the last send, but not what was sent before it. */
	async remove(): Promise<void> {
		const earlier = sentBefore(await this.#readText());
		const none = { draft: null, newest: 0, at: 0, isSent: false };
		await this.#logFailure(
			earlier.length === 0
				? this.#storage.remove(this.#name)
				: this.#storage.replace(this.#name, JSON.stringify({ ...none, earlier }), { isDurable: true }),
		);
	}

	/** Forgets an unconfirmed send. The user gave up that draft, so the next one is a new draft, even with the same text. */
	async forgetUnsent(): Promise<void> {
		const last = await this.read();
		if (last && !last.isSent) await this.remove();
	}

	async #readText(): Promise<string | undefined> {
		return this.#logFailure(this.#storage.read(this.#name));
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
