import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { git, gitEnvironment } from '../../../../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { type Change, changedTree, type GeneratedSeries, type Tree } from './generated-series.ts';

export interface GitSeries {
	/** The output of `git format-patch`. */
	readonly old: string;
	readonly new: string;
	/** The rows of `git range-diff`, such as `1 = 1`, `2 ! 3`, `- > 4`. */
	readonly rows: readonly string[];
	/** The lines of a file after a number of patches of the new version. */
	readonly newFile: (patches: number, path: string) => Promise<readonly string[]>;
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
		let tree = base;
		for (const change of changes) {
			const before = tree;
			tree = changedTree(before, change);
			// `git format-patch` leaves out empty commits.
			if (isDeepStrictEqual(tree, before)) continue;
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

/** Makes the series with git, in a new repository. */
export async function gitSeries(series: GeneratedSeries): Promise<GitSeries> {
	const folder = temporaryFolder('range-diff');
	await git(folder, ['init', '--quiet', '--bare', '.']);
	writeFileSync(join(folder, 'description'), '');
	await importInto(folder, importStream(series));
	const ranges = ['v1-base..v1', 'v2-base..v2'];
	const [old = '', fresh = ''] = await Promise.all(
		ranges.map((range) => git(folder, ['format-patch', '--stdout', range])),
	);
	// It refuses empty ranges.
	const isEmpty = old === '' || fresh === '';
	const rows = isEmpty ? '' : await git(folder, ['range-diff', '--no-color', '--no-patch', ...ranges]);
	const count = fresh.match(/^From [0-9a-f]{40} Mon Sep 17/gm)?.length ?? 0;
	return {
		old,
		new: fresh,
		rows: rows.split('\n').flatMap((line) => {
			const [, old, kind, fresh] = /^ *(\d+|-): +\S+ ([=!<>]) +(\d+|-): /.exec(line) ?? [];
			return old === undefined ? [] : [`${old} ${kind} ${fresh}`];
		}),
		newFile: async (patches, path) => {
			const text = await git(folder, ['show', `v2~${count - patches}:${path}`]);
			return text.split('\n');
		},
	};
}
