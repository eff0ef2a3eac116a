import assert from 'node:assert/strict';
import { tryAgain, until } from '../../tools/until.ts';

describe('A wait in a test', () => {
	it('ends as soon as its condition is true', async () => {
		let left = 3;
		await until(() => --left === 0);
		assert.equal(left, 0);
	});

	for (const [what, condition] of [
		['is never true', () => false],
		['never settles', () => new Promise(() => {})],
	] as const) {
		it(`fails at its deadline when its condition ${what}`, async () => {
			await assert.rejects(until(condition, { what: 'something happens', seconds: 0.05 }), {
				message: 'Not within 0.05 s: something happens',
			});
		});
	}

	it('repeats an action until its result is seen, and fails if it never is', async () => {
		let acts = 0;
		const act = async () => {
			acts += 1;
		};
		await tryAgain(act, async () => assert.equal(acts, 2));
		await assert.rejects(
			tryAgain(act, () => Promise.reject(new Error('not seen')), 3),
			/not seen/,
		);
		assert.equal(acts, 5);
	});
});
