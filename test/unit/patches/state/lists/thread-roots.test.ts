import assert from 'node:assert/strict';
import { threadRoots } from '../../../../../src/patches/state/lists/thread-roots.ts';
import { listedMail } from './listed-mails.ts';

type Position = readonly [id: number, parent: number | null, thread: number | null];

const rootsOf = (positions: readonly Position[]) => {
	const mails = positions.map(([id, parent, thread]) => listedMail(id, { parent, thread }));
	return [...threadRoots(new Map(mails.map((mail) => [mail.id, mail])))].toSorted(
		([one], [other]) => one - other,
	);
};

describe('The mail that starts a thread', () => {
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
