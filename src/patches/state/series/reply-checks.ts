import * as v from 'valibot';
import { isRecent, timeOfDay } from '../../../base/clock.ts';
import { append } from '../../../base/collections.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { FailurePauses } from '../../../base/failure-pauses.ts';
import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import type { Email } from '../../../forge/shapes/lists.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import type { ValueStore } from '../../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../../platform/state/cache/value-store.ts';
import { threadRoots } from '../lists/thread-roots.ts';
import type { MailStore } from '../mails/mail-store.ts';
import { stopsReading } from './read-series.ts';
import type { SentThread } from './sent-threads.ts';

/** How many threads are checked each time: the first ones. */
const maxFirst = 15;
/** How many of the others are checked each time, in turns. */
const maxOthers = 5;
const atOnce = 2;
const intervalMs = 10 * 60_000;
/** The interval once the user has asked for replies. */
const askedIntervalMs = 60_000;

/** The shortest pause after the forge could not answer. */
const shortestPauseMs = 15_000;

interface ShownThreads {
	/** The most important first. */
	readonly threads: readonly SentThread[];
	readonly isShown: () => boolean;
}

/** The ids of the first mails of threads, each with the time when the thread was last checked. */
const Checked = v.array(v.tuple([v.number(), v.number()]));

/**
 * Looks for replies to what an account has sent, even in lists that are not in the view. The first mail of a thread says how many replies
 * there are. The thread is read only if more or fewer are known. Reasons: docs/decisions/lists-and-mails.md.
 */
export class ReplyChecks implements Disposable {
	readonly #client: Client<typeof listRows>;
	readonly #mails: MailStore;
	readonly #lifetime = new Lifetime();
	readonly #store: ValueStore<readonly (readonly [number, number])[]>;
	/** When each thread was last checked, by the id of its first mail. */
	readonly #checked = new Map<number, number>();
	#opening: Promise<void> | undefined;
	#checking: Promise<void> | undefined;
	/** What is checked after the check that is under way. */
	#next: ShownThreads | undefined;
	readonly #pauses = new FailurePauses(shortestPauseMs, intervalMs);
	/** When the user last asked for replies. */
	#askedAt = 0;

	constructor(client: Client<typeof listRows>, mails: MailStore, { cache, log }: CacheContext) {
		this.#client = client;
		this.#mails = mails;
		this.#store = createValueStore({ storage: cache, name: ['reply-checks'], shape: Checked, log });
	}

	/** Whether any of the threads should be checked again. */
	isDue(threads: readonly SentThread[]): boolean {
		return this.#due(threads).length > 0;
	}

	/** The user has asked for replies: what was checked until now is due sooner. */
	askAgain(): void {
		this.#askedAt = timeOfDay();
		this.#pauses.end('all');
	}

	/** Checks the first threads, and a few of the others, that were not checked for some time. Begins no request after `isShown` has become false. */
	check(threads: readonly SentThread[], isShown: () => boolean): Promise<void> {
		this.#next = { threads, isShown };
		this.#checking ??= this.#checkAll().finally(() => {
			this.#checking = undefined;
		});
		return this.#checking;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #checkAll(): Promise<void> {
		this.#opening ??= this.#open();
		await this.#opening;
		for (let next = this.#next; next; next = this.#next) {
			this.#next = undefined;
			await this.#check(next);
		}
	}

	async #check({ threads, isShown }: ShownThreads): Promise<void> {
		const due = this.#due(threads);
		const askedAt = this.#askedAt;
		let [hasAsked, isStopped] = [false, false];
		await forEachConcurrently(due, atOnce, async (thread) => {
			if (isStopped || this.#lifetime.ended || !isShown()) return;
			hasAsked = true;
			try {
				await this.#readReplies(thread);
			} catch (error) {
				if (this.#lifetime.ended) return;
				if (!(error instanceof ForgeError)) throw error;
				if (stopsReading(error)) {
					isStopped = true;
					// If the user has asked since, the next check is not delayed.
					if (askedAt === this.#askedAt) this.#pauses.begin('all');
					return;
				}
				// The thread is gone or hidden. Asking again soon would not help.
			}
			this.#checked.set(thread.root, timeOfDay());
		});
		if (!hasAsked) return;
		if (!isStopped) this.#pauses.end('all');
		await this.#save();
	}

	#due(threads: readonly SentThread[]): readonly SentThread[] {
		if (this.#pauses.isPaused('all')) return [];
		const first = threads.slice(0, maxFirst).filter((thread) => this.#isDue(thread));
		const others = threads.slice(maxFirst);
		const othersLeft = maxOthers - others.filter((one) => this.#isRecent(this.#checkedAt(one))).length;
		const inTurn = others
			.filter((one) => this.#isDue(one))
			.toSorted((one, other) => this.#checkedAt(one) - this.#checkedAt(other));
		return [...first, ...inTurn.slice(0, Math.max(0, othersLeft))];
	}

	#isDue(thread: SentThread): boolean {
		const { list } = thread;
		const listReadAt = list.isComplete ? (list.mailsAsOf ?? 0) : 0;
		return !this.#isRecent(this.#checkedAt(thread)) && !this.#isRecent(listReadAt);
	}

	#checkedAt({ root }: SentThread): number {
		const at = this.#checked.get(root) ?? 0;
		// In the future: the clock was set back since.
		return at > timeOfDay() ? 0 : at;
	}

	#isRecent(at: number): boolean {
		const now = timeOfDay();
		// The clock may have been set back since the user asked.
		const isAskedAgain = at < this.#askedAt && this.#askedAt <= now;
		return isRecent(at, isAskedAgain ? askedIntervalMs : intervalMs);
	}

	async #readReplies(thread: SentThread): Promise<void> {
		const { list, root, sent } = thread;
		const { signal } = this.#lifetime;
		const first = await this.#client.email({ email: root }, { signal });
		this.#mails.put([first]);
		list.putMails([first]);
		if (first.replies === knownReplies(thread)) return;
		const mails = await this.#readThread(first.thread_id ?? root);
		// Without what the user has sent before, the list would not join the versions of the series.
		for (const { mail, patchset } of sent) {
			list.addListed(mail, patchset);
		}
		list.putMails(mails);
		this.#mails.put(mails);
		const texts = await this.#mails.read(
			mails.map(({ id }) => id),
			signal,
		);
		list.putTexts(texts.values());
	}

	/** Returns only the first replies if a thread is so long that the forge does not answer for the others. */
	async #readThread(email: number): Promise<readonly Email[]> {
		const { signal } = this.#lifetime;
		const mails: Email[] = [];
		try {
			for await (const { rows } of this.#client.thread({ email }, { signal })) append(mails, rows);
		} catch (error) {
			const isOfThread = error instanceof ForgeError && !stopsReading(error);
			if (!isOfThread || mails.length === 0) throw error;
		}
		return mails;
	}

	async #open(): Promise<void> {
		const stored = await this.#store.load();
		for (const [root, at] of stored?.value ?? []) if (!this.#checked.has(root)) this.#checked.set(root, at);
	}

	async #save(): Promise<void> {
		await this.#store.save({ value: [...this.#checked], asOf: timeOfDay() });
	}
}

/** How many mails of a thread are known besides its first one. */
function knownReplies({ list, root, sent }: SentThread): number {
	const mails = new Map([...sent.map(({ mail }) => [mail.id, mail] as const), ...list.mails]);
	return [...threadRoots(mails)].filter(([id, ofMail]) => ofMail === root && id !== root).length;
}
