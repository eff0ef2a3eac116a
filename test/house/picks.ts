import type { Source } from './sources.ts';
import { tokens } from './tokens.ts';

const reasons = {
	steered: "a test steers what it gives instead of the product's object",
	table: 'the handlers of one subject, which are a table only together',
	editor: 'VS Code has the object, and a test only a part of it',
	values: 'some callers have the values without the rest',
};

/** Files that take a part of an object with `Pick`: how often at most, and why. */
export const exceptions: Readonly<Record<string, readonly [most: number, why: keyof typeof reasons]>> = {
	'src/accounts/commands/ask-about-projects.ts': [1, 'steered'],
	'src/accounts/commands/sample-forge.ts': [1, 'steered'],
	'src/accounts/commands/sign-out.ts': [1, 'steered'],
	'src/accounts/dialog/browser-step.ts': [1, 'steered'],
	'src/accounts/dialog/forge-setup.ts': [1, 'steered'],
	'src/accounts/forges/authentication-provider.ts': [1, 'editor'],
	'src/inbox/commands/inbox-commands.ts': [1, 'steered'],
	'src/inbox/commands/live-status.ts': [1, 'steered'],
	'src/inbox/model/reachability.ts': [1, 'values'],
	'src/inbox/state/inbox.ts': [1, 'steered'],
	'src/inbox/state/live-status.ts': [2, 'steered'],
	'src/inbox/state/notifications.ts': [1, 'steered'],
	'src/inbox/state/read-failure-log.ts': [1, 'values'],
	'src/patches/commands/patch-editors.ts': [1, 'steered'],
	'src/patches/commands/series-commands.ts': [1, 'steered'],
	'src/patches/model/permissions.ts': [1, 'values'],
	'src/patches/page/loader.ts': [1, 'steered'],
	'src/patches/page/people/people-by-address.ts': [1, 'values'],
	'src/patches/page/version-comparison.ts': [1, 'steered'],
	'src/patches/state/comparison/compare-versions.ts': [1, 'values'],
	'src/patches/state/documents/diff-documents.ts': [1, 'steered'],
	'src/patches/state/lists/parts-of-lists.ts': [1, 'steered'],
	'src/patches/state/status/status-changes.ts': [2, 'steered'],
	'src/platform/editor/files/draft-editor.ts': [1, 'editor'],
	'src/platform/editor/replace-text.ts': [1, 'editor'],
	'src/platform/git/find-blob.ts': [1, 'steered'],
	'src/repositories/commands/editor-choice.ts': [1, 'editor'],
	'src/repositories/commands/target-chooser.ts': [1, 'steered'],
	'src/repositories/state/file-history.ts': [2, 'steered'],
	'src/repositories/state/repository-search.ts': [1, 'steered'],
};

/** How many uses each folder still has besides the exceptions. The numbers only become smaller. A file counts for the longest path. */
export const limits: Readonly<Record<string, number>> = {
	'media/kit': 2,
	'src/patches': 3,
	'src/platform/commands': 1,
	'src/platform/model': 2,
	'src/platform/page': 1,
	'src/platform/state': 4,
	'src/platform/view': 2,
	'src/tickets': 29,
};

function usesOf({ text }: Source): number {
	const all = tokens(text);
	return all.filter(
		({ kind, text: name }, index) => kind === 'word' && name === 'Pick' && all[index + 1]?.text === '<',
	).length;
}

/** The longest path of a folder with a limit that has the file. */
const folderOf = (path: string): string | undefined =>
	Object.keys(limits)
		.filter((folder) => path.startsWith(`${folder}/`))
		.toSorted((one, other) => other.length - one.length)[0];

/** Files and folders that use `Pick` more often than they may. */
export function pickProblems(sources: readonly Source[]): string[] {
	const used = new Map(sources.map((source) => [source.path, usesOf(source)]));
	const problems: string[] = [];
	const inFolders = new Map<string, number>();
	for (const [path, uses] of used) {
		const folder = folderOf(path);
		if (uses <= (exceptions[path]?.[0] ?? 0)) continue;
		if (folder === undefined || path in exceptions)
			problems.push(`${path} has ${uses} × Pick<…>. Take the object whole, or the values that are needed.`);
		else inFolders.set(folder, (inFolders.get(folder) ?? 0) + uses);
	}
	for (const [folder, uses] of inFolders) {
		const most = limits[folder] ?? 0;
		if (uses > most)
			problems.push(
				`${folder} has ${uses} × Pick<…>, and may have ${most}. Take objects whole, or the values that are needed.`,
			);
	}
	return problems;
}
