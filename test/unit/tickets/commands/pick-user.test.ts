import assert from 'node:assert/strict';
import { answerWith, choose, enter, made, problemsOf, takeCalls } from '../../../kit/window/editor.ts';

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

	it('shows the row for another name while the user types one, and asks for it with what was typed', async () => {
		answerWith((rows) => {
			made.boxes.at(-1)?.type('carol');
			return Array.isArray(rows) && rows.find(({ alwaysShow }) => alwaysShow);
		}, enter('~carol'));
		assert.equal(await pickUserOrName('T', users, '~ana'), '~carol');
		assert.match(takeCalls()[1] ?? '', /^input: T: Name of a user .*: carol$/);
	});

	it('says what a name looks like', async () => {
		const problems: unknown[] = [];
		answerWith(choose('Enter Name'), problemsOf(['two words', '~', '~a.b'], problems));
		await pickUserOrName('T', users, '~ana');
		const problem = 'Enter the name of a user, such as ~name.';
		assert.deepEqual(problems, [problem, problem, undefined]);
	});

	it('is cancelled with the list or with the name', async () => {
		assert.equal(await pickUserOrName('T', users, '~ana'), undefined);
		answerWith(choose('Enter Name'));
		assert.equal(await pickUserOrName('T', users, '~ana'), undefined);
		takeCalls();
	});
});
