import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInformation, showProgress } from '../../platform/editor/messages.ts';
import { offerSignIn } from '../../platform/editor/require-account.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import type { Ownership } from '../../platform/model/ownership.ts';
import { offerDescription } from '../../platform/view/offered-items.ts';
import type { RepositoryAccount } from '../state/repositories.ts';
import { offeredRepositories, type RepositorySource } from './known-repositories.ts';

const noRepository: Readonly<Record<Ownership | 'any', string>> = {
	any: 'You have no repositories yet. Create or pin one first.',
	own: 'You have no repositories of your own.',
	pinned: 'You have no pinned repositories.',
};

const isUnread = ({ repositories }: RepositoryAccount): boolean => repositories.own.value === undefined;

/** Asks for the repository of a command; undefined if the user cancels, or is told that there is none. */
export async function pickRepository(
	{ accounts, project }: RepositorySource,
	title: string,
	ownership?: Ownership,
): Promise<RepositoryKey | undefined> {
	if (accounts.length === 0) return background(offerSignIn());
	const unread = accounts.filter(isUnread);
	if (unread.length > 0) {
		const progress = { location: vscode.ProgressLocation.Window, title: 'Loading repositories' };
		await showProgress(progress, () => Promise.all(unread.map(({ repositories: { own } }) => own.refresh())));
	}
	const failure = accounts.find(isUnread)?.repositories.own.lastError;
	const all = (await offeredRepositories({ accounts, project }, ownership)).map(({ key, isInProject }) => {
		const instance = accounts.find(({ session }) => session.id === key.account)?.instance.name ?? '';
		return {
			label: `$(repo) ${escapeIcons(repositoryRef(key))}`,
			description: escapeIcons(offerDescription(instance, isInProject)),
			key,
		};
	});
	if (all.length === 0) {
		if (failure) throw failure;
		await showInformation(noRepository[ownership ?? 'any']);
		return undefined;
	}
	// If some could not be loaded, the only known repository need not be the one that the user wants.
	if (all.length === 1 && !failure) return all[0]?.key;
	const placeHolder = failure ? 'Select a repository (some could not be loaded)' : 'Select a repository';
	return (await vscode.window.showQuickPick(all, { title, placeHolder }))?.key;
}
