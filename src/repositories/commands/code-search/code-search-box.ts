import * as vscode from 'vscode';
import { isAbort } from '../../../base/abort.ts';
import { background } from '../../../base/background.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { keepItemOrder } from '../../../platform/editor/boxes/keep-item-order.ts';
import { type RepositoryKey, repositoryRef } from '../../../platform/model/keys.ts';
import type { CodeLine } from '../../model/code-lines.ts';
import type { CodeSearch } from '../../state/code-search.ts';
import { type CodeItem, CodeItems } from './code-items.ts';

/** Each search takes a request, so it begins when the user pauses or presses Enter. */
const pauseMs = 400;

/**
 * Lets the user search the code of a repository on the forge, and returns the line that they choose. Undefined if they cancel. Fails if the
 * forge has no such search.
 */
export async function chooseCode(codeSearch: CodeSearch, key: RepositoryKey): Promise<CodeLine | undefined> {
	if (!codeSearch.isOffered) throw codeSearch.missing();
	const box = new CodeBox(codeSearch, key);
	try {
		return await box.choose();
	} finally {
		box.dispose();
	}
}

class CodeBox {
	readonly #codeSearch: CodeSearch;
	readonly #key: RepositoryKey;
	readonly #lifetime = new Lifetime();
	readonly #input: vscode.QuickPick<CodeItem>;
	readonly #items: CodeItems;
	/** Ends the search that is running, or that waits for the user to pause. */
	#searching = new AbortController();
	/** The query of the running search. */
	#asked: string | undefined;
	/** The query that the items answer. */
	#answered = '';

	constructor(codeSearch: CodeSearch, key: RepositoryKey) {
		this.#codeSearch = codeSearch;
		this.#key = key;
		const input = this.#lifetime.add(vscode.window.createQuickPick<CodeItem>());
		this.#input = input;
		this.#items = new CodeItems(keepItemOrder(input));
		input.title = `Search Code in ${repositoryRef(key)}`;
		input.placeholder = 'Search the default branch for words, regular expressions or file:name';
	}

	choose(): Promise<CodeLine | undefined> {
		const input = this.#input;
		const { promise, resolve } = Promise.withResolvers<CodeLine | undefined>();
		this.#lifetime.add(
			input.onDidAccept(() => {
				const [item] = input.selectedItems;
				// Items for an earlier query are not what the user wants to open.
				if (this.#query !== this.#answered) this.#searchNow();
				else if (item?.id === 'line') resolve(item.found);
				else if (item?.id === 'again') this.#searchNow();
				else if (item?.id === 'grant') {
					const { instance, scopes } = item.error;
					background(vscode.commands.executeCommand('tildeforge.grant', { instance, scopes }));
					resolve(undefined);
				}
			}),
		);
		this.#lifetime.add(input.onDidHide(() => resolve(undefined)));
		this.#lifetime.add(input.onDidChangeValue(() => this.#didType()));
		input.show();
		return promise;
	}

	dispose(): void {
		this.#searching.abort();
		this.#lifetime.dispose();
	}

	get #query(): string {
		return this.#input.value.trim();
	}

	#didType(): void {
		const query = this.#query;
		if (query === this.#asked) return;
		const { signal } = this.#restart();
		if (query === '') this.#show('', []);
		else if (query === this.#answered) this.#input.busy = false;
		else {
			this.#input.busy = true;
			this.#lifetime.timeout(() => signal.aborted || background(this.#search(query, signal)), pauseMs);
		}
	}

	/** Does not wait for the user to pause. */
	#searchNow(): void {
		const query = this.#query;
		if (query === '' || query === this.#asked) return;
		background(this.#search(query, this.#restart().signal));
	}

	#restart(): AbortController {
		this.#searching.abort();
		this.#searching = new AbortController();
		this.#asked = undefined;
		return this.#searching;
	}

	async #search(query: string, signal: AbortSignal): Promise<void> {
		this.#asked = query;
		this.#input.busy = true;
		const items = await this.#itemsFor(query, signal);
		if (!signal.aborted) this.#show(query, items);
	}

	async #itemsFor(query: string, signal: AbortSignal): Promise<readonly CodeItem[]> {
		try {
			return this.#items.of(await this.#codeSearch.find(this.#key, query, signal));
		} catch (error) {
			if (isAbort(error)) return [];
			if (error instanceof ForgeError) return [this.#items.failure(error)];
			// This is a bug, which `background` reports.
			if (!signal.aborted) this.#show(query, []);
			throw error;
		}
	}

	/** Ends the search with its items. */
	#show(query: string, items: readonly CodeItem[]): void {
		this.#asked = undefined;
		this.#answered = query;
		this.#input.busy = false;
		this.#input.items = items;
	}
}
