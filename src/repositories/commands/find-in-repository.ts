import { background } from '../../base/background.ts';
import { count, fileSize, formatNumber } from '../../base/text/numbers.ts';
import { type BoxRow, SearchBox } from '../../platform/editor/boxes/search-box.ts';
import type { Revision } from '../model/revision.ts';
import { type FoundInFile, RepositorySearch, type SearchResult } from '../state/repository-search.ts';
import { FindRows } from './box-rows/find-rows.ts';
import { openFoundLine } from './open-files.ts';
import { type OpenRepository, readRoot, titleOf } from './open-repository.ts';

/** More files are loaded only if the user confirms: each takes a request. */
const maxUnconfirmed = 1000;

/**
 * Lets the user search the contents of a whole tree, and opens the chosen line. Files that are not on the disk are loaded on request, or the
 * user clones the repository instead.
 */
export async function findInRepository(
	open: OpenRepository,
	revision: Revision,
	clone: () => Promise<void>,
): Promise<void> {
	const { box, commit } = new FindBox(open, revision);
	const found = await box.ask();
	const id = commit();
	if (!found || id === undefined) return;
	if (found === 'clone') return await clone();
	// If the branch has moved since, the line may be elsewhere, so the commit that was searched is shown.
	const shown: Revision = (await open.cache.commitOf(revision)) === id ? revision : { kind: 'commit', id };
	await openFoundLine(open, shown, found);
}

class FindBox {
	/** Answers with the line that the user chooses, or with the choice to clone the repository instead. */
	readonly box: SearchBox<FoundInFile | 'clone'>;
	readonly #rows: FindRows;
	/** Undefined until all files are listed. */
	#tree: { readonly commit: string; readonly search: RepositorySearch } | undefined;
	/** Why some files are not listed. */
	#problems: readonly string[] = [];
	#result: { readonly words: string; readonly found: SearchResult } | undefined;
	#loading: { readonly stop: AbortController; progress: string } | undefined;
	/** Whether the list asks if very many files should be loaded. A dialog would take the focus, which closes the list. */
	#isAsking = false;

	constructor(open: OpenRepository, revision: Revision) {
		this.box = new SearchBox<FoundInFile | 'clone'>({
			title: `Find in ${titleOf(open.cache, revision)}`,
			placeholder: 'Text to find',
			read: (signal) => this.#list(open, revision, signal),
			rows: (words) => {
				if (words === '') return [];
				return words === this.#result?.words ? this.#rowsOf(this.#result.found) : undefined;
			},
			search: {
				queryOf: (words) => words || undefined,
				run: async (words, signal) => {
					// When the files are listed, they are searched again.
					if (!this.#tree) return;
					this.#result = { words, found: await this.#tree.search.find(words, signal) };
					this.#isAsking = false;
				},
			},
		});
		this.#rows = new FindRows(this.box.keepsOrder);
	}

	/** The commit that is searched. */
	readonly commit = () => this.#tree?.commit;

	async #list({ cache }: OpenRepository, revision: Revision, signal: AbortSignal): Promise<void> {
		const { commit, root } = await readRoot(cache, revision, { signal });
		const search = new RepositorySearch(cache.objects, commit, root);
		this.#problems = await search.list({ signal });
		this.#tree = { commit, search };
		this.box.searchAgain();
	}

	/** Loads the files that are missing, until the user stops it. */
	async #load(signal: AbortSignal): Promise<void> {
		const loading = { stop: new AbortController(), progress: '' };
		this.#loading = loading;
		try {
			const stopped = AbortSignal.any([signal, loading.stop.signal]);
			await this.#tree?.search.loadMissing(stopped, (loaded, all, bytes) => {
				loading.progress = `${formatNumber(loaded)} of ${count(all, 'file')}, ${fileSize(bytes)} so far`;
				this.box.drawSoon();
			});
		} finally {
			this.#loading = undefined;
			this.box.searchAgain();
		}
	}

	/** The lines that were found, what was searched, and how to load the rest. If no line was found, Enter loads the rest. */
	#rowsOf(result: SearchResult): readonly BoxRow<FoundInFile | 'clone'>[] {
		const rows = this.#rows;
		const lines = result.found.map((found) => ({ ...rows.line(found), enter: () => found }));
		const unlisted = this.#problems.length === 0 ? [] : [rows.unlisted(this.#problems.join(' '))];
		const summary = [rows.summary(result), ...unlisted];
		const load = this.#loadRows(result);
		const clone = load.length > 0 && this.box.hasFailed ? [this.#cloneRow()] : [];
		return lines.length > 0 ? [...lines, ...summary, ...load, ...clone] : [...load, ...summary, ...clone];
	}

	#cloneRow(): BoxRow<FoundInFile | 'clone'> {
		return { ...this.#rows.clone(), enter: () => 'clone' };
	}

	/** The rows that load, confirm and stop have the same id, so that the next one is active when it takes the place of the last. */
	#loadRows(result: SearchResult): readonly BoxRow<FoundInFile | 'clone'>[] {
		const { box } = this;
		const loading = this.#loading;
		const id = 'load';
		if (loading) {
			const enter = (): undefined => {
				loading.stop.abort();
			};
			return [{ ...this.#rows.stop(loading.progress), id, enter }];
		}
		if (result.missing === 0 || result.isCut) return [];
		const load = () => (box.hasFailed ? box.tryAgain() : background(box.run((signal) => this.#load(signal))));
		const ask = (isAsking: boolean) => (): undefined => {
			this.#isAsking = isAsking;
		};
		if (this.#isAsking && !box.hasFailed)
			return [
				{ ...this.#rows.confirm(result), id, enter: load },
				this.#cloneRow(),
				{ ...this.#rows.cancel(), enter: ask(false) },
			];
		// Another attempt after a failure needs no question: the user has confirmed the first one.
		const needsQuestion = result.missing > maxUnconfirmed && !box.hasFailed;
		return [{ ...this.#rows.load(result.missing), id, enter: needsQuestion ? ask(true) : load }];
	}
}
