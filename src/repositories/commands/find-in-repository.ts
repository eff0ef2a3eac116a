import * as vscode from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { confirm } from '../../platform/editor/messages.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { count, fileSize, formatNumber } from '../../platform/model/words.ts';
import { fileUri } from '../files/repository-files.ts';
import type { Revision } from '../model/revision.ts';
import { type FoundInFile, RepositorySearch, type SearchResult } from '../state/repository-search.ts';
import { noFiles, type OpenRepository, titleOf } from './open-repository.ts';

interface FoundItem extends vscode.QuickPickItem {
	readonly found?: FoundInFile;
	/** What choosing the item does, if it is not a line that was found. */
	readonly act?: () => void;
}

/** More files are loaded only if the user confirms. */
const mostUnconfirmed = 1000;
const typingMs = 200;
const redrawMs = 100;

/** Lets the user search the contents of a whole tree, and opens the chosen line. Files that are not on the disk are loaded on request. */
export async function findInRepository(open: OpenRepository, revision: Revision): Promise<void> {
	const dialogue = new FindDialogue(open, revision);
	try {
		const found = await dialogue.run();
		if (!found) return;
		const { path, line, start, end } = found;
		const { account, cache, key } = open;
		const { commit = '' } = dialogue;
		// If the branch has moved since, the line may be elsewhere, so the commit that was searched is shown.
		const shown: Revision =
			(await cache.commitOf(revision)) === commit ? revision : { kind: 'commit', id: commit };
		const uri = fileUri({ instance: account.instance.name, ...key, revision: shown, path });
		await vscode.commands.executeCommand('vscode.open', uri, {
			selection: new vscode.Range(line, start, line, end),
		});
	} finally {
		dialogue.dispose();
	}
}

class FindDialogue {
	readonly #open: OpenRepository;
	readonly #revision: Revision;
	readonly #lifetime = new Lifetime();
	readonly #input: vscode.QuickPick<FoundItem>;
	readonly #drawSoon = coalesce(this.#lifetime, redrawMs, () => this.#draw());
	/** The commit that is searched. */
	commit: string | undefined;
	/** Undefined until all files are listed. */
	#search: RepositorySearch | undefined;
	#isListing = true;
	/** Why some files are not listed. */
	#problems: readonly string[] = [];
	#result: SearchResult | undefined;
	/** Ends the running search when the user types. */
	#finding = new AbortController();
	#loading: { readonly stop: AbortController; progress: string } | undefined;
	/** Says why the files are not listed or not loaded. */
	#failure: FoundItem | undefined;

	constructor(open: OpenRepository, revision: Revision) {
		this.#open = open;
		this.#revision = revision;
		this.#input = this.#lifetime.add(vscode.window.createQuickPick<FoundItem>());
		this.#input.title = `Find in ${titleOf(open.key, revision)}`;
		this.#input.placeholder = 'Text to find';
	}

	/** Resolves with the line that the user chooses. */
	run(): Promise<FoundInFile | undefined> {
		const input = this.#input;
		const chosen = new Promise<FoundInFile | undefined>((resolve) => {
			this.#lifetime.add(
				input.onDidAccept(() => {
					const [item] = input.selectedItems;
					if (item?.found) resolve(item.found);
					else item?.act?.();
				}),
			);
			this.#lifetime.add(input.onDidHide(() => resolve(undefined)));
		});
		this.#lifetime.add(
			input.onDidChangeValue(() => {
				this.#finding.abort();
				this.#finding = new AbortController();
				const { signal } = this.#finding;
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
			const commit = await cache.commitOf(this.#revision);
			const root = commit === undefined ? undefined : await cache.objects.rootTree(commit, { signal });
			if (commit === undefined || !root) throw noFiles(this.#open.key, this.#revision);
			this.commit = commit;
			const search = new RepositorySearch({ objects: cache.objects, commit, root });
			this.#problems = await search.list({ signal });
			this.#search = search;
		}, warning);
		this.#isListing = false;
		await this.#find(this.#finding.signal);
	}

	async #find(signal: AbortSignal): Promise<void> {
		const words = this.#input.value;
		if (this.#lifetime.ended) return;
		this.#input.busy = true;
		this.#result = undefined;
		try {
			if (words !== '') this.#result = await this.#search?.find(words, signal);
		} catch (error) {
			if (!isAbort(error)) throw error;
		} finally {
			// Otherwise a search for newer words is running.
			if (!signal.aborted && !this.#lifetime.ended) {
				this.#input.busy = this.#isListing || this.#loading !== undefined;
				this.#draw();
			}
		}
	}

	async #loadMissing(): Promise<void> {
		const search = this.#search;
		if (!search || this.#loading || !this.#result || !(await this.#confirmLoading(this.#result))) return;
		if (this.#lifetime.ended || this.#loading) return;
		const loading = { stop: new AbortController(), progress: '' };
		this.#loading = loading;
		this.#draw();
		await this.#reportFailure(
			() =>
				search.loadMissing(loading.stop.signal, (loaded, all) => {
					loading.progress = `${formatNumber(loaded)} of ${count(all, 'file')}`;
					this.#drawSoon();
				}),
			(message) => warning('Some files could not be loaded', message),
		);
		this.#loading = undefined;
		await this.#find(this.#finding.signal);
	}

	/** Each file takes a request. */
	async #confirmLoading({ missing, missingBytes }: SearchResult): Promise<boolean> {
		if (missing <= mostUnconfirmed) return true;
		const size = missingBytes === undefined ? '' : `, and roughly ${fileSize(missingBytes)}`;
		const detail = `That takes ${formatNumber(missing)} requests to the forge${size}. To search a whole large repository, cloning it is faster.`;
		// The dialog takes the focus, which would close this list.
		this.#input.ignoreFocusOut = true;
		try {
			// VS Code learns of it in a timer that is set now, but would show the dialog at once.
			await new Promise<void>((resolve) => this.#lifetime.timeout(resolve, 0));
			return await confirm(`Load ${count(missing, 'file')}?`, detail, 'Load');
		} finally {
			this.#input.ignoreFocusOut = false;
		}
	}

	async #reportFailure(work: () => Promise<void>, itemOf: (message: string) => FoundItem): Promise<void> {
		this.#failure = undefined;
		try {
			await work();
		} catch (error) {
			if (isAbort(error)) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#failure = itemOf(error.message);
		}
	}

	#draw(): void {
		if (this.#lifetime.ended) return;
		const { found = [] } = this.#result ?? {};
		const active = this.#input.activeItems;
		this.#input.keepScrollPosition = true;
		this.#input.items = [...found.map(itemOf), ...this.#lastItems()];
		const index = active[0]?.found ? found.indexOf(active[0].found) : -1;
		const kept = this.#input.items[index];
		if (kept) this.#input.activeItems = [kept];
	}

	/** The items below the lines that were found: what was searched, what failed, and how to load the rest. */
	#lastItems(): readonly FoundItem[] {
		const failed = this.#failure === undefined ? [] : [this.#failure];
		const unlisted =
			this.#problems.length === 0 ? [] : [warning('Not all files are listed', this.#problems.join(' '))];
		const summary = this.#result ? [summaryOf(this.#result), ...unlisted] : [];
		return [...summary, ...failed, ...this.#loadItems()];
	}

	#loadItems(): readonly FoundItem[] {
		const loading = this.#loading;
		if (loading) {
			const act = () => loading.stop.abort();
			return [{ label: '$(stop-circle) Stop Loading', description: loading.progress, alwaysShow: true, act }];
		}
		const { missing = 0, isCut } = this.#result ?? {};
		if (missing === 0 || isCut) return [];
		return [
			{
				label: `$(cloud-download) Load ${count(missing, 'More File', 'More Files')}`,
				...{ description: 'They are not on this computer yet.', alwaysShow: true },
				act: () => background(this.#loadMissing()),
			},
		];
	}
}

function summaryOf({ found, files, searched, missing, tooLarge, cutFiles, isCut }: SearchResult): FoundItem {
	const none = missing === 0 ? 'No results' : 'No results yet';
	const lines = found.length === 0 ? none : count(found.length, 'line');
	const label = isCut ? `Only the first ${formatNumber(found.length)} lines are shown` : lines;
	const about = [
		`Searched ${formatNumber(searched)} of ${count(files, 'file')}`,
		tooLarge > 0 && `${count(tooLarge, 'file is', 'files are')} larger than 1 MB`,
		cutFiles > 0 && `${count(cutFiles, 'file has', 'files have')} more results`,
	];
	return { label: `$(info) ${label}`, description: about.filter(Boolean).join('; '), alwaysShow: true };
}

const warning = (label: string, description = ''): FoundItem => ({
	label: `$(warning) ${escapeIcons(label)}`,
	description: escapeIcons(description),
	alwaysShow: true,
});

const itemOf = (found: FoundInFile): FoundItem => ({
	label: escapeIcons(visible(found.excerpt)),
	description: escapeIcons(visible(`${found.path}:${found.line + 1}`)),
	// VS Code must not filter what was found.
	alwaysShow: true,
	found,
});
