import assert from 'node:assert/strict';
import type { InputBoxOptions } from 'vscode';
import { CommentQuestion } from '../../../../src/tickets/commands/ask-comment.ts';

describe('A comment for a command', () => {
	it('is kept until it is sent', async () => {
		const values: (string | undefined)[] = [];
		const problems: unknown[] = [];
		const answers = ['  ', undefined, 'Thanks. '];
		const question = new CommentQuestion({
			pickTemplateOrWrite: async () => ({ kind: 'write' }),
			askText: async ({ value, validateInput }: InputBoxOptions) => {
				values.push(value);
				for (const text of ['', 'no', 'yes']) problems.push(await validateInput?.(text));
				return answers.shift();
			},
		});
		const ask = () => question.ask('Title', 'Prompt');
		assert.deepEqual([await ask(), await ask(), await ask()], ['', undefined, 'Thanks. ']);
		question.didSend();
		await ask();
		assert.deepEqual(values, ['', 'yes', 'yes', '']);
		assert.deepEqual(problems.slice(0, 3), [undefined, 'A comment needs at least 3 characters.', undefined]);
	});

	it('can be a comment template, and canceling the list cancels the question', async () => {
		const picked = [{ kind: 'template', text: 'Which version?\n\nThanks.' } as const, undefined];
		const titles: string[] = [];
		const question = new CommentQuestion({
			pickTemplateOrWrite: async (title) => {
				titles.push(title);
				return picked.shift();
			},
			askText: () => assert.fail(),
		});
		assert.equal(await question.ask('Comment on 2 tickets', 'Prompt'), 'Which version?\n\nThanks.');
		assert.equal(await question.ask('Comment on 2 tickets', 'Prompt'), undefined);
		assert.deepEqual(titles, ['Comment on 2 tickets', 'Comment on 2 tickets']);
	});
});
