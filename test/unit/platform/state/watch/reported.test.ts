import assert from 'node:assert/strict';
import * as v from 'valibot';
import {
	isUnreported,
	type Reported,
	reportedShape,
	withReported,
} from '../../../../../src/platform/state/watch/reported.ts';

const from = (first: number, count: number) => Array.from({ length: count }, (_, nth) => first + nth);
const start = (upTo: number): Reported<string> => ({ upTo, entries: {} });

type Report = Parameters<typeof withReported<string>>[1];

/** With these ids, of which ten keep their entries. */
const report = (reported: Reported<string>, ids: readonly number[], more: Partial<Report> = {}) =>
	withReported(reported, {
		entries: ids.map((id) => [id, 'as it was'] as const),
		positionOf: Number,
		most: 10,
		...more,
	});
const unreportedOf = (reported: Reported<string>, ids: readonly number[]) =>
	ids.filter((id) => isUnreported(reported, id, id));

describe('What was reported of the parts of a resource', () => {
	it('includes what was there at first, but not a part that becomes known after a later one', () => {
		assert.deepEqual(unreportedOf(start(10), from(8, 5)), [11, 12]);
		assert.deepEqual(unreportedOf(report(start(10), [12, 14]), from(8, 8)), [11, 13, 15]);
	});

	it('is bounded, without anything that counts as new again', () => {
		let reported = start(0);
		for (let first = 1; first < 300; first += 7) {
			reported = report(reported, from(first, 7));
			assert.deepEqual(unreportedOf(reported, from(1, first + 6)), []);
		}
		assert.equal(Object.keys(reported.entries).length, 10);
		const gone = withReported(reported, {
			entries: [[400, '']],
			positionOf: (id) => (Number(id) > 299 ? Number(id) : 0),
			most: 2,
		});
		assert.deepEqual([Object.keys(gone.entries), gone.upTo], [['301', '400'], 300], 'the others are gone');
	});

	it('does not include a part that waits, however many later ones are reported', () => {
		const waiting = report(start(10), from(12, 100), { firstWaiting: 11 });
		assert.deepEqual(unreportedOf(waiting, from(5, 120)), [11, ...from(112, 13)]);
		const later = report(waiting, [11]);
		assert.deepEqual(unreportedOf(later, from(5, 107)), []);
		assert.equal(Object.keys(later.entries).length, 10);
	});

	it('has the latest version of each part, also of an old one that is to be compared', () => {
		const old = report(start(10), [3], { keeps: (id) => id === '3' });
		const later = report(old, from(11, 50), { keeps: (id) => id === '3' });
		assert.equal(later.entries[3], 'as it was');
		const changed = withReported(later, { entries: [[60, 'another']], positionOf: Number, most: 1 });
		assert.deepEqual(changed, { upTo: 59, entries: { 60: 'another' } });
	});

	it('is read as it was stored, unless it is damaged', () => {
		const shape = reportedShape(v.string());
		const reported = report(start(1), [2, 3]);
		assert.deepEqual(v.parse(shape, JSON.parse(JSON.stringify(reported))), reported);
		for (const damaged of [undefined, null, 5, [], { upTo: 1 }, { ...reported, entries: { 2: 2 } }])
			assert.equal(v.is(shape, damaged), false);
	});
});
