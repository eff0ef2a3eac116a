import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { PathMatcher } from '../model/match-paths.ts';
import { baseName, parentPath } from '../model/paths.ts';
import type { Revision } from '../model/revision.ts';
import { walkTree } from '../state/walk-tree.ts';
import { openFile } from './open-files.ts';
import { type OpenRepository, readRoot, titleOf } from './open-repository.ts';

/**
 * Labels have no text, only icons: VS Code moves the items whose labels match what the user types to the top, and sorts them by label. The
 * best match would not stay the first.
 */
interface FileItem extends vscode.QuickPickItem {
	/** Undefined for an item that says why files are missing. */
	readonly path?: string;
}

/** More rows than a user reads. */
const maxShown = 200;
const redrawMs = 100;
const placeholder = 'Search files by name';

/** VS Code must not filter what was found. */
const alwaysShow = true;

function fileItem(path: string): FileItem {
	const parts = [baseName(path), parentPath(path)].filter(Boolean).map(visible);
	return { label: '', description: escapeIcons(parts.join(' · ')), alwaysShow, path };
}

const problemItem = (problem: string): FileItem => ({
	label: '$(warning)',
	description: escapeIcons(problem),
	alwaysShow,
});

/** Says how much was read once the user has typed something, which replaces the placeholder. */
const readingItem = (progress: string): FileItem => ({
	label: '$(loading~spin)',
	description: `Reading… ${progress}`,
	alwaysShow,
});

const noMatchItem: FileItem = { label: '$(info)', description: 'No matching files', alwaysShow };

/** Lets the user search the files of a whole tree, even while it is being read, and opens the chosen one. */
export async function goToFile(open: OpenRepository, revision: Revision): Promise<void> {
	const lifetime = new Lifetime();
	const input = lifetime.add(vscode.window.createQuickPick<FileItem>());
	const matcher = new PathMatcher();
	let progress = '';
	let problems: readonly string[] = [];
	const draw = () => {
		const files = matcher.find(input.value, maxShown).map(fileItem);
		const hasNoMatch = files.length === 0 && problems.length === 0 && matcher.size > 0 && !input.busy;
		input.items = [
			...files,
			...problems.map(problemItem),
			...(hasNoMatch ? [noMatchItem] : []),
			...(input.busy && input.value !== '' ? [readingItem(progress)] : []),
		];
		input.placeholder = progress === '' ? placeholder : `${placeholder} (${progress})`;
	};
	input.title = `Go to File in ${titleOf(open.cache, revision)}`;
	input.placeholder = placeholder;
	// Highlights what matches. It does not change the order.
	input.matchOnDescription = true;
	const walk = async () => {
		const { root } = await readRoot(open.cache, revision, { signal: lifetime.signal });
		let drawnAt = 0;
		problems = await walkTree({
			objects: open.cache.objects,
			root,
			signal: lifetime.signal,
			onFiles: (files, { read, known }) => {
				matcher.add(files.map(({ path }) => path));
				progress = `${count(matcher.size, 'file')}, ${formatNumber(read)} of ${count(known, 'folder')}`;
				if (performance.now() - drawnAt < redrawMs) return;
				drawnAt = performance.now();
				draw();
			},
		});
		progress = count(matcher.size, 'file');
	};
	try {
		const chosen = new Promise<string | undefined>((resolve) => {
			lifetime.add(
				input.onDidAccept(() => {
					const path = (input.selectedItems[0] ?? input.items[0])?.path;
					if (path !== undefined) resolve(path);
				}),
			);
			lifetime.add(input.onDidHide(() => resolve(undefined)));
		});
		lifetime.add(input.onDidChangeValue(draw));
		input.busy = true;
		input.show();
		const walked = walk()
			.catch((error: unknown) => {
				if (lifetime.ended) return;
				if (!(error instanceof ForgeError)) throw error;
				problems = [error.message];
			})
			.then(() => {
				if (lifetime.ended) return;
				input.busy = false;
				draw();
			});
		background(walked);
		const path = await chosen;
		if (path !== undefined) await openFile(open, { revision, path });
	} finally {
		lifetime.dispose();
	}
}
