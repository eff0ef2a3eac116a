import { execFile } from 'node:child_process';
import { git, gitEnvironment } from '../../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { appliedChanges, type Change, type GeneratedSeries, type Tree } from './generated-series.ts';

export interface GitSeries {
	/** The repository. */
	readonly folder: string;
	/** The output of `git format-patch`. */
	readonly old: string;
	readonly new: string;
	/** The rows of `git range-diff`, such as `1 = 1`, `2 ! 3`, `- > 4`. */
	readonly rows: readonly string[];
}

/** A stream for `git fast-import` that creates the branches `v1` and `v2`. */
function importStream(series: GeneratedSeries): string {
	const parts: string[] = [];
	const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
	const commit = (branch: string, from: string | undefined, message: string, tree: Tree) => {
		parts.push(`commit refs/heads/${branch}\n`);
		parts.push('author Ana <ana@example.org> 1700000000 +0000\n');
		parts.push('committer Ana <ana@example.org> 1700000000 +0000\n', data(message));
		if (from !== undefined) parts.push(`from ${from}\n`);
		parts.push('deleteall\n');
		for (const [path, lines] of tree) {
			parts.push(`M 100644 inline ${path}\n`, data(lines.map((line) => `${line}\n`).join('')));
		}
	};
	const branch = (name: string, base: Tree, changes: readonly Change[]) => {
		commit(`${name}-base`, undefined, 'Base', base);
		parts.push(`reset refs/heads/${name}\nfrom refs/heads/${name}-base\n\n`);
		for (const { change, tree } of appliedChanges(base, changes)) {
			commit(name, undefined, [change.title, '', ...change.body].join('\n'), tree);
		}
	};
	branch('v1', series.base, series.old);
	branch('v2', series.newBase, series.new);
	return parts.join('');
}

function importInto(folder: string, stream: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const options = { cwd: folder, env: gitEnvironment() };
		const child = execFile('git', ['fast-import', '--quiet'], options, (error) =>
			error ? reject(error) : resolve(),
		);
		child.stdin?.end(stream);
	});
}

/** Both versions, as arguments of git. */
export const ranges = ['v1-base..v1', 'v2-base..v2'] as const;

/** Makes the series with git, in a new repository. */
export async function gitSeries(series: GeneratedSeries): Promise<GitSeries> {
	const folder = temporaryFolder('range-diff');
	await git(folder, ['init', '--quiet', '--bare', '.']);
	await importInto(folder, importStream(series));
	const [old = '', current = ''] = await Promise.all(
		ranges.map((range) => git(folder, ['format-patch', '--stdout', range])),
	);
	// It refuses empty ranges.
	const isEmpty = old === '' || current === '';
	const rows = isEmpty ? '' : await git(folder, ['range-diff', '--no-color', '--no-patch', ...ranges]);
	return {
		folder,
		old,
		new: current,
		rows: rows.split('\n').flatMap((line) => {
			const [, old, kind, current] = /^ *(\d+|-): +\S+ ([=!<>]) +(\d+|-): /.exec(line) ?? [];
			return old === undefined ? [] : [`${old} ${kind} ${current}`];
		}),
	};
}
