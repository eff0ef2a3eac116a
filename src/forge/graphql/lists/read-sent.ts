import { ownerQuery, type PageData } from '../document.ts';
import type { GraphqlCall, OwnerParams } from '../graphql-call.ts';
import { type MailData, withAndWithoutSender } from './documents.ts';
import { mailOf } from './values.ts';

/** The parts that a page does not ask for are absent. */
interface SentData {
	readonly patches?: PageData<{
		readonly cover: MailData | null;
		readonly patches: { readonly results: readonly MailData[] };
	}>;
	readonly threads?: PageData<{ readonly root: MailData }>;
	readonly emails?: PageData<MailData>;
}

/**
 * Servers list the mails of a user in no order, and end after about 25 of many. They list all patchsets and threads of a user, the newest
 * first, but these lack replies to others.
 */
export const sentMails = withAndWithoutSender((fragment) =>
	ownerQuery<SentData>(
		'$patches: Cursor, $threads: Cursor, $hasPatches: Boolean!, $hasThreads: Boolean!, $isFirst: Boolean!',
		`patches(cursor: $patches) @include(if: $hasPatches) {
			results { cover: coverLetter { ...mail } patches { results { ...mail } } } next: cursor
		}
		threads(cursor: $threads) @include(if: $hasThreads) { results { root { ...mail } } next: cursor }
		emails @include(if: $isFirst) { results { ...mail } next: cursor }`,
		fragment,
	),
);

/** The cursors of both lists, null for a list that has ended. */
type PageStart = readonly [patches: string | null, threads: string | null];

/**
 * The mails that a user has sent: those of their patchsets, and those that begin threads. If they have sent many replies to others, only some
 * of these. A patchset is also a thread, so a page may have only mails that earlier pages had.
 */
export async function readSent(call: GraphqlCall, params: OwnerParams): Promise<unknown> {
	const isFirst = call.cursor === undefined;
	const [patches, threads]: PageStart = call.cursor === undefined ? [null, null] : JSON.parse(call.cursor);
	const variables = {
		patches,
		threads,
		hasPatches: isFirst || patches !== null,
		hasThreads: isFirst || threads !== null,
		isFirst,
	};
	const page = await call.askOwner(sentMails.whole, params, variables, (owner) => owner, sentMails.smaller);
	const mails = [
		...(page.patches?.results ?? []).flatMap((set) => [
			...(set.cover ? [set.cover] : []),
			...set.patches.results,
		]),
		...(page.threads?.results ?? []).map(({ root }) => root),
		...(page.emails?.results ?? []),
	];
	// Of a user who has sent few mails, these are all.
	const isComplete = page.emails?.next === null;
	const next: PageStart = [nextAfter(patches, page.patches), nextAfter(threads, page.threads)];
	const hasNext = !isComplete && next.some((cursor) => cursor !== null);
	return {
		results: mails.map((mail) => mailOf(mail)),
		next: hasNext ? JSON.stringify(next) : null,
		total: isComplete ? new Set(mails.map(({ id }) => id)).size : Number.POSITIVE_INFINITY,
		hasSharedRows: hasNext,
	};
}

/** Where a list goes on. A page that names itself as the next one would be read forever. */
function nextAfter(cursor: string | null, page: PageData<unknown> | undefined): string | null {
	const next = page?.next ?? null;
	return next === cursor ? null : next;
}
