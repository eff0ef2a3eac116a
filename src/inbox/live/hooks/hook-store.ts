import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Name, Storage } from '../../../platform/state/store/storage.ts';
import { seal, unseal } from '../../../signin/sessions/encryption.ts';
import { HookRecord } from './hook-record.ts';

const Content = v.object({
	/** The store that has taken over last. */
	holder: v.string(),
	records: v.array(HookRecord),
});
type Content = v.InferOutput<typeof Content>;

const Sealed = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ version: v.literal(1), keyId: v.string(), box: v.string() }),
);
const Opened = v.pipe(v.string(), v.parseJson(), Content);

/** As `LeftHooks` has them. */
interface LeftRecords {
	readonly read: () => Promise<readonly HookRecord[]>;
	readonly remove: (records: readonly HookRecord[]) => Promise<void>;
}

export interface HookStoreOptions {
	/** Of the account. Undefined for one that ends with this window: then nothing is written. */
	readonly storage: Storage | undefined;
	/** The key of the sessions. Who has it also has the tokens, which can do all that the secret paths can. */
	readonly key: () => Promise<string | undefined>;
	readonly account: string;
	/** Of the file. */
	readonly name?: Name;
	/** What an earlier session of the account has left at the forge. */
	readonly left?: LeftRecords | undefined;
	readonly secrets: Secrets;
	readonly log: Log;
}

/**
 * Stores the records of an account's hooks for all windows, encrypted because they contain the secret paths. Only the window that has
 * taken over last may change them, so an earlier leader that continues for a moment does not disturb the next one.
 */
export class HookStore {
	readonly #options: HookStoreOptions;
	readonly #id = randomUUID();
	readonly #name: Name;
	#content: Content | undefined;
	#last: Promise<unknown> = Promise.resolve();

	constructor(options: HookStoreOptions) {
		this.#options = options;
		this.#name = options.name ?? ['hooks'];
	}

	/**
	 * Returns the records that earlier windows have left. From now on, only this window changes them. Does nothing once `signal` is aborted,
	 * because the next window may have taken over by then.
	 */
	async takeOver(signal: AbortSignal): Promise<readonly HookRecord[]> {
		const { left } = this.#options;
		const adopted = (await left?.read()) ?? [];
		const content = await this.#change((before) => {
			signal.throwIfAborted();
			const records = before?.records ?? [];
			const isNew = ({ secret }: HookRecord) => records.every((one) => one.secret !== secret);
			return { holder: this.#id, records: [...records, ...adopted.filter(isNew)] };
		});
		await left?.remove(adopted);
		return content?.records ?? [];
	}

	/**
	 * Whether no other window has taken over, nor removed the records. True also if they cannot be read now, which says nothing about other
	 * windows. Changes nothing.
	 */
	async isHolder(): Promise<boolean> {
		await this.#last;
		const { storage } = this.#options;
		if (!storage) return this.#content?.holder === this.#id;
		const text = await storage.read(this.#name);
		if (text === undefined) return false;
		const content = await this.#unseal(text);
		return content === undefined || content.holder === this.#id;
	}

	/** Whether any window has left records. Changes nothing. */
	async hasRecords(): Promise<boolean> {
		const left = (await this.#options.left?.read()) ?? [];
		return left.length > 0 || (await this.read()).length > 0;
	}

	/** The records that any window has left. Changes nothing. */
	async read(): Promise<readonly HookRecord[]> {
		return (await this.#read())?.records ?? [];
	}

	/** Returns the changed records, or undefined if another window has taken over, so that nothing was changed. */
	async change(
		change: (records: readonly HookRecord[]) => readonly HookRecord[],
	): Promise<readonly HookRecord[] | undefined> {
		const content = await this.#change((before) =>
			before?.holder === this.#id ? { holder: this.#id, records: [...change(before.records)] } : undefined,
		);
		return content?.records;
	}

	/** Changes follow each other, because waiting for the lock takes longer. */
	#change(change: (before: Content | undefined) => Content | undefined): Promise<Content | undefined> {
		const { storage } = this.#options;
		const work = async () => {
			const content = change(await this.#read());
			if (content) await this.#write(content);
			return content;
		};
		const changed = this.#last.then(() => (storage ? storage.lock(this.#name, work) : work()));
		this.#last = changed.catch(() => {});
		return changed;
	}

	async #read(): Promise<Content | undefined> {
		const { storage, secrets, log } = this.#options;
		if (!storage) return this.#content;
		const text = await storage.read(this.#name);
		if (text === undefined) return undefined;
		const content = await this.#unseal(text);
		if (!content) log.warn('The stored webhooks cannot be read, so new ones are created');
		for (const { secret } of content?.records ?? []) secrets.add(secret);
		return content;
	}

	/** Undefined if another key or version has written it. */
	async #unseal(text: string): Promise<Content | undefined> {
		const { key: readKey, account } = this.#options;
		const sealed = v.safeParse(Sealed, text);
		const key = await readKey();
		const opened =
			sealed.success && key !== undefined ? unseal(key, label(account), sealed.output) : undefined;
		const content = v.safeParse(Opened, opened);
		return content.success ? content.output : undefined;
	}

	async #write(content: Content): Promise<void> {
		const { storage, key: readKey, account } = this.#options;
		this.#content = content;
		if (!storage) return;
		const key = await readKey();
		if (key === undefined) throw new Error('There is no key to encrypt webhooks with');
		await storage.replace(
			this.#name,
			JSON.stringify({ version: 1, ...seal(key, label(account), JSON.stringify(content)) }),
		);
	}
}

/** Not the label of a session, so that neither can be put in the place of the other. */
const label = (account: string) => `hooks\n${account}`;
