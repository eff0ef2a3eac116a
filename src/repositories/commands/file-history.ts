import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { shortAge } from '../../platform/model/words.ts';
import { comparedUri, fileUri } from '../files/repository-files.ts';
import { isRaw } from '../model/changes.ts';
import type { FileAddress } from '../model/file-address.ts';
import { baseName } from '../model/paths.ts';
import { type FileAt, type FileChange, FileHistory } from '../state/file-history.ts';
import { authorOf, subjectOf } from '../view/commit-rows.ts';
import type { PathAtRevision } from './open-files.ts';
import { noFilesError, type OpenRepository } from './open-repository.ts';

interface HistoryItem extends vscode.QuickPickItem {
	/** Undefined for the item that continues the search. */
	readonly change?: FileChange;
}

/** How many commits are searched before the user can choose to continue. */
const defaultStep = 500;
const redrawMs = 100;

/** Lets the user choose a commit that changed a file, even while earlier ones are being searched, and opens its changes. */
export async function showFileHistory(
	open: OpenRepository,
	{ revision, path }: PathAtRevision,
	step = defaultStep,
): Promise<void> {
	const lifetime = new Lifetime();
	try {
		const start = await open.cache.peeledCommitOf(revision);
		if (start === undefined) throw noFilesError(open.cache, revision);
		const history = new FileHistory(open.cache.objects, open.cache.logFrom(start), path, lifetime.signal);
		const change = await choose(history, `History of ${visible(baseName(path))}`, step, lifetime);
		if (change) await showChange(open, change);
	} finally {
		lifetime.dispose();
	}
}

/** Searches `step` commits at a time. Undefined if the user cancels. */
async function choose(
	history: FileHistory,
	title: string,
	step: number,
	lifetime: Lifetime,
): Promise<FileChange | undefined> {
	const input = lifetime.add(vscode.window.createQuickPick<HistoryItem>());
	const found: HistoryItem[] = [];
	let failure: string | undefined;
	input.title = title;
	input.matchOnDescription = true;
	input.matchOnDetail = true;
	const draw = () => {
		// The active item and the scroll position stay while others arrive.
		input.keepScrollPosition = true;
		const active = input.activeItems;
		input.items = input.busy || history.isComplete ? [...found] : [...found, continueItem(failure)];
		const stillActive = active.filter((item) => input.items.includes(item));
		// Without it, VS Code makes the first item active.
		if (stillActive.length > 0) input.activeItems = stillActive;
		const commits = count(history.searched, 'commit');
		input.placeholder = input.busy
			? `Searching… (${commits} so far)`
			: `Select a commit (searched ${commits})`;
	};
	const drawSoon = coalesce(lifetime, redrawMs, draw, undefined, { soon: true });
	const search = async () => {
		input.busy = true;
		failure = undefined;
		try {
			await history.search(step, (change) => {
				if (lifetime.ended) return;
				found.push(itemOf(change));
				drawSoon();
			});
		} catch (error) {
			if (lifetime.ended) return;
			if (!(error instanceof ForgeError)) throw error;
			failure = error.message;
		} finally {
			if (!lifetime.ended) {
				input.busy = false;
				draw();
			}
		}
	};
	const chosen = new Promise<FileChange | undefined>((resolve) => {
		lifetime.add(
			input.onDidAccept(() => {
				const [item] = input.selectedItems;
				if (item?.change) resolve(item.change);
				else if (item && !input.busy) background(search());
			}),
		);
		lifetime.add(input.onDidHide(() => resolve(undefined)));
	});
	input.show();
	background(search());
	draw();
	return chosen;
}

const continueItem = (failure: string | undefined): HistoryItem =>
	failure === undefined
		? { label: '$(ellipsis) Search Earlier Commits', alwaysShow: true }
		: { label: '$(refresh) Try Again', description: escapeIcons(failure), alwaysShow: true };

function itemOf(change: FileChange): HistoryItem {
	const { commit, after, before } = change;
	const description = [shortId(commit.id), authorOf(commit), shortAge(commit.timestamp, Date.now())];
	const isRenamed = before !== undefined && before.path !== after.path;
	return {
		label: `$(git-commit) ${escapeIcons(subjectOf(commit))}`,
		description: escapeIcons(description.filter(Boolean).join(' · ')),
		...(isRenamed && { detail: escapeIcons(visible(`Renamed from ${before.path}`)) }),
		change,
	};
}

/** Opens the difference that a commit made to a file; for the commit that created it, the file. */
async function showChange(
	{ account, key }: OpenRepository,
	{ commit, after, before }: FileChange,
): Promise<void> {
	const addressOf = ({ commit, path, kind }: FileAt): FileAddress => ({
		instance: account.instance.name,
		owner: key.owner,
		repository: key.repository,
		revision: { kind: 'commit', id: commit },
		path,
		...(isRaw(kind) && { form: 'raw' }),
	});
	const newest = addressOf(after);
	const title = `${visible(baseName(after.path))} (${shortId(commit.id)} ${subjectOf(commit)})`;
	if (!before) await vscode.commands.executeCommand('vscode.open', fileUri(newest));
	else {
		const sides = [comparedUri(addressOf(before)), comparedUri(newest)];
		await vscode.commands.executeCommand('vscode.diff', ...sides, title);
	}
}
