import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Lifetime } from '../../../../../src/base/lifetime.ts';
import { ListCache } from '../../../../../src/patches/state/lists/list-cache.ts';
import { MailingLists } from '../../../../../src/patches/state/mailing-lists.ts';
import { AccountCaches } from '../../../../../src/platform/state/account-caches.ts';
import type { Account } from '../../../../../src/signin/connections/connection.ts';
import { fixedAccounts } from '../../../../kit/forge/fixed-accounts.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

/** The mailing lists of a window with this account. */
export async function openLists(account: Account, lifetime: Lifetime) {
	const { log } = readable();
	const folder = temporaryFolder('lists');
	const forges = fixedAccounts([account], new AccountCaches(join(folder, 'cache'), log));
	const lists = lifetime.add(await MailingLists.open({ forges, folder, log }));
	return { lists, forges, folder, log };
}

/** A list of ana's, by default as bob reads it, of which nothing is known yet. */
export function openList(
	{ lists: client = assert.fail(), listExtras: extras }: Account['connection'],
	lifetime: Lifetime,
	more: Partial<ConstructorParameters<typeof ListCache>[0]> = {},
): ListCache {
	const { log } = readable();
	const key = { account: 'bob', owner: '~ana', list: 'editor-devel' };
	const cache = fileStorage(temporaryFolder('lists'), log);
	return lifetime.add(new ListCache({ key, me: '~bob', isOwn: false, client, extras, log, cache, ...more }));
}
