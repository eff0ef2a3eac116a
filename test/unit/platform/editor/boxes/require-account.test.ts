import assert from 'node:assert/strict';
import { answerWith, choose, signInOffer, takeCalls } from '../../../../kit/window/editor.ts';

const { requireAccount } = await import('../../../../../src/platform/editor/boxes/require-account.ts');

describe('A command that needs an account', () => {
	beforeEach(() => {
		takeCalls();
	});

	it('goes on at once if there is one', async () => {
		assert.equal(await requireAccount(() => true), true);
		assert.deepEqual(takeCalls(), []);
	});

	for (const [label, command] of [
		['Try a Sample Forge', 'tildeforge.trySample'],
		['Sign In…', 'tildeforge.signIn'],
	] as const) {
		it(`goes on after ${label}`, async () => {
			const calls: string[] = [];
			answerWith(choose(label));
			const hasAccount = () => {
				calls.push(...takeCalls());
				return calls.length > 0;
			};
			assert.equal(await requireAccount(hasAccount), true);
			assert.deepEqual(calls, [signInOffer, `command: ${command}`]);
		});
	}

	it('ends if the user cancels', async () => {
		answerWith(() => undefined);
		assert.equal(await requireAccount(() => false), false);
		assert.deepEqual(takeCalls(), [signInOffer]);
	});
});
