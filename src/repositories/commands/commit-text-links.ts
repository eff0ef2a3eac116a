import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { userAddress } from '../../platform/model/keys.ts';
import { opensInEditor } from '../../platform/model/references.ts';
import { commitAddress, repositoryAddress } from '../../platform/model/repository-pages.ts';
import { addressOf } from '../files/repository-files.ts';
import { type CommitLink, commitLinks } from '../model/commits/commit-links.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import { trackerOfCommit } from '../state/watch/commit-tracker.ts';
import { keyOf, type OpenRepository, openRepository } from './open-repository.ts';

/** Turns what a commit message names into links. VS Code itself does that for other addresses. */
export const commitTextLinks = (repositories: Repositories): vscode.DocumentLinkProvider => ({
	provideDocumentLinks: async (document) => {
		const address = addressOf(document.uri);
		const key = address?.form === 'message' ? await keyOf(repositories, address) : undefined;
		if (!key || address?.revision.kind !== 'commit') return [];
		using lifetime = new Lifetime();
		const open = openRepository(repositories, key, lifetime);
		const { accounts } = repositories;
		const instances = accounts.map(({ instance }) => instance);
		const { id } = address.revision;
		const tracker = await trackerOfCommit(open.cache.objects, id, key, open.account.instance);
		const text = document.getText();
		return commitLinks(text, instances, tracker).flatMap(({ start, end, opens }) => {
			const target = targetOf(opens, text.slice(start, end), open, accounts);
			const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
			return target ? [new vscode.DocumentLink(range, target)] : [];
		});
	},
});

/** What VS Code opens for a link. Undefined if VS Code turns the text into a link itself. */
function targetOf(
	opens: CommitLink['opens'],
	text: string,
	{ account, key }: OpenRepository,
	accounts: readonly RepositoryAccount[],
): vscode.Uri | undefined {
	if (opens.kind === 'mail') return vscode.Uri.parse(opens.address);
	const base = account.instance.repositories ?? '';
	if (opens.kind === 'commit') {
		const isWhole = /^(?:[\da-f]{40}|[\da-f]{64})$/.test(opens.id);
		return isWhole
			? commandUri('tildeforge.openCommit', { kind: 'commit', key, commit: opens.id })
			: commandUri('tildeforge.open', commitAddress(repositoryAddress(base, key), opens.id));
	}
	const { target, instance } = opens;
	if (target.kind === 'user')
		return text.startsWith('~') ? vscode.Uri.parse(userAddress(base, target.user)) : undefined;
	if (target.kind !== 'ticket')
		return opensInEditor(target) ? commandUri('tildeforge.open', text) : undefined;
	const there = instance === undefined ? account : accounts[instance];
	if (!there) return undefined;
	// Of several accounts on the forge of the commit, the one that sees the commit opens the ticket, too.
	const reader = there.instance.name === account.instance.name ? account : there;
	const { owner, tracker, ticket, event } = target;
	const ticketKey = { account: reader.session.id, owner, tracker, ticket };
	return commandUri('tildeforge.openTicket', { kind: 'ticket', key: ticketKey, event });
}

const commandUri = (command: string, argument: unknown): vscode.Uri =>
	vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`);
