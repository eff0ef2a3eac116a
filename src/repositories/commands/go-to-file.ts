import { visible } from '../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { type BoxRow, SearchBox } from '../../platform/editor/boxes/search-box.ts';
import type { EntryKind, GitTree } from '../../platform/git/objects.ts';
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

interface Choice {
	readonly path: string;
	readonly isSubmodule: boolean;
}

/** More rows than a user reads. */
const maxShown = 200;
const placeholder = 'Search files by name';

/** What is said about an entry that is not a file. */
const kindTexts: Readonly<Partial<Record<EntryKind, string>>> = {
	symlink: 'symbolic link',
	submodule: 'submodule',
};

/**
 * Lets the user search the files of a whole tree, even while it is being read, and opens the chosen one. If that is a link to a folder, the box
 * shows the files of the folder instead.
 */
export async function goToFile(
	repositories: Repositories,
	open: OpenRepository,
	revision: Revision,
): Promise<void> {
	const choice = await new FileBox(open.cache, revision).box.ask();
	if (!choice) return;
	const file = { revision, path: choice.path };
	await (choice.isSubmodule ? showSubmodule(repositories, open, file) : openFile(open, file));
}

class FileBox {
	readonly box: SearchBox<Choice>;
	readonly #cache: RepositoryCache;
	#matcher = new PathMatcher();
	/** What is not a file, by path. */
	#kinds = new Map<string, EntryKind>();
	/** Undefined until it is read. */
	#top: { readonly commit: string; readonly root: GitTree } | undefined;
	/** The last link that the user has chosen, and the folder that it leads to, with a slash at the end. */
	#shown: { readonly link: string; readonly folder: string } | undefined;
	#progress = '';
	#problems: readonly string[] = [];

	constructor(cache: RepositoryCache, revision: Revision) {
		this.#cache = cache;
		const title = `Go to File in ${titleOf(cache, revision)}`;
		this.box = new SearchBox<Choice>({
			title: () => `${title}${this.#folderText()}`,
			placeholder: () => (this.#progress === '' ? placeholder : `${placeholder} (${this.#progress})`),
			read: (signal) => this.#read(revision, signal),
			rows: (text) => this.#rows(text),
		});
	}

	async #read(revision: Revision, signal: AbortSignal): Promise<void> {
		this.#top = await readRoot(this.#cache, revision, { signal });
		// What a failed attempt has found is shown until this attempt finds something.
		const [matcher, kinds] = [new PathMatcher(), new Map<string, EntryKind>()];
		this.#problems = await walkTree({
			objects: this.#cache.objects,
			root: this.#top.root,
			signal,
			onFiles: (files, { read, known }) => {
				matcher.add(files.map(({ path }) => path));
				for (const { path, entry } of files) if (entry.kind in kindTexts) kinds.set(path, entry.kind);
				[this.#matcher, this.#kinds] = [matcher, kinds];
				this.#progress = `${count(matcher.size, 'file')}, ${formatNumber(read)} of ${count(known, 'folder')}`;
				this.box.drawSoon();
			},
		});
		this.#progress = count(matcher.size, 'file');
	}

	/** Follows a link. If it leads to a folder, shows the files of the folder in the box. */
	async #follow(path: string, signal: AbortSignal): Promise<Choice | undefined> {
		const found = await this.#find(path);
		if (signal.aborted) return undefined;
		const target = found?.kind === 'entry' ? found.entry.kind : found?.kind;
		if (target !== 'directory' && target !== 'root') return { path, isSubmodule: target === 'submodule' };
		const folder = found?.kind === 'entry' ? `${found.path}/` : '';
		this.#shown = { link: path, folder };
		this.box.text = folder;
		return undefined;
	}

	/** Undefined if the link cannot be read now. VS Code says why when it opens the link. */
	async #find(path: string): Promise<FoundEntry | undefined> {
		if (!this.#top) return undefined;
		const { commit, root } = this.#top;
		try {
			return await findEntry(this.#cache.objects, root, path, { commit });
		} catch (error) {
			if (error instanceof ForgeError) return undefined;
			throw error;
		}
	}

	#folderText(): string {
		if (!this.#shown) return '';
		const { link, folder } = this.#shown;
		const { text } = this.box;
		const isShown = folder === '' ? text === '' : text.startsWith(folder);
		return isShown ? `: ${link} → ${folder || 'the top folder'}` : '';
	}

	#rows(text: string): readonly BoxRow<Choice>[] {
		const { box } = this;
		const rows = this.#matcher.find(text, maxShown).map((path, nth) => {
			// The best match is active until the user moves to another one.
			return nth === 0 ? this.#fileRow(path) : { ...this.#fileRow(path), id: path };
		});
		const problems = this.#problems.map((problem) => box.plainRow('warning', problem));
		// What is typed replaces the placeholder, which says how much was read.
		const isReading = box.isBusy && text !== '';
		const reading = isReading ? [box.plainRow('loading~spin', 'Reading…', this.#progress)] : [];
		const all = [...rows, ...problems, ...reading];
		const isEmpty = all.length === 0 && this.#matcher.size > 0 && !box.hasFailed;
		return isEmpty ? [box.plainRow('info', 'No matching files')] : all;
	}

	#fileRow(path: string): BoxRow<Choice> {
		const kind = this.#kinds.get(path);
		const about = [parentPath(path), (kind && kindTexts[kind]) ?? ''].filter(Boolean).map(visible);
		const row = this.box.plainRow('file', visible(baseName(path)), about.join(' · '));
		if (kind === 'symlink') return { ...row, act: (signal) => this.#follow(path, signal) };
		return { ...row, enter: () => ({ path, isSubmodule: kind === 'submodule' }) };
	}
}
