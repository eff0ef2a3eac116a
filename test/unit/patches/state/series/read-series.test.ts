import assert from 'node:assert/strict';
import { readSeries } from '../../../../../src/patches/state/series/read-series.ts';
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
});
