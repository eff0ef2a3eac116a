import { background } from '../../base/background.ts';
import { offerSignIn } from '../../platform/editor/boxes/require-account.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { RemoteSource } from '../../platform/editor/git-extension.ts';
import { knownItems } from '../../platform/items/picker-items.ts';
import { repositoryRef } from '../../platform/model/keys.ts';
import { cloneAddresses } from '../model/clone-addresses.ts';
import type { Repositories } from '../state/repositories.ts';
import { repositoryItems } from '../view/repository-items.ts';

/**
 * The repositories that *Git: Clone* lists: those of the user, and pinned ones, each once. Fails with a `ForgeError` if none could be
 * read.
 */
export async function cloneSources({ accounts }: Repositories): Promise<RemoteSource[]> {
	if (accounts.length === 0) background(offerSignIn());
	await Promise.all(accounts.map(({ repositories: { own } }) => own.refresh()));
	const sources = accounts.flatMap((account) => {
		const { instance } = account;
		const base = instance.repositories;
		if (base === undefined) return [];
		return knownItems(repositoryItems, account).map((key) => {
			const { https, ssh } = cloneAddresses(base, key);
			// The Git extension shows names in a quick pick.
			const name = escapeIcons(repositoryRef(key));
			return { name, description: instance.name, icon: 'repo', url: [https, ssh] };
		});
	});
	const failure = accounts
		.map(({ repositories: { own } }) => own.lastError)
		.find((error) => error !== undefined);
	if (sources.length === 0 && failure) throw failure;
	return [...new Map(sources.map((source) => [source.url[0], source])).values()];
}
