import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { GitTree, GitTreeEntry, LogEntry, Objects } from '../../platform/git/objects.ts';

/** Finds out which commits changed a file or folder, by the objects that the commit and its parents have at its path. */
export class PathChanges {
	readonly #objects: Objects;
	readonly #names: readonly string[];
	/** What each commit has at the path, by the ID of the commit. */
	readonly #found = new Map<string, string>();

	constructor(objects: Objects, path: string) {
		this.#objects = objects;
		this.#names = path.split('/');
	}

	/** As in `git log`, a merge counts only if no parent has the same there. Fails with a `ForgeError`. */
	async isChangedBy({ id, parents }: LogEntry, signal: AbortSignal): Promise<boolean> {
		const [now, ...before] = await Promise.all([id, ...parents].map((one) => this.#at(one, signal)));
		return before.length === 0 ? now !== nothing : !before.includes(now ?? nothing);
	}

	async #at(commit: string, signal: AbortSignal): Promise<string> {
		// A running read is not kept: it ends with its caller's signal. The objects share reads among callers.
		const found = this.#found.get(commit) ?? (await this.#read(commit, signal));
		this.#found.set(commit, found);
		return found;
	}

	async #read(commit: string, signal: AbortSignal): Promise<string> {
		let tree: GitTree | undefined = await this.#objects.rootTree(commit, { signal });
		if (!tree) throw new ForgeError('missing', `Commit ${shortId(commit)} was not found in the repository.`);
		for (const [depth, name] of this.#names.entries()) {
			const entry: GitTreeEntry | undefined = tree?.entries.find((one) => one.name === name);
			if (!entry) return nothing;
			if (depth === this.#names.length - 1) return `${entry.kind} ${entry.id}`;
			tree = entry.kind === 'directory' ? await this.#objects.tree(entry.id, { signal }) : undefined;
		}
		return nothing;
	}
}

const nothing = '';
