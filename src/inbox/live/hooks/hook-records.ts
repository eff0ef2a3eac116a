import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import { type HookRecord, hasSameSync, type Registrar, spellTarget } from './hook-record.ts';
import type { HookStore } from './hook-store.ts';

interface HookRecordsOptions {
	readonly store: HookStore;
	/** Called when `all` has changed. */
	readonly didChange: () => void;
	readonly secrets: Secrets;
	readonly log: Log;
}

type Change = (records: readonly HookRecord[]) => readonly HookRecord[];

/** The stored records of an account's hooks, as this window knows them. It has none once another window has taken over. */
export class HookRecords {
	readonly #options: HookRecordsOptions;
	#all: readonly HookRecord[] = [];
	#isSuperseded = false;

	constructor(options: HookRecordsOptions) {
		this.#options = options;
	}

	get all(): readonly HookRecord[] {
		return this.#all;
	}

	get isSuperseded(): boolean {
		return this.#isSuperseded;
	}

	/** Takes over the records of the window that led before. */
	async open(signal: AbortSignal): Promise<void> {
		this.#all = await this.#options.store.takeOver(signal);
		this.#isSuperseded = false;
		this.#options.didChange();
	}

	/** Notices that another window has taken over. */
	async checkHolder(): Promise<void> {
		if (!this.#isSuperseded && !(await this.#options.store.isHolder())) await this.areOwn();
	}

	/** The record as it is now. */
	current({ secret }: Pick<HookRecord, 'secret'>): HookRecord | undefined {
		return this.#all.find((record) => record.secret === secret);
	}

	find(target: HookTarget, registrar: Registrar): HookRecord | undefined {
		const name = spellTarget(target);
		return this.#all.find(
			(record) =>
				spellTarget(record.target) === name && hasSameSync(record.target, target) && isOf(record, registrar),
		);
	}

	/** The events that the forge does not deliver to some target of the family. */
	missingFor({ family }: HookTarget, registrar: Registrar): ReadonlySet<string> {
		for (const record of this.#all) {
			const { target, state } = record;
			if (target.family === family && state.kind === 'registered' && isOf(record, registrar)) {
				return new Set(state.missing);
			}
		}
		return new Set();
	}

	/** Returns undefined if another window has taken over. */
	async add(record: HookRecord): Promise<HookRecord | undefined> {
		this.#options.secrets.add(record.secret);
		return (await this.#change((records) => [...records, record])) && record;
	}

	/** Returns the changed record, or undefined if another window has taken over or the record was removed. */
	async replace(record: HookRecord, state: HookRecord['state']): Promise<HookRecord | undefined> {
		const changed = { ...record, state };
		const records = await this.#change((before) =>
			before.map((one) => (one.secret === record.secret ? changed : one)),
		);
		return records?.includes(changed) ? changed : undefined;
	}

	/**
	 * Keeps a record whose hooks the current token could not remove. Drops those of even earlier tokens, because each renewal of a token leaves
	 * some.
	 */
	async keepForEarlierToken({ secret, token }: HookRecord): Promise<void> {
		await this.#change((records) =>
			records
				.filter(({ state, token: other }) => state.kind !== 'earlierToken' || other === token)
				.map((one) => (one.secret === secret ? { ...one, state: { kind: 'earlierToken' } } : one)),
		);
	}

	async remove(removed: ReadonlySet<HookRecord['secret']>): Promise<void> {
		await this.#change((records) => records.filter(({ secret }) => !removed.has(secret)));
	}

	/** Whether no other window has taken over. */
	async areOwn(): Promise<boolean> {
		return (await this.#change((records) => records)) !== undefined;
	}

	async #change(change: Change): Promise<readonly HookRecord[] | undefined> {
		const { store, didChange, log } = this.#options;
		const records = await store.change(change);
		if (!records && !this.#isSuperseded) {
			this.#isSuperseded = true;
			log.info('Another window registers the webhooks now');
		}
		this.#all = records ?? [];
		didChange();
		return records;
	}
}

const isOf = (record: HookRecord, { address, token }: Registrar): boolean =>
	record.address === address && record.token === token;
