import { largest } from '../../../base/collections.ts';
import { git } from '../../repositories/git.ts';

/** A commit in the format of `git format-patch`. */
export interface Patch {
	/** The subject after `[PATCH]`. It may be encoded and span several lines. */
	readonly subject: string;
	/** The message, the diff and git's version. */
	readonly body: string;
}

const version = '2.45.2';

/** The patches of many commits, by their ids. `bases` and what they contain are left out. One git process makes all of them. */
export async function formatPatches(
	folder: string,
	commits: readonly string[],
	bases: readonly string[],
): Promise<ReadonlyMap<string, Patch>> {
	const options = ['--stdout', '--no-numbered', '--no-thread', '--no-base', `--signature=${version}`];
	const range = ['--end-of-options', ...commits, ...bases.map((base) => `^${base}`)];
	const output = await git(folder, [`--git-dir=${folder}`, 'format-patch', ...options, ...range]);
	const mails = output.split(/^From ([0-9a-f]{40}) Mon Sep 17 00:00:00 2001\n/m).slice(1);
	const patches = new Map<string, Patch>();
	for (let at = 0; at + 1 < mails.length; at += 2) {
		const [id = '', mail = ''] = mails.slice(at, at + 2);
		const end = mail.indexOf('\n\n');
		const subject = /^Subject: \[PATCH\] (.*(?:\n[ \t].*)*)$/m.exec(mail.slice(0, end))?.[1] ?? '';
		patches.set(id, { subject, body: mail.slice(end + 2) });
	}
	return patches;
}

/** By the ids of the commits, which stand for everything in them. */
const formatted = new Map<string, ReadonlyMap<string, Patch>>();

/** Does what `formatPatches` does, for commits that other forges of this process have, too. Git makes their patches only once. */
export async function formatPatchesOnce(
	folder: string,
	commits: readonly string[],
	bases: readonly string[],
): Promise<ReadonlyMap<string, Patch>> {
	const key = JSON.stringify([commits, bases]);
	const patches = formatted.get(key) ?? (await formatPatches(folder, commits, bases));
	formatted.set(key, patches);
	return patches;
}

/** Adds the base commit of a patch or a series, as `git format-patch --base` does. */
export const withBase = (body: string, commit: string) =>
	body.replace(/\n-- \n[^\n]*\n+$/, `\nbase-commit: ${commit}\n$&`);

/** The diffstat of a cover letter: the changed lines of each file. */
export function diffstat(patches: readonly Patch[]): string {
	const counts = new Map<string, { added: number; removed: number }>();
	for (const { body } of patches) {
		for (const part of body.split(/^diff --git a\/.* b\//m).slice(1)) {
			const path = part.slice(0, part.indexOf('\n'));
			const { added, removed } = counts.get(path) ?? { added: 0, removed: 0 };
			const lines = part
				.slice(part.indexOf('\n@@'))
				.replace(/\n-- \n[\s\S]*$/, '')
				.split('\n');
			counts.set(path, {
				added: added + lines.filter((line) => line.startsWith('+')).length,
				removed: removed + lines.filter((line) => line.startsWith('-')).length,
			});
		}
	}
	const files = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
	const wide = largest(files.map(([path]) => path.length));
	const sum = (what: 'added' | 'removed') => files.reduce((all, [, count]) => all + count[what], 0);
	const lines = files.map(
		([path, { added, removed }]) =>
			` ${path.padEnd(wide)} | ${String(added + removed).padStart(3)} ${'+'.repeat(Math.min(added, 30))}${'-'.repeat(Math.min(removed, 30))}`,
	);
	return `${lines.join('\n')}\n ${files.length} files changed, ${sum('added')} insertions(+), ${sum('removed')} deletions(-)\n`;
}

/** How many lines of a hunk are quoted above a passage. */
const quotedLines = 6;

/** The quotations above the remarks of a reviewer: for each passage the file, the hunk, and its lines up to the passage. */
export function hunksUpTo(body: string, passages: readonly string[]): string[] {
	const lines = body.split('\n');
	let lastQuoted = -1;
	return passages.map((passage) => {
		const at = lines.findIndex(
			(line, index) => index > lastQuoted && /^[ +-](?![+-]{2})/.test(line) && line.includes(passage),
		);
		if (at === -1) throw new Error(`the patch does not say: ${passage}`);
		const upTo = (word: string) => lines.findLastIndex((line, index) => index < at && line.startsWith(word));
		const [file, hunk] = [upTo('diff --git'), upTo('@@')];
		const isNewHunk = hunk > lastQuoted;
		const head = lines.slice(file, hunk + 1).filter((line) => /^(diff|---|\+\+\+|@@)/.test(line));
		const from = isNewHunk ? Math.max(hunk + 1, at - quotedLines) : lastQuoted + 1;
		lastQuoted = at;
		return [...(isNewHunk ? head : []), ...lines.slice(from, at + 1)].join('\n');
	});
}
