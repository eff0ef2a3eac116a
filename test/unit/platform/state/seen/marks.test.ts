import assert from 'node:assert/strict';
import {
	joinMarks,
	type Marks,
	marksForVisits,
	noMarks,
	seenUpTo,
} from '../../../../../src/platform/state/seen/marks.ts';

const now = Date.parse('2026-03-03');
const items = Array.from({ length: 1000 }, (_, index) => [`${index + 1}`, index + 1] as const);
const isUnseen = (marks: Marks) =>
	items.flatMap(([item, changed]) => (changed > (seenUpTo(marks, item) ?? 0) ? [changed] : []));
const tenth = items.map(([, changed]) => changed).filter((changed) => changed % 10 === 0);

/** The user has looked at all of the thousand items that changed one after the other, except each tenth. */
const visited: Marks = {
	...{ upTo: 0, exceptions: {} },
	visits: Object.fromEntries(items.filter(([, changed]) => changed % 10 > 0)),
};
const merge = (marks: Marks, completeUpTo = 2000, all: Iterable<readonly [string, number]> = items) =>
	joinMarks(marks, marksForVisits(marks, all, completeUpTo, 0) ?? assert.fail(), now);

describe('Marks of many visits', () => {
	it('become few, by which no item becomes seen or unseen', () => {
		const merged = merge(visited);
		assert.deepEqual(isUnseen(merged), tenth);
		assert.equal(Object.keys(merged.visits).length, 200);
	});

	it('do not hide later changes, nor that the user has looked at those', () => {
		const merged = merge(visited);
		assert.ok(1001 > (seenUpTo(merged, '1') ?? 0));
		assert.equal(seenUpTo(joinMarks(merged, { visits: { 1: 1001 } }, now), '1'), 1001);
		assert.deepEqual(isUnseen(joinMarks(merged, { visits: { 10: 10 } }, now)), tenth.slice(1));
		assert.deepEqual(isUnseen(joinMarks(merged, { upTo: 1000 }, now)), []);
	});

	it('can be merged again', () => {
		const merged = merge(visited);
		const later = Array.from({ length: 300 }, (_, nth) => [`${nth + 1001}`, nth + 1001] as const);
		const again = merge(joinMarks(merged, { visits: Object.fromEntries(later) }, now), 2000, [
			...items,
			...later,
		]);
		assert.deepEqual(isUnseen(again), tenth);
		assert.ok(later.every(([item, changed]) => changed <= (seenUpTo(again, item) ?? 0)));
		assert.equal(Object.keys(again.visits).length, 200);
	});

	it('stay as long as newer changes of the place may be unknown', () => {
		const merged = merge(visited, 300);
		assert.deepEqual(isUnseen(merged), tenth);
		assert.ok(301 > (seenUpTo(merged, 'unknown') ?? 0));
		assert.ok(Object.keys(merged.visits).length > 400);
	});

	it('are at most 4000 of a place that cannot be read, the newest', () => {
		const visits = Object.fromEntries(Array.from({ length: 4001 }, (_, nth) => [`${nth}`, nth + 1]));
		const marks = joinMarks(noMarks, { visits }, now);
		assert.deepEqual(
			[Object.keys(marks.visits).length, marks.visits[0], marks.visits[1]],
			[4000, undefined, 2],
		);
	});

	it('have at most a thousand exceptions, the items that changed last', () => {
		const many = Array.from({ length: 1200 }, (_, nth) => [`unseen ${nth}`, nth + 1] as const);
		const visits = Object.fromEntries(Array.from({ length: 401 }, (_, nth) => [`${nth}`, 1500 + nth]));
		const { exceptions = {} } =
			marksForVisits({ upTo: 0, exceptions: {}, visits }, many, 5000, 0) ?? assert.fail();
		const names = Object.keys(exceptions);
		assert.deepEqual([names.length, names[0], names.at(-1)], [1000, 'unseen 1199', 'unseen 200']);
	});

	it('are left alone if they are few', () => {
		const visits = Object.fromEntries(items.slice(0, 400));
		assert.equal(marksForVisits({ upTo: 0, exceptions: {}, visits }, items, 2000, 0), undefined);
	});

	it('have seen changes that came soon after them, if these may have different times', () => {
		const late = items.map(([item, changed]) => [item, changed + 0.5] as const);
		const { upTo = 0, exceptions = {} } = marksForVisits(visited, late, 2000, 0.5) ?? assert.fail();
		const unseen = tenth.filter((changed) => changed <= upTo);
		assert.deepEqual(Object.keys(exceptions).map(Number), unseen);
	});
});

describe('Marks of two windows', () => {
	/** The visits of one window are merged, while the other one knows fewer of them. */
	const merged = merge(visited);
	const before: Marks = { ...visited, visits: { 1: 1, 10: 10 } };

	it('are joined into what either has seen, in any order and however often', () => {
		const joined = joinMarks(before, merged, now);
		assert.deepEqual(isUnseen(joined), tenth.slice(1));
		assert.deepEqual(joinMarks(merged, before, now), joined);
		assert.deepEqual(joinMarks(joined, before, now), joined);
		assert.deepEqual(joinMarks(joined, merged, now), joined);
	});

	it('keep an item unseen that both have not seen, and not one that one of them has seen with all others', () => {
		const all = joinMarks(noMarks, { upTo: 500 }, now);
		assert.deepEqual(
			isUnseen(joinMarks(all, merged, now)),
			tenth.filter((changed) => changed > 500),
		);
		assert.deepEqual(
			isUnseen(joinMarks(merged, all, now)),
			tenth.filter((changed) => changed > 500),
		);
	});
});
