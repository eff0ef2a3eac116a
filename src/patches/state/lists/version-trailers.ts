import { parseTime } from '../../../forge/contract/read.ts';
import type { ReviewTrailer } from '../../../mail/compose/review-trailer.ts';
import type { Address } from '../../../mail/message/mail.ts';
import { parseSubject } from '../../../mail/patch/subject.ts';
import type { Version } from '../../model/series/chain.ts';
import { countedTrailers, seriesTrailers, type TrailerMail } from '../../model/series-trailers.ts';
import type { MailSummary } from '../mails/mail-summary.ts';

/** A trailer with which a person has reviewed, acknowledged or tested patches. */
export interface VersionTrailer {
	/** `Reviewed-by`. */
	readonly key: string;
	readonly person: Address;
	/** The numbers in the series of the patches that the trailer is for; empty if it is for all patches. */
	readonly patches: readonly number[];
}

interface PatchWithTrailers {
	readonly number: number;
	readonly mail: { readonly id: number };
}

interface VersionWithTrailers {
	readonly of: Version<never>['of'];
	readonly cover: { readonly id: number } | undefined;
	readonly patches: readonly PatchWithTrailers[];
	readonly extra: readonly PatchWithTrailers[];
}

/** The trailers of a version, as far as mails were read whole. `mails` are the known mails of the series and the replies to them. */
export function trailersOfVersion(
	{ cover, patches, extra, of = 0 }: VersionWithTrailers,
	mails: readonly MailSummary[],
): readonly VersionTrailer[] {
	if (mails.every(({ trailers = [] }) => trailers.length === 0)) return [];
	const numbered = [...patches, ...extra];
	const ids = numbered.map(({ mail }) => mail.id);
	const byId = new Map(mails.map((mail) => [mail.id, mail]));
	const own = ids.map((id) => trailersOf(byId.get(id)));
	const patchIds = new Set(ids);
	const given = seriesTrailers(
		ids,
		cover?.id,
		mails.map((mail) => trailerMailOf(mail, patchIds.has(mail.id))),
	);
	return countedTrailers(own, given).map(({ key, person, patches: indices }) => {
		const isForAll = indices.length >= of && indices.length === numbered.length;
		return { key, person, patches: isForAll ? [] : indices.flatMap((at) => numbered[at]?.number ?? []) };
	});
}

const trailersOf = (mail: MailSummary | undefined): readonly ReviewTrailer[] =>
	(mail?.trailers ?? []).map(({ key, name, email }) => ({ key, person: { name, email } }));

function trailerMailOf(mail: MailSummary, isPatch: boolean): TrailerMail {
	const subject = parseSubject(mail.subject);
	return {
		id: mail.id,
		parentId: mail.parent ?? undefined,
		messageId: mail.messageId || undefined,
		inReplyTo: undefined,
		references: [],
		date: parseTime(mail.created),
		isReply: subject.isReply || (!subject.isPatch && !isPatch),
		sent: () => trailersOf(mail).map((trailer) => ({ ...trailer, isFromPerson: true })),
	};
}
