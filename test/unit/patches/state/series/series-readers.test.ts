import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { SeriesReaders } from '../../../../../src/patches/state/series/series-readers.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';

const key = (patchset: number) => ({ account: 'ana', owner: '~ana', list: 'editor-devel', patchset });
const { signal } = new AbortController();

describe('The series of an account', () => {
	const { open: openLists } = demoLists();
	const open = async () => {
		const window = await openLists();
		return { ...window, series: window.lists.of('ana')?.series ?? assert.fail() };
	};

	it('have one reader each, which ends with its last lifetime', async () => {
		const { series, asked } = await open();
		assert.ok(series instanceof SeriesReaders);
		const [view, page] = [new Lifetime(), new Lifetime()];
		const reader = series.hold(key(12), view);
		assert.equal(series.hold(key(12), page), reader);
		assert.notEqual(series.hold(key(11), page), reader);
		view.dispose();
		await reader.refresh();
		const sent = asked().length;
		page.dispose();
		await reader.refresh();
		assert.deepEqual([sent, asked().length], [3, 3]);
	});

	it('have versions that are read from the forge only once', async () => {
		const { series, asked, cut } = await open();
		const { version, mails } = await series.readVersion(key(12), signal);
		assert.deepEqual(
			version?.patches.map(({ mail }) => mails.get(mail.id)?.patches.length),
			[1, 1, 1],
		);
		cut(true);
		const again = await series.readVersion(key(12), signal);
		assert.deepEqual(again.version, version);
		assert.equal(asked().length, 3);
	});

	it('stop reading a version that is no longer needed', async () => {
		const { series } = await open();
		await assert.rejects(series.readVersion(key(12), AbortSignal.abort()), { name: 'AbortError' });
	});
});
