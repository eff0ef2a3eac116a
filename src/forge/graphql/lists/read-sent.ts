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

/** The cursors of both lists, null for a list that has ended, and the ids of the mails on all pages before. */
type PageStart = readonly [patches: string | null, threads: string | null, known: readonly number[]];

/**
 * The mails that a user has sent: those of their patchsets, and those that begin threads. Of their replies to others, only some if there are
 * many. A patchset is also a thread, so one list may bring only mails that the other one had: each page goes on until it has another mail,
 * because a page without one would end the walk.
 */
export async function readSent(call: GraphqlCall, params: OwnerParams): Promise<unknown> {
	let isFirst = call.cursor === undefined;
	const start: PageStart = call.cursor === undefined ? [null, null, []] : JSON.parse(call.cursor);
	let [patches, threads] = start;
	const before = new Set(start[2]);
	for (;;) {
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
		const found = new Map(mails.filter(({ id }) => !before.has(id)).map((mail) => [mail.id, mail]));
		// Of a user who has sent few mails, these are all.
		const isComplete = page.emails?.next === null;
		isFirst = false;
		patches = nextAfter(patches, page.patches);
		threads = nextAfter(threads, page.threads);
		const hasNext = !isComplete && (patches !== null || threads !== null);
		if (found.size === 0 && hasNext) continue;
		const next: PageStart = [patches, threads, [...before, ...found.keys()]];
		return {
			results: [...found.values()].map((mail) => mailOf(mail)),
			next: hasNext ? JSON.stringify(next) : null,
			total: isComplete ? found.size : Number.POSITIVE_INFINITY,
		};
	}
}

/** Where a list goes on. A page that names itself as the next one would be read forever. */
function nextAfter(cursor: string | null, page: Page<unknown> | undefined): string | null {
	const next = page?.next ?? null;
	return next === cursor ? null : next;
}
