import * as v from 'valibot';
import { isRecent, timeOfDay } from '../../base/clock.ts';
import { type Coalesced, coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { jsonFormat, SharedFile } from '../../platform/state/store/shared-file.ts';
import type { HookState } from '../model/live-state.ts';

/** Each delivery changes a state. */
const writeDelayMs = 500;
/** How often the leading window shows that it still leads, and the others look. */
const againMs = 20_000;
/** Older states are from a window that was killed some time ago. Its tunnel may have ended, too. */
const longestAgeMs = 60_000;

const HookStateShape = v.variant('kind', [
	v.object({ kind: v.literal('none'), why: v.string() }),
	v.object({ kind: v.literal('pending'), why: v.optional(v.string()) }),
	v.object({ kind: v.literal('refused'), why: v.string() }),
	v.object({
		kind: v.literal('registered'),
		isLive: v.boolean(),
		hasKey: v.boolean(),
		isAnswering: v.optional(v.boolean()),
		mayHaveMissed: v.optional(v.boolean()),
		deliveredAt: v.optional(v.number()),
		refusedEvents: v.array(v.string()),
	}),
]);

type States = Readonly<Record<string, HookState>>;

interface Published {
	/** When a leading window has last written the states. */
	readonly at: number;
	readonly states: States;
}

const format = jsonFormat<Published>(
	v.object({ at: v.number(), states: v.record(v.string(), HookStateShape) }),
	// What another version has written is soon replaced.
	{ at: 0, states: {} },
);

/**
 * The states of webhooks by resource, which the leading window writes to a file, so that the other windows show them and do not poll
 * what is live. After a leading window was killed, its states count until another window leads, for a few seconds, or for a minute if there
 * is none.
 */
export class WebhookStateFile implements Disposable {
	readonly #file: SharedFile<Published>;
	/** The states in this window, which it publishes while it leads; undefined if it does not lead. */
	readonly #own: () => States | undefined;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when the states that another window has published have changed. */
	readonly onDidChange = this.#changes.event;
	readonly #isOpen: Promise<void>;
	#read: States = {};
	/** Call when this window's states have changed, or it leads now. */
	readonly publish: Coalesced;

	constructor(storage: Storage, own: () => States | undefined, log: Log) {
		this.#file = new SharedFile({ storage, name: ['live', 'webhooks'], format, log });
		this.#own = own;
		this.publish = coalesce(
			this.#lifetime,
			writeDelayMs,
			() => this.#write(),
			(failure) => log.warn('The state of the webhooks could not be written', failure),
			// The others read again what was perhaps not delivered when they see that a webhook does not work and then works.
			{ soon: true },
		);
		const read = this.#file.watch(this.#lifetime, () => this.#readFile());
		this.#isOpen = this.#readFile().catch(() => read());
		this.#lifetime.interval(() => (own() ? this.publish() : read()), againMs);
	}

	stateOf(resource: string): HookState | undefined {
		return Object.hasOwn(this.#read, resource) ? this.#read[resource] : undefined;
	}

	/** Whether the window that led before has received a delivery of a resource. */
	async wasDelivered(resource: string): Promise<boolean> {
		await this.#isOpen;
		const state = this.stateOf(resource);
		return state?.kind === 'registered' && (state.isLive || state.deliveredAt !== undefined);
	}

	/** This window has ended its webhooks, and no other window has any. */
	async clear(): Promise<void> {
		await this.#file.change(() => undefined);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #write(): Promise<void> {
		const states = this.#own();
		if (states) await this.#file.change(() => ({ at: timeOfDay(), states }), { isDurable: false });
	}

	async #readFile(): Promise<void> {
		if (this.#own()) return;
		const last = await this.#file.read();
		const states = last && isRecent(last.at, longestAgeMs) ? last.states : {};
		const before = JSON.stringify(this.#read);
		this.#read = states;
		if (JSON.stringify(states) !== before) this.#changes.fire();
	}
}
