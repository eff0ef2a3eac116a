import assert from 'node:assert/strict';
import type { InputBoxOptions } from 'vscode';
import { askForComment } from '../../../../../src/tickets/commands/comment/ask-comment.ts';
import type { LineDraft } from '../../../../../src/tickets/commands/comment/line-draft.ts';

describe('A comment for a command', () => {
	/** What the user has written before is `Before`. */
	function unsent() {
		const kept: string[] = [];
		const sent: string[] = [];
		const done = { left: 0 };
		const comment: LineDraft = {
			text: 'Before',
			keep: (text) => kept.push(text),
			didLeave: async () => void done.left++,
			send: async (text, add) => {
				await add();
				sent.push(text);
			},
		};
		return { kept, sent, done, question: { title: 'Title', prompt: 'Prompt', unsent: comment } };
	}

	it('begins with what was not sent, is kept at each keystroke, and is removed when it is sent', async () => {
		const { kept, sent, question } = unsent();
		const problems: unknown[] = [];
		const asked = await askForComment(
			{
				pickTemplateOrWrite: async () => ({ kind: 'write' }),
				askText: async ({ value, validateInput }: InputBoxOptions) => {
					assert.equal(value, 'Before');
					for (const text of ['', 'no', 'yes']) problems.push(await validateInput?.(text));
					return 'Thanks. ';
				},
			},
			question,
		);
		assert.deepEqual(problems, [undefined, 'A comment needs at least 3 characters.', undefined]);
		assert.deepEqual([kept, sent, asked?.text], [['', 'no', 'yes'], [], 'Thanks. ']);
		let added = 0;
		await asked?.send(async () => void added++);
		assert.deepEqual([added, sent], [1, ['Thanks. ']]);
	});

	for (const [what, written] of [
		['is blank', ' '],
		['is cancelled', undefined],
	] as const) {
		it(`that ${what} removes nothing, and an editor of it shows it`, async () => {
			const { sent, done, question } = unsent();
			const asked = await askForComment(
				{ pickTemplateOrWrite: async () => ({ kind: 'write' }), askText: async () => written },
				question,
			);
			assert.equal(asked?.text, written === undefined ? undefined : '');
			await asked?.send(async () => {});
			assert.deepEqual([sent, done.left], [[], 1]);
		});
	}

	it('can be a comment template, which leaves what was not sent', async () => {
		const picked = [{ kind: 'template', text: 'Which version?\n\nThanks.' } as const, undefined];
		const { sent, question } = unsent();
		const ask = () =>
			askForComment(
				{ pickTemplateOrWrite: async () => picked.shift(), askText: () => assert.fail() },
				question,
			);
		const asked = await ask();
		assert.equal(asked?.text, 'Which version?\n\nThanks.');
		await asked.send(async () => {});
		assert.equal(await ask(), undefined);
		assert.deepEqual(sent, []);
	});
});
