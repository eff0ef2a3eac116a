import assert from 'node:assert/strict';
import { ElementCache } from '../../../media/patchset/diffs/element-cache.ts';
import { jumpList } from '../../../media/patchset/jump-list.ts';
import { largeSeries } from './patchset-sample.ts';

describe('The contents of a page of patches', () => {
	const series = largeSeries(300, 3000);
	const files = series.patches.flatMap((patch) => patch.files);
	const listed = (filter: string) => JSON.stringify(jumpList(series, new ElementCache(), filter, 20));

	before(() => Object.assign(globalThis, { document: { body: { dataset: {} } } }));
	after(() => Reflect.deleteProperty(globalThis, 'document'));

	it('lists as many files as there is room for', () => {
		const found = files.filter(({ key }) => listed('').includes(JSON.stringify(key)));
		assert.equal(found.length, 20);
	});

	it('finds files for which there was no room yet', () => {
		const last = files.at(-1) ?? assert.fail();
		const found = listed(`${last.folder}${last.name}`);
		assert.ok(found.includes(JSON.stringify(last.key)), found);
	});
});
