import assert from 'node:assert/strict';
import { storeGrant } from '../../../../src/signin/methods/store-grant.ts';
import { ana, openWindow } from '../../../kit/window/sign-in-window.ts';

describe('A sign-in that was approved in the browser', () => {
	/** Saves the sign-in in a window whose keyring is locked. The user's answers may repair the keyring. */
	async function keepWhileLocked(answers: readonly ('repair' | 'again' | 'leave')[]) {
		const { registry, secretStore } = openWindow();
		secretStore.broken = true;
		const messages: string[] = [];
		let discarded = 0;
		const session = await storeGrant(
			() => registry.put(ana),
			async ({ message }) => {
				const answer = answers[messages.length];
				messages.push(message);
				if (answer === 'repair') secretStore.broken = false;
				return answer !== 'leave';
			},
			async () => {
				discarded += 1;
			},
		);
		return {
			messages,
			discarded,
			account: session?.account,
			who: registry.sessions.map(({ account }) => account),
		};
	}

	it('is saved by another attempt, without another approval, once the keyring works', async () => {
		const { messages, ...outcome } = await keepWhileLocked(['again', 'repair']);
		assert.deepEqual(outcome, { discarded: 0, account: '~ana', who: ['~ana'] });
		assert.equal(messages.length, 2);
	});

	it('is ended at the forge when the user gives up', async () => {
		const { messages, ...outcome } = await keepWhileLocked(['again', 'leave']);
		assert.deepEqual(outcome, { discarded: 1, account: undefined, who: [] });
		assert.equal(messages.length, 2);
	});

	it('is ended at the forge when a bug prevents saving it', async () => {
		let discarded = 0;
		const kept = storeGrant(
			() => Promise.reject(new TypeError('a mistake')),
			() => assert.fail('nobody is asked'),
			async () => {
				discarded += 1;
			},
		);
		await assert.rejects(kept, TypeError);
		assert.equal(discarded, 1);
	});
});
