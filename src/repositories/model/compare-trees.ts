import { formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { GitTree, GitTreeEntry, Objects } from '../../platform/git/objects.ts';
import {
	type Added,
	changesOfPath,
	type Deleted,
	type FileVersion,
	type PathChange,
	sortChanges,
	type TreeChange,
} from './changes.ts';
import { joinPath } from './paths.ts';
import { findRenames } from './renames.ts';
import { type Pieces, piecesOf } from './similarity.ts';

/** One side of a comparison. Without a tree, the side is empty, as before the first commit. */
export interface ComparedTree {
	readonly tree: GitTree | undefined;
	/** The commit that has the tree. Some servers find blobs only by commit and path. */
	readonly commit?: string | undefined;
}

export interface CompareOptions {
	readonly signal?: AbortSignal | undefined;
	/** The most paths that may differ, directories included. A comparison that has more ends early. */
	readonly maxPaths?: number;
	/** The most files to read to find renames. */
	readonly maxReads?: number;
	/** Larger files are not read. */
	readonly maxBytes?: number;
}

export interface TreeComparison {
	/** Sorted by path, as git sorts. */
	readonly changes: readonly TreeChange[];
	/** Sentences for the user about what is missing. */
	readonly problems: readonly string[];
}

const defaults = { maxPaths: 50_000, maxReads: 400, maxBytes: 1024 * 1024 };
/** No operating system can check out deeper paths. */
const deepest = 500;

/**
 * The files that differ between two trees. Reads only the sub-trees whose ids differ, and for renames the files that were added and
 * deleted.
 */
export async function compareTrees(
	objects: Objects,
	before: ComparedTree,
	after: ComparedTree,
	options: CompareOptions = {},
): Promise<TreeComparison> {
	const { signal, maxPaths, maxReads, maxBytes } = { ...defaults, ...options };
	const stop = new AbortController();
	const walk = new Walk(objects, maxPaths, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal);
	try {
		if (before.tree?.id !== after.tree?.id) await walk.compare('', before.tree, after.tree, 0);
	} finally {
		// If one folder fails, the others need not be read.
		stop.abort();
	}
	const changes = sortChanges(walk.changed.flatMap(changesOfPath));
	const deleted = changes.filter((change): change is Deleted => change.kind === 'deleted');
	const added = changes.filter((change): change is Added => change.kind === 'added');

	const readPieces = async (file: Deleted | Added): Promise<Pieces | undefined> => {
		const { id } = file.kind === 'deleted' ? file.before : file.after;
		const { commit } = file.kind === 'deleted' ? before : after;
		const blob = await objects.blob(id, {
			most: maxBytes,
			...(commit !== undefined && { location: { commit, path: file.path } }),
			...(signal && { signal }),
		});
		return blob?.kind === 'bytes' ? piecesOf(blob.bytes) : undefined;
	};
	const { renames, isComplete } = await findRenames(deleted, added, {
		readPieces,
		maxFiles: maxReads,
		signal,
	});
	const sources = new Set(renames.map(({ from }) => from));
	const targets = new Set(renames.map(({ path }) => path));
	const others = changes.filter(
		({ kind, path }) =>
			!(kind === 'deleted' && sources.has(path)) && !(kind === 'added' && targets.has(path)),
	);
	const shown = [...others, ...renames];
	const problems = [...walk.problems];
	if (walk.isCut) problems.push(`Only ${formatNumber(shown.length)} of the changed files are shown.`);
	if (!isComplete) problems.push('Too many files changed to find those that were renamed and edited.');
	return { changes: sortChanges(shown), problems };
}

/** Collects the differences of two trees. */
class Walk {
	readonly changed: PathChange[] = [];
	readonly problems = new Set<string>();
	/** Whether some differences are left out, because there are too many or they are too deep. */
	isCut = false;
	readonly #objects: Objects;
	readonly #maxPaths: number;
	readonly #signal: AbortSignal;
	#pathCount = 0;

	constructor(objects: Objects, maxPaths: number, signal: AbortSignal) {
		this.#objects = objects;
		this.#maxPaths = maxPaths;
		this.#signal = signal;
	}

	async compare(
		path: string,
		before: GitTree | undefined,
		after: GitTree | undefined,
		depth: number,
	): Promise<void> {
		const entriesBefore = entriesOf(before);
		const entriesAfter = entriesOf(after);
		for (const problem of [...(before?.problems ?? []), ...(after?.problems ?? [])])
			this.problems.add(problem);
		const below: Promise<void>[] = [];
		for (const name of new Set([...entriesBefore.keys(), ...entriesAfter.keys()])) {
			const entryBefore = entriesBefore.get(name);
			const entryAfter = entriesAfter.get(name);
			// The side that lacks the name may have it nevertheless.
			if ((!entryBefore && before?.isPartial) || (!entryAfter && after?.isPartial)) continue;
			if (entryBefore?.id === entryAfter?.id && entryBefore?.kind === entryAfter?.kind) continue;
			if (this.#pathCount >= this.#maxPaths || depth >= deepest) {
				this.isCut = true;
				break;
			}
			this.#pathCount += 1;
			const at = joinPath(path, name);
			this.changed.push({ path: at, before: fileOf(entryBefore), after: fileOf(entryAfter) });
			if (entryBefore?.kind === 'directory' || entryAfter?.kind === 'directory') {
				below.push(this.#compareBelow(at, entryBefore, entryAfter, depth + 1));
			}
		}
		await Promise.all(below);
	}

	async #compareBelow(
		path: string,
		before: GitTreeEntry | undefined,
		after: GitTreeEntry | undefined,
		depth: number,
	): Promise<void> {
		if (this.#pathCount >= this.#maxPaths) {
			this.isCut = true;
			return;
		}
		const [treeBefore, treeAfter] = await Promise.all([this.#read(path, before), this.#read(path, after)]);
		await this.compare(path, treeBefore, treeAfter, depth);
	}

	async #read(path: string, entry: GitTreeEntry | undefined): Promise<GitTree | undefined> {
		if (entry?.kind !== 'directory') return undefined;
		const tree = await this.#objects.tree(entry.id, { signal: this.#signal });
		if (!tree) throw new ForgeError('missing', `The folder ${path} could not be found.`);
		return tree;
	}
}

const entriesOf = (tree: GitTree | undefined): ReadonlyMap<string, GitTreeEntry> =>
	new Map(tree?.entries.map((entry) => [entry.name, entry]));

function fileOf(entry: GitTreeEntry | undefined): FileVersion | undefined {
	if (!entry || entry.kind === 'directory') return undefined;
	return { kind: entry.kind, id: entry.id };
}
