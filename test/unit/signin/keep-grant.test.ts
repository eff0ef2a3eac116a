import assert from 'node:assert/strict';
import { keepGrant } from '../../../src/signin/keep-grant.ts';
import { ana, openWindow } from './window.ts';

describe('A sign-in that was approved in the browser', () => {
	/** Keeps the sign-in in a window whose keyring is locked. The user's answers may repair the keyring. */
	async function keepWhileLocked(answers: readonly ('repair' | 'again' | 'leave')[]) {
		const { ledger, vault } = openWindow();
		vault.broken = true;
		const told: string[] = [];
		let discarded = 0;
		const session = await keepGrant({
			keep: () => ledger.put(ana),
			shallTryAgain: async ({ message }) => {
				const answer = answers[told.length];
				told.push(message);
				if (answer === 'repair') vault.broken = false;
				return answer !== 'leave';
			},
			discard: async () => {
				discarded += 1;
			},
		});
		return { told, discarded, account: session?.account, who: ledger.sessions.map(({ account }) => account) };
	}

	it('is kept by another attempt, without another approval, once the keyring works', async () => {
		const { told, ...outcome } = await keepWhileLocked(['again', 'repair']);
		assert.deepEqual(outcome, { discarded: 0, account: '~ana', who: ['~ana'] });
		assert.equal(told.length, 2);
	});

	it('is ended at the forge when the user gives up', async () => {
		const { told, ...outcome } = await keepWhileLocked(['again', 'leave']);
		assert.deepEqual(outcome, { discarded: 1, account: undefined, who: [] });
		assert.equal(told.length, 2);
	});

	it('is ended at the forge, too, where a mistake of ours is in the way', async () => {
		let discarded = 0;
		const kept = keepGrant({
			keep: () => Promise.reject(new TypeError('a mistake')),
			shallTryAgain: () => assert.fail('nobody is asked'),
			discard: async () => {
				discarded += 1;
			},
		});
		await assert.rejects(kept, TypeError);
		assert.equal(discarded, 1);
	});
});
