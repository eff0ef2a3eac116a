import * as vscode from 'vscode';
import { neverAborts } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import { showError, showInformation } from '../../platform/editor/messages.ts';
import { onDidActivateTab } from '../../platform/editor/opened-tabs.ts';
import { runWithProgress } from '../../platform/editor/run-with-progress.ts';
import type { GitTree } from '../../platform/git/objects.ts';
import type { SeenCommits } from '../../platform/model/forge-events.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { comparedUri, fileUri } from '../files/repository-files.ts';
import { changedFiles } from '../model/changed-files.ts';
import { commitTextName } from '../model/commits/commit-text.ts';
import { type ComparedTree, compareTrees } from '../model/compare-trees.ts';
import type { FileAddress } from '../model/file-address.ts';
import { isTagRef, shortRef } from '../model/ref-changes.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import { compareCommits } from '../state/compare-commits.ts';
import type { Repositories } from '../state/repositories.ts';
import { subjectOf } from '../view/commit-rows.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';

/** More files than a user reads in one editor. */
const maxFiles = 1000;
/** More messages than a user reads before the changes. */
const maxMessages = 20;
/** The most commits of a push that are read. */
const maxPushed = 200;

interface ShowCommitOptions {
	/** If the user opens a branch or tag: what it leads to, by its full name. */
	readonly targets?: SeenCommits['targets'];
	/** What the title says after the subject. */
	readonly note?: string;
	/** Ends when the commit is no longer wanted. */
	readonly signal?: AbortSignal;
}

/** Opens the changes of a commit, compared with its first parent. */
export async function showCommit(
	repositories: Repositories,
	key: RepositoryKey,
	id: string,
	{ targets = {}, note = '', signal: wanted = neverAborts }: ShowCommitOptions = {},
): Promise<void> {
	await runWithProgress('Loading commit', async (ended, lifetime) => {
		const signal = AbortSignal.any([ended, wanted]);
		const open = openRepository(repositories, key, lifetime);
		const { objects } = open.cache;
		const commit = await objects.commit(id, { signal });
		if (!commit) throw missingCommit(shortId(id));
		const [parent] = commit.parents;
		const title = `${shortId(id)} ${subjectOf(commit)}${note}`;
		await showChanges(open, { before: parent, after: id, title, signal, messagesOf: [id] });
		const { account, owner, repository } = key;
		open.account.didSee({ repository: { account, owner, repository }, commits: [commit.id], targets });
	});
}

type ReferenceTarget = Extract<RepositoryTarget, { kind: 'reference' }>;
type CommitTarget = ReferenceTarget | Extract<RepositoryTarget, { kind: 'commit' }>;

/** Opens commits. A preview ends when it is shown, or when the user opens something else. */
export class CommitOpener {
	readonly #repositories: Repositories;
	/** The preview that was begun last. */
	#preview = new Lifetime();

	constructor(repositories: Repositories) {
		this.#repositories = repositories;
	}

	/**
	 * Returns whether the commit, or a message that it is gone, was shown. With a `view`, the commit is a preview, and the focus returns to that
	 * view. `stays`: the next commit does not replace its tab.
	 */
	async open(target: CommitTarget, view?: string, stays = false): Promise<boolean> {
		this.#preview.dispose();
		using preview = new Lifetime();
		this.#preview = preview;
		if (view) preview.add(onDidActivateTab(() => preview.dispose()));
		const signal = view ? preview.signal : neverAborts;
		try {
			await showCommitOf(this.#repositories, target, signal);
			// A double click runs this twice. The second run aborts the first, which then leaves the focus alone.
			if (view && !signal.aborted) await vscode.commands.executeCommand(`${view}.focus`);
			if (stays) await vscode.commands.executeCommand('workbench.action.keepEditor');
			return true;
		} catch (error) {
			if (signal.aborted) return false;
			if (!(error instanceof ForgeError) || error.kind !== 'missing') throw error;
			// The message counts as shown, like the page of a ticket that is gone. Do not wait until the user closes it.
			background(showError(error.message));
			return true;
		}
	}
}

/** Opens the changes of a commit or that of a branch or tag, which may be deleted, unless `signal` is aborted before. */
function showCommitOf(repositories: Repositories, target: CommitTarget, signal: AbortSignal): Promise<void> {
	if (target.kind === 'reference') return showReference(repositories, target, signal);
	const { key, commit, deletedRef } = target;
	if (deletedRef === undefined) return showCommit(repositories, key, commit, { signal });
	return showDeletedReference(repositories, key, deletedRef, commit, signal);
}

/** Opens the changes of the commit of a branch or tag, compared with its first parent. */
async function showReference(
	repositories: Repositories,
	{ key, name, leadsTo, since }: ReferenceTarget,
	signal: AbortSignal,
): Promise<void> {
	if (since !== undefined && leadsTo !== undefined)
		return showPush(repositories, key, { name, before: since, after: leadsTo }, signal);
	using lifetime = new Lifetime();
	const open = openRepository(repositories, key, lifetime);
	const { commit, target } = await readCommit(open, { kind: 'ref', name }, leadsTo);
	await showCommit(repositories, key, commit, { targets: { [name]: target }, signal });
}

/** Opens what was pushed to a branch: the messages of the commits, then all changes at once. */
async function showPush(
	repositories: Repositories,
	key: RepositoryKey,
	{ name, before, after }: { readonly name: string; readonly before: string; readonly after: string },
	wanted: AbortSignal,
): Promise<void> {
	await runWithProgress('Loading commits', async (ended, lifetime) => {
		const signal = AbortSignal.any([ended, wanted]);
		const open = openRepository(repositories, key, lifetime);
		const limits = { signal, most: maxPushed };
		const { after: pushed, isComplete } = await compareCommits(open.cache.objects, before, after, limits);
		const commits = pushed.map(({ id }) => id);
		const title = `${isComplete ? '' : 'At least '}${count(commits.length, 'commit')} to ${visible(shortRef(name))}: ${shortId(before)}..${shortId(after)}`;
		await showChanges(open, { before, after, title, signal, messagesOf: commits });
		const { account, owner, repository } = key;
		open.account.didSee({ repository: { account, owner, repository }, commits, targets: { [name]: after } });
	});
}

/** Opens the changes of the last commit of a deleted branch or tag. `target` is the id of that commit, or of the annotated tag. */
async function showDeletedReference(
	repositories: Repositories,
	key: RepositoryKey,
	name: string,
	target: string,
	signal: AbortSignal,
): Promise<void> {
	using lifetime = new Lifetime();
	const deleted = `${isTagRef(name) ? 'tag' : 'branch'} ${visible(shortRef(name))}`;
	const { objects } = openRepository(repositories, key, lifetime).cache;
	const commit = await objects.peel(target);
	if (commit === undefined)
		throw new ForgeError(
			'missing',
			`${repositoryRef(key)} no longer has ${deleted}, and its last commit ${shortId(target)} was removed.`,
		);
	await showCommit(repositories, key, commit, { note: ` (last commit of deleted ${deleted})`, signal });
}

/**
 * Resolves a revision to its commit. `target` is what the revision leads to, the commit or an annotated tag: by default `knownTarget`, or else
 * what the cache knows. A tag can also be that of a file or folder.
 */
export async function readCommit(
	{ cache }: OpenRepository,
	revision: Revision,
	knownTarget?: string,
): Promise<{ readonly commit: string; readonly target: string }> {
	const name = revisionName(revision, cache.referenceNames);
	const target = knownTarget ?? (await cache.commitOf(revision));
	if (target === undefined) throw missingCommit(name);
	const commit = await cache.objects.peel(target);
	if (commit !== undefined) return { commit, target };
	throw new ForgeError(
		'missing',
		`The commit of ${name} was not found. It may have been removed, or ${name} leads to none.`,
	);
}

interface ChangesToShow {
	/** Undefined for the first commit, before which there was nothing. */
	readonly before: string | undefined;
	readonly after: string;
	readonly title: string;
	readonly signal: AbortSignal;
	/** The commits whose messages come before the files. */
	readonly messagesOf: readonly string[];
}

/** Does not wait until the user closes a message, because the progress is shown until then. */
export async function showChanges(
	{ cache: { objects }, account, key }: OpenRepository,
	{ before, after, title, signal, messagesOf }: ChangesToShow,
): Promise<void> {
	const treeOf = async (commit: string | undefined): Promise<ComparedTree> => {
		if (commit === undefined) return { tree: undefined };
		const tree: GitTree | undefined = await objects.rootTree(commit, { signal });
		if (!tree) throw missingCommit(shortId(commit));
		return { tree, commit };
	};
	const [treeBefore, treeAfter] = await Promise.all([treeOf(before), treeOf(after)]);
	const { changes, problems } = await compareTrees(objects, treeBefore, treeAfter, { signal });
	const notes = [...problems];
	if (changes.length > maxFiles)
		notes.push(
			`Only the first ${formatNumber(maxFiles)} of ${formatNumber(changes.length)} changed files are shown.`,
		);
	if (messagesOf.length > maxMessages)
		notes.push(`Only the newest ${maxMessages} commit messages are shown.`);
	if (changes.length === 0 && messagesOf.length === 0) {
		background(showInformation([`${title}: no files differ.`, ...notes].join(' ')));
		return;
	}
	const base = { instance: account.instance.name, owner: key.owner, repository: key.repository };
	const files = changedFiles(changes.slice(0, maxFiles), { ...base, before, after }).map(
		({ newest, left, right }) => [fileUri(newest), left && comparedUri(left), right && comparedUri(right)],
	);
	signal.throwIfAborted();
	const messages = messagesOf
		.slice(0, maxMessages)
		.map((id) => messageOf({ ...base, revision: { kind: 'commit', id } }));
	await vscode.commands.executeCommand('vscode.changes', title, [...messages, ...files]);
	if (notes.length > 0) background(showInformation(notes.join(' ')));
}

/** Looks like a new file, so that all of its lines are shown. */
function messageOf(commit: Omit<FileAddress, 'path' | 'form'>): readonly (vscode.Uri | undefined)[] {
	const address: FileAddress = { ...commit, path: commitTextName, form: 'message' };
	return [fileUri(address), undefined, comparedUri(address)];
}

const missingCommit = (name: string): ForgeError =>
	new ForgeError('missing', `${name} was not found in the repository. It may have been removed.`);
