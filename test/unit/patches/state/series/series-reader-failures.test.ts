import assert from 'node:assert/strict';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { ofMail, ofPatchset } from '../../../../kit/mails/read-summary.ts';
import { until } from '../../../../tools/until.ts';

describe('A series that cannot be read', () => {
	const { open } = demoLists();
	const failures: Readonly<Record<string, readonly [number, string]>> = {
		missing: [404, '{"errors":[{"reason":"404 not found"}]}'],
		forbidden: [403, '<html>Forbidden</html>'],
		'signed-out': [401, '{"errors":[{"reason":"Unauthorized"}]}'],
		surprise: [500, '<html>500</html>'],
	};
	for (const [kind, [status, text]] of Object.entries(failures)) {
		it(`says why (${kind}) and keeps what is known`, async () => {
			const { reader: readerOf, connections } = await open();
			const reader = readerOf(ofPatchset(12));
			const unknown = readerOf(ofPatchset(11));
			await reader.refresh();
			const before = reader.reading;
			for (const { line } of connections) line.edit = () => ({ status, text });
			await Promise.all([reader.refresh(), unknown.refresh()]);
			assert.deepEqual([reader.lastError?.kind, unknown.lastError?.kind], [kind, kind]);
			assert.equal(unknown.reading, undefined);
			assert.equal(reader.reading, before);
			for (const { line } of connections) line.edit = undefined;
			await reader.refresh();
			assert.equal(reader.lastError, undefined);
		});
	}

	it('is not known if the forge has no such patchset or mail', async () => {
		const { reader: readerOf } = await open();
		for (const key of [ofPatchset(4711), ofMail(4711)]) {
			const reader = readerOf(key);
			await reader.refresh();
			assert.deepEqual([reader.reading, reader.lastError?.kind], [undefined, 'missing']);
		}
	});

	it('sends no further requests when the forge cannot be reached', async () => {
		const { cache, reader: readerOf, connections, asked, forget } = await open();
		await (await cache('ana', 'editor-devel')).refresh();
		forget();
		for (const { line } of connections) line.lost = /./;
		const reader = readerOf(ofPatchset(12));
		await reader.refresh();
		assert.deepEqual([reader.reading?.unread.length, reader.lastError?.kind], [7, 'offline']);
		// The thread is requested while the status is, unless that request has failed by then.
		assert.ok(asked().length <= 2, `${asked().length} requests`);
	});
});

describe('The reader of a series', () => {
	const { open } = demoLists();

	it('reports changes of what is known, and whether it is reading', async () => {
		const { reader: readerOf } = await open();
		const reader = readerOf(ofPatchset(12));
		const states: unknown[] = [];
		reader.onDidChange(() => states.push([reader.isReading, reader.reading?.unread.length ?? 'unknown']));
		await reader.refresh();
		assert.deepEqual(states[0], [true, 'unknown']);
		assert.deepEqual(states.at(-1), [false, 0]);
		assert.equal(reader.isReading, false);
	});

	it('shows a mail whose text is known, even if its list does not know it', async () => {
		const { lists, reader: readerOf, cut } = await open();
		await lists.of('ana')?.series.mails.fetch(107);
		cut(true);
		const reader = readerOf(ofMail(107));
		await reader.open();
		assert.deepEqual([...(reader.reading?.mails.keys() ?? [])], [107]);
	});

	it('shows what others learn of the list', async () => {
		const window = await open();
		const reader = window.reader(ofPatchset(12));
		await reader.open();
		assert.equal(reader.reading, undefined);
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		await until(() => reader.reading?.chain?.versions.length === 3, { what: 'three versions' });
	});
});
