import * as vscode from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { count, fileSize, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Revision } from '../model/revision.ts';
import { type FoundInFile, RepositorySearch, type SearchResult } from '../state/repository-search.ts';
import {
	confirmItems,
	type FindItem,
	isSameItem,
	lineItem,
	loadItem,
	stopItem,
	summaryItem,
	warningItem,
} from './box-items/find-items.ts';
import { openFoundLine } from './open-files.ts';
import { type OpenRepository, readRoot, titleOf } from './open-repository.ts';

/** More files are loaded only if the user confirms: each takes a request. */
const maxUnconfirmed = 1000;
const typingMs = 200;
const redrawMs = 100;

/**
 * Lets the user search the contents of a whole tree, and opens the chosen line. Files that are not on the disk are loaded on request, or the
 * user clones the repository instead.
 */
export async function findInRepository(
	open: OpenRepository,
	revision: Revision,
	clone: () => Promise<void>,
): Promise<void> {
	const dialogue = new FindDialogue(open, revision);
	try {
		const found = await dialogue.run();
		if (!found) return;
		if (found === 'clone') return await clone();
		const { commit = '' } = dialogue;
		// If the branch has moved since, the line may be elsewhere, so the commit that was searched is shown.
		const shown: Revision =
			(await open.cache.commitOf(revision)) === commit ? revision : { kind: 'commit', id: commit };
		await openFoundLine(open, shown, found);
	} finally {
		dialogue.dispose();
	}
}

class FindDialogue {
	readonly #open: OpenRepository;
	readonly #revision: Revision;
	readonly #lifetime = new Lifetime();
	readonly #input: vscode.QuickPick<FindItem>;
	readonly #drawSoon = coalesce(this.#lifetime, redrawMs, () => this.#draw());
	/** The commit that is searched. */
	commit: string | undefined;
	/** Undefined until all files are listed. */
	#search: RepositorySearch | undefined;
	#isListing = true;
	/** Why some files are not listed. */
	#problems: readonly string[] = [];
	#result: SearchResult | undefined;
	/** The text that the items answer. */
	#answeredText = '';
	/** Ends the running search when the user types. */
	#finding = new AbortController();
	#loading: { readonly stop: AbortController; progress: string } | undefined;
	/** Whether the list asks if very many files should be loaded. A dialog would take the focus, which closes the list. */
	#isAsking = false;
	#drawn = { words: '', isAsking: false };
	#failure: string | undefined;

	constructor(open: OpenRepository, revision: Revision) {
		this.#open = open;
		this.#revision = revision;
		this.#input = this.#lifetime.add(vscode.window.createQuickPick<FindItem>());
		this.#input.title = `Find in ${titleOf(open.cache, revision)}`;
		this.#input.placeholder = 'Text to find';
		// Highlights what matches. It does not change the order.
		this.#input.matchOnDescription = true;
	}

	/** Resolves with the line that the user chooses, or with the choice to clone the repository instead. */
	run(): Promise<FoundInFile | 'clone' | undefined> {
		const input = this.#input;
		const chosen = new Promise<FoundInFile | 'clone' | undefined>((resolve) => {
			this.#lifetime.add(
				input.onDidAccept(() => {
					const [item] = input.selectedItems;
					// Lines for an earlier text are not what the user wants to open.
					if (item?.id === 'line' && input.value !== this.#answeredText) this.#findNow();
					else if (item?.id === 'line') resolve(item.found);
					else if (item?.id === 'clone') resolve('clone');
					else if (item) this.#act(item.id);
				}),
			);
			this.#lifetime.add(input.onDidHide(() => resolve(undefined)));
		});
		this.#lifetime.add(
			input.onDidChangeValue(() => {
				const { signal } = this.#restart();
				this.#isAsking = false;
				this.#lifetime.timeout(() => signal.aborted || background(this.#find(signal)), typingMs);
			}),
		);
		input.show();
		background(this.#start());
		return chosen;
	}

	dispose(): void {
		this.#finding.abort();
		this.#loading?.stop.abort();
		this.#lifetime.dispose();
	}

	async #start(): Promise<void> {
		this.#input.busy = true;
		await this.#reportFailure(async () => {
			const { cache } = this.#open;
			const { signal } = this.#lifetime;
			const { commit, root } = await readRoot(this.#open.cache, this.#revision, { signal });
			this.commit = commit;
			const search = new RepositorySearch(cache.objects, commit, root);
			this.#problems = await search.list({ signal });
			this.#search = search;
		});
		this.#isListing = false;
		await this.#find(this.#finding.signal);
	}

	#restart(): AbortController {
		this.#finding.abort();
		this.#finding = new AbortController();
		return this.#finding;
	}

	/** Does not wait for the user to pause. */
	#findNow(): void {
		background(this.#find(this.#restart().signal));
	}

	async #find(signal: AbortSignal): Promise<void> {
		const words = this.#input.value;
		if (this.#lifetime.ended) return;
		this.#input.busy = true;
		try {
			this.#result = words === '' ? undefined : await this.#search?.find(words, signal);
		} catch (error) {
			if (!isAbort(error)) throw error;
		} finally {
			// Otherwise a search for newer words is running.
			if (!signal.aborted && !this.#lifetime.ended) {
				this.#input.busy = this.#isListing || this.#loading !== undefined;
				this.#answeredText = words;
				this.#draw();
			}
		}
	}

	#act(id: FindItem['id']): void {
		if (id === 'stop') this.#loading?.stop.abort();
		else if ((id === 'confirm' && this.#isAsking) || (id === 'load' && !this.#mustAsk)) {
			this.#isAsking = false;
			background(this.#loadMissing());
		} else if (id === 'load' || id === 'cancel') {
			this.#isAsking = id === 'load';
			this.#draw();
		}
	}

	get #mustAsk(): boolean {
		return (this.#result?.missing ?? 0) > maxUnconfirmed;
	}

	async #loadMissing(): Promise<void> {
		const search = this.#search;
		if (!search || this.#loading) return;
		const loading = { stop: new AbortController(), progress: '' };
		this.#loading = loading;
		this.#draw();
		await this.#reportFailure(() =>
			search.loadMissing(loading.stop.signal, (loaded, all, bytes) => {
				loading.progress = `${formatNumber(loaded)} of ${count(all, 'file')}, ${fileSize(bytes)} so far`;
				this.#drawSoon();
			}),
		);
		this.#loading = undefined;
		await this.#find(this.#finding.signal);
	}

	async #reportFailure(work: () => Promise<void>): Promise<void> {
		this.#failure = undefined;
		try {
			await work();
		} catch (error) {
			if (isAbort(error)) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#failure = error.message;
		}
	}

	#draw(): void {
		if (this.#lifetime.ended) return;
		const [active] = this.#input.activeItems;
		const isAsking = this.#isAsking && !this.#drawn.isAsking;
		const isSame = this.#drawn.words === this.#input.value;
		this.#drawn = { words: this.#input.value, isAsking: this.#isAsking };
		const items = this.#items();
		this.#input.keepScrollPosition = true;
		this.#input.items = items;
		const kept = items.find((item) =>
			isAsking ? item.id === 'confirm' : isSame && isSameItem(item, active),
		);
		// If no line was found, Enter loads the missing files. VS Code selects the first item otherwise.
		const hasLines = items[0]?.id === 'line';
		const selected = kept ?? (hasLines ? undefined : items.find(({ id }) => id === 'load'));
		if (selected) this.#input.activeItems = [selected];
	}

	/** The lines that were found, then what was searched, what failed, and how to load the rest. */
	#items(): readonly FindItem[] {
		const { found = [] } = this.#result ?? {};
		const failed =
			this.#failure === undefined ? [] : [warningItem('Some files could not be loaded', this.#failure)];
		const unlisted =
			this.#problems.length === 0 ? [] : [warningItem('Not all files are listed', this.#problems.join(' '))];
		const summary = this.#result ? [summaryItem(this.#result), ...unlisted] : [];
		return [...found.map(lineItem), ...summary, ...failed, ...this.#loadItems()];
	}

	#loadItems(): readonly FindItem[] {
		if (this.#loading) return [stopItem(this.#loading.progress)];
		const { missing = 0, isCut } = this.#result ?? {};
		if (!this.#result || missing === 0 || isCut) return [];
		return this.#isAsking ? confirmItems(this.#result) : [loadItem(missing)];
	}
}
