import * as v from 'valibot';
import { append } from '../../../base/collections.ts';
import type { Client } from '../../../forge/client/connect.ts';
import type { Page } from '../../../forge/client/pages.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { type listRows, postSearches } from '../../../forge/rows/lists.ts';
import type { Email, OpenedList } from '../../../forge/shapes/lists.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { Collection } from '../../../platform/state/cache/collection.ts';
import { ItemStore } from '../../../platform/state/cache/item-store.ts';
import { MailSummary, mailSummaryOf } from '../mails/mail-summary.ts';
import { listMailTextFiles } from '../mails/mail-text-files.ts';
import { maxKept, outdatedMails } from './mail-retention.ts';
import { pagesAfter } from './pages-after.ts';

interface MailCollectionOptions extends CacheContext {
	readonly key: ListKey;
	/** The user name of the account, with the tilde. */
	readonly me: string;
	readonly client: Client<typeof listRows>;
	/** How many mails are read at first, if that is less than later. */
	readonly maxRowsAtFirst?: () => number;
	/** Returns the first page if another request has brought it. */
	readonly readFirst?: ReadFirst;
}

type ReadFirst = () => Promise<OpenedList['mails'] | undefined>;

/** How many mails are read, and how many more each time that the user loads more: a list may have hundreds of thousands. Forges have pages of 25 or 50. */
const maxRows = 1000;

export interface MailCollection {
	readonly store: ItemStore<MailSummary>;
	readonly mails: Collection<number, MailSummary>;
	/** Reads the newest mails. A brief refresh leaves out pull requests, which take another request, unless no mails are known. */
	refresh(which: { readonly newestOnly?: boolean; readonly isBrief?: boolean }): Promise<void>;
	/** Whether the forge has older mails than those that were read. */
	readonly hasOlder: boolean;
	/** Reads older mails, too, and the known ones again. */
	loadOlder(): Promise<void>;
}

/** The newest mails of a list, without their texts. */
export function createMailCollection({
	key,
	me,
	client,
	cache,
	log,
	maxRowsAtFirst = () => maxRows,
	readFirst = async () => undefined,
}: MailCollectionOptions): MailCollection {
	const name = listRef(key);
	const walked: Walked = { upTo: 0, hasOlder: false, maxRows };
	const store = new ItemStore<MailSummary>({
		storage: cache,
		name: ['mails', name],
		what: `mails of ${name}`,
		format: {
			version: 'mails 1',
			idOf: ({ id }) => id,
			write: ({ id: _, ...stored }) => stored,
			read: readStored,
			shared: {
				read: (stored) => Object.assign(walked, v.parse(StoredWalk, stored)),
				write: () => ({ upTo: walked.upTo, hasOlder: walked.hasOlder }),
			},
		},
		outdated: {
			idsOf: (items) => outdatedMails(items, () => listMailTextFiles(cache), me),
			leastKept: maxKept,
			didRemove: () => {
				walked.hasOlder = true;
			},
		},
		log,
	});
	/** Whether the read that is under way, or else the next one, leaves out pull requests. */
	let leavesOutPulls = false;
	const mails: Collection<number, MailSummary> = new Collection<number, MailSummary>({
		store,
		pages: (signal) => {
			const reading = { key, client, signal, walked, leavesOutPulls, maxRowsAtFirst, readFirst };
			return newestPages({ ...reading, known: mails });
		},
		idOf: ({ id }) => id,
		toStored: (mail) => mail,
		isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
		log,
	});
	return {
		store,
		mails,
		get hasOlder() {
			return walked.hasOlder;
		},
		async refresh({ isBrief = false, ...which }) {
			// A refresh joins a read that is under way. If it needs pull requests and that read leaves them out, it waits for the end instead.
			if (!isBrief && leavesOutPulls && mails.isReading) await mails.refresh({ newestOnly: true });
			if (!mails.isReading) leavesOutPulls = isBrief;
			await mails.refresh(which);
		},
		async loadOlder() {
			await mails.open();
			// A read that is under way ends at the known mails.
			if (mails.isReading) await mails.refresh({ newestOnly: true });
			leavesOutPulls = false;
			walked.upTo = 0;
			walked.maxRows = mails.items.size + maxRows;
			await mails.refresh({ readsAll: true });
		},
	};
}

function readStored(stored: unknown, id: number): MailSummary | undefined {
	if (typeof stored !== 'object') return undefined;
	const read = v.safeParse(MailSummary, { ...stored, id });
	return read.success ? read.output : undefined;
}

/** How far the mails of a list were read. */
interface Walked {
	/** All mails up to this id were read, except those that are too old. New mails have higher ids. */
	upTo: number;
	/** Whether the forge has mails that are too old. */
	hasOlder: boolean;
	/** How many mails are read. Older ones are too old. */
	maxRows: number;
}

const StoredWalk = v.fallback(v.object({ upTo: v.number(), hasOlder: v.boolean() }), {
	upTo: 0,
	hasOlder: false,
});

interface Reading {
	readonly key: ListKey;
	readonly client: Client<typeof listRows>;
	readonly signal: AbortSignal;
	readonly walked: Walked;
	readonly leavesOutPulls: boolean;
	readonly known: Collection<number, MailSummary>;
	readonly maxRowsAtFirst: () => number;
	readonly readFirst: ReadFirst;
}

/** Reads pages of mails, the newest first, and the pull requests among them. Stops where an earlier read began, because older mails are known. */
async function* newestPages(reading: Reading) {
	const { walked, known } = reading;
	const leavesOutPulls = reading.leavesOutPulls && known.items.size > 0;
	// Mails that are missing on the disk are read again.
	const upTo = known.isComplete ? walked.upTo : 0;
	let isFirst = true;
	let rowCount = 0;
	let newest = 0;
	let hasReplies = false;
	const pulls = leavesOutPulls ? undefined : pullPages(reading);
	let newestPulls: readonly MailSummary[] = [];
	for await (const { rows, isLast, includesReplies } of pagesWithoutPulls(reading)) {
		let mails: readonly MailSummary[] = rows.map((mail) =>
			mailSummaryOf(mail, isKnownPull(known, mail), known.items.get(mail.id)),
		);
		const first = mails[0];
		const last = mails.at(-1);
		if (isFirst) {
			newest = first?.id ?? 0;
			newestPulls = (await pulls?.next())?.value ?? [];
			mails = [...mails, ...newestPulls];
		}
		isFirst = false;
		rowCount += rows.length;
		const maxNow = known.isComplete ? walked.maxRows : Math.min(reading.maxRowsAtFirst(), maxRows);
		hasReplies = includesReplies;
		// Older mails are known.
		const isKnown = last !== undefined && last.id <= upTo;
		const isCut = !isLast && !isKnown && rowCount >= maxNow;
		const isEnd = isLast || isKnown || isCut;
		const oldest = last?.id ?? 0;
		if (pulls && isEnd && oldestOf(newestPulls) > oldest)
			mails = [...mails, ...(await pullsAfter(pulls, newestPulls.length, oldest))];
		if (isEnd) {
			// A shorter first read leaves out mails that the next one must still reach.
			const leavesGap = isCut && maxNow < maxRows;
			if (includesReplies && !leavesGap) walked.upTo = Math.max(upTo, newest);
			if (!isKnown) walked.hasOlder = isCut;
		}
		// The forge does not say how many mails there are, so mails that were not listed may still exist.
		yield { rows: mails, total: Number.POSITIVE_INFINITY };
		if (isEnd) return;
	}
	// The last page named a further one, which has no mails.
	walked.hasOlder = false;
	if (hasReplies) walked.upTo = Math.max(upTo, newest);
}

const isKnownPull = ({ items }: Reading['known'], { id }: Email): boolean => items.get(id)?.isPull === true;

interface MailPage extends Page<Email> {
	/** Whether replies are listed too. */
	readonly includesReplies: boolean;
}

/** Pages of all mails that are not pull requests. If the forge does not know that search, pages of the mails that start threads. */
async function* pagesWithoutPulls(reading: Reading): AsyncGenerator<MailPage> {
	const { client, signal, readFirst } = reading;
	const { owner, list } = reading.key;
	try {
		const pages = pagesAfter(await readFirst(), (from) =>
			client.posts({ owner, list }, { signal, query: { search: postSearches.others, ...from } }),
		);
		for await (const page of pages) yield { ...page, includesReplies: true };
	} catch (error) {
		if (!isUnknownSearch(error)) throw error;
		for await (const page of client.posts({ owner, list }, { signal }))
			yield { ...page, includesReplies: false };
	}
}

/** Pages of pull requests, the newest first. Most lists have only one. */
async function* pullPages({
	key: { owner, list },
	client,
	signal,
	known,
}: Reading): AsyncGenerator<readonly MailSummary[], undefined> {
	try {
		for await (const { rows } of client.posts(
			{ owner, list },
			{ signal, query: { search: postSearches.pulls } },
		))
			yield rows.map((mail) => mailSummaryOf(mail, true, known.items.get(mail.id)));
	} catch (error) {
		if (!isUnknownSearch(error)) throw error;
	}
	return undefined;
}

const oldestOf = (rows: readonly MailSummary[]): number => rows.at(-1)?.id ?? 0;

/** The further pull requests that are newer than the oldest mail that was read. */
async function pullsAfter(
	pages: AsyncIterable<readonly MailSummary[]>,
	countBefore: number,
	oldest: number,
): Promise<readonly MailSummary[]> {
	const found: MailSummary[] = [];
	for await (const rows of pages) {
		append(found, rows);
		if (countBefore + found.length >= maxRows || oldestOf(rows) <= oldest) break;
	}
	return found;
}

/** Whether the forge has refused the search that was sent. A refusal in GraphQL, where no search is sent, has no status. */
const isUnknownSearch = (error: unknown): boolean =>
	error instanceof ForgeError && error.kind === 'refused' && error.status !== undefined;
