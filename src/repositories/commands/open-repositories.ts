import * as vscode from 'vscode';
import { abortable, neverAborts } from '../../base/abort.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import { itemRowId } from '../../platform/items/item-kind.ts';
import { type OpenChoice, OpenItems, type OpenSource } from '../../platform/items/open-items.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { LinkTarget } from '../../platform/model/references.ts';
import { linesOf } from '../../platform/model/repository-pages.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import { findEntry } from '../model/find-entry.ts';
import type { Revision } from '../model/revision.ts';
import { divideAddress } from '../model/target-address.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import { subjectOf } from '../view/commit-rows.ts';
import { repositoryItems } from '../view/repository-items.ts';
import { goToFile } from './go-to-file.ts';
import { openAsFolder, openFile, showReadme } from './open-files.ts';
import { keyOf, type OpenRepository, openRepository } from './open-repository.ts';
import { showCommit } from './show-changes.ts';
import { showLog } from './show-log.ts';
import { showSubmodule } from './submodule.ts';

/** VS Code shortens a column beyond the end of the line. It has no larger numbers. */
const endOfLine = 2 ** 30;

type RepositoryLink = Extract<LinkTarget, { readonly repository: string }>;
/** Shows what was found in a repository. */
type ShowFound = (open: OpenRepository) => Promise<void>;

/** The repositories, and what is in them, that *Open…* can open. */
export function openRepositories(
	repositories: Repositories,
	showRow: ShowRow,
	project?: ProjectItems,
): OpenSource {
	const { accounts } = repositories;
	const items = new OpenItems(repositoryItems, { accounts, project });
	return {
		accounts,
		items: items.questions(({ instance }, { owner, name: repository }, signal) =>
			find(instance.name, { kind: 'repository', owner, repository }, '', signal),
		),
		choices: async (name) => {
			const { target, text } = name;
			if ('repository' in target) {
				const item = { owner: target.owner, name: target.repository };
				return items.readers(name, item).map((account) => {
					const isKnown = account.repositories.knows(item) === true;
					return choiceOf(account, target, [items.forge(account)], isKnown, text);
				});
			}
			if (target.kind !== 'hash') return [];
			const known = await items.known();
			return Promise.all(
				known.map(async ({ account, key, about }) => {
					const commit = target.hash;
					const subject = await knownSubject(repositories, key, commit);
					const facts = [subject, about];
					return choiceOf(account, { ...key, kind: 'commit', commit }, facts, subject !== undefined, text);
				}),
			);
		},
	};

	function choiceOf(
		account: RepositoryAccount,
		target: RepositoryLink,
		facts: readonly (string | undefined)[],
		isKnown: boolean,
		text: string,
	): OpenChoice {
		const part = partOf(target);
		const name = part === '' ? `Repository ${repositoryRef(target)}` : `${part} in ${repositoryRef(target)}`;
		return {
			forge: account.instance.name,
			icon: target.kind === 'commit' ? 'git-commit' : repositoryItems.icon,
			name,
			about: facts.filter(Boolean).join(' · '),
			isKnown,
			find: (signal) => find(account.instance.name, target, text, signal),
		};
	}

	/** What was read stays on the disk, so the repository can be closed until it is shown. */
	async function find(
		instance: string,
		target: RepositoryLink,
		text: string,
		signal: AbortSignal,
	): Promise<() => Promise<void>> {
		const key = await keyOf(repositories, { ...target, instance });
		if (!key) throw signedOut('repository');
		const whileOpen = async <Result>(act: (open: OpenRepository) => Promise<Result>): Promise<Result> => {
			using lifetime = new Lifetime();
			const open = openRepository(repositories, key, lifetime);
			const result = await act(open);
			await open.cache.settled();
			return result;
		};
		const show = await whileOpen((open) =>
			abortable(findTarget(repositories, open, target, text, showRow, signal), signal),
		);
		return () => whileOpen(show);
	}
}

/** What a target is, besides its repository. */
function partOf(target: RepositoryLink): string {
	if (target.kind === 'commit') return `Commit ${shortId(target.commit)}`;
	if (target.kind === 'log') return `Log of ${target.ref}`;
	return target.kind === 'tree' ? target.path || target.ref : '';
}

/** The subject of a commit among the newest of a repository, as far as these are stored. */
async function knownSubject(
	repositories: Repositories,
	key: RepositoryKey,
	commit: string,
): Promise<string | undefined> {
	using lifetime = new Lifetime();
	const cache = repositories.cache(key, lifetime);
	await cache?.open();
	const known = cache?.history.all?.find(({ id }) => id.startsWith(commit));
	return known && subjectOf(known);
}

/** The reference and path of a target, divided at the first `/item/`. The page of a log can be limited to a file or folder. */
function dividedAt(target: Exclude<RepositoryLink, { kind: 'commit' }>): { ref: string; path: string } {
	if (target.kind === 'repository') return { ref: 'HEAD', path: '' };
	if (target.kind === 'tree') return target;
	const [ref = '', ...rest] = target.ref.split('/item/');
	return { ref, path: rest.join('/item/') };
}

async function findTarget(
	repositories: Repositories,
	open: OpenRepository,
	target: RepositoryLink,
	text: string,
	showRow: ShowRow,
	signal: AbortSignal,
): Promise<ShowFound> {
	const { cache, key } = open;
	if (target.kind === 'commit') {
		const named = await cache.readRevision(target.commit, { signal });
		const id = named && (await cache.peeledCommitOf(named));
		if (id === undefined || !(await cache.objects.commit(id, { signal })))
			throw new ForgeError('missing', `${repositoryRef(key)} has no commit ${target.commit}.`);
		return () => showCommit(repositories, key, id);
	}
	await cache.load();
	const { ref, path } = divideAddress(dividedAt(target), cache.referenceNames);
	const revision = await cache.readRevision(ref, { signal });
	if (!revision) throw new ForgeError('missing', `${repositoryRef(key)} has no branch or tag ${ref}.`);
	if (target.kind === 'log') return (opened) => showLog(repositories, opened, revision, path);
	if (path === '') return (opened) => chooseAction(repositories, opened, revision, showRow);
	const commit = await cache.commitOf(revision);
	const root = commit === undefined ? undefined : await cache.objects.rootTree(commit, { signal });
	const found = root && (await findEntry(cache.objects, root, path, { commit, signal }));
	const kind = found?.kind === 'entry' ? found.entry.kind : found?.kind;
	const location = { revision, path };
	if (kind === 'directory' || kind === 'root') return (opened) => openAsFolder(opened, location);
	if (kind === 'submodule') return (opened) => showSubmodule(repositories, opened, location);
	const selection = selectionOf(text);
	return (opened) => openFile(opened, location, selection && { selection });
}

/** A single line gets the caret. Several are selected. */
function selectionOf(address: string): vscode.Range | undefined {
	const lines = linesOf(address);
	return lines && new vscode.Range(lines.from - 1, 0, lines.to - 1, lines.to > lines.from ? endOfLine : 0);
}

/** Asks how to open a whole repository. */
async function chooseAction(
	repositories: Repositories,
	open: OpenRepository,
	revision: Revision,
	showRow: ShowRow,
): Promise<void> {
	const { account, key } = open;
	const item = { owner: key.owner, name: key.repository };
	const hasRow = account.repositories.relationOf(item) !== '';
	const showInView = async () => {
		if (!hasRow) await account.repositories.pin(item);
		await showRow(itemRowId(key.account, item), neverAborts);
	};
	const items = [
		{ label: '$(go-to-file) Go to File…', act: () => goToFile(repositories, open, revision) },
		{ label: '$(root-folder-opened) Open as Folder', act: () => openAsFolder(open, { revision, path: '' }) },
		{ label: '$(book) Show README', act: () => showReadme(open, revision) },
		hasRow
			? { label: '$(list-tree) Show in Repositories View', act: showInView }
			: { label: '$(pin) Pin and Show in Repositories View', act: showInView },
	];
	const picked = await vscode.window.showQuickPick(items, { title: `Open ${repositoryRef(open.key)}` });
	await picked?.act();
}
