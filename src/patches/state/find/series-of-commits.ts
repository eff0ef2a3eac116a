import { abortable } from '../../../base/abort.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { type ListKey, patchsetRef } from '../../../platform/model/keys.ts';
import { wireWord } from '../../../platform/model/words.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { SeriesSummary } from '../lists/series-summary.ts';
import type { ListAccount } from '../mailing-lists.ts';

/** The part of a commit that a patch has too. */
export interface CommitText {
	readonly message: string;
	readonly author: { readonly name: string; readonly email: string };
}

export interface SeriesOfCommits {
	/** `~ana/editor-devel#12`. */
	readonly ref: string;
	readonly title: string;
	readonly version: number;
	readonly status: string;
	/** How many of its patches are among the commits. */
	readonly landed: number;
	readonly patches: number;
}

/** How many lists are searched. */
const maxLists = 20;
/** The statuses of series whose patches are not in a repository, or are there in another version. */
const ignored: readonly string[] = ['rejected', 'superseded', 'pull'];

/**
 * Finds the patchsets that commits come from, by title and author, in the known mails of public lists. Those with the most matching patches
 * come first. Asks the forge which of the lists that have any are public.
 */
export async function findSeriesOfCommits(
	account: ListAccount,
	commits: readonly CommitText[],
	/** Keeps the lists in memory. */
	lifetime: Lifetime,
	signal: AbortSignal,
): Promise<readonly SeriesOfCommits[]> {
	const titles = titlesOf(commits);
	if (titles.size === 0) return [];
	const { lists, client } = account;
	const found: { readonly key: ListKey; readonly series: readonly SeriesOfCommits[] }[] = [];
	for (const item of lists.names.slice(0, maxLists)) {
		const cache = lists.cache(item, lifetime);
		await abortable(cache.open(), signal);
		const series = landedIn(cache, titles);
		if (series.length > 0) found.push({ key: cache.key, series });
	}
	const readable = found.map(async ({ key, series }) =>
		(await mayEveryoneRead(client, key, signal)) ? series : [],
	);
	return (await Promise.all(readable)).flat().toSorted((one, other) => other.landed - one.landed);
}

/** Asks the forge, because what is stored may be from before the list became private. */
async function mayEveryoneRead(
	client: ListAccount['client'],
	{ owner, list }: ListKey,
	signal: AbortSignal,
): Promise<boolean> {
	try {
		const { permissions } = await abortable(client.list({ owner, list }, { signal }), signal);
		return permissions?.nonsubscriber?.includes('browse') === true;
	} catch (error) {
		if (error instanceof ForgeError) return false;
		throw error;
	}
}

/** The authors of the commits with each title. */
type Titles = ReadonlyMap<string, readonly CommitText['author'][]>;

function titlesOf(commits: readonly CommitText[]): Titles {
	const titles = new Map<string, CommitText['author'][]>();
	for (const { message, author } of commits) {
		// Git joins the lines of the first paragraph to the subject of a mail.
		const title = spaced(message.trimStart().split(/\n[ \t]*\n/)[0] ?? '');
		if (title !== '') titles.set(title, [...(titles.get(title) ?? []), author]);
	}
	return titles;
}

function landedIn(cache: ListCache, titles: Titles): readonly SeriesOfCommits[] {
	// Series are put together only in lists that have a patch with such a title, because that takes longer.
	const subjects = [...cache.mails.values()].map(({ subject }) => subject);
	if (!subjects.some((subject) => mayHaveTitle(subject, titles))) return [];
	return cache.threads.series.flatMap((series) => landedSeries(series, titles, cache.key) ?? []);
}

function mayHaveTitle(subject: string, titles: Titles): boolean {
	const line = spaced(subject);
	for (const title of titles.keys()) if (line.endsWith(title)) return true;
	return false;
}

function landedSeries(
	{ newest, patchset, status }: SeriesSummary,
	titles: Titles,
	{ owner, list }: ListKey,
): SeriesOfCommits | undefined {
	if (!patchset || ignored.includes(status)) return undefined;
	const mails = newest.patches.map(({ mail }) => mail);
	const named = mails.filter(({ subject }) => titles.has(spaced(subject.title)));
	const byAuthor = named.filter(({ subject, from }) =>
		titles.get(spaced(subject.title))?.some(({ name, email }) => isSamePerson(from, { name, email })),
	);
	const isWhole = mails.length > 1 && named.length === mails.length;
	// A maintainer may have sent the patches of others, so authors may differ. If all titles of a series match, that is no coincidence.
	const landed = isWhole ? named.length : byAuthor.length;
	if (landed === 0) return undefined;
	return {
		ref: patchsetRef({ owner, list, patchset: patchset.id }),
		title: newest.title,
		version: newest.version,
		status: wireWord(status),
		landed,
		patches: mails.length + newest.missing.length,
	};
}

/** Compares names, too, because the address of a sender without patchsets is not known. */
const isSamePerson = (sender: CommitText['author'], author: CommitText['author']): boolean =>
	sender.email.toLowerCase() === author.email.toLowerCase() ||
	(sender.name !== '' && sender.name === author.name);

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();
