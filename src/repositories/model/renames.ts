import { append } from '../../base/collections.ts';
import { createSlices } from '../../base/slices.ts';
import { type Added, type Deleted, isFile, type Renamed } from './changes.ts';
import { baseName } from './paths.ts';
import { maxScore, type Pieces, similarityScore } from './similarity.ts';

/** Git's thresholds: half of the larger file is the same, or three quarters if the two were paired only by their name. */
const leastSimilar = maxScore / 2;
const leastSimilarByName = (maxScore * 3) / 4;
/** Git compares no more pairs than two lists of this length have. */
const longestList = 1000;
/** How many equal files are compared by name. */
const maxEqualFiles = 100;
const candidatesPerFile = 4;

export interface RenameSearch {
	/** Undefined if the file cannot be compared, for example because it is too large. */
	readonly readPieces: (file: Deleted | Added) => Promise<Pieces | undefined>;
	/** The most files to read. */
	readonly maxFiles: number;
	readonly signal?: AbortSignal | undefined;
}

export interface Renames {
	readonly renames: readonly Renamed[];
	/** Whether similar files were searched. Equal files always are. */
	readonly isComplete: boolean;
}

interface Candidate {
	readonly from: Deleted;
	readonly to: Added;
	readonly score: number;
	readonly hasSameName: boolean;
}

/**
 * Finds the renames that git finds: equal files first, then similar files whose name is unique on both sides, then all others, most
 * similar first. Both lists are sorted by path.
 */
export async function findRenames(
	deleted: readonly Deleted[],
	added: readonly Added[],
	search: RenameSearch,
): Promise<Renames> {
	const renames: Renamed[] = [];
	const used = new Set<Deleted | Added>();
	const record = (from: Deleted, to: Added, score: number) => {
		used.add(from).add(to);
		renames.push({
			kind: 'renamed',
			from: from.path,
			path: to.path,
			before: from.before,
			after: to.after,
			similarity: Math.floor((score * 100) / maxScore),
		});
	};
	const unused = <T extends Deleted | Added>(files: readonly T[]) => files.filter((file) => !used.has(file));
	const files = new PiecesByFile(search);

	for (const [from, to] of pairEqualFiles(deleted, added)) record(from, to, maxScore);
	const named = pairUniqueNames(unused(deleted), unused(added));
	if (!(await files.load(named.flat()))) return { renames, isComplete: false };
	for (const [from, to] of named) {
		const score = files.compare(from, to, leastSimilarByName);
		if (score >= leastSimilarByName) record(from, to, score);
	}

	const [sources, targets] = [unused(deleted), unused(added)];
	if (sources.length === 0 || targets.length === 0) return { renames, isComplete: true };
	const isTooMuch = sources.length * targets.length > longestList ** 2;
	if (isTooMuch || !(await files.load([...sources, ...targets]))) return { renames, isComplete: false };
	const candidates: (Candidate | undefined)[] = [];
	const pause = createSlices(search.signal);
	for (const to of targets) {
		append(candidates, findBest(to, sources, files));
		await pause();
	}
	for (const candidate of candidates.sort(compareCandidates)) {
		if (!candidate || candidate.score < leastSimilar) break;
		const { from, to, score } = candidate;
		if (!used.has(from) && !used.has(to)) record(from, to, score);
	}
	return { renames, isComplete: true };
}

/** Pairs files with the same content. Prefers a source with the same file name. Each file is in one pair at most. */
function* pairEqualFiles(deleted: readonly Deleted[], added: readonly Added[]): Generator<[Deleted, Added]> {
	const byContent = Map.groupBy(deleted, ({ before }) => contentOf(before));
	for (const [content, sources] of byContent) byContent.set(content, sources.slice(0, maxEqualFiles));
	const used = new Set<Deleted>();
	for (const to of added) {
		const equal = (byContent.get(contentOf(to.after)) ?? []).filter((from) => !used.has(from));
		const from = equal.find(({ path }) => baseName(path) === baseName(to.path)) ?? equal[0];
		if (!from) continue;
		used.add(from);
		yield [from, to];
	}
}

/** Files are equal to executable files, but not to links with the same text. */
const contentOf = (entry: Deleted['before']): string => `${isFile(entry) ? 'file' : entry.kind} ${entry.id}`;

/** Pairs files whose name only one source and one target have. */
function pairUniqueNames(deleted: readonly Deleted[], added: readonly Added[]): readonly [Deleted, Added][] {
	const sources = Map.groupBy(deleted, ({ path }) => baseName(path));
	const targets = Map.groupBy(added, ({ path }) => baseName(path));
	return deleted.flatMap((from): [Deleted, Added][] => {
		const name = baseName(from.path);
		const sameName = targets.get(name) ?? [];
		const [to] = sameName;
		return to && sameName.length === 1 && sources.get(name)?.length === 1 ? [[from, to]] : [];
	});
}

/** Finds the best sources for a target. Replaces the worst of a few, as git does, so that equals are in git's order. */
function findBest(
	to: Added,
	sources: readonly Deleted[],
	files: PiecesByFile,
): readonly (Candidate | undefined)[] {
	const best = Array.from({ length: candidatesPerFile }, (): Candidate | undefined => undefined);
	for (const from of sources) {
		const score = files.compare(from, to, leastSimilar);
		const candidate = { from, to, score, hasSameName: baseName(from.path) === baseName(to.path) };
		let worst = 0;
		for (let at = 1; at < best.length; at++) if (compareCandidates(best[at], best[worst]) > 0) worst = at;
		if (compareCandidates(best[worst], candidate) > 0) best[worst] = candidate;
	}
	return best;
}

/** The better candidate comes first, and `undefined` last. */
function compareCandidates(a: Candidate | undefined, b: Candidate | undefined): number {
	if (!a || !b) return Number(!a) - Number(!b);
	return b.score - a.score || Number(b.hasSameName) - Number(a.hasSameName);
}

/** The pieces of the files that have been read. */
class PiecesByFile {
	readonly #search: RenameSearch;
	readonly #pieces = new Map<Deleted | Added, Pieces | undefined>();

	constructor(search: RenameSearch) {
		this.#search = search;
	}

	/** Reads files. Returns false, and reads none, if there would be more than `maxFiles`. */
	async load(files: readonly (Deleted | Added)[]): Promise<boolean> {
		const missing = files.filter((file) => isComparable(file) && !this.#pieces.has(file));
		if (this.#pieces.size + missing.length > this.#search.maxFiles) return false;
		const read = missing.map(async (file) => [file, await this.#search.readPieces(file)] as const);
		for (const [file, pieces] of await Promise.all(read)) this.#pieces.set(file, pieces);
		return true;
	}

	compare(from: Deleted, to: Added, least: number): number {
		const [source, target] = [this.#pieces.get(from), this.#pieces.get(to)];
		return source && target ? similarityScore(source, target, least) : 0;
	}
}

/** Links and submodules count as renamed only if they are equal. */
const isComparable = (file: Deleted | Added): boolean =>
	isFile(file.kind === 'deleted' ? file.before : file.after);
