import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { isTicketKey, type TicketKey } from '../../platform/model/keys.ts';
import { isListed } from '../../platform/state/outbox/text.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import { commentOf, type TicketEntry, type TicketOutbox } from '../state/changes/ticket-outbox-format.ts';
import { errorOf } from './send-errors.ts';
import type { ShownDraft } from './ticket-draft-rules.ts';

/** `waiting`: it is in the outbox, and is sent later. */
export type SendResult = 'sent' | 'waiting';

type CommentOutbox = Pick<TicketOutbox, 'entries' | 'of' | 'onDidChange' | 'onDidSettle'>;

interface ResultsOptions {
	readonly outbox: CommentOutbox;
	readonly now: () => number;
	/** Whether another window has returned a comment to its draft. Called for comments that left the outbox without this window sending them. */
	readonly wasReturned: (key: TicketKey) => Promise<boolean>;
	readonly didEnd: DidEnd;
}

type DidEnd = (
	entry: Pick<TicketEntry, 'key'>,
	result: {
		/** Why the comment was returned to its draft; undefined if it was sent. */
		readonly error?: unknown;
		/** Whether a promise of `of` has the result. */
		readonly isAwaited: boolean;
	},
) => void;

interface AwaitedResult extends PromiseWithResolvers<SendResult> {
	readonly key: TicketKey;
}

/** Follows the comments in the outbox until they are sent, wait, or are returned to their drafts. */
export class CommentResults implements Disposable {
	readonly #options: ResultsOptions;
	readonly #lifetime = new Lifetime();
	/** The comments that wait or have waited. The user can write while they are sent again. */
	#waited: ReadonlySet<string> = new Set();
	/** The comments whose result a caller awaits, by group. */
	readonly #awaited = new Map<string, AwaitedResult>();

	constructor(options: ResultsOptions) {
		this.#options = options;
		const { outbox, didEnd: ended } = options;
		this.#lifetime.add(
			outbox.onDidSettle(({ entry, result }) => {
				// The forge may have the comment of an entry that is still in the outbox, so it waits for the user.
				const isInOutbox = outbox.entries.some(({ id }) => id === entry.id);
				if (!commentOf(entry)) return;
				if (isInOutbox) return this.#wait(entry);
				const error = result.kind === 'sent' ? undefined : errorOf(result, entry.steps[0]?.change.change);
				const group = entry.steps[0]?.group ?? '';
				const awaited = this.#awaited.get(group);
				ended(entry, { error, isAwaited: awaited !== undefined });
				if (error === undefined && hasGroup(outbox.entries, group)) return;
				this.#awaited.delete(group);
				if (error === undefined) awaited?.resolve('sent');
				else awaited?.reject(error);
			}),
		);
		this.#lifetime.add(outbox.onDidChange(() => this.#update()));
		this.#update();
	}

	/** Resolves when the comments of a group, all of one ticket, are sent, or have to wait. Rejects if one was returned to its draft. */
	resultOf(group: string, key: TicketKey): Promise<SendResult> {
		const awaited = { ...Promise.withResolvers<SendResult>(), key };
		this.#awaited.set(group, awaited);
		const { promise } = awaited;
		const forget = () => this.#awaited.delete(group);
		promise.then(forget, forget);
		this.#update();
		return promise;
	}

	/** The comment of a ticket that is being sent for the first time. */
	beingSent(key: DraftKey): ShownDraft | undefined {
		if (!isTicketKey(key)) return undefined;
		const isNew = (one: TicketEntry) => commentOf(one) && isBeingSent(one) && !this.#waited.has(one.id);
		const entry = this.#options.outbox.of(key).find(isNew);
		const draft = entry && commentOf(entry);
		return draft && { ...draft, saved: entry.steps[0]?.at ?? 0, after: null };
	}

	/** Whether the outbox has a comment of a ticket that waits. */
	isWaiting(key: DraftKey): boolean {
		return isTicketKey(key) && this.#options.outbox.of(key).some(({ id }) => this.#waited.has(id));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#wait({ id, steps }: TicketEntry): void {
		this.#waited = new Set([...this.#waited, id]);
		this.#awaited.get(steps[0]?.group ?? '')?.resolve('waiting');
	}

	#update(): void {
		const now = this.#options.now();
		const comments = this.#options.outbox.entries.filter(commentOf);
		const waits = (entry: TicketEntry) =>
			this.#waited.has(entry.id) || (isListed(entry, now) && !isReturning(entry));
		this.#waited = new Set(comments.filter(waits).map(({ id }) => id));
		for (const [group, awaited] of this.#awaited) {
			if (!hasGroup(comments, group)) {
				this.#awaited.delete(group);
				background(this.#settleGone(awaited));
			} else if (comments.some((entry) => isOfGroup(entry, group) && this.#waited.has(entry.id)))
				awaited.resolve('waiting');
		}
	}

	/** Another window has sent or returned a comment. */
	async #settleGone({ key, resolve, reject }: AwaitedResult): Promise<void> {
		const { wasReturned, didEnd: ended } = this.#options;
		if (!(await wasReturned(key))) return resolve('sent');
		const error = returnedElsewhereError();
		ended({ key }, { error, isAwaited: true });
		reject(error);
	}
}

const isOfGroup = ({ steps }: TicketEntry, group: string): boolean =>
	steps.some((step) => step.group === group);

const hasGroup = (entries: readonly TicketEntry[], group: string): boolean =>
	entries.some((entry) => isOfGroup(entry, group));

const returnedElsewhereError = () =>
	new ForgeError('refused', 'Another window tried to send this, and the forge did not accept it.');

const isBeingSent = ({ state }: TicketEntry): boolean => state.kind === 'pending' || state.kind === 'sending';

/** Whether a comment is about to be returned to its draft. */
const isReturning = ({ state }: TicketEntry): boolean =>
	state.kind === 'conflict' || (state.kind === 'refused' && !state.mayBeDone);
