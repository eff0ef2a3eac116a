import { Lifetime } from '../../src/base/lifetime.ts';
import type { Log } from '../../src/base/log/log.ts';
import { MailingLists } from '../../src/patches/state/mailing-lists.ts';
import { openSoakAccounts, type SoakUser } from './soak-accounts.ts';

export interface ReviewUser extends SoakUser {
	/** The address of the mailing lists. */
	readonly lists: string;
}

export const reviewedSeries = { owner: '~ana', list: 'editor-devel', patchset: 12 } as const;
export const reviewer = { name: 'Ana', email: 'ana@example.org' };
export const listAddress = '~ana/editor-devel@lists.forge.test';

/** Opens sessions and mailing lists as a window of the editor does. They last until the process ends. */
export async function openReviewAccount({ lists: address, ...user }: ReviewUser, log: Log) {
	const { folder } = user;
	const { registry, forges, signIn } = await openSoakAccounts(
		user,
		{ name: 'forge.test', lists: address },
		log,
	);
	const lists = new Lifetime().add(await MailingLists.open({ forges, folder, log }));
	return { registry, lists, signIn };
}
