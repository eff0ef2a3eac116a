import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { OpenedSeries } from '../../../../../src/forge/shapes/lists.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { openLists } from '../lists/open-lists.ts';

type Change = (opened: OpenedSeries) => OpenedSeries;
const asSent: Change = (opened) => opened;
const fails =
	(kind: ForgeError['kind']): Change =>
	() => {
		throw new ForgeError(kind, 'No.');
	};

describe('A series in GraphQL', () => {
	const { lifetime, inGraphql } = demoForge();

	/** Opens a window of bob's. `answer` changes what the forge returns for a patchset with its thread. Without it, the client is as in REST. */
	async function open(answer?: Change) {
		const requests = { count: 0 };
		const account = inGraphql('bob', () => (requests.count += 1));
		const { connection } = account;
		const { listExtras = assert.fail() } = connection;
		const { openSeries } = listExtras;
		const changed = answer && {
			...listExtras,
			openSeries: async (...asked: Parameters<typeof openSeries>) => answer(await openSeries(...asked)),
		};
		const changedAccount = { ...account, connection: { ...connection, listExtras: changed } };
		const { lists } = await openLists(changedAccount, lifetime);
		const { lists: known, series } = lists.of('bob') ?? assert.fail();
		const list = known.cache({ owner: '~ana', name: 'editor-devel' }, lifetime);
		/** Reads a series again, and counts the requests. */
		const read = async (patchset: number) => {
			const reader = series.hold({ ...list.key, patchset }, lifetime);
			requests.count = 0;
			await reader.refresh();
			await reader.settled();
			const { reading, lastError } = reader;
			return {
				found: { reading, patchset: list.patchset(patchset), failure: lastError?.message },
				requests: requests.count,
			};
		};
		return { list, read };
	}

	it('is the same whether its mails come with its status or not, for each of a list', async () => {
		const [whole, parts] = [await open(asSent), await open()];
		for (const { list } of [whole, parts]) await list.refresh();
		const patchsets = [...whole.list.patchsets.keys()];
		assert.ok(patchsets.length > 5);
		let saved = 0;
		for (const patchset of patchsets) {
			const [one, other] = [await whole.read(patchset), await parts.read(patchset)];
			assert.deepEqual(one.found, other.found);
			saved += other.requests - one.requests;
		}
		assert.ok(saved >= patchsets.length);
	});

	it('takes two requests, also if its list was not read', async () => {
		const { read } = await open(asSent);
		const { found, requests } = await read(12);
		assert.deepEqual([requests, found.reading?.version?.missing, found.failure], [2, [], undefined]);
	});

	for (const [what, answer] of [
		['the mails do not come with it', (opened: OpenedSeries) => ({ ...opened, thread: null })],
		['the forge does not answer for both', fails('refused')],
	] as const)
		it(`is read in parts if ${what}`, async () => {
			const [whole, parts] = [await open(answer), await open()];
			for (const { list } of [whole, parts]) await list.refresh();
			assert.deepEqual((await whole.read(12)).found, (await parts.read(12)).found);
		});

	it('is not read in parts if the forge cannot be reached', async () => {
		const { read, list } = await open(fails('offline'));
		await list.refresh();
		const { found, requests } = await read(12);
		assert.deepEqual([found.failure, requests], ['No.', 2]);
	});
});
