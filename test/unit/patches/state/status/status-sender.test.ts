import assert from 'node:assert/strict';
import { ownLock } from '../../../../../src/base/files/held-lock.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import type { ListAccount } from '../../../../../src/patches/state/mailing-lists.ts';
import { statusSender } from '../../../../../src/patches/state/status/status-sender.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';

describe('Sending the status of a patchset', () => {
	const { open } = demoLists();
	const key = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 14 };
	const options = {
		waitedMs: 0,
		signal: new AbortController().signal,
		confirm: ownLock.confirm,
	};

	/** `update` replaces the request that sets the status. */
	async function sender(update: (account: ListAccount) => ListAccount['client']['updatePatchset']) {
		const { lists, cache } = await open();
		const learned: boolean[] = [];
		const set: string[] = [];
		const account = lists.of('ana');
		if (!account) return assert.fail();
		const changed = { ...account, client: { ...account.client, updatePatchset: update(account) } };
		const learn = (_: unknown, isPermitted: boolean) => learned.push(isPermitted);
		const list = await cache('ana', 'editor-devel');
		const didSet = async (_: unknown, { status }: Patchset) => {
			set.push(status);
		};
		return { sender: statusSender(() => changed, learn, didSet), learned, set, list };
	}

	it('says what the forge has set instead, and keeps that', async () => {
		const one = await sender(({ client }) => async (at) => ({
			...(await client.patchset(at)),
			status: 'on_hold',
		}));
		const {
			sender: { send },
			list,
			learned,
			set,
		} = one;
		assert.deepEqual(await send(key, { status: 'approved' }, options), {
			...{ kind: 'sent', note: 'set the status to On hold' },
		});
		assert.deepEqual([list.patchset(14)?.status, learned, set], ['on_hold', [true], ['on_hold']]);
	});

	it('succeeds if the forge has the status although it failed', async () => {
		const {
			sender: { send },
		} = await sender(({ client }) => async (...asked) => {
			await client.updatePatchset(...asked);
			throw new ForgeError('surprise', 'The mail server is down.', { mayBeDone: true });
		});
		assert.deepEqual(await send(key, { status: 'needs_revision' }, options), {
			kind: 'sent',
			note: undefined,
		});
	});

	it('fails if the forge does not have the status after a failure', async () => {
		const failure = new ForgeError('surprise', 'The mail server is down.', { mayBeDone: true });
		const {
			sender: { send, missing },
		} = await sender(() => async () => {
			throw failure;
		});
		const change = { status: 'superseded' } as const;
		await assert.rejects(send(key, change, options), failure);
		assert.equal(await missing(key, change, { ...options, mark: undefined, confirmedAt: 0 }), change);
	});

	it('fails as before if it cannot be read after a failure whether the forge has the status', async () => {
		const failure = new ForgeError('surprise', 'The mail server is down.', { mayBeDone: true });
		const { sender: one, list } = await sender(() => async () => {
			list.readPatchset = () => Promise.reject(new ForgeError('offline', 'No connection.'));
			throw failure;
		});
		await assert.rejects(one.send(key, { status: 'superseded' }, options), failure);
	});

	it('fails for an account that is signed out', async () => {
		const { send } = statusSender(
			() => undefined,
			() => {},
			async () => {},
		);
		await assert.rejects(send(key, { status: 'approved' }, options), { kind: 'signed-out' });
	});
});
