import { isDeepStrictEqual } from 'node:util';
import { Random } from './random.ts';

/** A change of one file, which finds its lines by their text, so that changes can be reordered. */
type Edit =
	| {
			readonly kind: 'insert';
			readonly file: string;
			readonly after: string;
			readonly lines: readonly string[];
	  }
	| { readonly kind: 'replace'; readonly file: string; readonly line: string; readonly by: string }
	| { readonly kind: 'delete'; readonly file: string; readonly line: string }
	| { readonly kind: 'create'; readonly file: string; readonly lines: readonly string[] }
	| { readonly kind: 'remove'; readonly file: string }
	| { readonly kind: 'rename'; readonly file: string; readonly to: string };

export interface Change {
	readonly title: string;
	readonly body: readonly string[];
	readonly edits: readonly Edit[];
}

export type Tree = ReadonlyMap<string, readonly string[]>;

export interface GeneratedSeries {
	readonly base: Tree;
	readonly old: readonly Change[];
	/** What the new version is based on. */
	readonly newBase: Tree;
	readonly new: readonly Change[];
}

const verbs = ['read', 'write', 'open', 'close', 'count', 'sort', 'find', 'merge'];
const nouns = ['file', 'line', 'mail', 'list', 'queue', 'header', 'ticket', 'branch'];

/** A made-up line. Some are as common as those of real code. */
function randomLine(random: Random): string {
	if (random.chance(25)) return random.pick(['', '\t}', '\treturn 0;', '\tif (!ok) {', '\t\tbreak;']);
	return `\t${random.pick(verbs)}_${random.pick(nouns)}(${random.below(40)});`;
}

function randomFile(random: Random): string[] {
	const lines: string[] = [];
	for (let nth = 1 + random.below(6); nth > 0; nth--) {
		lines.push(`int ${random.pick(verbs)}_${random.pick(nouns)}_${random.below(1000)}(void)`, '{');
		lines.push(...Array.from({ length: 2 + random.below(14) }, () => randomLine(random)), '}', '');
	}
	return lines;
}

const someLines = (random: Random, most: number) =>
	Array.from({ length: 1 + random.below(most) }, () => randomLine(random));

function randomEdit(random: Random, tree: Tree): Edit {
	const file = random.pick([...tree.keys()]);
	const lines = tree.get(file) ?? [];
	const kind = random.below(100);
	if (kind < 6 || lines.length === 0) {
		return { kind: 'create', file: `new-${random.below(1000)}.c`, lines: randomFile(random) };
	}
	if (kind < 9 && tree.size > 2) return { kind: 'remove', file };
	if (kind < 14) return { kind: 'rename', file, to: `${random.pick(nouns)}/renamed-${random.below(1000)}.c` };
	const line = random.pick(lines);
	if (kind < 55) return { kind: 'insert', file, after: line, lines: someLines(random, 8) };
	if (kind < 80) return { kind: 'replace', file, line, by: randomLine(random) };
	return { kind: 'delete', file, line };
}

function randomChange(random: Random, tree: Tree): Change {
	return {
		title: `Make it ${random.pick(verbs)} the ${random.pick(nouns)} ${random.below(100)}`,
		body: someLines(random, 4).map((line) => line.trim()),
		edits: Array.from({ length: 1 + random.below(6) }, () => randomEdit(random, tree)),
	};
}

/** The tree after a change. What cannot be found is left as it is. */
function changedTree(tree: Tree, { edits }: Change): Tree {
	const after = new Map(tree);
	for (const edit of edits) {
		const lines = after.get(edit.file);
		if (edit.kind === 'create') after.set(edit.file, edit.lines);
		if (!lines) continue;
		if (edit.kind === 'remove') after.delete(edit.file);
		if (edit.kind === 'rename') {
			after.delete(edit.file);
			after.set(edit.to, lines);
		}
		if (edit.kind === 'insert') {
			const index = lines.indexOf(edit.after);
			if (index !== -1) after.set(edit.file, lines.toSpliced(index + 1, 0, ...edit.lines));
		}
		if (edit.kind !== 'replace' && edit.kind !== 'delete') continue;
		const index = lines.indexOf(edit.line);
		const by = edit.kind === 'replace' ? [edit.by] : [];
		if (index !== -1) after.set(edit.file, lines.toSpliced(index, 1, ...by));
	}
	return after;
}

/** The changes that change something, and the trees after them. `git format-patch` leaves out the others. */
export function appliedChanges(base: Tree, changes: readonly Change[]): { change: Change; tree: Tree }[] {
	let before = base;
	return changes.flatMap((change) => {
		const tree = changedTree(before, change);
		if (isDeepStrictEqual(tree, before)) return [];
		before = tree;
		return [{ change, tree }];
	});
}

/** What authors do to a series between two versions. */
const reworks: readonly ((random: Random, changes: Change[], tree: Tree) => void)[] = [
	function editChange(random, changes, tree) {
		const at = random.below(changes.length);
		const change = changes[at];
		if (change) changes[at] = { ...change, edits: [...change.edits, randomEdit(random, tree)] };
	},
	function editLess(random, changes) {
		const at = random.below(changes.length);
		const change = changes[at];
		if (!change || change.edits.length < 2) return;
		changes[at] = { ...change, edits: change.edits.toSpliced(random.below(change.edits.length), 1) };
	},
	function editMessage(random, changes) {
		const at = random.below(changes.length);
		const change = changes[at];
		if (change) changes[at] = { ...change, body: [...change.body, 'Reviewed-by: Ana <ana@example.org>'] };
	},
	function drop(random, changes) {
		if (changes.length > 1) changes.splice(random.below(changes.length), 1);
	},
	function add(random, changes, tree) {
		changes.splice(random.below(changes.length + 1), 0, randomChange(random, tree));
	},
	function move(random, changes) {
		const [moved] = changes.splice(random.below(changes.length), 1);
		if (moved) changes.splice(random.below(changes.length + 1), 0, moved);
	},
	function split(random, changes) {
		const at = random.below(changes.length);
		const change = changes[at];
		if (!change || change.edits.length < 2) return;
		const cut = 1 + random.below(change.edits.length - 1);
		const first = { ...change, edits: change.edits.slice(0, cut) };
		changes.splice(at, 1, first, {
			...change,
			title: `${change.title}, more`,
			edits: change.edits.slice(cut),
		});
	},
	function join(random, changes) {
		const at = random.below(changes.length);
		const [first, second] = [changes[at], changes[at + 1]];
		if (first && second) changes.splice(at, 2, { ...first, edits: [...first.edits, ...second.edits] });
	},
];

/** Two versions of a series of patches, as an author might make them. */
export function generatedSeries(seed: number, patches?: number): GeneratedSeries {
	const random = new Random(seed);
	const base = new Map(
		Array.from({ length: 2 + random.below(4) }, (_, nth) => [`file-${nth}.c`, randomFile(random)]),
	);
	const count = patches ?? 1 + random.below(8);
	const old: Change[] = [];
	let tree: Tree = base;
	while (old.length < count) {
		const change = randomChange(random, tree);
		old.push(change);
		tree = changedTree(tree, change);
	}
	const changes = [...old];
	for (let nth = random.below(5) + Math.floor(count / 3) - 1; nth > 0; nth--)
		random.pick(reworks)(random, changes, base);
	const newBase = random.chance(40) ? changedTree(base, randomChange(random, base)) : base;
	return { base, old, newBase, new: changes };
}
