import { feed } from '../../kit/forge/repositories-world.ts';

/** What a commit does: its parents are earlier commits by number, and it writes and removes files. */
export interface Step {
	readonly parents?: readonly number[];
	readonly write?: Readonly<Record<string, string>>;
	readonly remove?: readonly string[];
	/** How many minutes before the commit its author wrote it. */
	readonly age?: number;
}

/** Writes commits to branches `c0`, `c1` and so on. The first parent is the one before, unless a step says otherwise. */
export function writeCommits(folder: string, steps: readonly Step[]): void {
	const parts = steps.flatMap(({ parents, write = {}, remove = [], age = 0 }, nth) => {
		const [from, ...merged] = parents ?? (nth > 0 ? [nth - 1] : []);
		const message = `Step ${nth}\n`;
		return [
			`commit refs/heads/c${nth}\n`,
			`author Alice <alice@example.org> ${1_578_000_000 + (nth - age) * 60} +0000\n`,
			`committer Carol <carol@example.org> ${1_578_000_000 + nth * 60} +0000\n`,
			`data ${message.length}\n${message}\n`,
			...(from === undefined ? [] : [`from refs/heads/c${from}\n`]),
			...merged.map((one) => `merge refs/heads/c${one}\n`),
			...remove.map((path) => `D ${path}\n`),
			...Object.entries(write).map(
				([path, text]) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`,
			),
		];
	});
	feed(folder, parts.join(''), 'fast-import', '--quiet', '--force');
}
