import assert from 'node:assert/strict';
import { PatchResultCache } from '../../../../../src/patches/state/documents/patch-result-cache.ts';

const id = '0123456789';
const place = (mail: number, patch = 0, list = 'devel') => ({
	...{ account: 'one', owner: '~ana', list, mail, patch },
});

describe('The files that patches have changed', () => {
	it('are there for later patches of the list, as soon as they are known', async () => {
		const contents = new PatchResultCache();
		const didFind = contents.begin(place(1), id);
		const later = [contents.before(place(2), '01234567'), contents.before(place(1, 1), '0123456')];
		didFind('x');
		didFind();
		assert.deepEqual(await Promise.all(later), ['x', 'x']);
		const others = [place(2, 0, 'other'), place(1), place(0)];
		for (const one of others) assert.equal(await contents.before(one, id), undefined);
		assert.equal(await contents.before(place(2), 'fedcba9'), undefined);
	});

	it('are missing if they were not found, and patches that undo each other do not wait', async () => {
		const contents = new PatchResultCache();
		const ends = [contents.begin(place(1), id), contents.begin(place(2), 'fedcba98')];
		const waiting = contents.before(place(2), id);
		assert.equal(await contents.before(place(1), 'fedcba98'), undefined);
		for (const end of ends) end();
		assert.equal(await waiting, undefined);
	});
});
