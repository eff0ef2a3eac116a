import { smallest } from '../../../base/collections.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { Ancestors } from './ancestors.ts';
import { jointSubject } from './fragments.ts';
import { hasWord, isMarkedAsResend, projectOf } from './mails/prefix.ts';
import type { SeriesMail, SeriesPatchset } from './mails/series-mail.ts';

/** Mails that were sent together: a cover letter with its patches, a single patch, a request to pull, or some patches of a series. */
export interface Batch<M extends SeriesMail> {
	readonly kind: 'patches' | 'pull';
	readonly cover: M | undefined;
	/** By number. If several have the same number, the last one. */
	readonly patches: ReadonlyMap<number, M>;
	/** Mails that a later mail with the same number replaces. */
	readonly replaced: readonly M[];
	/** How many patches there are: 1 for a patch without a number, 0 for a request to pull. Undefined if only the forge's patchset is known. */
	readonly of: number | undefined;
	readonly version: number;
	readonly isRfc: boolean;
	readonly isMarkedAsResend: boolean;
	readonly prefix: string;
	readonly title: string;
	readonly submitter: Address;
	readonly date: number | undefined;
	readonly changeId: string | undefined;
	readonly baseCommit: string | undefined;
	/** The cover letter or else the first patch. Undefined if only the forge's patchset is known. */
	readonly lead: M | undefined;
	/** Whether the patches reply to the same mail, which is not known, or the forge knows a cover letter. */
	readonly isCoverMissing: boolean;
	/** The ids of the forge's patchsets with these mails. */
	readonly patchsets: readonly number[];
}

/** Makes a batch from mails that are sorted from the oldest. */
export function batchOf<M extends SeriesMail>(mails: readonly M[], ancestors: Ancestors<M>): Batch<M> {
	const patches = new Map<number, M>();
	const replaced: M[] = [];
	let cover: M | undefined;
	for (const mail of mails) {
		const { number = 1 } = mail.subject;
		const isCover = number === 0 || mail.kind === 'pull';
		const earlier = isCover ? cover : patches.get(number);
		if (earlier) replaced.push(earlier);
		if (isCover) cover = mail;
		else patches.set(number, mail);
	}
	const lowest = patches.get(smallest(patches.keys()));
	const lead = cover ?? lowest;
	if (!lead) throw new Error('A batch has at least one mail.');
	const all = cover ? [cover, ...patches.values()] : [...patches.values()];
	const { version, isRfc, prefix, of = 1 } = jointSubject(lead.subject, (lowest ?? lead).subject);
	const kind = cover?.kind === 'pull' && patches.size === 0 ? 'pull' : 'patches';
	return {
		kind,
		cover,
		patches,
		replaced,
		of: kind === 'pull' ? 0 : of,
		version,
		isRfc,
		isMarkedAsResend: isMarkedAsResend(prefix),
		prefix: projectOf(prefix),
		title: lead.subject.title,
		submitter: lead.from,
		date: lead.date,
		changeId: all.find(({ changeId }) => changeId !== undefined)?.changeId,
		baseCommit: all.find(({ baseCommit }) => baseCommit !== undefined)?.baseCommit,
		lead,
		isCoverMissing: !cover && isBelowUnknown([...patches.values()], ancestors),
		patchsets: [],
	};
}

/** Whether all patches of a series reply to a mail that is not known. */
function isBelowUnknown<M extends SeriesMail>(patches: readonly M[], ancestors: Ancestors<M>): boolean {
	const [first, ...others] = patches;
	if (first?.inReplyTo === undefined || others.length === 0) return false;
	const { inReplyTo } = first;
	return !ancestors.mail(inReplyTo) && others.every((mail) => mail.inReplyTo === inReplyTo);
}

/** Adds a cover letter whose subject does not say that it is one. */
export const withCover = <M extends SeriesMail>(batch: Batch<M>, cover: M): Batch<M> => ({
	...batch,
	cover,
	lead: cover,
	isCoverMissing: false,
	title: cover.subject.title,
	submitter: cover.from,
	date: cover.date,
	changeId: cover.changeId ?? batch.changeId,
	baseCommit: cover.baseCommit ?? batch.baseCommit,
});

/** A batch of which only the forge's patchset is known. */
export const batchOfPatchset = <M extends SeriesMail>(patchset: SeriesPatchset): Batch<M> => ({
	kind: 'patches',
	cover: undefined,
	patches: new Map(),
	replaced: [],
	of: undefined,
	version: patchset.version,
	isRfc: hasWord(patchset.prefix, 'rfc'),
	isMarkedAsResend: isMarkedAsResend(patchset.prefix),
	prefix: projectOf(patchset.prefix),
	title: patchset.subject,
	submitter: patchset.submitter,
	date: patchset.date,
	changeId: undefined,
	isCoverMissing: false,
	baseCommit: undefined,
	lead: undefined,
	patchsets: [patchset.id],
});
