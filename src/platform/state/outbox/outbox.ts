import { randomUUID } from 'node:crypto';
import { abortable } from '../../../base/abort.ts';
import { backoff } from '../../../base/backoff.ts';
import { timeLimit, timeOfDay } from '../../../base/clock.ts';
import { coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import type { Storage } from '../../../base/files/storage.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { type DescribedEntry, describeEntry, type OutboxKind } from './described-entry.ts';
import { checkAgain, dueNow } from './due.ts';
import { type Entry, isUnconfirmed } from './entry.ts';
import {
	type AdaptChange,
	type AddOptions,
	type NewChange,
	type Queue,
	waitingChangeOf,
	withAdapted,
	withAdded,
} from './queue.ts';
import { type EditQueue, QueueFile } from './queue-file.ts';
import { SendLoops } from './send-loops.ts';
import type { Sender, Settled } from './sender.ts';
import { newestUndoable, type Undoable, undoableOf, withoutDiscarded, withoutGroup } from './undo.ts';
import type { DescribedSettled, WaitingChanges } from './waiting-changes.ts';

interface OutboxOptions<Key, Change> {
	/** Storage for this outbox only. It is kept when an account signs out. */
	readonly storage: Storage;
	readonly kind: OutboxKind<Key, Change>;
	readonly sender: Sender<Key, Change>;
	/** See `SendLoopOptions`. */
	readonly willSend?: (entry: Entry<Key, Change>) => Promise<void>;
	/** Keeps what the user has written in entries that are discarded or undone, unless `confirm` rejects. `left` are the other entries. */
	readonly willDiscard?: (
		discarded: Queue<Key, Change>,
		left: Queue<Key, Change>,
		confirm: HeldLock['confirm'],
	) => Promise<void>;
	/** Whether the item exists only in this window. Its changes stay in memory. */
	readonly isLocal?: (key: Key) => boolean;
	/** Adds to a new change what this window knows about it, before the change is stored. */
	readonly prepare?: AdaptChange<Key, Change>;
	readonly log: Log;
	/** The time until retry `n` of what could not be sent. */
	readonly retryMs?: (n: number) => number;
	/** See `SendLoopOptions`. */
	readonly arrivalMs?: number;
}

/** How long a window that closes waits for the end of what it has cancelled. */
const cancelMs = 1000;

/**
 * The waiting changes of one kind, of all windows and accounts. Each is on disk before the user sees it, can be undone for some seconds, and is
 * sent by one window. If a window may have sent a change and is gone, the next one asks the forge first.
 * Reasons: docs/decisions/outbox.md.
 */
export class Outbox<Key, Change> implements WaitingChanges<Key>, Disposable {
	readonly #options: OutboxOptions<Key, Change>;
	readonly #lifetime = new Lifetime();
	readonly #file: QueueFile<Key, Change>;
	readonly #changes: Emitter<void>;
	readonly #settlements: Emitter<DescribedSettled<Key, Change>>;
	/** Names this window in the entries. */
	readonly #origin = randomUUID();
	/** The entries that this window knows. */
	#queue: Queue<Key, Change> = [];
	#described: readonly DescribedEntry<Key, Change>[] = [];
	#byItem: ReadonlyMap<string, readonly DescribedEntry<Key, Change>[]> = new Map();
	readonly #sendLoops: SendLoops<Key, Change>;
	/** Soon reads what other windows have changed. Call it also without a sign of a change, because files cannot always be watched. */
	readonly readChanges: () => void;
	#damagedCount = 0;

	constructor(options: OutboxOptions<Key, Change>) {
		const { storage, kind, log } = options;
		this.#options = options;
		this.#file = new QueueFile({ ...options, format: kind });
		const logFailure = (failure: unknown) => log.error('A listener for waiting changes failed', failure);
		this.#changes = this.#lifetime.add(new Emitter<void>(logFailure));
		this.#settlements = this.#lifetime.add(new Emitter<DescribedSettled<Key, Change>>(logFailure));
		this.#sendLoops = new SendLoops({
			storage,
			log,
			format: kind,
			sender: options.sender,
			origin: this.#origin,
			lifetime: this.#lifetime,
			retryMs: options.retryMs ?? backoff(10_000, 60_000),
			arrivalMs: options.arrivalMs ?? 3000,
			queue: () => this.#queue,
			change: (edit, settled) => this.#change(edit, settled),
			...(options.willSend && { willSend: options.willSend }),
			didWake: () => {
				this.#changes.fire();
				this.readChanges();
			},
		});
		this.readChanges = coalesce(this.#lifetime, 50, () => this.readNow(), { soon: true });
	}

	/** Fires when entries were added, removed or changed in any window. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Fires when this window has sent an entry, and when the forge does not make its change; before `onDidChange`. */
	get onDidSettle(): Event<DescribedSettled<Key, Change>> {
		return this.#settlements.event;
	}

	/** All entries, in the order in which they are sent. */
	get entries(): readonly DescribedEntry<Key, Change>[] {
		return this.#described;
	}

	/** The number of damaged files of this outbox that are kept on the disk. */
	get damagedCount(): number {
		return this.#damagedCount;
	}

	/** Reads the entries, sends those that are due, and watches for changes of other windows. */
	async open(): Promise<void> {
		this.#lifetime.add(this.#file.watch(() => this.readChanges()));
		await this.readNow();
	}

	/** Like `readChanges`, but resolves when they are read. Never rejects. */
	async readNow(): Promise<void> {
		try {
			this.#setQueue(await this.#file.read());
		} catch (error) {
			this.#options.log.warn('The waiting changes could not be read', error);
		}
	}

	/** The entries of an item, the oldest first. */
	of(key: Key): readonly DescribedEntry<Key, Change>[] {
		return this.#byItem.get(this.#options.kind.idOf(key)) ?? [];
	}

	/** The waiting changes of an item, as one change. Undefined if there are none. */
	waitingChangeOf(key: Key): Change | undefined {
		return waitingChangeOf(this.#options.kind, this.of(key));
	}

	/**
	 * Adds the changes of one command, which are undone together. They are sent after `delayMs`. Resolves when they would survive a power
	 * failure, with the group of their steps. Rejects if they cannot be written; then none is made.
	 */
	async add(
		changes: readonly NewChange<Key, Change>[],
		delayMs: number,
		{ editQueue, ...text }: AddOptions<Key, Change> = {},
	): Promise<string> {
		const group = randomUUID();
		const { kind, prepare = (_, change) => change } = this.#options;
		const prepared = changes.map(({ key, change }) => ({ key, change: prepare(key, change) }));
		for (const { key } of changes) this.#sendLoops.retryWithin(kind.accountOf(key), delayMs);
		await this.#change(async (queue) => {
			const edited = (await editQueue?.(queue)) ?? queue;
			const now = timeOfDay();
			const due = now + delayMs;
			const origin = this.#origin;
			return withAdded(kind, edited, prepared, { ...text, group, now, origin, due, createId: randomUUID });
		});
		return group;
	}

	/**
	 * Undoes what can still be undone of a command, by default of the newest one: of this window or, if it has none, of any window. Resolves with
	 * its entries when it is certain that they are never sent; empty if there was nothing to undo. Texts can be edited again.
	 */
	async undo(wantedGroup?: string): Promise<readonly DescribedEntry<Key, Change>[]> {
		const { kind, willDiscard } = this.#options;
		let undone: Queue<Key, Change> = [];
		await this.#change(async (queue, confirm) => {
			const group = wantedGroup ?? newestUndoable(queue, this.#origin)?.group;
			undone = group === undefined ? [] : undoableOf(queue, group);
			if (group === undefined) return queue;
			const left = withoutGroup(kind, queue, group);
			await willDiscard?.(undone, left, confirm);
			return left;
		});
		return undone.map((entry) => describeEntry(kind, entry));
	}

	/** Whether this window has made the last change of an entry. */
	readonly isOwn = ({ origin }: Entry<unknown, unknown>): boolean => origin === this.#origin;

	/** What `undo` would undo; undefined if there is nothing. */
	get undoable(): Undoable | undefined {
		return newestUndoable(this.#queue, this.#origin);
	}

	/** The group of `undoable`, if it has a change of this item that can be undone. */
	undoableGroupOf(key: Key, undoable: Undoable | undefined): string | undefined {
		return undoable && undoableOf(this.of(key), undoable.group).length > 0 ? undoable.group : undefined;
	}

	/** Sends entries now, as confirmed by the user, even if they were refused or have a conflict. Rejects if the queue cannot be written. */
	async sendNow(...ids: readonly string[]): Promise<void> {
		await this.#makeDue(ids, { skipsConflicts: false });
	}

	/** Sends several entries now, in their order, but none that has a conflict by now. Rejects if they cannot be written. */
	async sendAll(ids: readonly string[]): Promise<void> {
		await this.#makeDue(ids, { skipsConflicts: true });
	}

	/** Asks the forge again whether it has the change of a refused entry, because it seems to have it by now. */
	async check(id: string): Promise<void> {
		await this.#change((queue) => checkAgain(queue, id, { now: timeOfDay(), origin: this.#origin }));
	}

	/**
	 * Removes entries, except those that are being sent. Texts can be edited again. Resolves with the ids of the entries that were discarded.
	 */
	async discard(...ids: readonly string[]): Promise<readonly string[]> {
		let discarded: Queue<Key, Change> = [];
		const wanted = new Set(ids);
		const { kind, willDiscard } = this.#options;
		await this.#change(async (queue, confirm) => {
			discarded = queue.filter(({ id, state }) => wanted.has(id) && state.kind !== 'sending');
			const left = queue.filter((entry) => !discarded.includes(entry));
			// First, because a window that ends in between must not lose what the user has written.
			await willDiscard?.(discarded, left, confirm);
			return withoutDiscarded(kind, queue, new Set(discarded.map(({ id }) => id)));
		});
		return discarded.map(({ id }) => id);
	}

	/** Adapts all changes, because something that they name has another name now. */
	adapt(adapt: AdaptChange<Key, Change>): Promise<void> {
		return this.#change((queue) => withAdapted(queue, adapt));
	}

	/** The forge has answered to an account, so it can be reached. */
	didReach(account: string): void {
		this.#sendLoops.didReach(account);
	}

	/** Accounts have signed in or out. */
	didChangeAccounts(): void {
		this.#sendLoops.didChangeAccounts();
	}

	/**
	 * Sends this window's entries at once, except those that the user has to confirm. When `signal` aborts, cancels what is not sent yet, which
	 * another window then sends, or the next one. Undefined if there is nothing to send.
	 */
	finish(signal: AbortSignal): Promise<void> | undefined {
		const now = timeOfDay();
		const isReady = (entry: Entry<Key, Change>) =>
			this.isOwn(entry) && entry.state.kind === 'pending' && !isUnconfirmed(entry, now);
		const own = this.#queue.filter(isReady).map(({ id }) => id);
		return own.length === 0 && !this.#sendLoops.isRunning ? undefined : this.#finish(own, signal);
	}

	/** Stops sending. What is not sent stays on disk. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	async #finish(ids: readonly string[], signal: AbortSignal): Promise<void> {
		try {
			// Another window may hang while it has the lock of the file.
			if (ids.length > 0) await abortable(this.#makeDue(ids, { skipsConflicts: true }), signal);
			await abortable(this.#sendLoops.ended(), signal);
		} catch (error) {
			if (signal.aborted) await this.#cancel();
			else this.#options.log.warn('Waiting changes could not be sent before the window closed', error);
		}
	}

	/** Ends what can be cancelled, which is then recorded as not sent. Never rejects. */
	async #cancel(): Promise<void> {
		this.#lifetime.dispose();
		await abortable(this.#sendLoops.ended(), timeLimit(cancelMs)).catch(() => {});
	}

	async #makeDue(
		ids: readonly string[],
		{ skipsConflicts }: { readonly skipsConflicts: boolean },
	): Promise<void> {
		const due = new Set(ids);
		this.#sendLoops.tryAllNow();
		await this.#change((queue) =>
			dueNow(queue, due, { origin: this.#origin, skipsConflicts, now: timeOfDay() }),
		);
	}

	async #change(edit: EditQueue<Key, Change>, settled?: Settled<Key, Change>): Promise<void> {
		this.#setQueue(await this.#file.change(edit), settled);
	}

	#setQueue(queue: Queue<Key, Change>, settled?: Settled<Key, Change>): void {
		const { kind } = this.#options;
		const isChanged = JSON.stringify(queue) !== JSON.stringify(this.#queue);
		if (isChanged) {
			this.#queue = queue;
			this.#described = queue.map((entry) => describeEntry(kind, entry));
			this.#byItem = Map.groupBy(this.#described, ({ key }) => kind.idOf(key));
		}
		const isOtherDamage = this.#damagedCount !== this.#file.damagedCount;
		this.#damagedCount = this.#file.damagedCount;
		if (settled) this.#didSettle(settled);
		if (isChanged || isOtherDamage) this.#changes.fire();
		this.#sendLoops.sendDue();
	}

	#didSettle({ entry, result }: Settled<Key, Change>): void {
		if (result.kind === 'failed') this.#options.log.warn('A change was not made', result.error);
		this.#settlements.fire({ entry: describeEntry(this.#options.kind, entry), result });
	}
}
