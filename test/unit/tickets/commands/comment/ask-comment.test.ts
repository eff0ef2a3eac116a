import assert from 'node:assert/strict';
import type { InputBoxOptions } from 'vscode';
import { ownLock } from '../../../../../src/base/files/held-lock.ts';
import { askForComment } from '../../../../../src/tickets/commands/comment/ask-comment.ts';
import { CommentLine } from '../../../../../src/tickets/commands/comment/comment-line.ts';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import { writeText } from '../../../../kit/items/written-texts.ts';
import { signedIn } from '../signed-in.ts';

const key = { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 1 };
const others = [key, { ...key, ticket: 2 }];

describe('A line that the user writes as a comment', () => {
	const resources = stage();

	async function open() {
		const tickets = await signedIn(await resources.forge(), resources, 'ana');
		const drafts = () => tickets.texts.editing.map(({ body }) => body.text).sort();
		/** Asks for a comment on `keys`. The user writes `words`, the last of which is undefined if they cancel. */
		const ask = async (words: readonly (string | undefined)[], keys = others) => {
			const shown: unknown[] = [];
			const line = new CommentLine(tickets, keys);
			const comment = await askForComment(
				{
					pickTemplateOrWrite: async () => ({ kind: 'write' }),
					askText: async ({ value, validateInput }: InputBoxOptions) => {
						shown.push(value);
						for (const text of words) if (text !== undefined) shown.push(await validateInput?.(text));
						return words.at(-1);
					},
				},
				{ title: 'Title', prompt: 'Prompt', line },
			);
			await tickets.texts.settled();
			return { comment, shown };
		};
		return { tickets, drafts, ask };
	}

	it('is kept at each keystroke, is there again, and is what is sent', async () => {
		const { ask, drafts, tickets } = await open();
		const first = await ask(['no', 'Thanks', undefined]);
		assert.deepEqual(first, {
			comment: undefined,
			shown: ['', 'A comment needs at least 3 characters.', undefined],
		});
		assert.deepEqual(drafts(), ['Thanks']);
		const again = await ask(['Thanks, both']);
		assert.deepEqual(again.shown, ['Thanks', undefined]);
		assert.ok(typeof again.comment === 'object');
		assert.equal(again.comment.body.text, 'Thanks, both');
		assert.deepEqual(drafts(), ['Thanks, both']);
		await tickets.textSender.comment(others, again.comment, () => undefined);
		assert.deepEqual(drafts(), []);
	});

	it('does not replace what was written of it elsewhere, sent in vain and is edited again', async () => {
		const { drafts, tickets } = await open();
		const { texts } = tickets;
		const line = new CommentLine(tickets, others);
		const { id, revision, writer, ...kept } = line.keep('Thanks');
		const body = { ...kept.body, text: 'Thanks, both' };
		await texts.write({ ...kept, id, body, base: { revision, writer }, revision: 2, writer: 'editor' });
		await texts.markSent(id);
		await texts.editAgain({ ...kept, id, body }, true, ownLock.confirm);
		for (const text of ['Thanks a', 'Thanks a l', 'Thanks a lot']) line.keep(text);
		await texts.settled();
		assert.deepEqual(drafts(), ['Thanks a lot', 'Thanks, both']);
	});

	it('is empty if it is blank', async () => {
		const { ask, drafts } = await open();
		assert.equal((await ask(['Hm', ' '])).comment, '');
		assert.deepEqual(drafts(), [' ']);
	});

	for (const [what, before] of [
		['several lines', { text: 'One\ntwo' }],
		['a text with choices', { text: 'One', status: 'confirmed' }],
	] as const)
		it(`is a text of its own beside ${what} on the page of the ticket`, async () => {
			const { ask, drafts, tickets } = await open();
			await writeText(tickets, key, before);
			const { shown } = await ask(['Thanks', undefined], [key]);
			assert.deepEqual(shown, ['', undefined]);
			assert.deepEqual(drafts(), [before.text, 'Thanks'].sort());
		});

	it('can be a comment template, which leaves what was written before', async () => {
		const { tickets, drafts } = await open();
		await writeText(tickets, { tickets: others }, { text: 'Mine' });
		const picked = [{ kind: 'template', text: 'Which version?' } as const, undefined];
		const ask = () =>
			askForComment(
				{ pickTemplateOrWrite: async () => picked.shift(), askText: () => assert.fail() },
				{ title: 'Title', prompt: 'Prompt', line: new CommentLine(tickets, others) },
			);
		assert.deepEqual([await ask(), await ask()], ['Which version?', undefined]);
		assert.deepEqual(drafts(), ['Mine']);
	});
});
