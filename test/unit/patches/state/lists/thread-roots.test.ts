import assert from 'node:assert/strict';
import { threadRootOf, threadRoots } from '../../../../../src/patches/state/lists/thread-roots.ts';
import { listedMail } from './listed-mails.ts';

type Position = readonly [id: number, parent: number | null, thread: number | null];

const rootsOf = (positions: readonly Position[]) => {
	const mails = positions.map(([id, parent, thread]) => listedMail(id, { parent, thread }));
	return [...threadRoots(new Map(mails.map((mail) => [mail.id, mail])))].toSorted(
		([one], [other]) => one - other,
	);
};

describe('The mail that starts a thread', () => {
	it('is the one that the forge names', () =>
		assert.deepEqual(
			rootsOf([
				[1, null, null],
				[2, 1, 1],
				[3, 2, 1],
				[9, 8, 7],
			]),
			[
				[1, 1],
				[2, 1],
				[3, 1],
				[9, 7],
			],
		));

	it('is found by the parents where the forge names none', () =>
		assert.deepEqual(
			rootsOf([
				[4, 3, null],
				[1, null, null],
				[3, 2, null],
				[2, 1, null],
				[6, 5, null],
				[7, 6, null],
				[8, 2, 1],
			]),
			[
				[1, 1],
				[2, 1],
				[3, 1],
				[4, 1],
				[6, 6],
				[7, 6],
				[8, 1],
			],
		));

	it('is the same if it is looked up for a single mail', () => {
		const positions: readonly Position[] = [
			[4, 3, null],
			[3, 2, 1],
			[6, 5, null],
			[7, 8, null],
			[8, 7, null],
		];
		const mails = positions.map(([id, parent, thread]) => listedMail(id, { parent, thread }));
		const byId = new Map(mails.map((mail) => [mail.id, mail]));
		assert.deepEqual(
			mails.slice(0, 3).map((mail) => threadRootOf(mail, (id) => byId.get(id))),
			[1, 1, 6],
		);
		assert.ok(mails.slice(3).every((mail) => [7, 8].includes(threadRootOf(mail, (id) => byId.get(id)))));
	});

	it('is one of them if mails reply to each other', () => {
		const roots = rootsOf([
			[1, 2, null],
			[2, 3, null],
			[3, 1, null],
			[4, 2, null],
		]);
		assert.equal(new Set(roots.map(([, root]) => root)).size, 1);
	});

	it('is found in a chain of 200,000 replies, the last one first', function () {
		this.timeout(30_000);
		const count = 200_000;
		const chain = Array.from(
			{ length: count },
			(_, nth): Position => [count - nth, count - nth - 1 || null, null],
		);
		assert.deepEqual(new Set(rootsOf(chain).map(([, root]) => root)), new Set([1]));
	});
});
