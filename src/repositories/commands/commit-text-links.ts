import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { commitAddress, repositoryAddress } from '../../platform/model/repository-pages.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import { addressOf } from '../files/repository-files.ts';
import { type CommitLink, commitLinks } from '../model/commits/commit-links.ts';
import type { Repositories } from '../state/repositories.ts';
import { trackerOfCommit } from '../state/watch/commit-tracker.ts';
import { keyOf, type OpenRepository, openRepository } from './open-repository.ts';

/** Turns what a commit message names into links. VS Code itself does that for other addresses. */
export const commitTextLinks = (repositories: Repositories): vscode.DocumentLinkProvider => ({
	provideDocumentLinks: async (document) => {
		const address = addressOf(document.uri);
		const key = address?.form === 'message' ? await keyOf(repositories, address) : undefined;
		if (!key || address?.revision.kind !== 'commit') return [];
		const lifetime = new Lifetime();
		try {
			const open = openRepository(repositories, key, lifetime);
			const instances = repositories.accounts.map(({ instance }) => instance);
			const { owner, repository } = key;
			const { objects } = open.cache;
			const commit = address.revision.id;
			const { instance } = open.account;
			const tracker = await trackerOfCommit({ objects, commit, owner, repository, instance });
			const text = document.getText();
			return commitLinks(text, { instances, tracker }).flatMap((link) => {
				const { start, end } = link;
				const target = targetOf(link, text.slice(start, end), open, repositories);
				const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
				return target ? [new vscode.DocumentLink(range, target)] : [];
			});
		} finally {
			lifetime.dispose();
		}
	},
});

/** What VS Code opens for a link. Undefined if VS Code turns the text into a link itself. */
function targetOf(
	{ opens }: CommitLink<Instance>,
	text: string,
	{ account, key }: OpenRepository,
	repositories: Repositories,
): vscode.Uri | undefined {
	if (opens.kind === 'mail') return vscode.Uri.parse(opens.address);
	const base = account.instance.repositories ?? '';
	if (opens.kind === 'commit') {
		const isWhole = /^(?:[\da-f]{40}|[\da-f]{64})$/.test(opens.id);
		return isWhole
			? commandUri('tildeforge.openCommit', { kind: 'commit', key, commit: opens.id })
			: commandUri('tildeforge.openRepositoryUrl', commitAddress(repositoryAddress(base, key), opens.id));
	}
	const { target, instance = account.instance } = opens;
	switch (target.kind) {
		case 'ticket': {
			const isSame = instance.name === account.instance.name;
			const reader = isSame ? account : repositories.accounts.find((one) => one.instance === instance);
			if (!reader) return undefined;
			const { owner, tracker, ticket, event } = target;
			const ticketKey = { account: reader.session.id, owner, tracker, ticket };
			return commandUri('tildeforge.openTicket', { kind: 'ticket', key: ticketKey, event });
		}
		case 'repository':
		case 'tree':
		case 'log':
		case 'commit':
			return commandUri('tildeforge.openRepositoryUrl', text);
		case 'user':
			return text.startsWith('~')
				? vscode.Uri.parse(`${base.replace(/\/+$/, '')}/${target.user}`)
				: undefined;
		default:
			return undefined;
	}
}

const commandUri = (command: string, argument: unknown): vscode.Uri =>
	vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`);
