import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { itemUpdater } from '../../platform/editor/boxes/item-updater.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { EntryKind, Tree } from '../../platform/git/objects.ts';
import { type FoundEntry, findEntry } from '../model/find-entry.ts';
import { PathMatcher } from '../model/match-paths.ts';
import { baseName, parentPath } from '../model/paths.ts';
import type { Revision } from '../model/revision.ts';
import type { Repositories } from '../state/repositories.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { walkTree } from '../state/walk-tree.ts';
import { openFile } from './open-files.ts';
import { type OpenRepository, readRoot, titleOf } from './open-repository.ts';
import { showSubmodule } from './submodule.ts';

/**
 * Labels have no text, only icons: VS Code moves the items whose labels match what the user types to the top, and sorts them by label. The
 * best match would not stay the first.
 */
interface FileItem extends vscode.QuickPickItem {
	/** Undefined for an item that says why files are missing. */
	readonly path?: string;
}

interface Choice {
	readonly path: string;
	readonly isSubmodule: boolean;
}

/** More rows than a user reads. */
const maxShown = 200;
const redrawMs = 100;
const placeholder = 'Search files by name';

/** VS Code must not filter what was found. */
const alwaysShow = true;

/** What is said about an entry that is not a file. */
const kindTexts: Readonly<Partial<Record<EntryKind, string>>> = {
	symlink: 'symbolic link',
	submodule: 'submodule',
};

function fileItem(path: string, kind: EntryKind): FileItem {
	const parts = [baseName(path), parentPath(path), kindTexts[kind] ?? ''].filter(Boolean).map(visible);
	return { label: '', description: escapeIcons(parts.join(' · ')), alwaysShow, path };
}

const problemItem = (problem: string): FileItem => ({
	label: '$(warning)',
	description: escapeIcons(problem),
	alwaysShow,
});

/** Says how much was read once the user has typed something, which replaces the placeholder. */
const readingItem = (progress: string): FileItem => ({
	label: '$(loading~spin)',
	description: `Reading… ${progress}`,
	alwaysShow,
});

const noMatchItem: FileItem = { label: '$(info)', description: 'No matching files', alwaysShow };

/**
 * Lets the user search the files of a whole tree, even while it is being read, and opens the chosen one. Of a link to a folder, shows the
 * files in the box.
 */
export async function goToFile(
	repositories: Repositories,
	open: OpenRepository,
	revision: Revision,
): Promise<void> {
	const box = new FileBox(open.cache, revision);
	try {
		const choice = await box.choose();
		if (!choice) return;
		const place = { revision, path: choice.path };
		await (choice.isSubmodule ? showSubmodule(repositories, open, place) : openFile(open, place));
	} finally {
		box.dispose();
	}
}

class FileBox {
	readonly #cache: RepositoryCache;
	readonly #revision: Revision;
	readonly #title: string;
	readonly #lifetime = new Lifetime();
	readonly #input: vscode.QuickPick<FileItem>;
	readonly #update: ReturnType<typeof itemUpdater<FileItem>>;
	readonly #matcher = new PathMatcher();
	/** What is not a file, by path. */
	readonly #kinds = new Map<string, EntryKind>();
	/** Undefined until it is read. */
	#top: { readonly commit: string; readonly root: Tree } | undefined;
	/** The folder of the last link that the user has chosen, with a slash at the end. */
	#folder = '';
	#progress = '';
	#problems: readonly string[] = [];
	#drawnAt = 0;

	constructor(cache: RepositoryCache, revision: Revision) {
		this.#cache = cache;
		this.#revision = revision;
		this.#title = `Go to File in ${titleOf(cache, revision)}`;
		const input = this.#lifetime.add(vscode.window.createQuickPick<FileItem>());
		this.#input = input;
		this.#update = itemUpdater(input, (item) => item?.path);
		input.title = this.#title;
		input.placeholder = placeholder;
		// Highlights what matches. It does not change the order.
		input.matchOnDescription = true;
	}

	/** Undefined if the user cancels. */
	choose(): Promise<Choice | undefined> {
		const input = this.#input;
		const { promise, resolve, reject } = Promise.withResolvers<Choice | undefined>();
		const accept = async (path: string) => {
			const choice = await this.#accept(path);
			if (choice) resolve(choice);
		};
		this.#lifetime.add(
			input.onDidAccept(() => {
				const path = (input.selectedItems[0] ?? input.items[0])?.path;
				if (path !== undefined) background(accept(path).catch(reject));
			}),
		);
		this.#lifetime.add(input.onDidHide(() => resolve(undefined)));
		this.#lifetime.add(
			input.onDidChangeValue(() => {
				const { value } = input;
				const showsFolder = this.#folder === '' ? value === '' : value.startsWith(this.#folder);
				if (!showsFolder) input.title = this.#title;
				this.#draw({ hasNewText: true });
			}),
		);
		input.busy = true;
		input.show();
		background(this.#read());
		return promise;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #read(): Promise<void> {
		try {
			await this.#walk();
		} catch (error) {
			if (this.#lifetime.ended) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#problems = [error.message];
		}
		if (this.#lifetime.ended) return;
		this.#input.busy = false;
		this.#draw();
	}

	async #walk(): Promise<void> {
		const { signal } = this.#lifetime;
		this.#top = await readRoot(this.#cache, this.#revision, { signal });
		const matcher = this.#matcher;
		this.#problems = await walkTree({
			objects: this.#cache.objects,
			root: this.#top.root,
			signal,
			onFiles: (files, { read, known }) => {
				matcher.add(files.map(({ path }) => path));
				for (const { path, entry } of files) if (entry.kind in kindTexts) this.#kinds.set(path, entry.kind);
				this.#progress = `${count(matcher.size, 'file')}, ${formatNumber(read)} of ${count(known, 'folder')}`;
				if (performance.now() - this.#drawnAt < redrawMs) return;
				this.#drawnAt = performance.now();
				this.#draw();
			},
		});
		this.#progress = count(matcher.size, 'file');
	}

	/** Returns what is to be opened. Undefined if the box stays open. */
	async #accept(path: string): Promise<Choice | undefined> {
		const kind = this.#kinds.get(path);
		if (kind !== 'symlink') return { path, isSubmodule: kind === 'submodule' };
		const { value } = this.#input;
		const found = await this.#follow(path);
		const target = found?.kind === 'entry' ? found.entry.kind : found?.kind;
		if (target !== 'directory' && target !== 'root') return { path, isSubmodule: target === 'submodule' };
		// Otherwise the user has typed something else.
		if (this.#input.value === value) this.#showFolder(path, found?.kind === 'entry' ? `${found.path}/` : '');
		return undefined;
	}

	/** Undefined if the link cannot be read now. VS Code says why when it opens the link. */
	async #follow(path: string): Promise<FoundEntry | undefined> {
		if (!this.#top) return undefined;
		const { commit, root } = this.#top;
		try {
			return await findEntry(this.#cache.objects, root, path, { commit });
		} catch (error) {
			if (error instanceof ForgeError) return undefined;
			throw error;
		}
	}

	/** Shows the files of the folder to which a link leads. */
	#showFolder(link: string, folder: string): void {
		if (this.#lifetime.ended) return;
		this.#folder = folder;
		this.#input.value = folder;
		this.#input.title = `${this.#title}: ${visible(link)} → ${visible(folder) || 'the top folder'}`;
		this.#draw({ hasNewText: true });
	}

	#draw({ hasNewText = false } = {}): void {
		const input = this.#input;
		// The best match is active until the user moves to another one.
		const keepsActive = !hasNewText && input.activeItems[0]?.path !== input.items[0]?.path;
		const files = this.#matcher
			.find(input.value, maxShown)
			.map((path) => fileItem(path, this.#kinds.get(path) ?? 'file'));
		const problems = this.#problems;
		const hasNoMatch = files.length === 0 && problems.length === 0 && this.#matcher.size > 0 && !input.busy;
		input.keepScrollPosition = keepsActive;
		this.#update(
			[
				...files,
				...problems.map(problemItem),
				...(hasNoMatch ? [noMatchItem] : []),
				...(input.busy && input.value !== '' ? [readingItem(this.#progress)] : []),
			],
			{ keepsActive },
		);
		input.placeholder = this.#progress === '' ? placeholder : `${placeholder} (${this.#progress})`;
	}
}
