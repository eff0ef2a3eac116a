import * as v from 'valibot';
import { timeOfDay } from '../../base/clock.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Name, Storage } from '../../platform/state/store/storage.ts';
import type { HookState } from '../model/live-state.ts';

const folder: Name = ['live'];
const file: Name = ['live', 'webhooks'];
/** Each delivery changes a state. */
const writeDelayMs = 500;
const readDelayMs = 50;
/** How often the leading window shows that it still leads, and the others look. */
const touchMs = 20_000;
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
const StatesShape = v.record(v.string(), HookStateShape);

type States = Readonly<Record<string, HookState>>;

/**
 * The states of webhooks by resource, which the leading window writes to a file, so that the other windows show them and do not poll
 * what is live. After a leading window was killed, its states count until another window leads, for a few seconds, or for a minute if there
 * is none.
 */
export class WebhookStateFile implements Disposable {
	readonly #storage: Storage;
	/** The states in this window, which it publishes while it leads; undefined if it does not lead. */
	readonly #own: () => States | undefined;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when the states that another window has published have changed. */
	readonly onDidChange = this.#changes.event;
	readonly #isOpen: Promise<void>;
	#read: States = {};
	/** The text that this window wrote last. */
	#written: string | undefined;
	/** Call when this window's states have changed, or it leads now. */
	readonly publish = coalesce(
		this.#lifetime,
		writeDelayMs,
		() => this.#write(),
		(failure) => this.#log.warn('The state of the webhooks could not be written', failure),
		// The others read again what was perhaps not delivered when they see that a webhook does not work and then works.
		{ soon: true },
	);

	constructor(storage: Storage, own: () => States | undefined, log: Log) {
		this.#storage = storage;
		this.#own = own;
		this.#log = log;
		const read = coalesce(
			this.#lifetime,
			readDelayMs,
			() => this.#readFile(),
			(failure) => log.warn('The state of the webhooks could not be read', failure),
		);
		this.#lifetime.add(storage.watch(folder, read));
		this.#isOpen = this.#readFile().catch(() => read());
		this.#lifetime.interval(() => (own() ? this.publish() : read()), touchMs);
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
		this.#written = undefined;
		await this.#storage.remove(file);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #write(): Promise<void> {
		const states = this.#own();
		if (!states) {
			this.#written = undefined;
			return;
		}
		const text = JSON.stringify(states);
		if (text === this.#written) await this.#storage.touch(file);
		else await this.#storage.replace(file, text);
		this.#written = text;
	}

	async #readFile(): Promise<void> {
		if (this.#own()) return;
		const text = await this.#storage.read(file);
		const before = JSON.stringify(this.#read);
		const files = await this.#storage.list(folder);
		const isOld = files.some(({ name, written }) => name === file[1] && timeOfDay() - written > longestAgeMs);
		this.#read = isOld ? {} : statesIn(text);
		if (JSON.stringify(this.#read) !== before) this.#changes.fire();
	}
}

/** Another version of the extension may have written the text. */
function statesIn(text: string | undefined): States {
	try {
		return v.parse(StatesShape, JSON.parse(text ?? '{}'));
	} catch {
		return {};
	}
}
