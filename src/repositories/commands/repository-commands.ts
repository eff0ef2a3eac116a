import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { requireAccount } from '../../platform/editor/boxes/require-account.ts';
import { isOpeningKey, RowActivations } from '../../platform/editor/row-activation.ts';
import { ItemCommands } from '../../platform/items/item-commands.ts';
import type { OpenSource } from '../../platform/items/open-items.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import type { Tree } from '../../platform/view/tree/tree.ts';
import { repositoryKinds } from '../model/repository-kind.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import { head } from '../model/revision.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import { repositoryItems } from '../view/repository-items.ts';
import { answerPushes, type PushHooks } from './answer-pushes.ts';
import { chooseCode } from './code-search/code-search-box.ts';
import { pickAndCompare } from './compare-revisions.ts';
import { Downloads } from './download.ts';
import { showFileHistory } from './file-history.ts';
import { findInRepository } from './find-in-repository.ts';
import { goToFile } from './go-to-file.ts';
import { linesForLink } from './lines-for-link.ts';
import { type CloneRoots, checkOut, openLocalCopy } from './local-clone.ts';
import { changeVisibility, createRepository, deleteRepository, editRepository } from './manage.ts';
import { openAsFolder, openFile, openFoundLine, showReadme } from './open-files.ts';
import { openRepositories } from './open-repositories.ts';
import { type OpenRepository, openRepository, revisionOf } from './open-repository.ts';
import { isClickedRow, targetOf, viewOfRow } from './repository-command-target.ts';
import {
	cloneRepository,
	copyCloneAddress,
	copyCommitId,
	copyLocalPermalink,
	copyPath,
	copyPermalink,
	copyPushCommands,
	openLocalOnWeb,
	openOnWeb,
} from './repository-links.ts';
import { CommitOpener } from './show-changes.ts';
import { pickAndShowLog, showLog } from './show-log.ts';
import { showSubmodule } from './submodule.ts';
import { TargetChooser } from './target-chooser.ts';

/**
 * Implements the commands on repositories. Without a row, most apply to the selected row or the file in the editor, whichever the user
 * chose last, or ask for a repository.
 */
export class RepositoryCommands extends ItemCommands<RepositoryAccount, RepositoryKey> {
	readonly showRow: ShowRow;
	readonly #repositories: Repositories;
	readonly #hooks: () => Promise<PushHooks>;
	readonly #roots: CloneRoots;
	readonly #targets: TargetChooser;
	readonly #gestures = new RowActivations();
	readonly #downloads = new Downloads();
	readonly #commits: CommitOpener;
	readonly #project: ProjectItems | undefined;

	/** `hooks` are the webhooks of repositories, and `roots` their clones in the workspace. */
	constructor(
		repositories: Repositories,
		hooks: () => Promise<PushHooks>,
		tree?: Tree,
		project?: ProjectItems,
		roots: CloneRoots = () => [],
	) {
		super(repositoryItems, repositories, project, (args) => targetOf(args)?.key);
		this.#repositories = repositories;
		this.#commits = new CommitOpener(repositories);
		this.#hooks = hooks;
		this.#roots = roots;
		this.#project = project;
		this.showRow = async (row, left) => tree?.showRow(row, left);
		this.#targets = new TargetChooser(repositories, project, tree);
	}

	create(showRow: ShowRow): Promise<void> {
		return createRepository(this.#repositories, showRow);
	}

	edit(args: CommandArguments): Promise<void> {
		return this.runOnOwned(args, 'Edit Repository', repositoryKinds.editRepository, (key) =>
			editRepository(this.#repositories, key),
		);
	}

	changeVisibility(args: CommandArguments): Promise<void> {
		return this.runOnOwned(
			args,
			'Change Repository Visibility',
			repositoryKinds.changeRepositoryVisibility,
			(key) => changeVisibility(this.#repositories, key),
		);
	}

	delete(args: CommandArguments): Promise<void> {
		return this.runOnOwned(args, 'Delete Repository', repositoryKinds.deleteRepository, (key) =>
			deleteRepository(this.#repositories, key),
		);
	}

	answerPushes(args: CommandArguments): Promise<void> {
		return this.runOnOwned(args, 'Report Tickets to Pushers', repositoryKinds.answerPushes, async (key) =>
			answerPushes(this.#repositories, await this.#hooks(), key),
		);
	}

	async copyCloneAddress(args: CommandArguments): Promise<void> {
		const chosen = await this.#targets.choose(args, 'Copy Clone Address');
		if (chosen) await copyCloneAddress(this.#repositories, chosen.target.key);
	}

	async copyPushCommands(args: CommandArguments): Promise<void> {
		const target = targetOf(args);
		if (target) await copyPushCommands(this.#repositories, target.key);
	}

	async clone(args: CommandArguments): Promise<void> {
		const chosen = await this.#targets.choose(args, 'Clone Repository');
		if (chosen) await cloneRepository(this.#repositories, chosen.target.key);
	}

	async openOnWeb(args: CommandArguments): Promise<void> {
		const local = await this.#targets.localFile(args);
		if (local && (await openLocalOnWeb(this.#repositories, local, linesForLink(args)))) return;
		const chosen = await this.#targets.choose(args, 'Open Repository in Browser');
		if (chosen) await openOnWeb(this.#repositories, chosen);
	}

	/** The address of a file in the editor has the selected lines or the line whose number was clicked. */
	async copyPermalink(args: CommandArguments): Promise<void> {
		const lines = linesForLink(args);
		const local = await this.#targets.localFile(args);
		if (local) return copyLocalPermalink(this.#repositories, local, lines);
		const chosen = await this.#targets.choose(args, 'Copy Permalink');
		if (chosen) await copyPermalink(this.#repositories, chosen, chosen.file && lines);
	}

	/** The path of a row's file or folder in its repository, as in VS Code's own *Copy Relative Path*. */
	async copyPath(args: CommandArguments): Promise<void> {
		const target = targetOf(args);
		if (target?.kind === 'entry') await copyPath(target.path);
	}

	async copyCommitId(args: CommandArguments): Promise<void> {
		const target = targetOf(args);
		if (target?.kind === 'commit') await copyCommitId(target.commit);
	}

	/** What *Open…* can open. */
	opens(): OpenSource {
		return openRepositories(this.#repositories, this.showRow, this.#project);
	}

	/** Offers what can be done with the address of a submodule. */
	showSubmodule(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Show Address of Submodule', async (open, target) => {
			if (target.kind === 'entry') await showSubmodule(this.#repositories, open, target);
		});
	}

	/** Opens the file of a row in the next group of editors. */
	openToSide(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Open to the Side', async (open, target) => {
			if (isFile(target)) await openFile(open, target, { viewColumn: vscode.ViewColumn.Beside });
		});
	}

	/** Opens the file of a clone that a remote file is in, at the same lines. */
	openLocalCopy(args: CommandArguments): Promise<void> {
		const lines = linesForLink(args);
		return this.#open(
			args,
			'Open Local Copy',
			async (open, target) => {
				if (!isFile(target))
					throw new ForgeError('refused', 'Select a file of a repository to open its local copy.');
				const clone = () => cloneRepository(this.#repositories, target.key);
				await openLocalCopy(open, target.path, targetOf(args) ? undefined : lines, this.#roots, clone);
			},
			isFile,
		);
	}

	/** Checks out the branch of a row in its clone. */
	checkOut(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Check Out', async (open, target) => {
			const [, branch] = /^refs\/heads\/(.+)$/.exec(target.kind === 'reference' ? target.name : '') ?? [];
			if (branch === undefined) throw new ForgeError('refused', 'Select a branch to check it out.');
			await checkOut(open, branch, this.#roots);
		});
	}

	/** Copies a file or folder to a place that the user chooses. */
	download(args: CommandArguments): Promise<void> {
		const isEntry = (target: RepositoryTarget) => target.kind === 'entry';
		return this.#open(
			args,
			'Download',
			async (open, target) => {
				if (target.kind !== 'entry')
					throw new ForgeError('refused', 'Select a file or folder of a repository to download it.');
				await this.#downloads.download(open, target);
			},
			isEntry,
		);
	}

	/** Opens the repository of a file at the revision of that file. */
	openAsFolder(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Open Repository as Folder', (open, target) => {
			const path = target.kind === 'entry' && target.isFolder ? target.path : '';
			return openAsFolder(open, { revision: revisionOf(target), path });
		});
	}

	async goToFile(args: CommandArguments): Promise<void> {
		const hasAccount = () => this.#repositories.accounts.length > 0;
		if (args[0] === undefined && !(await requireAccount(hasAccount))) return;
		await this.#open(args, 'Go to File in Repository', (open, target) =>
			goToFile(this.#repositories, open, revisionOf(target)),
		);
	}

	find(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Find in Repository', (open, target) =>
			findInRepository(open, revisionOf(target), () => cloneRepository(this.#repositories, target.key)),
		);
	}

	/** Searches on the forge, and not all forges can. */
	searchCode(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Search Code', async (open) => {
			const found = await chooseCode(open.account.codeSearch, open.key);
			if (found) await openFoundLine(open, head, found);
		});
	}

	showReadme(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Show README', (open, target) => showReadme(open, revisionOf(target)));
	}

	/** The Explorer and editors pass a `Uri`. */
	showFileHistory(args: CommandArguments): Promise<void> {
		return this.#open(
			args,
			'Show File History',
			async (open, target) => {
				if (!isFile(target))
					throw new ForgeError('refused', 'Select a file of a repository to show its history.');
				await showFileHistory(open, target);
			},
			isFile,
		);
	}

	/**
	 * Opens a commit, or that of a branch or tag, which may be deleted. Returns whether the commit, or a message that it is gone, was shown.
	 * When a row is clicked, the focus returns to its view. VS Code has no way to leave it there.
	 */
	async openCommit(args: CommandArguments): Promise<boolean> {
		const target = targetOf(args);
		if (target?.kind !== 'commit' && target?.kind !== 'reference') return false;
		const id = target.kind === 'commit' ? target.commit : target.name;
		const gesture = isClickedRow(args) ? this.#gestures.didRun(id) : 'enter';
		const isPreview = gesture === 'click' || gesture === 'space';
		const view = isPreview ? viewOfRow(args) : undefined;
		return await this.#commits.open(target, view, gesture === 'double-click');
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	pressRowKey(key: unknown): void {
		if (isOpeningKey(key)) this.#gestures.didPress(key);
	}

	async compare(args: CommandArguments): Promise<void> {
		const { target } = (await this.#targets.choose(args, 'Compare')) ?? {};
		const isReference = target?.kind === 'reference';
		if (target)
			await pickAndCompare(this.#repositories, target.key, isReference ? revisionOf(target) : undefined);
	}

	/** Asks for a branch or tag, and shows its log. What the user has selected comes first. */
	showLog(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Show Log', (open, target) =>
			pickAndShowLog(this.#repositories, open, revisionOf(target)),
		);
	}

	/** Shows the log of the branch or tag of a row. */
	searchLog(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Search Log', (open, target) =>
			showLog(this.#repositories, open, revisionOf(target)),
		);
	}

	loadMoreCommits(args: CommandArguments): Promise<void> {
		return this.#open(args, 'Load More Commits', async ({ cache }, target) => {
			const isOfDefault = target.kind !== 'log' || target.ref === undefined;
			if (isOfDefault) await cache.history.loadMore();
			else {
				const commit = await cache.commitOf(revisionOf(target));
				if (commit !== undefined) await cache.loadMore(commit);
			}
		});
	}

	/** Runs a command with the repository of its target, which stays open until the command ends. */
	async #open(
		args: CommandArguments,
		title: string,
		act: (open: OpenRepository, target: RepositoryTarget) => Promise<void>,
		isFor?: (target: RepositoryTarget) => boolean,
	): Promise<void> {
		const { target } = (await this.#targets.choose(args, title, isFor)) ?? {};
		if (!target) return;
		using lifetime = new Lifetime();
		await act(openRepository(this.#repositories, target.key, lifetime), target);
	}
}

const isFile = (target: RepositoryTarget): target is RepositoryTarget & { readonly kind: 'entry' } =>
	target.kind === 'entry' && !target.isFolder;
