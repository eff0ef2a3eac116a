import { LruCache } from '../../base/lru-cache.ts';
import { createSlices } from '../../base/slices.ts';
import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { GitTree } from '../../platform/git/objects.ts';
import { withLineFeeds } from '../../platform/model/line-breaks.ts';
import { isBinary } from '../model/binary.ts';
import { isFile } from '../model/changes.ts';
import { createLineFinder, type FoundLine } from '../model/find-in-text.ts';
import type { ObjectCache } from './object-cache.ts';
import { walkTree } from './walk-tree.ts';

type SearchedObjects = Pick<
	ObjectCache,
	'tree' | 'rootTree' | 'blob' | 'commit' | 'storedBlob' | 'storedBlobIds'
>;

export interface FoundInFile extends FoundLine {
	readonly path: string;
}

export interface SearchResult {
	readonly found: readonly FoundInFile[];
	readonly files: number;
	/** How many of the files were searched, including binary ones, which have no text. */
	readonly searched: number;
	/** How many can be searched after they are loaded. */
	readonly missing: number;
	/** The least and the most bytes that the missing files probably have together. */
	readonly missingBytes: { readonly least: number; readonly most: number };
	/** How many are too large to be searched. */
	readonly tooLarge: number;
	/** How many files have more lines than those found. */
	readonly cutFiles: number;
	/** Whether the search ended early because it had found very many lines. There may be more. */
	readonly isCut: boolean;
}

interface SearchedFile {
	readonly path: string;
	readonly id: string;
}

/** More lines than a user reads. */
const maxLines = 500;
const maxLinesOfFile = 20;
/** Larger files are rarely written by people. */
const maxBytes = 1024 * 1024;
/** How many characters of text stay in memory between two searches. */
const maxKeptCharacters = 50_000_000;
/** The least and the most bytes that a file has on average in most repositories. */
const usualBytes = { least: 2000, most: 40_000 };
/** Files that were opened are often smaller than the others, among which are images and data. */
const mostOverMean = 4;
/** How many files are loaded at a time. */
const parallel = 8;

/** Searches the text files of a tree: those that are on the disk, and the others once they are loaded. */
export class RepositorySearch {
	readonly #objects: SearchedObjects;
	/** The id of the commit that is searched. */
	readonly #commit: string;
	/** The tree of the commit. */
	readonly #root: GitTree;
	#files: readonly SearchedFile[] = [];
	readonly #texts = new LruCache<string>(maxKeptCharacters, (text) => text.length + 1);
	readonly #binary = new Set<string>();
	readonly #tooLarge = new Set<string>();
	/** Files that are not on the disk. */
	readonly #missing = new Set<string>();
	/** The ids of files that are perhaps on the disk. Undefined if each has to be looked for. */
	#onDisk: Promise<ReadonlySet<string> | undefined> | undefined;
	/** The sizes of files that were read. */
	readonly #sizes = new Map<string, number>();

	constructor(objects: SearchedObjects, commit: string, root: GitTree) {
		this.#objects = objects;
		this.#commit = commit;
		this.#root = root;
	}

	/** Lists the files, by path. Resolves with sentences for the user about what was left out. */
	async list(options: { readonly signal?: AbortSignal }): Promise<readonly string[]> {
		const files: SearchedFile[] = [];
		const problems = await walkTree({
			objects: this.#objects,
			root: this.#root,
			...options,
			onFiles: (some) => {
				for (const { path, entry } of some) if (isFile(entry)) files.push({ path, id: entry.id });
			},
		});
		// Folders are read in any order.
		this.#files = files.sort((one, other) => (one.path < other.path ? -1 : 1));
		return problems;
	}

	/** Searches what is on the disk. Makes no requests. */
	async find(words: string, signal: AbortSignal): Promise<SearchResult> {
		const linesOf = createLineFinder(words);
		this.#onDisk ??= this.#objects.storedBlobIds();
		const onDisk = await this.#onDisk;
		const found: FoundInFile[] = [];
		let [searched, missing, tooLarge, cutFiles] = [0, 0, 0, 0];
		const pause = createSlices(signal);
		for (const { path, id } of this.#files) {
			if (found.length > maxLines) break;
			const text = await this.#textOf(id, onDisk);
			if (text !== undefined || this.#binary.has(id)) searched += 1;
			if (this.#missing.has(id)) missing += 1;
			if (this.#tooLarge.has(id)) tooLarge += 1;
			const lines = linesOf(text ?? '', maxLinesOfFile + 1);
			if (lines.length > maxLinesOfFile) cutFiles += 1;
			for (const line of lines.slice(0, maxLinesOfFile)) found.push({ path, ...line });
			await pause();
		}
		signal.throwIfAborted();
		const isCut = found.length > maxLines;
		return {
			found: found.slice(0, maxLines),
			files: this.#files.length,
			searched,
			missing,
			tooLarge,
			cutFiles,
			isCut,
			missingBytes: this.#estimate(missing),
		};
	}

	/** Loads the files that are not on the disk. Fails with a `ForgeError`; what was loaded until then stays. */
	async loadMissing(
		signal: AbortSignal,
		onProgress: (loaded: number, all: number, bytes: number) => void,
	): Promise<void> {
		const missing = this.#files.filter(({ id }) => this.#missing.has(id));
		const queue = [...missing];
		let [done, notFound, bytes] = [0, 0, 0];
		const load = async () => {
			for (let file = queue.shift(); file; file = queue.shift()) {
				const { id, path } = file;
				const location = { commit: this.#commit, path };
				const blob = await this.#objects.blob(id, { location, most: maxBytes, signal });
				if (blob?.kind === 'bytes') {
					this.#keep(id, blob.bytes);
					bytes += blob.bytes.length;
				} else if (blob) this.#tooLarge.add(id);
				if (blob) this.#missing.delete(id);
				else notFound += 1;
				done += 1;
				onProgress(done, missing.length, bytes);
			}
		};
		try {
			await Promise.all(Array.from({ length: parallel }, load));
		} finally {
			// If one fails, the others need not continue.
			queue.length = 0;
		}
		if (notFound > 0)
			throw new ForgeError('missing', `${count(notFound, 'file')} could not be found on the forge.`);
	}

	/** The forge lists files without their sizes. */
	#estimate(files: number): SearchResult['missingBytes'] {
		const sizes = [...this.#sizes.values()];
		const { least, most } = usualBytes;
		if (sizes.length === 0) return { least: least * files, most: most * files };
		const mean = sizes.reduce((sum, size) => sum + Math.min(size, maxBytes), 0) / sizes.length;
		return {
			least: Math.min(least, mean) * files,
			most: Math.min(maxBytes, Math.max(most, mostOverMean * mean)) * files,
		};
	}

	/** The text of a file; undefined if it is binary, too large or missing, which the sets then tell. */
	async #textOf(id: string, onDisk: ReadonlySet<string> | undefined): Promise<string | undefined> {
		if (this.#missing.has(id) || this.#binary.has(id) || this.#tooLarge.has(id)) return undefined;
		const kept = this.#texts.get(id);
		if (kept !== undefined) return kept;
		const mayBeOnDisk = onDisk === undefined || onDisk.has(id) || this.#sizes.has(id);
		const bytes = mayBeOnDisk ? await this.#objects.storedBlob(id) : undefined;
		if (bytes) return this.#keep(id, bytes);
		this.#missing.add(id);
		return undefined;
	}

	/** Returns the text, which is kept for the next search; undefined if there is none to search. */
	#keep(id: string, bytes: Uint8Array): string | undefined {
		this.#sizes.set(id, bytes.length);
		if (bytes.length > maxBytes) this.#tooLarge.add(id);
		else if (isBinary(bytes)) this.#binary.add(id);
		else {
			// VS Code counts a lone CR as the end of a line, too.
			const text = withLineFeeds(new TextDecoder().decode(bytes));
			this.#texts.set(id, text);
			return text;
		}
		return undefined;
	}
}
