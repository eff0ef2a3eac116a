import type { Ancestors } from './ancestors.ts';
import { type Fragment, jointSubject, numberOf } from './fragments.ts';
import { togetherKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';

/** Patches in different threads belong together only if they were sent within this time. */
const longestGapMs = 7 * 24 * 60 * 60_000;

/** Fragments that belong together. */
export class Group<M extends SeriesMail> {
	readonly mails: M[] = [];
	/** Equal for groups that may belong together. */
	readonly key: string;
	/** The mail that the first fragment starts with. */
	readonly root: M;
	/** The id that the thread starts with. Undefined for a mail that replies to nothing. */
	readonly top: string | undefined;
	readonly #numbers = new Set<number>();
	/** How many patches the group has when it is complete. Undefined for a mail that is complete alone. */
	readonly #of: number | undefined;
	readonly #repliesToPatch: boolean;
	#lowest: number;
	/** How many of the numbers from 1 to `#of` it has. */
	#counted = 0;
	#date: number | undefined;

	constructor({ root, mails }: Fragment<M>, ancestors: Ancestors<M>) {
		const second = mails[1] ?? root;
		const subject = jointSubject(root.subject, second.subject);
		this.key = togetherKey({ ...second, subject });
		this.root = root;
		this.top = ancestors.top(root);
		// Numbered requests to pull are independent of each other.
		const isSinglePull = root.kind === 'pull' && root.subject.number !== 0;
		this.#of = isSinglePull ? undefined : subject.of;
		this.#repliesToPatch = ancestors.nonReplyAbove(root) !== undefined;
		this.#lowest = numberOf(root);
		this.#include(mails, root.date);
	}

	get isComplete(): boolean {
		return this.#of === undefined || this.#counted >= this.#of;
	}

	get hasCover(): boolean {
		return this.#numbers.has(0);
	}

	add(other: Group<M>): void {
		this.#lowest = Math.min(this.#lowest, other.#lowest);
		this.#include(other.mails, other.#date);
	}

	/** Whether an incomplete group that was sent later can have patches that this one lacks. */
	fits(later: Group<M>): boolean {
		for (const number of later.#numbers) if (this.#numbers.has(number)) return false;
		if (this.top === later.top) return this.top !== undefined || this.isNear(later);
		// Further patches of a series may begin another thread, but do not reply to a patch there.
		const tail = this.#lowest < later.#lowest ? later : this;
		return (tail.top === undefined || !tail.#repliesToPatch) && this.isNear(later);
	}

	/** Whether two groups were sent at about the same time, as far as their mails say. */
	isNear(later: Group<M>): boolean {
		// Mails that were never sent have the dates of their commits.
		if (this.root.messageId === undefined || later.root.messageId === undefined) return true;
		if (this.#date === undefined || later.#date === undefined) return true;
		return later.#date - this.#date <= longestGapMs;
	}

	#include(mails: readonly M[], date: number | undefined): void {
		for (const mail of mails) {
			this.mails.push(mail);
			const number = numberOf(mail);
			if (!this.#numbers.has(number) && number >= 1 && number <= (this.#of ?? 0)) this.#counted++;
			this.#numbers.add(number);
		}
		if (date !== undefined) this.#date = Math.max(this.#date ?? date, date);
	}
}
