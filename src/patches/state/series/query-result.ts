import { type MailWithPatchset, patchsetsOf } from '../lists/mail-with-patchset.ts';
import {
	type DiscussionSummary,
	findThreads,
	mailsOf,
	type SeriesSummary,
	type ThreadSummaries,
} from '../lists/series-summary.ts';
import { threadRootOf } from '../lists/thread-roots.ts';
import type { MailSummary } from '../mails/mail-summary.ts';

/** A series or a thread with a mail that a query has found. */
export type QueryMatch =
	| { readonly kind: 'series'; readonly series: SeriesSummary }
	| { readonly kind: 'discussion'; readonly discussion: DiscussionSummary };

/** The series and threads of mails, each once, in the order of the mails. If the list does not know a thread, only these mails of it are known. */
export function matchesOf(
	found: readonly MailWithPatchset[],
	known: ReadonlyMap<number, MailSummary>,
	threads: ThreadSummaries,
): readonly QueryMatch[] {
	const find = finder(known, threads);
	const others = found.filter(({ mail }) => !find(mail));
	const unknown = new Map(others.map(({ mail }) => [mail.id, mail]));
	const findUnknown = finder(unknown, findThreads(unknown, patchsetsOf(others)));
	const matches = found.map(({ mail }) => find(mail) ?? findUnknown(mail));
	const unique = new Map(matches.flatMap((match) => (match ? [[summaryOf(match), match] as const] : [])));
	return [...unique.values()];
}

const summaryOf = (match: QueryMatch) => (match.kind === 'series' ? match.series : match.discussion);

/** Finds what a mail belongs to: the series that it is part of or replies to, or else its thread. */
function finder(known: ReadonlyMap<number, MailSummary>, { series, discussions }: ThreadSummaries) {
	const seriesOf = new Map(
		series.flatMap((one) =>
			one.chain.versions.flatMap((version) => mailsOf(version).map(({ id }) => [id, one] as const)),
		),
	);
	const rootOf = (mail: MailSummary) => threadRootOf(mail, (id) => known.get(id));
	const threadOf = new Map(discussions.map((one) => [rootOf(one.mail), one]));
	return (mail: MailSummary): QueryMatch | undefined => {
		// A mail may be its own ancestor.
		const passed = new Set<number>();
		for (let at: MailSummary | undefined = mail; at && !passed.has(at.id); at = known.get(at.parent ?? -1)) {
			passed.add(at.id);
			// The parent may be in a series without being known.
			const found = seriesOf.get(at.id) ?? (at.parent === null ? undefined : seriesOf.get(at.parent));
			if (found) return { kind: 'series', series: found };
		}
		const discussion = threadOf.get(rootOf(mail));
		return discussion && { kind: 'discussion', discussion };
	};
}
