import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isTicketKey } from '../../platform/model/keys.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import { isListed } from '../state/outbox-text.ts';
import { commentOf, type TicketEntry, type TicketOutbox } from '../state/pending-change.ts';
import type { ShownDraft } from './draft.ts';
import { errorOf } from './send-errors.ts';

/** `waiting`: it is in the outbox, and is sent later. */
export type SendResult = 'sent' | 'waiting';

type CommentOutbox = Pick<TicketOutbox, 'entries' | 'of' | 'onDidChange' | 'onDidSettle'>;

type Ended = (
	entry: TicketEntry,
	result: {
		/** Why the comment was returned to its draft; undefined if it was sent. */
		readonly error?: unknown;
		/** Whether a promise of `of` has the result. */
		readonly isAwaited: boolean;
	},
) => void;

/** Follows the comments in the outbox until they are sent, wait, or are returned to their drafts. */
export class CommentResults implements Disposable {
	readonly #outbox: CommentOutbox;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	/** The comments that wait or have waited. Trying to send them again does not block the box. */
	#waited: ReadonlySet<string> = new Set();
	/** The comments whose result a caller awaits, by group. */
	readonly #awaited = new Map<string, PromiseWithResolvers<SendResult>>();

	constructor(outbox: CommentOutbox, now: () => number, ended: Ended) {
		this.#outbox = outbox;
		this.#now = now;
		this.#lifetime.add(
			outbox.onDidSettle(({ entry, result }) => {
				// One that is left may have arrived, so it waits for the user.
				const isLeft = outbox.entries.some(({ id }) => id === entry.id);
				if (!commentOf(entry)) return;
				if (isLeft) return this.#wait(entry);
				const error = result.kind === 'sent' ? undefined : errorOf(result, entry.steps[0]?.change.change);
				const awaited = this.#awaited.get(entry.steps[0]?.group ?? '');
				ended(entry, { error, isAwaited: awaited !== undefined });
				if (error !== undefined) awaited?.reject(error);
			}),
		);
		this.#lifetime.add(outbox.onDidChange(() => this.#update()));
		this.#update();
	}

	/** Resolves when the comments of a group are sent, or have to wait. Rejects if one was returned to its draft. */
	of(group: string): Promise<SendResult> {
		const awaited = Promise.withResolvers<SendResult>();
		this.#awaited.set(group, awaited);
		const { promise } = awaited;
		const forget = () => this.#awaited.delete(group);
		promise.then(forget, forget);
		this.#update();
		return promise;
	}

	/** The comment of a ticket that is being sent for the first time. */
	inFlight(key: DraftKey): ShownDraft | undefined {
		if (!isTicketKey(key)) return undefined;
		const isNew = (one: TicketEntry) => commentOf(one) && isUnderWay(one) && !this.#waited.has(one.id);
		const entry = this.#outbox.of(key).find(isNew);
		const draft = entry && commentOf(entry);
		return draft && { ...draft, saved: entry.steps[0]?.at ?? 0, after: null };
	}

	/** Whether the outbox has a comment of a ticket that waits. */
	isWaiting(key: DraftKey): boolean {
		return isTicketKey(key) && this.#outbox.of(key).some(({ id }) => this.#waited.has(id));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#wait({ id, steps }: TicketEntry): void {
		this.#waited = new Set([...this.#waited, id]);
		this.#awaited.get(steps[0]?.group ?? '')?.resolve('waiting');
	}

	#update(): void {
		const now = this.#now();
		const comments = this.#outbox.entries.filter(commentOf);
		const waits = (entry: TicketEntry) =>
			this.#waited.has(entry.id) || (isListed(entry, now) && !isReturning(entry));
		this.#waited = new Set(comments.filter(waits).map(({ id }) => id));
		for (const [group, { resolve }] of this.#awaited) {
			const all = comments.filter(({ steps }) => steps.some((step) => step.group === group));
			// One that another window has sent is gone, too.
			if (all.length === 0) resolve('sent');
			else if (all.some(({ id }) => this.#waited.has(id))) resolve('waiting');
		}
	}
}

const isUnderWay = ({ state }: TicketEntry): boolean => state.kind === 'pending' || state.kind === 'sending';

/** Whether a comment is about to be returned to its draft. */
const isReturning = ({ state }: TicketEntry): boolean =>
	state.kind === 'conflict' || (state.kind === 'refused' && !state.mayBeDone);
