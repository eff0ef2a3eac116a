import { timeOfDay } from '../../base/clock.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { type BoxRow, SearchBox } from '../../platform/editor/boxes/search-box.ts';
import { repositoryRef } from '../../platform/model/keys.ts';
import { exactDate, shortAge } from '../../platform/model/words.ts';
import { isEmptyQuery, parseCommitQuery } from '../model/commits/commit-query.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import { LogSearch } from '../state/log-search.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { authorOf, subjectOf } from '../view/commit-rows.ts';
import { titleOf } from './open-repository.ts';

/** How many commits are searched before the user can choose to continue. */
const defaultStep = 500;
/** The same if the query has paths: each commit takes a request or more. */
const pathStep = 50;
/** More rows than a user reads. *Show More* adds as many again. */
const defaultShown = 1000;

interface SearchLogOptions {
	/** What the box contains at first. */
	readonly query?: string;
	readonly step?: number;
	/** How many commits are shown at first, and how many more each time. */
	readonly shown?: number;
}

/** Shows the log of a branch, tag or commit in a box that searches it, and returns the commit that the user chooses. */
export const searchLog = (
	cache: RepositoryCache,
	revision: Revision,
	options: SearchLogOptions = {},
): Promise<Commit | undefined> => new LogBox(cache, revision, options).box.ask();

class LogBox {
	readonly box: SearchBox<Commit>;
	readonly #cache: RepositoryCache;
	readonly #revision: Revision;
	readonly #step: number;
	readonly #shownAtOnce: number;
	/** The most commits that are shown. */
	#mostShown = 0;
	/** How many commits were shown when the user asked for more. */
	#shownBefore = 0;
	/** Undefined until it is known with which commit the log begins. */
	#search: LogSearch | undefined;
	/** What is searched. */
	#text: string | undefined;
	/** How many commits are searched before the user can choose to continue. */
	#limit = 0;

	constructor(
		cache: RepositoryCache,
		revision: Revision,
		{ query = '', step = defaultStep, shown = defaultShown }: SearchLogOptions,
	) {
		this.#cache = cache;
		this.#revision = revision;
		this.#step = step;
		this.#shownAtOnce = shown;
		this.box = new SearchBox<Commit>({
			title: `Log of ${titleOf(cache, revision)}`,
			placeholder: 'Search messages, or author:name, path:folder/file',
			text: query,
			rows: (text) => (this.#search && text === this.#text ? this.#rows(this.#search) : undefined),
			search: { queryOf: (text) => text, run: (text, signal) => this.#run(text, signal) },
		});
	}

	async #run(text: string, signal: AbortSignal): Promise<void> {
		const search = this.#search ?? new LogSearch(this.#cache.objects, await this.#start());
		signal.throwIfAborted();
		this.#search = search;
		if (text !== this.#text) {
			this.#text = text;
			search.setQuery(parseCommitQuery(text));
			this.#limit = this.#nextLimit(search);
			this.#mostShown = this.#shownAtOnce;
			this.#shownBefore = 0;
		}
		await search.search(this.#limit, signal, this.box.drawSoon);
	}

	/** The first commit of the log. */
	async #start(): Promise<string> {
		const cache = this.#cache;
		const commit = await cache.peeledCommitOf(this.#revision);
		if (commit !== undefined) return commit;
		const { branches = [], tags = [] } = cache.refs ?? {};
		const lack =
			branches.length + tags.length === 0
				? 'no commits yet. Push to it to add some'
				: `no commits at ${revisionName(this.#revision, cache.referenceNames)}. It may have been removed`;
		throw new ForgeError('missing', `${repositoryRef(cache.key)} has ${lack}.`);
	}

	/** A search covers what was read, and reads on. Without a query, one commit more is wanted, for which one page is read. */
	#nextLimit({ searched, read }: LogSearch): number {
		const query = parseCommitQuery(this.#text ?? '');
		if (isEmptyQuery(query)) return searched + 1;
		if (query.paths.length > 0) return searched + Math.min(pathStep, this.#step);
		return Math.max(read, searched + this.#step);
	}

	#continue(search: LogSearch): undefined {
		const found = search.found.length;
		this.#limit = this.#nextLimit(search);
		// The user can continue only when all that were found are shown, so this makes room for more.
		this.#mostShown = Math.max(this.#mostShown, found + this.#shownAtOnce);
		this.#shownBefore = found;
		this.box.searchAgain();
	}

	#showMore(): undefined {
		this.#shownBefore = this.#mostShown;
		this.#mostShown += this.#shownAtOnce;
	}

	/** Rows are identified by their positions, so the first new commit takes the place of the row that asked for more. */
	#rows(search: LogSearch): readonly BoxRow<Commit>[] {
		const { box } = this;
		const { found } = search;
		const rows: BoxRow<Commit>[] = found
			.slice(0, this.#mostShown)
			.map((commit, nth) => ({ ...this.#commitRow(commit), id: `${nth}`, enter: () => commit }));
		const add = (row: BoxRow<Commit>, enter?: () => undefined, id = `${rows.length}`) =>
			rows.push({ ...row, id, ...(enter && { enter }) });
		if (box.hasFailed) return rows;
		if (found.length > this.#mostShown) {
			const about = `showing ${formatNumber(this.#mostShown)} of ${search.isComplete ? '' : 'at least '}${count(found.length, 'commit')}`;
			add(box.plainRow('ellipsis', 'Show More', about), () => this.#showMore());
		}
		if (box.isBusy) {
			// The user can move to this row while more is found. Until they do, it gives way to the next commit.
			const id = rows.length === this.#shownBefore ? `${rows.length}` : 'stop';
			const stop = box.plainRow('stop-circle', 'Stop', `searched ${progressOf(search)}`);
			add(stop, () => box.stopSearch(), id);
		} else if (found.length <= this.#mostShown && !search.isComplete) {
			const isSearch = !isEmptyQuery(parseCommitQuery(box.text));
			const text = isSearch ? 'Search Earlier Commits' : 'Load Earlier Commits';
			const about = `${isSearch ? 'searched' : 'loaded'} ${progressOf(search)}`;
			add(box.plainRow('ellipsis', text, about), () => this.#continue(search));
		} else if (rows.length === 0)
			add(box.plainRow('info', 'No commits found', `searched ${progressOf(search)}`));
		return rows;
	}

	#commitRow(commit: Commit): BoxRow<Commit> {
		const facts = [shortId(commit.id), authorOf(commit), shortAge(commit.timestamp, timeOfDay())];
		const icon = commit.parents.length > 1 ? 'git-merge' : 'git-commit';
		return this.box.plainRow(icon, subjectOf(commit), facts.filter(Boolean).join(' · '));
	}
}

/** `340 commits, back to 15 Nov 2026, 09:12`. */
function progressOf({ searched, last, isComplete, isInClone }: LogSearch): string {
	if (isComplete) return isInClone ? 'all of the local clone' : `all ${count(searched, 'commit')}`;
	const date = exactDate(last?.timestamp);
	return `${isInClone ? 'the local clone' : count(searched, 'commit')}${date === '' ? '' : `, back to ${date}`}`;
}
