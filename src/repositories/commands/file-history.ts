import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import { type BoxRow, SearchBox } from '../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { shortAge } from '../../platform/model/words.ts';
import { comparedUri, fileUri } from '../files/repository-files.ts';
import { isLinkOrSubmodule } from '../model/changes.ts';
import type { FileAddress } from '../model/file-address.ts';
import { baseName } from '../model/paths.ts';
import { type FileAt, type FileChange, FileHistory } from '../state/file-history.ts';
import { authorOf, subjectOf } from '../view/commit-rows.ts';
import type { PathAtRevision } from './open-files.ts';
import { noFilesError, type OpenRepository } from './open-repository.ts';

/** How many commits are searched before the user can choose to continue. */
const defaultStep = 500;

/** Lets the user choose a commit that changed a file, even while earlier ones are being searched, and opens its changes. */
export async function showFileHistory(
	open: OpenRepository,
	{ revision, path }: PathAtRevision,
	step = defaultStep,
): Promise<void> {
	const start = await open.cache.peeledCommitOf(revision);
	if (start === undefined) throw noFilesError(open.cache, revision);
	const found: BoxRow<FileChange>[] = [];
	const search = () =>
		history.search(step, (change) => {
			found.push(rowOf(change));
			box.drawSoon();
		});
	const continueRow: BoxRow<FileChange> = {
		label: '$(ellipsis) Search Earlier Commits',
		alwaysShow: true,
		id: 'continue',
		enter: () => background(box.run(search)),
	};
	const box: SearchBox<FileChange> = new SearchBox<FileChange>({
		title: `History of ${baseName(path)}`,
		placeholder: () => {
			const commits = count(history.searched, 'commit');
			return box.isBusy ? `Searching… (${commits} so far)` : `Select a commit (searched ${commits})`;
		},
		rows: () => (box.isBusy || box.hasFailed || history.isComplete ? found : [...found, continueRow]),
		read: search,
	});
	const { objects } = open.cache;
	const history = new FileHistory(objects, open.cache.logFrom(start), path, box.lifetime.signal);
	const change = await box.ask();
	if (change) await showChange(open, change);
}

function rowOf(change: FileChange): BoxRow<FileChange> {
	const { commit, after, before } = change;
	const description = [shortId(commit.id), authorOf(commit), shortAge(commit.timestamp, timeOfDay())];
	const isRenamed = before !== undefined && before.path !== after.path;
	return {
		label: `$(git-commit) ${escapeIcons(subjectOf(commit))}`,
		description: escapeIcons(description.filter(Boolean).join(' · ')),
		...(isRenamed && { detail: escapeIcons(visible(`Renamed from ${before.path}`)) }),
		id: commit.id,
		enter: () => change,
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
		...(isLinkOrSubmodule(kind) && { form: 'raw' }),
	});
	const newest = addressOf(after);
	const title = `${visible(baseName(after.path))} (${shortId(commit.id)} ${subjectOf(commit)})`;
	if (!before) await vscode.commands.executeCommand('vscode.open', fileUri(newest));
	else {
		const sides = [comparedUri(addressOf(before)), comparedUri(newest)];
		await vscode.commands.executeCommand('vscode.diff', ...sides, title);
	}
}
