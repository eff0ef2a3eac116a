import type { Commit } from '../../forge/shapes/repositories.ts';
import { addLog, type ReadCommit } from '../model/commits/read-commits.ts';
import type { LogSource } from './log-reader.ts';

/** What two commits have in common, and what each has alone. */
export interface ComparedCommits {
	/** The newest commit that both contain. Undefined if they have none in common, or if it was not found. */
	readonly mergeBase: Commit | undefined;
	/** The commits that only the first contains, the newest first. */
	readonly before: readonly Commit[];
	/** The commits that only the second contains, the newest first. */
	readonly after: readonly Commit[];
	/** Whether all commits that only one contains were found. */
	readonly isComplete: boolean;
}

interface CompareOptions {
	readonly signal: AbortSignal;
	/** The most commits to read. */
	readonly most?: number;
}

/** Reading so many takes a minute on a forge. */
const defaultMost = 2000;

const inBefore = 1;
const inAfter = 2;
const inBoth = inBefore | inAfter;
/** Contained in a commit that both contain. */
const belowBase = 4;

interface Visited extends ReadCommit {
	flags: number;
}

/**
 * Compares the histories of two commits as git does: marks the ancestors of both, the newest first, until all that are left are in both.
 * Fails with a `ForgeError`.
 */
export async function compareCommits(
	source: LogSource,
	before: string,
	after: string,
	{ signal, most = defaultMost }: CompareOptions,
): Promise<ComparedCommits> {
	const read = new Map<string, ReadCommit>();
	const readCommit = async (id: string): Promise<ReadCommit | undefined> => {
		if (!read.has(id)) addLog(read, await source.log(id, { signal }));
		return read.get(id);
	};
	const visited = new Map<string, Visited>();
	let isComplete = true;
	/** The commits whose parents are to be marked. */
	const queue = new Set<Visited>();
	const mark = async (id: string, flags: number) => {
		const known = visited.get(id);
		if (known && (known.flags & flags) === flags) return;
		const found = known ?? (await readCommit(id));
		if (!found) {
			isComplete = false;
			return;
		}
		const one = known ?? { ...found, flags: 0 };
		one.flags |= flags;
		visited.set(id, one);
		queue.add(one);
	};
	await mark(before, inBefore);
	await mark(after, inAfter);
	const isOpen = () => [...queue].some(({ flags }) => (flags & belowBase) === 0);
	const isFull = () => visited.size > most;
	while (isOpen() && !isFull()) {
		signal.throwIfAborted();
		const next = newestOf(queue);
		queue.delete(next);
		const { commit, flags } = next;
		const passedOn = (flags & inBoth) === inBoth ? flags | belowBase : flags;
		for (const parent of commit.parents) {
			// A commit can have thousands of parents, of which each may take a request.
			if (isFull()) isComplete = false;
			else await mark(parent, passedOn);
		}
	}
	if (isOpen()) isComplete = false;
	markBelow(visited);
	const all = [...visited.values()].toSorted((one, other) => other.madeAt - one.madeAt);
	const having = (flags: number) => all.filter((one) => (one.flags & inBoth) === flags);
	const base = having(inBoth).find(({ flags }) => (flags & belowBase) === 0);
	return {
		mergeBase: base?.commit,
		before: having(inBefore).map(({ commit }) => commit),
		after: having(inAfter).map(({ commit }) => commit),
		isComplete,
	};
}

/** Marks what is below the commits that both contain, if it was visited before them: times are not always exact. */
function markBelow(visited: ReadonlyMap<string, Visited>): void {
	const left = [...visited.values()].filter(({ flags }) => (flags & inBoth) === inBoth);
	const flags = inBoth | belowBase;
	for (let next = left.pop(); next; next = left.pop()) {
		for (const id of next.commit.parents) {
			const parent = visited.get(id);
			if (!parent || (parent.flags & flags) === flags) continue;
			parent.flags |= flags;
			left.push(parent);
		}
	}
}

function newestOf(queue: ReadonlySet<Visited>): Visited {
	const [first, ...others] = queue;
	if (!first) throw new RangeError('The queue is empty.');
	return others.reduce((newest, one) => (one.madeAt > newest.madeAt ? one : newest), first);
}
