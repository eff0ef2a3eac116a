import { append } from '../../../base/collections.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { MailSubject } from '../../../mail/patch/patch.ts';
import type { Ancestors } from './ancestors.ts';
import { isSameSender, maySharePerson } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';
import { sortedBy } from './order.ts';

/** Mails that reply to each other in the way that `git send-email` makes them: to the cover letter or to an earlier patch. */
export interface Fragment<M extends SeriesMail> {
	/** The mail with the lowest number, which the others reply to. */
	readonly root: M;
	/** With `root`, by number. */
	readonly mails: readonly M[];
}

/** A patch without a number is the first of its series. */
export const numberOf = (mail: SeriesMail): number => mail.subject.number ?? 1;

/** Whether a mail can belong to the same series as its parent, going by the two subjects alone. */
function continues(mail: SeriesMail, parent: SeriesMail): boolean {
	const one = mail.subject;
	const other = parent.subject;
	if (one.number === undefined || other.number === undefined) return false;
	return (
		mail.kind === 'patch' &&
		one.number > other.number &&
		haveEqualBrackets(one, other) &&
		// The count of a cover letter is written by hand now and then.
		(one.of === other.of || other.number === 0)
	);
}

interface Growing<M extends SeriesMail> extends Fragment<M> {
	readonly mails: M[];
	/** Who has sent the patch with each number. */
	readonly senders: Map<number, Address>;
}

/**
 * Divides patches, cover letters and requests to pull, sorted from the oldest, into fragments. A patch from another address joins a series
 * only if it has no such patch yet, or one from that address: `git format-patch` names the author of each patch as its sender, but a
 * stranger must not replace a patch, not even under the name of the submitter.
 */
export function fragmentsOf<M extends SeriesMail>(
	mails: readonly M[],
	ancestors: Ancestors<M>,
): readonly Fragment<M>[] {
	const fragments: Growing<M>[] = [];
	const fragmentByMail = new Map<M, Growing<M>>();
	const place = (mail: M, above: Growing<M> | undefined) => {
		const earlier = above?.senders.get(numberOf(mail));
		const joins = above && (!earlier || isSameSender(mail.from, earlier, above.root.from));
		const fragment: Growing<M> = joins ? above : { root: mail, mails: [], senders: new Map() };
		if (!joins) fragments.push(fragment);
		fragment.mails.push(mail);
		fragment.senders.set(numberOf(mail), mail.from);
		fragmentByMail.set(mail, fragment);
	};
	const fragmentAbove = (mail: M) => {
		const parent = ancestors.parent(mail);
		return parent && fragmentByMail.get(parent);
	};
	// Lower numbers first, so that the fragment of the mail above is known.
	let left = sortedBy(mails, (mail) => [numberOf(mail)]).filter((mail) => {
		const parent = ancestors.parent(mail);
		if (parent && continues(mail, parent)) return true;
		place(mail, undefined);
		return false;
	});
	// Patches of the submitter come first, and then those that may be of the submitter: the first sender of a number keeps it.
	for (const isOfSender of [isSameSender, maySharePerson]) {
		left = left.filter((mail) => {
			const above = fragmentAbove(mail);
			if (!above || !isOfSender(mail.from, above.root.from)) return true;
			place(mail, above);
			return false;
		});
	}
	for (const mail of left) place(mail, fragmentAbove(mail));
	return withAdopted(fragments, ancestors);
}

/** Mails of one series are sent within this time. */
const longestSendingMs = 60 * 60_000;

/**
 * Joins patches to a cover letter that has none and that they reply to, if they were sent with it. Then their subjects differ only because the
 * version or prefix was written by hand into one of them.
 */
function withAdopted<M extends SeriesMail>(
	fragments: readonly Growing<M>[],
	ancestors: Ancestors<M>,
): readonly Growing<M>[] {
	const covers = new Map<M, Growing<M>>();
	for (const fragment of fragments) {
		const { root, mails } = fragment;
		if (root.kind === 'cover' && root.subject.number === 0 && mails.length === 1) covers.set(root, fragment);
	}
	return fragments.filter(({ root, mails, senders }) => {
		const parent = ancestors.parent(root);
		const cover = parent && covers.get(parent);
		if (!cover || !wasSentWith(root, cover.root)) return true;
		const [, other] = cover.mails;
		const fitsOthers = other === undefined || haveEqualBrackets(root.subject, other.subject);
		const isAnyTaken = mails.some((mail) => cover.senders.has(numberOf(mail)));
		if (!fitsOthers || isAnyTaken) return true;
		append(cover.mails, mails);
		for (const [number, sender] of senders) cover.senders.set(number, sender);
		return false;
	});
}

function wasSentWith(mail: SeriesMail, cover: SeriesMail): boolean {
	if (mail.kind !== 'patch' || mail.date === undefined || cover.date === undefined) return false;
	return (
		mail.subject.of === cover.subject.of &&
		Math.abs(mail.date - cover.date) <= longestSendingMs &&
		maySharePerson(mail.from, cover.from)
	);
}

export const haveEqualBrackets = (one: MailSubject, other: MailSubject): boolean =>
	one.version === other.version && one.isRfc === other.isRfc && one.prefix === other.prefix;

/** The subject of the first mail of a series, with what only a later one says. */
export const jointSubject = (first: MailSubject, later: MailSubject): MailSubject => ({
	...first,
	// The count of a cover letter is written by hand now and then.
	of: later.of,
	version: Math.max(first.version, later.version),
	prefix: first.prefix === '' ? later.prefix : first.prefix,
});
