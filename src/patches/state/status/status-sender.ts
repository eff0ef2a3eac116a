import { Lifetime } from '../../../base/lifetime.ts';
import type { Client } from '../../../forge/client/connect.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import type { ListKey, PatchsetKey } from '../../../platform/model/keys.ts';
import { statusName } from '../../../platform/model/words.ts';
import type { Sender } from '../../../platform/state/outbox/sender.ts';
import { signedOut } from '../../../platform/state/signed-out.ts';
import { onlyOwnerMessage } from '../../model/permissions.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { ListAccount } from '../mailing-lists.ts';
import type { StatusOutboxChange } from './status-outbox-format.ts';

type Learn = (list: ListKey, isPermitted: boolean) => void;

interface OpenList {
	readonly client: Client<typeof listRows>;
	readonly cache: ListCache;
}

/**
 * Sets the status of patchsets, each with its account, and stores the server's answers. Reads a patchset before it changes it, because the
 * status that the user saw may be outdated, and a forge may mail each change. Fails with a `ForgeError`.
 */
export function statusSender(
	accountOf: (session: string) => ListAccount | undefined,
	/** Called when the forge has set a status, or has refused to because the user may not. */
	learn: Learn,
	/** Called when the forge has set a status for the user. Resolves when all windows can know that. */
	didSet: (key: PatchsetKey, answer: Patchset) => Promise<void>,
): Sender<PatchsetKey, StatusOutboxChange> {
	const withList = async <T>(key: PatchsetKey, use: (list: OpenList) => Promise<T>): Promise<T> => {
		const account = accountOf(key.account);
		if (!account) throw signedOut('patchset');
		using lifetime = new Lifetime();
		const cache = account.lists.cache({ owner: key.owner, name: key.list }, lifetime);
		await cache.open();
		return await use({ client: account.client, cache });
	};
	return {
		send: (key, change, { signal, confirm }) =>
			withList(key, async (list) => {
				const { status: before } = await list.cache.readPatchset(key.patchset, signal);
				const { status, base = before } = change;
				if (before === status) return { kind: 'sent' };
				if (before !== base)
					return { kind: 'conflict', theirs: statusName(before), rebased: { ...change, base: before } };
				const answer = await setStatus(list, key, status, learn, confirm);
				const { status: after } = answer;
				// Other windows read both from the disk when the outbox no longer has the change.
				await Promise.all([list.cache.settled(), didSet(key, answer)]);
				return {
					kind: 'sent',
					note: after === status ? undefined : `set the status to ${statusName(after)}`,
				};
			}),
		missing: (key, change, { signal }) =>
			withList(key, async ({ cache }) => {
				const found = await cache.readPatchset(key.patchset, signal);
				if (found.status !== change.status) return change;
				await Promise.all([cache.settled(), didSet(key, found)]);
				return undefined;
			}),
	};
}

/** Sends one PUT. Returns the patchset from the answer. */
async function setStatus(
	{ client, cache }: OpenList,
	key: PatchsetKey,
	status: StatusOutboxChange['status'],
	learn: Learn,
	confirm: () => Promise<void>,
): Promise<Patchset> {
	const { owner, list, patchset } = key;
	try {
		const answer = await client.updatePatchset(
			{ owner, list, patchset },
			{ status },
			{ beforeSending: confirm },
		);
		cache.putPatchset(answer);
		learn(key, true);
		return answer;
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		if (error.kind === 'forbidden' && error.scopes.length === 0) {
			learn(key, false);
			throw error.withMessage(onlyOwnerMessage(owner));
		}
		const found = error.mayBeDone ? await withStatus(cache, patchset, status) : undefined;
		if (found) return found;
		throw error;
	}
}

/** The patchset, if the forge has a status although its answer was lost or unreadable. */
async function withStatus(cache: ListCache, patchset: number, status: string): Promise<Patchset | undefined> {
	try {
		const found = await cache.readPatchset(patchset);
		return found.status === status ? found : undefined;
	} catch (error) {
		if (error instanceof ForgeError) return undefined;
		throw error;
	}
}
