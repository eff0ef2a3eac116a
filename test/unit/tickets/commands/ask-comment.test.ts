import assert from 'node:assert/strict';
import { CommentQuestion } from '../../../../src/tickets/commands/ask-comment.ts';

it('A comment that was not sent is there when the user is asked again', async () => {
	const values: (string | undefined)[] = [];
	const problems: unknown[] = [];
	const answers = ['  ', undefined, 'Thanks. '];
	const question = new CommentQuestion(async ({ value, validateInput }) => {
		values.push(value);
		for (const text of ['', 'no', 'yes']) problems.push(await validateInput?.(text));
		return answers.shift();
	});
	const ask = () => question.ask('Title', 'Prompt');
	assert.deepEqual([await ask(), await ask(), await ask()], ['', undefined, 'Thanks. ']);
	question.didSend();
	await ask();
	assert.deepEqual(values, ['', 'yes', 'yes', '']);
	assert.deepEqual(problems.slice(0, 3), [undefined, 'A comment needs at least 3 characters.', undefined]);
});
