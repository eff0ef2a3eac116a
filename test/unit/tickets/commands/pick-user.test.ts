import assert from 'node:assert/strict';
import { answerWith, choose, enter, takeCalls } from '../../../kit/window/editor.ts';

const { pickUser, pickUserOrName } = await import('../../../../src/tickets/commands/pick-user.ts');

describe('Choosing a user', () => {
	const users = ['~ana', '~bob'];

	it('offers those that are known, and says which is the signed-in one', async () => {
		answerWith(choose('bob'));
		assert.equal(await pickUser('T', users, '~ana'), '~bob');
		assert.deepEqual(takeCalls(), ['pick: T: Select a user: $(account) ~ana (you) | $(account) ~bob']);
		assert.equal(await pickUser('T', users, '~ana'), undefined);
		takeCalls();
	});

	it('takes the name of any other user, with or without its tilde', async () => {
		for (const [text, name] of [
			['carol', '~carol'],
			[' ~carol ', '~carol'],
		] as const) {
			answerWith(choose('Enter Name'), enter(text));
			assert.equal(await pickUserOrName('T', users, '~ana'), name);
		}
		answerWith(choose('bob'));
		assert.equal(await pickUserOrName('T', users, '~ana'), '~bob');
		takeCalls();
	});
});
