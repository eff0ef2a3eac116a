import assert from 'node:assert/strict';
import type { List } from '../../../../../src/forge/shapes/lists.ts';
import {
	moveListCursor,
	readListCursor,
	startListCursor,
	unreported,
	versionOfDetails,
} from '../../../../../src/patches/state/watch/list-cursor.ts';
import { patchsetOf } from '../a-patchset.ts';

const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const content = (mails: readonly number[], patchsets: readonly (readonly [number, string])[] = []) => ({
	mails: new Map(mails.map((id) => [id, {}])),
	patchsets: new Map(patchsets.map(([id, status]) => [id, patchsetOf(id, { status })])),
	details: undefined,
});
const nothing = { mails: new Set<number>(), patchsets: new Set<number>(), keys: [] };

const list: List = {
	...{ id: 1, created: '', updated: '', name: 'devel', owner: { canonical_name: '~ana', name: 'ana' } },
	...{ description: 'Patches', permissions: null },
};

describe('The cursor of a mailing list', () => {
	it('has reported all mails that are there at first', () => {
		const cursor = startListCursor(content(from(1, 100)));
		assert.deepEqual([...unreported(cursor.mails, from(95, 10))], [101, 102, 103, 104]);
	});

	it('still finds a mail that becomes known after a later one', () => {
		const cursor = moveListCursor(startListCursor(content([10])), content([10, 12, 14]), nothing);
		assert.deepEqual([...unreported(cursor.mails, [10, 11, 12, 13, 14, 15])], [11, 13, 15]);
	});

	it('keeps waiting for what is not reported yet', () => {
		const waiting = { mails: new Set([12]), patchsets: new Set([2]), keys: ['series 12'] };
		const statuses = [
			[1, 'proposed'],
			[2, 'proposed'],
		] as const;
		const cursor = moveListCursor(startListCursor(content([10])), content([12, 13], statuses), waiting);
		assert.deepEqual([...unreported(cursor.mails, [12, 13])], [12]);
		assert.deepEqual([...unreported(cursor.patchsets, [1, 2])], [2]);
		assert.deepEqual(cursor.waiting, ['series 12']);
	});

	it('keeps waiting for a mail of which many later ones are reported', () => {
		const waiting = { ...nothing, mails: new Set([11]) };
		const start = startListCursor(content([10]));
		const cursor = moveListCursor(start, content(from(11, 1000)), waiting);
		assert.deepEqual([...unreported(cursor.mails, from(5, 1010))], [11, ...from(1011, 4)]);
		const later = moveListCursor(cursor, content(from(11, 1000)), nothing);
		assert.deepEqual([...unreported(later.mails, from(5, 1010))], from(1011, 4));
		assert.ok(later.mails.ids.length <= 300);
	});

	it('is bounded, and is not read if it is damaged', () => {
		let cursor = startListCursor(content([0]));
		for (let first = 1; first < 3000; first += 100) {
			const patchsets = from(1, first).map((id) => [id, id % 2 ? 'applied' : 'proposed'] as const);
			cursor = moveListCursor(cursor, content(from(first, 100), patchsets), nothing);
			assert.deepEqual([...unreported(cursor.mails, from(1, first + 99))], []);
		}
		const text = JSON.stringify(cursor);
		assert.ok(text.length < 10_000, `${text.length} characters`);
		assert.deepEqual(readListCursor(JSON.parse(text)), cursor);
		for (const damaged of [
			undefined,
			null,
			4,
			[],
			{ ...cursor, mails: [] },
			{ ...cursor, statuses: { 1: 2 } },
		])
			assert.equal(readListCursor(damaged), undefined);
	});

	it('has the statuses of open patchsets and of the newest ones', () => {
		const patchsets = from(1, 100).map((id) => [id, id === 3 ? 'proposed' : 'applied'] as const);
		const ids = Object.keys(startListCursor(content([], patchsets)).statuses).map(Number);
		assert.deepEqual(ids, [3, ...from(51, 50)]);
	});
});

describe('The version of the details of a list', () => {
	it('changes with the description and the permissions only', () => {
		assert.equal(versionOfDetails(list), versionOfDetails({ ...list, updated: 'later' }));
		assert.notEqual(versionOfDetails(list), versionOfDetails({ ...list, description: 'Other' }));
	});
});
