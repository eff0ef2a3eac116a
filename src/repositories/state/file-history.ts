import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { EntryKind, GitTreeEntry, Objects } from '../../platform/git/objects.ts';
import { compareTrees } from '../model/compare-trees.ts';
import { findEntry } from '../model/find-entry.ts';
import type { LogReader } from './log-reader.ts';

/** A file in a commit. */
export interface FileAt {
	readonly commit: string;
	readonly path: string;
	readonly kind: EntryKind;
}

/** A commit that changed a file. */
export interface FileChange {
	readonly commit: Commit;
	readonly after: FileAt;
	/** Undefined if the commit created the file. */
	readonly before: FileAt | undefined;
}

/** A commit to search, with the path of the file there. */
interface SearchStep {
	readonly commit: Commit;
	readonly path: string;
}

/** How many commits are read at a time. */
const parallel = 6;

/**
 * Finds the commits that changed a file, newest first, back to the one that created it. Follows renames. As with `git log`, a merge that
 * took the file unchanged from a parent is not among them, and only that parent is followed.
 */
export class FileHistory {
	readonly #objects: Objects;
	/** The commits to search, newest first. */
	readonly #log: Pick<LogReader, 'commits' | 'isComplete' | 'readMore'>;
	/** Where the file is in the newest commit. */
	readonly #path: string;
	readonly #signal: AbortSignal;
	readonly #entries = new Map<string, Promise<GitTreeEntry | undefined>>();
	/** The commits to search next. */
	readonly #ready: SearchStep[] = [];
	/** The path of the file in each commit that is searched once the log lists it, by commit ID. */
	readonly #paths = new Map<string, string>();
	/** Commits that the log listed before the children that lead to them, because clocks were wrong. By id. */
	readonly #early = new Map<string, Commit>();
	/** How many commits of the log were taken. */
	#taken = 0;

	constructor(
		objects: Objects,
		log: Pick<LogReader, 'commits' | 'isComplete' | 'readMore'>,
		path: string,
		signal: AbortSignal,
	) {
		this.#objects = objects;
		this.#log = log;
		this.#path = path;
		this.#signal = signal;
	}

	/** How many commits were searched. */
	get searched(): number {
		return this.#taken;
	}

	/** Whether the commits that created the file were found, or there are no earlier commits. */
	get isComplete(): boolean {
		const isAtEnd = this.#log.isComplete && this.#taken === this.#log.commits.length;
		// No earlier commit is known to have the file.
		const isCreationFound = this.#taken > 0 && this.#paths.size === 0;
		return this.#ready.length === 0 && (isAtEnd || isCreationFound);
	}

	/** Searches up to `count` more commits. Fails with a `ForgeError`. After a failure, the next call continues. */
	async search(count: number, onFound: (change: FileChange) => void): Promise<void> {
		const end = this.#taken + count;
		for (;;) {
			const [step] = this.#ready;
			if (step) await this.#searchCommit(step, onFound);
			else if (this.#taken === end || this.isComplete) return;
			else await this.#take();
		}
	}

	/** Takes the next commit from the log. */
	async #take(): Promise<void> {
		this.#signal.throwIfAborted();
		while (this.#log.commits.length <= this.#taken && !this.#log.isComplete)
			await this.#log.readMore(this.#signal);
		const commit = this.#log.commits[this.#taken];
		if (!commit) return;
		const path = this.#taken === 0 ? this.#path : this.#paths.get(commit.id);
		this.#taken += 1;
		this.#paths.delete(commit.id);
		if (path === undefined) this.#early.set(commit.id, commit);
		else this.#ready.push({ commit, path });
	}

	/** Finds out what a commit did to the file. Its parents are searched when the log lists them, or next if it already has. */
	async #searchCommit(step: SearchStep, onFound: (change: FileChange) => void): Promise<void> {
		this.#readAhead(step.path);
		const { change, parents } = await this.#compare(step);
		this.#ready.shift();
		if (change) onFound(change);
		for (const [id, path] of parents) {
			const commit = this.#early.get(id);
			if (commit) this.#ready.push({ commit, path });
			else this.#paths.set(id, path);
			this.#early.delete(id);
		}
	}

	/** What a commit did to the file, and the parents to search, with the paths of the file there. */
	async #compare(step: SearchStep): Promise<{
		readonly change?: FileChange;
		readonly parents: readonly (readonly [id: string, path: string])[];
	}> {
		const { commit, path } = step;
		const entry = await this.#entry(commit.id, path);
		if (!entry) throw new ForgeError('missing', `${path} was not found in commit ${shortId(commit.id)}.`);
		const all = await Promise.all(
			commit.parents.map(async (id) => ({ id, entry: await this.#entry(id, path) })),
		);
		const unchanged = all.find((parent) => parent.entry?.id === entry.id && parent.entry.kind === entry.kind);
		if (unchanged) return { parents: [[unchanged.id, path]] };
		const after = { commit: commit.id, path, kind: entry.kind };
		const atPath = all.flatMap(({ id, entry }) => (entry ? [{ commit: id, path, kind: entry.kind }] : []));
		const renamed = atPath.length === 0 ? await this.#findRename(step) : undefined;
		const earlier = renamed ? [renamed] : atPath;
		return {
			change: { commit, after, before: earlier[0] },
			parents: earlier.map((file) => [file.commit, file.path]),
		};
	}

	/** Finds where the file was before a commit that gave it its path. */
	async #findRename({ commit, path }: SearchStep): Promise<FileAt | undefined> {
		const [parent, ...others] = commit.parents;
		if (parent === undefined || others.length > 0) return undefined;

		const treeAt = async (id: string) => ({
			tree: await this.#objects.rootTree(id, { signal: this.#signal }),
			commit: id,
		});
		const [before, after] = await Promise.all([treeAt(parent), treeAt(commit.id)]);
		const { changes } = await compareTrees(this.#objects, before, after, { signal: this.#signal });
		const renamed = changes.find((change) => change.kind === 'renamed' && change.path === path);
		if (renamed?.kind !== 'renamed') return undefined;
		return { commit: parent, path: renamed.from, kind: renamed.before.kind };
	}

	#readAhead(path: string): void {
		const { commits } = this.#log;
		// A failure is reported when the commit itself is searched.
		for (const { id } of commits.slice(this.#taken, this.#taken + parallel))
			this.#entry(id, path).catch(() => {});
	}

	/** What is at a path of a commit, unless it is a folder. A symbolic link is not followed: its own history is shown. */
	#entry(commit: string, path: string): Promise<GitTreeEntry | undefined> {
		const name = `${commit} ${path}`;
		const known = this.#entries.get(name);
		if (known) return known;
		const reading = this.#readEntry(commit, path);
		this.#entries.set(name, reading);
		reading.catch(() => this.#entries.delete(name));
		return reading;
	}

	async #readEntry(commit: string, path: string): Promise<GitTreeEntry | undefined> {
		const root = await this.#objects.rootTree(commit, { signal: this.#signal });
		if (!root) throw new ForgeError('missing', `Commit ${shortId(commit)} was not found in the repository.`);
		const found = await findEntry(this.#objects, root, path, {
			signal: this.#signal,
			commit,
			followLast: false,
		});
		return found.kind === 'entry' && found.entry.kind !== 'directory' ? found.entry : undefined;
	}
}
