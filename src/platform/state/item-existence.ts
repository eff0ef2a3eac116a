import * as v from 'valibot';
import { isRecent, timeOfDay } from '../../base/clock.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';
import { once } from '../../base/once.ts';
import { SharedCalls } from '../../base/shared-calls.ts';
import { ForgeError, needsSignIn } from '../../forge/contract/errors.ts';
import { type ItemName, itemRef } from '../model/item-name.ts';
import { createValueStore } from './cache/value-store.ts';

interface ItemExistenceOptions {
	/** What the items are, such as `repositories`. */
	readonly kind: string;
	/** What is known without a request. */
	readonly isKnown: (item: ItemName) => boolean | undefined;
	/** Reads the item from the forge. Rejects with a `ForgeError` of kind `missing` if it does not exist. */
	readonly read: (item: ItemName, signal: AbortSignal) => Promise<unknown>;
	/** For data that can be read from the forge again; removed when the account signs out. */
	readonly cache: Storage;
	readonly log: Log;
}

const dayMs = 86_400_000;
/** How long an answer counts. A missing item may be created, and that is noticed the next day. */
const validMs = { exists: 30 * dayMs, missing: dayMs };
const maxAnswers = 1000;

const Answers = v.record(v.string(), v.object({ exists: v.boolean(), at: v.number() }));
type Answers = v.InferOutput<typeof Answers>;

/** Which items an account sees on its forge. An item that was never listed takes one request, whose answer is remembered. */
export class ItemExistence {
	readonly #options: ItemExistenceOptions;
	readonly #store;
	readonly #reads = new SharedCalls<string, boolean>();
	#answers: Answers = {};

	constructor(options: ItemExistenceOptions) {
		const { kind, cache, log } = options;
		this.#options = options;
		this.#store = createValueStore({ storage: cache, name: [`existing-${kind}`], shape: Answers, log });
	}

	readonly #load = once(async () => {
		this.#answers = { ...(await this.#store.load())?.value, ...this.#answers };
	});

	/** What is known without a request. `mayBeOld`: whether the last answer counts even if it is too old. */
	async known(item: ItemName, { mayBeOld = false } = {}): Promise<boolean | undefined> {
		const known = this.#options.isKnown(item);
		if (known !== undefined) return known;
		await this.#load();
		const answer = this.#answers[itemRef(item)];
		if (!answer) return undefined;
		const { at, exists } = answer;
		const isValid = mayBeOld || isRecent(at, validMs[exists ? 'exists' : 'missing']);
		return isValid ? exists : undefined;
	}

	/** Rejects with a `ForgeError`, or with the signal's reason, if that cannot be found out now. */
	async has(item: ItemName, signal?: AbortSignal): Promise<boolean> {
		const ask = (stop: AbortSignal) => this.#ask(item, stop);
		return (await this.known(item)) ?? this.#reads.join(itemRef(item), ask, signal);
	}

	async #ask(item: ItemName, signal: AbortSignal): Promise<boolean> {
		const exists = await this.#options.read(item, signal).then(
			() => true,
			(error: unknown) => {
				// Some servers hide a private item, others refuse it. A token without the permission says nothing about the item.
				const isHidden = error instanceof ForgeError && /^(?:missing|forbidden)$/.test(error.kind);
				if (isHidden && !needsSignIn(error)) return false;
				throw error;
			},
		);
		const others = Object.entries(this.#answers).slice(1 - maxAnswers);
		const at = timeOfDay();
		this.#answers = { ...Object.fromEntries(others), [itemRef(item)]: { exists, at } };
		await this.#store.save({ value: this.#answers, asOf: at });
		return exists;
	}
}
