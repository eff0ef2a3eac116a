import assert from 'node:assert/strict';
import { sortedBy, sortMails } from '../../../../../src/patches/model/series/order.ts';
import { mail } from './mails.ts';

describe('The order of mails', () => {
	it('is that of their dates, versions, numbers and ids', () => {
		const mails = [
			mail('a', '[PATCH] One', { day: 1 }),
			mail('z', '[PATCH] One', { day: 2 }),
			mail('c', '[PATCH 1/2] One', { day: 3 }),
			mail('b', '[PATCH 2/2] One', { day: 3 }),
			mail('a2', '[PATCH v2] One', { day: 3 }),
			mail('b2', '[PATCH v2] One', { day: 3 }),
			mail(undefined, '[PATCH v2] One', { day: 3 }),
			mail('no-date', '[PATCH] One', { day: undefined }),
		];
		assert.deepEqual(sortMails(mails.toReversed()), mails);
	});

	it('of equal values is that in which they were given', () => {
		const values = ['b', 'a', 'c'];
		assert.deepEqual(
			sortedBy(values, () => [1, undefined, 'x', true]),
			values,
		);
	});

	it('leaves out mails that were received twice', () => {
		const [one, two] = [mail('a', '[PATCH] One'), mail('a', '[PATCH] One')];
		assert.deepEqual(sortMails([one, two]), [one]);
	});

	it('keeps mails without an id, and different mails with one id', () => {
		const mails = [
			mail(undefined, '[PATCH] One'),
			mail(undefined, '[PATCH] One'),
			mail('a', '[PATCH 1/2] One'),
			mail('a', '[PATCH 2/2] One'),
		];
		assert.equal(sortMails(mails).length, 4);
	});
});

describe('Sorting by criteria', () => {
	it('uses the first one that differs, and puts unknown values last', () => {
		const rows: readonly (readonly (number | string | undefined)[])[] = [
			[1, 'b'],
			[undefined, 'a'],
			[1, undefined],
			[1, 'a'],
			[0, 'z'],
		];
		assert.deepEqual(
			sortedBy(rows, (row) => row),
			[
				[0, 'z'],
				[1, 'a'],
				[1, 'b'],
				[1, undefined],
				[undefined, 'a'],
			],
		);
	});

	it('keeps the order of equal values', () => {
		const rows = ['b', 'a', 'c'];
		assert.deepEqual(
			sortedBy(rows, () => [1]),
			rows,
		);
	});
});
