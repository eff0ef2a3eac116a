import assert from 'node:assert/strict';
import { MutedSubjects } from '../../../../src/inbox/model/muted.ts';

const subject = (title: string, ...names: readonly string[]) => ({
	names,
	title,
	place: '~ana/editor',
	at: 0,
});

describe('What is muted', () => {
	it('is found by any of its names', () => {
		const muted = new MutedSubjects();
		muted.add(subject('One', 'a', 'b'));
		assert.deepEqual([muted.has(['b', 'c']), muted.has(['c']), muted.has([])], [true, false, false]);
		muted.remove(['a']);
		assert.deepEqual([muted.has(['b']), muted.all], [false, []]);
	});

	it('is there once, and of too many the first ones are forgotten', () => {
		const muted = new MutedSubjects();
		for (const title of ['One', 'Two']) muted.add(subject(title, 'a'));
		assert.deepEqual(
			muted.all.map(({ title }) => title),
			['Two'],
		);
		for (let nth = 0; nth < 1000; nth++) muted.add(subject(`${nth}`, `${nth}`));
		assert.deepEqual([muted.all.length, muted.has(['a']), muted.has(['999'])], [1000, false, true]);
	});
});
