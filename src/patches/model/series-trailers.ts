import { reviewKeys } from '../../mail/compose/review-trailer.ts';
import type { Threadable } from '../../mail/message/threads.ts';
import type { Patch } from '../../mail/patch/patch.ts';
import { isReply, positionOf, repliedMails, sortByThreads } from '../../mail/replies/ancestors.ts';
import {
	type PersonTrailer,
	personKey,
	personTrailers,
	type SentTrailer,
	sentTrailers,
	trailerIds,
} from './person-trailers.ts';
import type { FullMail } from './series/mails/full-mail.ts';

/** A trailer of a person, such as `Reviewed-by`, that replies give. */
export interface GivenTrailer extends PersonTrailer {
	/** The indices of the patches that it is for, in order. */
	readonly patches: readonly number[];
	/** The forge's ids of the mails that give it, oldest first. */
	readonly mails: readonly number[];
	/** Whether these mails are from the address that the trailer names. */
	readonly isFromPerson: boolean;
}

interface Gathered extends PersonTrailer {
	readonly patches: Set<number>;
	readonly mails: number[];
	readonly isFromPerson: boolean;
}

/** Further trailers are left out: the page could not draw a flood of them. Each mail still shows its own text. */
const maxTrailers = 500;

/** What is needed of a mail to find its trailers, and the patches that they are for. */
export interface TrailerMail extends Threadable {
	/** Whether it is neither a patch nor a cover letter. */
	readonly isReply: boolean;
	/** The trailers that the mail gives if it is a reply. */
	readonly sent: () => readonly SentTrailer[];
}

export const trailerMailOf = (fullMail: FullMail): TrailerMail => ({
	...positionOf(fullMail),
	isReply: isReply(fullMail),
	sent: () => sentTrailers(fullMail.mail),
});

/**
 * The trailers `…-by` that replies to the patches give, in the order of their mails. Those in replies to the cover letter are for all
 * patches. `patches` has the ids of the mails of the patches, `cover` that of the cover letter.
 */
export function seriesTrailers(
	patches: readonly number[],
	cover: number | undefined,
	mails: readonly TrailerMail[],
): readonly GivenTrailer[] {
	const indices = Map.groupBy(patches.keys(), (index) => patches[index]);
	const all = [...patches.keys()];
	const found = new Map<string, Gathered>();
	for (const { mail, ancestors } of sortByThreads(mails, (one) => one)) {
		if (mail.id === cover || indices.has(mail.id) || !mail.isReply) continue;
		const repliedTo = repliedMails(ancestors, (one) => one.isReply).map(({ id }) => id);
		const patch = repliedTo.find((id) => indices.has(id));
		const isForAll = patch === undefined && cover !== undefined && repliedTo.includes(cover);
		const repliedPatches = isForAll ? all : (indices.get(patch) ?? []);
		if (repliedPatches.length === 0) continue;
		for (const sent of mail.sent()) {
			const id = [sent.key, personKey(sent.person), sent.remark, sent.isFromPerson].join('\n');
			const known = found.get(id);
			if (!known && found.size === maxTrailers) continue;
			const trailer = known ?? { ...sent, patches: new Set(), mails: [] };
			for (const index of repliedPatches) trailer.patches.add(index);
			trailer.mails.push(mail.id);
			found.set(id, trailer);
		}
	}
	return [...found.values()].map((trailer) => ({ ...trailer, patches: sorted(trailer.patches) }));
}

/** A trailer of a person that counts, with the indices of the patches that it is for, in order. */
export interface CountedTrailer extends PersonTrailer {
	readonly patches: readonly number[];
}

/**
 * Who has reviewed, acknowledged or tested which patches: by the trailers in their own messages (`own`, for each patch) and by those that
 * replies have given. A trailer that was sent from another address does not count.
 */
export function countedTrailers(
	own: readonly (readonly PersonTrailer[])[],
	given: readonly GivenTrailer[],
): readonly CountedTrailer[] {
	const all = [
		...own.flatMap((trailers, index) => trailers.map((trailer) => ({ ...trailer, patches: [index] }))),
		...given.filter(({ isFromPerson }) => isFromPerson),
	];
	const found = new Map<string, CountedTrailer>();
	const withAddress = all.filter(({ person }) => person.email !== '');
	const withoutAddress = all.filter(({ person }) => person.email === '');
	for (const { key, person, patches } of [...withAddress, ...withoutAddress]) {
		if (!reviewKeys.some((one) => one === key)) continue;
		const id = idOfPerson({ key, person }, found);
		const known = found.get(id);
		found.set(id, {
			key,
			person: known?.person ?? person,
			patches: sorted([...(known?.patches ?? []), ...patches]),
		});
	}
	return [...found.values()];
}

/** A person without an address is the one of the same name who gave such a trailer, if there is exactly one. */
function idOfPerson(trailer: PersonTrailer, found: ReadonlyMap<string, PersonTrailer>): string {
	const [id] = trailerIds(trailer);
	if (trailer.person.email !== '') return id;
	const same = [...found].filter(([, one]) => trailerIds(one).includes(id));
	return same.length === 1 && same[0] ? same[0][0] : id;
}

const sorted = (indices: Iterable<number>): readonly number[] =>
	[...new Set(indices)].sort((one, other) => one - other);

/** How many people gave a trailer. */
export interface TrailerCounts {
	readonly reviewed: number;
	readonly acked: number;
	readonly tested: number;
}

export function countTrailers(counted: readonly CountedTrailer[]): TrailerCounts {
	const count = (name: string) => counted.filter(({ key }) => key === name).length;
	return { reviewed: count('Reviewed-by'), acked: count('Acked-by'), tested: count('Tested-by') };
}

/** Counts the trailers of a patch: those in its own message, and those that were given in replies. */
export function trailerCounts(
	{ trailers }: Patch,
	index: number,
	given: readonly GivenTrailer[],
): TrailerCounts {
	const ofPatch = given.filter(({ patches }) => patches.includes(index));
	return countTrailers(countedTrailers([personTrailers(trailers)], ofPatch));
}
