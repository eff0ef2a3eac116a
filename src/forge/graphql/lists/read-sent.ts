import { ownerQuery, type Page } from '../document.ts';
import type { GraphqlCall, OwnerParams } from '../graphql-call.ts';
import { type MailData, withAndWithoutSender } from './documents.ts';
import { mailOf } from './values.ts';

/** The parts that a page does not ask for are absent. */
interface SentData {
	readonly patches?: Page<{
		readonly cover: MailData | null;
		readonly patches: { readonly results: readonly MailData[] };
	}>;
	readonly threads?: Page<{ readonly root: MailData }>;
	readonly emails?: Page<MailData>;
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

/** The cursors of both lists, as a single one. Null for a list that has ended. */
type Cursors = readonly [patches: string | null, threads: string | null];

/**
 * The mails that a user has sent: those of their patchsets, and those that begin threads. Of their replies to others, only some if there are
 * many.
 */
export async function readSent(call: GraphqlCall, params: OwnerParams): Promise<unknown> {
	const isFirst = call.cursor === undefined;
	const [patches, threads]: Cursors = isFirst ? [null, null] : JSON.parse(call.cursor);
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
	const results = [...new Map(mails.map((mail) => [mail.id, mail])).values()];
	// Of a user who has sent few mails, these are all.
	const isComplete = page.emails?.next === null;
	const next: Cursors = [page.patches?.next ?? null, page.threads?.next ?? null];
	const hasNext = !isComplete && next.some((cursor) => cursor !== null);
	return {
		results: results.map((mail) => mailOf(mail)),
		next: hasNext ? JSON.stringify(next) : null,
		total: isComplete ? results.length : Number.POSITIVE_INFINITY,
	};
}
