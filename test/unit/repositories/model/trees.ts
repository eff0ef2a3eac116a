import type { TreeChange } from '../../../../src/repositories/model/changes.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';

export type Mode = '100644' | '100755' | '120000' | '160000';

/** A file of a commit. The content of a submodule is the id of its commit. */
export interface TreeFile {
	readonly mode: Mode;
	readonly content: string;
}

/** The files of a commit by path. */
export type Files = ReadonlyMap<string, TreeFile>;

export const file = (content: string, mode: Mode = '100644'): TreeFile => ({ mode, content });
export const submodule = (digit: string): TreeFile => file(digit.repeat(40), '160000');

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
const quoted = (path: string) =>
	`"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

/** Writes commits without parents into a bare repository. Returns the ids of their trees. */
export function writeTrees(folder: string, commits: readonly Files[]): readonly string[] {
	const parts = commits.map((files, index) => {
		const changes = [...files].map(([path, { mode, content }]) =>
			mode === '160000'
				? `M ${mode} ${content} ${quoted(path)}\n`
				: `M ${mode} inline ${quoted(path)}\n${data(content)}`,
		);
		const head = `reset refs/heads/t${index}\n\ncommit refs/heads/t${index}\ncommitter A <a@b> ${index} +0000\n`;
		return `${head}${data('.')}${changes.join('')}\n`;
	});
	feed(folder, parts.join(''), 'fast-import', '--quiet', '--force');
	return feed(folder, '', 'rev-parse', ...commits.map((_, index) => `refs/heads/t${index}^{tree}`)).split(
		'\n',
	);
}

const letters = { added: 'A', deleted: 'D', modified: 'M', 'type-changed': 'T' } as const;

/** A change as `git diff --name-status` shows it. */
export const lineOf = (change: TreeChange): string =>
	change.kind === 'renamed'
		? `R${String(change.similarity).padStart(3, '0')} → ${change.from} → ${change.path}`
		: `${letters[change.kind]} → ${change.path}`;
