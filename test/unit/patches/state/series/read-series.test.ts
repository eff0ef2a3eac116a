import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { readSeries } from '../../../../../src/patches/state/series/read-series.ts';
import { seriesInList } from '../../../../../src/patches/state/series/series-in-list.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';

const key = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };

describe('Reading a series', () => {
	const { open } = demoLists();
	const start = async () => {
		const window = await open();
		const { client, series } = window.lists.of('ana') ?? assert.fail();
		const list = await window.cache('ana', 'editor-devel');
		const read = (signal = new AbortController().signal) =>
			readSeries({
				...{ key, client, list, mails: series.mails, signal },
				update: async () => ({ known: undefined, unread: [] }),
			});
		return { ...window, client, list, series, read };
	};

	it('stores what was read for the list, and the texts', async () => {
		const { read, list, series } = await start();
		assert.equal(await read(), undefined);
		assert.equal(list.patchset(12)?.status, 'proposed');
		assert.deepEqual([...list.mails.keys()].toSorted(), [107, 108, 109]);
		assert.equal((await series.mails.read([107, 108, 109])).size, 3);
	});

	it('says what failed', async () => {
		const { read, cut } = await start();
		cut(true);
		assert.equal((await read())?.kind, 'offline');
	});

	it('keeps the mails of a thread that were read before the others failed', async () => {
		const { client, list, series } = await start();
		await list.refresh();
		const failure = new ForgeError('timeout', 'Only the first replies could be read.');
		async function* thread(...asked: Parameters<typeof client.thread>) {
			yield* client.thread(...asked);
			throw failure;
		}
		const { mails } = series;
		const reading = readSeries({
			...{ key, client: { ...client, thread }, list, mails, signal: new AbortController().signal },
			update: async () => ({ known: seriesInList(key, list, new Map()), unread: [] }),
		});
		assert.equal(await reading, failure);
		assert.equal((await mails.read([107, 108, 109])).size, 3);
	});

	it('is cancelled without a failure of the forge', async () => {
		const { read, asked } = await start();
		await assert.rejects(read(AbortSignal.abort()), { name: 'AbortError' });
		assert.deepEqual(asked(), []);
	});
});
