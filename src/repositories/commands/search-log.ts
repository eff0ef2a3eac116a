import * as vscode from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { keepItemOrder } from '../../platform/editor/boxes/keep-item-order.ts';
import { repositoryRef } from '../../platform/model/keys.ts';
import { isEmptyQuery, parseCommitQuery } from '../model/commits/commit-query.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import { LogSearch } from '../state/log-search.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { type LogItem, LogItems } from './box-items/log-items.ts';
import { titleOf } from './open-repository.ts';

/** How many commits are searched before the user can choose to continue. */
const defaultStep = 500;
/** The same if the query has paths: each commit takes a request or more. */
const pathStep = 50;
/** More items than a user reads, who can show as many again. */
const defaultShown = 1000;
const typingMs = 200;
const redrawMs = 100;

interface SearchLogOptions {
	/** What the box contains at first. */
	readonly query?: string;
	readonly step?: number;
	/** How many commits are shown at first, and how many more each time. */
	readonly shown?: number;
}

/** Shows the log of a branch, tag or commit in a box that searches it, and returns the commit that the user chooses. */
export async function searchLog(
	cache: RepositoryCache,
	revision: Revision,
	options: SearchLogOptions = {},
): Promise<Commit | undefined> {
	const dialogue = new LogDialogue(cache, revision, options);
	try {
		return await dialogue.run();
	} finally {
		dialogue.dispose();
	}
}

class LogDialogue {
	readonly #cache: RepositoryCache;
	readonly #revision: Revision;
	readonly #step: number;
	readonly #shownAtOnce: number;
	/** The most commits that are shown. */
	#mostShown: number;
	/** How many commits were shown when the user asked for more. The next one becomes active. */
	#shownBefore: number | undefined;
	readonly #lifetime = new Lifetime();
	readonly #input: vscode.QuickPick<LogItem>;
	readonly #items: LogItems;
	readonly #drawSoon = coalesce(this.#lifetime, redrawMs, () => this.#draw());
	/** Undefined until it is known with which commit the log begins. */
	#search: LogSearch | undefined;
	/** How many commits are searched before the user can choose to continue. */
	#limit = 0;
	/** Ends the running search. */
	#searching = new AbortController();
	#failure: string | undefined;
	/** Whether the search for what the user types has not begun. Until then, what was found before stays. */
	#isTyping = false;
	/** The text that the items answer. */
	#answeredText: string | undefined;

	constructor(
		cache: RepositoryCache,
		revision: Revision,
		{ query = '', step = defaultStep, shown = defaultShown }: SearchLogOptions,
	) {
		this.#cache = cache;
		this.#revision = revision;
		this.#step = step;
		this.#shownAtOnce = shown;
		this.#mostShown = shown;
		const input = this.#lifetime.add(vscode.window.createQuickPick<LogItem>());
		this.#input = input;
		this.#items = new LogItems(keepItemOrder(input));
		input.title = `Log of ${titleOf(cache, revision)}`;
		input.placeholder = 'Search messages, or author:name, path:folder/file';
		input.value = query;
	}

	/** Resolves with the commit that the user chooses. */
	run(): Promise<Commit | undefined> {
		const input = this.#input;
		const chosen = new Promise<Commit | undefined>((resolve) => {
			this.#lifetime.add(
				input.onDidAccept(() => {
					const [item = input.items[0]] = input.selectedItems;
					// Items for an earlier text are not what the user wants to open.
					if (input.value !== this.#answeredText) this.#searchNow();
					else if (item?.id === 'commit') resolve(item.commit);
					else if (item?.id === 'more') this.#showMore();
					else if (item?.id === 'stop') this.#stop();
					else if (item?.id === 'continue' && !input.busy) this.#continue();
				}),
			);
			this.#lifetime.add(input.onDidHide(() => resolve(undefined)));
		});
		this.#lifetime.add(
			input.onDidChangeValue(() => {
				const { signal } = this.#restart();
				this.#isTyping = true;
				input.busy = true;
				this.#search?.setQuery(this.#query);
				this.#lifetime.timeout(() => signal.aborted || this.#begin(), typingMs);
			}),
		);
		input.show();
		this.#begin();
		return chosen;
	}

	dispose(): void {
		this.#searching.abort();
		this.#lifetime.dispose();
	}

	get #query() {
		return parseCommitQuery(this.#input.value);
	}

	#restart(): AbortController {
		this.#searching.abort();
		this.#searching = new AbortController();
		return this.#searching;
	}

	/** Searches for what the user has typed. */
	#begin(): void {
		this.#limit = this.#nextLimit();
		this.#mostShown = this.#shownAtOnce;
		this.#shownBefore = undefined;
		background(this.#run());
	}

	/** Does not wait for the user to pause. */
	#searchNow(): void {
		if (this.#isTyping) this.#begin();
	}

	/** What was searched stays, and can be continued. */
	#stop(): void {
		this.#restart();
		this.#isTyping = false;
		this.#input.busy = false;
		this.#draw();
	}

	/** Searches earlier commits, or tries again after a failure. */
	#continue(): void {
		if (this.#failure === undefined) {
			const found = this.#search?.found.length ?? 0;
			this.#limit = this.#nextLimit();
			// All that were found are shown.
			this.#mostShown = Math.max(this.#mostShown, found + this.#shownAtOnce);
			this.#shownBefore = found;
		}
		background(this.#run());
	}

	#showMore(): void {
		this.#shownBefore = this.#mostShown;
		this.#mostShown += this.#shownAtOnce;
		this.#draw();
	}

	/** A search covers what was read, and reads on. Without a query, the log is read page by page. */
	#nextLimit(): number {
		const { searched = 0, read = 0 } = this.#search ?? {};
		const query = this.#query;
		if (isEmptyQuery(query)) return searched + 1;
		if (query.paths.length > 0) return searched + Math.min(pathStep, this.#step);
		return Math.max(read, searched + this.#step);
	}

	async #run(): Promise<void> {
		const { signal } = this.#restart();
		this.#isTyping = false;
		this.#input.busy = true;
		this.#failure = undefined;
		// What is known is found before this is drawn.
		this.#drawSoon();
		try {
			const search = this.#search ?? (await this.#start(signal));
			await search.search(this.#limit, signal, () => this.#drawSoon());
		} catch (error) {
			if (!isAbort(error)) {
				if (!(error instanceof ForgeError)) throw error;
				this.#failure = error.message;
			}
		} finally {
			// Otherwise the user has typed something else.
			if (signal === this.#searching.signal && !this.#lifetime.ended) {
				this.#input.busy = false;
				this.#draw();
			}
		}
	}

	async #start(signal: AbortSignal): Promise<LogSearch> {
		const cache = this.#cache;
		const commit = await cache.peeledCommitOf(this.#revision);
		signal.throwIfAborted();
		if (commit === undefined) throw this.#noLog();
		const search = new LogSearch(cache.objects, commit);
		search.setQuery(this.#query);
		this.#search = search;
		return search;
	}

	#noLog(): ForgeError {
		const cache = this.#cache;
		const { branches = [], tags = [] } = cache.refs ?? {};
		const lack =
			branches.length + tags.length === 0
				? 'no commits yet. Push to it to add some'
				: `no commits at ${revisionName(this.#revision, cache.referenceNames)}. It may have been removed`;
		return new ForgeError('missing', `${repositoryRef(cache.key)} has ${lack}.`);
	}

	#draw(): void {
		if (this.#lifetime.ended || this.#isTyping) return;
		const input = this.#input;
		const [active] = input.activeItems;
		// While nothing is found, it is the only item, and the user has not moved to it.
		const isStopChosen =
			active?.id === 'stop' && active !== input.items[0] && this.#answeredText === input.value;
		this.#answeredText = input.value;
		input.keepScrollPosition = true;
		input.items = this.#shownItems();
		const next =
			this.#nextActive(active) ?? (isStopChosen ? input.items.find(({ id }) => id === 'stop') : undefined);
		// Without this, VS Code makes the first item active.
		if (next) input.activeItems = [next];
	}

	/** The active item stays so. Instead of that which asked for more commits, the first new one is active. */
	#nextActive(active: LogItem | undefined): LogItem | undefined {
		const { items } = this.#input;
		if (active && items.includes(active)) return active;
		if (this.#shownBefore === undefined) return undefined;
		const next = items[this.#shownBefore];
		if (next?.id === 'commit') this.#shownBefore = undefined;
		return next;
	}

	#shownItems(): readonly LogItem[] {
		const items = this.#items;
		const search = this.#search;
		const found = search?.found ?? [];
		const commits = found.slice(0, this.#mostShown).map((commit) => items.ofCommit(commit));
		if (this.#failure !== undefined) return [...commits, items.tryAgain(this.#failure)];
		if (!search) return commits;
		const more = found.length > this.#mostShown ? [items.more(this.#mostShown, search)] : [];
		if (this.#input.busy) return [...commits, ...more, items.stop(search)];
		if (more.length > 0) return [...commits, ...more];
		if (!search.isComplete) return [...commits, items.continue(search, !isEmptyQuery(this.#query))];
		return found.length === 0 ? [items.none(search)] : commits;
	}
}
