import { Lifetime } from '../../../base/lifetime.ts';
import type { Client } from '../../../forge/connect.ts';
import { ForgeError } from '../../../forge/errors.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import type { ListKey, PatchsetKey } from '../../../platform/model/keys.ts';
import { statusName } from '../../../platform/model/words.ts';
import type { Sender } from '../../../platform/state/outbox/sender.ts';
import { onlyOwnerMessage } from '../../model/permissions.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { MailingLists } from '../mailing-lists.ts';
import type { PendingStatus } from './pending-status.ts';

interface StatusSenderOptions {
	readonly lists: Pick<MailingLists, 'of'>;
	/** Called when the forge has set a status, or has refused to because the user may not. */
	readonly learn: (list: ListKey, isPermitted: boolean) => void;
}

interface OpenList {
	readonly client: Client<typeof listRows>;
	readonly cache: ListCache;
}

/**
 * Sets the status of patchsets, each with its account, and stores the server's answers. Reads a patchset before it changes it, because the
 * status that the user saw may be outdated, and a forge may mail each change. Fails with a `ForgeError`.
 */
export function statusSender({ lists, learn }: StatusSenderOptions): Sender<PatchsetKey, PendingStatus> {
	const withList = async <T>(key: PatchsetKey, use: (list: OpenList) => Promise<T>): Promise<T> => {
		const account = lists.of(key.account);
		if (!account) throw signedOut();
		const holder = new Lifetime();
		try {
			const cache = account.lists.cache({ owner: key.owner, name: key.list }, holder);
			await cache.open();
			return await use({ client: account.client, cache });
		} finally {
			holder.dispose();
		}
	};
	return {
		send: (key, { status, base }, { isForced, signal }) =>
			withList(key, async (list) => {
				const { status: before } = await list.cache.readPatchset(key.patchset, signal);
				if (before === status) return { kind: 'sent' };
				const isOutdated = base !== undefined && before !== base;
				if (isOutdated && !isForced) return { kind: 'conflict', theirs: statusName(before) };
				const after = await setStatus(list, key, status, learn);
				// Other windows read it from the disk when the outbox no longer has it.
				await list.cache.settled();
				return {
					kind: 'sent',
					note: after === status ? undefined : `set the status to ${statusName(after)}`,
				};
			}),
		missing: (key, change, { signal }) =>
			withList(key, async ({ cache }) => {
				const { status } = await cache.readPatchset(key.patchset, signal);
				return status === change.status ? undefined : change;
			}),
	};
}

/** Sends one PUT. Returns the status that the forge has set. */
async function setStatus(
	{ client, cache }: OpenList,
	key: PatchsetKey,
	status: PendingStatus['status'],
	learn: StatusSenderOptions['learn'],
): Promise<string> {
	const { owner, list, patchset } = key;
	try {
		const answer = await client.updatePatchset({ owner, list, patchset }, { status });
		cache.putPatchset(answer);
		learn(key, true);
		return answer.status;
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		if (error.kind === 'forbidden' && error.scopes.length === 0) {
			learn(key, false);
			throw error.withMessage(onlyOwnerMessage(owner));
		}
		if (error.mayBeDone && (await isSet({ cache }, patchset, status))) return status;
		throw error;
	}
}

/** Whether the forge has a status although its answer was lost or unreadable. */
async function isSet({ cache }: Pick<OpenList, 'cache'>, patchset: number, status: string): Promise<boolean> {
	try {
		return (await cache.readPatchset(patchset)).status === status;
	} catch (error) {
		if (error instanceof ForgeError) return false;
		throw error;
	}
}

const signedOut = () =>
	new ForgeError('signed-out', 'The account for this patchset is signed out. Sign in and try again.');
