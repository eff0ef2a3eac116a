import { Ancestors } from './ancestors.ts';
import type { Version } from './chain.ts';
import { haveEqualBrackets } from './fragments.ts';
import { keyOf, maySharePerson, titleKey, togetherKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';
import { numbersInSeries } from './numbers-in-series.ts';

/** Patches that do not reply to their cover letter were sent within this time of it. */
const longestGapMs = 7 * 24 * 60 * 60_000;

export interface Renumbered<M extends SeriesMail> {
	readonly mails: readonly M[];
	/** The received mail of each copy that has another number. */
	readonly originals: ReadonlyMap<M, M>;
}

/**
 * Gives numbers to the mails of series that were made by `git format-patch --no-numbered --cover-letter`. Such a series is recognized by
 * its cover letter, which lists its patches or which at least two of them reply to. Without a cover letter each patch is alone.
 */
export function numberMails<M extends SeriesMail>(mails: readonly M[]): Renumbered<M> {
	const covers = new Set(mails.filter(mayBeCover));
	const originals = new Map<M, M>();
	if (covers.size === 0) return { mails, originals };
	const renumbered = new Map<M, M>();
	const renumber = (mail: M, number: number, of: number) => {
		const kind = number === 0 ? 'cover' : mail.kind;
		const changed = { ...mail, kind, subject: { ...mail.subject, number, of } };
		renumbered.set(mail, changed);
		originals.set(changed, mail);
	};
	const found = addLoosePatches(groupByCover(mails, covers), mails, covers);
	for (const cover of covers) {
		const patches = found.get(cover) ?? [];
		const isListed = cover.listed.length > 0;
		if (!isListed && patches.length < 2) continue;
		const of = isListed ? cover.listed.flat().length : patches.length;
		renumber(cover, 0, of);
		for (const [patch, number] of numbersInSeries(patches, cover.listed)) renumber(patch, number, of);
	}
	return { mails: mails.map((mail) => renumbered.get(mail) ?? mail), originals };
}

/** The version with the mails as they were received. */
export function withOriginals<M extends SeriesMail>(
	version: Version<M>,
	originals: Renumbered<M>['originals'],
): Version<M> {
	const { cover, patches, extra, replaced, warnings } = version;
	const original = (mail: M) => originals.get(mail) ?? mail;
	if (!cover || !originals.has(cover)) return version;
	return {
		...version,
		cover: original(cover),
		patches: patches.map((patch) => ({ ...patch, mail: original(patch.mail) })),
		extra: extra.map((patch) => ({ ...patch, mail: original(patch.mail) })),
		replaced: replaced.map(original),
		warnings: [...warnings, 'numbers-missing'],
	};
}

const hasNoNumber = ({ subject: { isPatch, isReply, number } }: SeriesMail): boolean =>
	isPatch && !isReply && number === undefined;

const isUnnumberedPatch = (mail: SeriesMail): boolean => mail.kind === 'patch' && hasNoNumber(mail);
const mayBeCover = (mail: SeriesMail): boolean =>
	hasNoNumber(mail) && mail.kind !== 'patch' && mail.kind !== 'pull';

const isAlike = (one: SeriesMail, other: SeriesMail): boolean =>
	haveEqualBrackets(one.subject, other.subject);

/** The patches that reply to each cover letter, or to each other below it. */
function groupByCover<M extends SeriesMail>(mails: readonly M[], covers: ReadonlySet<M>): Map<M, M[]> {
	const ancestors = new Ancestors(mails);
	const titles = new Map(Array.from(covers, (cover) => [cover, titlesOf(cover)]));
	const coverByMail = new Map<M, M | undefined>();
	const found = new Map<M, M[]>();
	for (const mail of mails.filter(isUnnumberedPatch)) {
		const cover = findCoverAbove(mail, ancestors, covers, coverByMail);
		if (!cover) continue;
		const isListed = titles.get(cover)?.has(titleKey(mail.subject.title)) === true;
		const isOwn = ancestors.parent(mail) === cover && maySharePerson(mail.from, cover.from);
		if (!isListed && !isOwn) continue;
		const others = found.get(cover);
		if (others) others.push(mail);
		else found.set(cover, [mail]);
	}
	return found;
}

const titlesOf = ({ listed }: SeriesMail): ReadonlySet<string> => new Set(listed.flat().map(titleKey));

/** The cover letter above a patch, with only patches like it between them. */
function findCoverAbove<M extends SeriesMail>(
	mail: M,
	ancestors: Ancestors<M>,
	covers: ReadonlySet<M>,
	coverByMail: Map<M, M | undefined>,
): M | undefined {
	const path = new Set<M>();
	let at: M | undefined = mail;
	while (at && isUnnumberedPatch(at) && isAlike(at, mail) && !coverByMail.has(at) && !path.has(at)) {
		path.add(at);
		at = ancestors.parent(at);
	}
	const above = at && !path.has(at) && isAlike(at, mail) ? at : undefined;
	const cover = above && (covers.has(above) ? above : coverByMail.get(above));
	for (const one of path) coverByMail.set(one, cover);
	return cover;
}

/** Adds the patches that a cover letter lists and that do not reply to it, such as those that reply to the version before. */
function addLoosePatches<M extends SeriesMail>(
	found: ReadonlyMap<M, M[]>,
	mails: readonly M[],
	covers: ReadonlySet<M>,
): ReadonlyMap<M, readonly M[]> {
	const keyOfPatch = (mail: M, title: string) => keyOf(togetherKey(mail), titleKey(title));
	const taken = new Set([...found.values()].flat());
	const loose = Map.groupBy(
		mails.filter((mail) => isUnnumberedPatch(mail) && !taken.has(mail)),
		(mail) => keyOfPatch(mail, mail.subject.title),
	);
	const all = new Map<M, readonly M[]>(found);
	for (const cover of covers) {
		const own = found.get(cover) ?? [];
		const known = new Set(own.map(({ subject }) => titleKey(subject.title)));
		const added = cover.listed.flat().flatMap((title) => {
			const candidates = known.has(titleKey(title)) ? [] : (loose.get(keyOfPatch(cover, title)) ?? []);
			const [next] = candidates;
			if (!next || !isNear(cover, next)) return [];
			candidates.shift();
			return [next];
		});
		all.set(cover, [...own, ...added]);
	}
	return all;
}

const isNear = (cover: SeriesMail, patch: SeriesMail): boolean =>
	cover.messageId === undefined ||
	cover.date === undefined ||
	patch.date === undefined ||
	Math.abs(patch.date - cover.date) <= longestGapMs;
