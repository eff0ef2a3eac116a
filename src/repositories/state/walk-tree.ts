import { append } from '../../base/collections.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { GitTree, GitTreeEntry, Objects } from '../../platform/git/objects.ts';
import { joinPath } from '../model/paths.ts';

export interface WalkedFile {
	readonly path: string;
	/** A file, a symbolic link or a submodule. */
	readonly entry: GitTreeEntry;
}

export interface WalkOptions {
	readonly objects: Objects;
	readonly root: GitTree;
	/** Receives the files of each directory as soon as it is read. */
	readonly onFiles: (files: readonly WalkedFile[], progress: WalkProgress) => void;
	readonly signal?: AbortSignal | undefined;
	readonly maxFiles?: number;
}

/** How many directories were read, and how many are known so far. */
interface WalkProgress {
	readonly read: number;
	readonly known: number;
}

interface Directory {
	readonly path: string;
	readonly id: string;
	readonly parent: Directory | undefined;
}

/** Slightly more than the requests that run at a time, so that the next one is always ready. */
const parallel = 8;
const defaultMaxFiles = 200_000;
const maxDirectories = 100_000;
const maxProblems = 20;

/**
 * Walks all files below a tree, several directories at a time, the nearest first. Resolves with sentences for the user about what was left
 * out. Rejects if a directory cannot be read.
 */
export async function walkTree(options: WalkOptions): Promise<readonly string[]> {
	const stop = new AbortController();
	const walk = new Walk(options, stop);
	walk.add(options.root, undefined);
	try {
		await Promise.all(Array.from({ length: parallel }, () => walk.run()));
	} finally {
		// If one directory fails, the others need not be read.
		stop.abort();
	}
	options.signal?.throwIfAborted();
	return walk.problems;
}

class Walk {
	readonly #options: WalkOptions;
	readonly #stop: AbortController;
	readonly #signal: AbortSignal;
	/** Directories to read. Those before `#next` were taken. */
	readonly #directories: Directory[] = [];
	readonly #problems: string[] = [];
	#next = 0;
	/** How many directories are known, and how many of them were read. */
	#known = 1;
	#read = 0;
	/** How many files were listed. */
	#files = 0;
	/** How many directories are being read. */
	#running = 0;
	#isCut = false;
	/** Resolves when a directory was read, which may contain others to read. */
	#directoryRead = Promise.withResolvers<void>();

	constructor(options: WalkOptions, stop: AbortController) {
		this.#options = options;
		this.#stop = stop;
		this.#signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
	}

	get problems(): readonly string[] {
		const more = this.#problems.length - maxProblems;
		const shown = this.#problems.slice(0, maxProblems);
		return more > 0 ? [...shown, `There are ${formatNumber(more)} more problems like these.`] : shown;
	}

	add(tree: GitTree, directory: Directory | undefined): void {
		const { onFiles, maxFiles = defaultMaxFiles } = this.#options;
		const path = directory?.path ?? '';
		append(this.#problems, tree.problems);
		const files: WalkedFile[] = [];
		for (const entry of tree.entries) {
			if (entry.kind === 'directory') {
				this.#addDirectory({ path: joinPath(path, entry.name), id: entry.id, parent: directory });
			} else if (this.#files < maxFiles) {
				this.#files += 1;
				files.push({ path: joinPath(path, entry.name), entry });
			} else {
				this.#cut(`Only the first ${formatNumber(maxFiles)} files are listed.`);
			}
		}
		this.#read += 1;
		onFiles(files, { read: this.#read, known: this.#known });
	}

	/** Reads one directory after the other until all are read. */
	async run(): Promise<void> {
		while (!this.#isCut && !this.#signal.aborted) {
			const directory = this.#take();
			if (!directory) {
				if (this.#running === 0) return;
				await this.#directoryRead.promise;
				continue;
			}
			this.#running += 1;
			try {
				await this.#readDirectory(directory);
			} catch (error) {
				if (!this.#isCut) throw error;
			} finally {
				this.#running -= 1;
				this.#directoryRead.resolve();
				this.#directoryRead = Promise.withResolvers();
			}
		}
	}

	/** Takes the nearest directory. Until a file was found, takes the deepest one instead, which leads to a file sooner. */
	#take(): Directory | undefined {
		if (this.#next >= this.#directories.length) return undefined;
		if (this.#files === 0) return this.#directories.pop();
		this.#next += 1;
		return this.#directories[this.#next - 1];
	}

	async #readDirectory(directory: Directory): Promise<void> {
		const tree = await this.#options.objects.tree(directory.id, { signal: this.#signal });
		if (!tree) throw new ForgeError('missing', `The folder ${directory.path} could not be found.`);
		if (!this.#isCut) this.add(tree, directory);
	}

	#addDirectory(directory: Directory): void {
		if (containsItself(directory, this.#options.root.id)) {
			this.#problems.push(`${directory.path} is left out: it is the same folder as one that contains it.`);
		} else if (this.#known > maxDirectories) {
			this.#cut(`Only the first ${formatNumber(maxDirectories)} folders are listed.`);
		} else {
			this.#directories.push(directory);
			this.#known += 1;
		}
	}

	#cut(problem: string): void {
		if (!this.#isCut) this.#problems.push(problem);
		this.#isCut = true;
		this.#stop.abort();
	}
}

function containsItself({ id, parent }: Directory, root: string): boolean {
	for (let above = parent; above; above = above.parent) if (above.id === id) return true;
	return id === root;
}
