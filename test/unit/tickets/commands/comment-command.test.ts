import assert from 'node:assert/strict';
import type { InputBoxOptions } from 'vscode';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import { CommentCommand } from '../../../../src/tickets/commands/comment-command.ts';
import { key, stage } from '../state/forge.ts';
import { signedIn } from './signed-in.ts';

describe('The command to comment', () => {
	const resources = stage();
	const numbered = (ticket: number): TicketKey => ({ ...key, account: 'ana', ticket });
	/** A window of ana, who has chosen tickets of her tracker. `answer` is what she writes. */
	async function open(chosen: readonly number[], answer: (options: InputBoxOptions) => string | undefined) {
		const forge = await resources.forge();
		forge.fill(3);
		const tickets = await signedIn(forge, resources, 'ana');
		const done = {
			opened: [] as object[],
			pinned: [] as number[],
			sent: [] as [readonly number[], string][],
			notes: [] as string[],
			offered: [] as (string | undefined)[],
		};
		tickets.comment = async (keys, comment) => {
			done.sent.push([keys.map(({ ticket }) => ticket), String(comment)]);
		};
		const command = new CommentCommand({
			tickets,
			chooser: { choose: async () => chosen.map((ticket) => ({ key: numbered(ticket), listId: 'list' })) },
			navigation: {
				open: async (opened, options) => {
					done.opened.push({ opened, options });
				},
				rememberFocus: () => async () => {},
			},
			pinPosition: ({ ticket }) => done.pinned.push(ticket),
			ask: {
				pickAnswer: async () => null,
				askText: async (options) => {
					done.offered.push(options.value);
					return answer(options);
				},
			},
			inform: assert.fail,
			showInStatusBar: (message) => done.notes.push(message),
		});
		return { command, done };
	}

	it('opens the page of a single ticket, with the focus in its field', async () => {
		const { command, done } = await open([2], () => assert.fail());
		await command.run([]);
		assert.deepEqual(done.opened, [{ opened: numbered(2), options: { listId: 'list', focusField: true } }]);
	});

	it('does nothing without a ticket', async () => {
		const { command, done } = await open([], () => assert.fail());
		await command.run([]);
		assert.deepEqual([done.opened, done.sent], [[], []]);
	});

	it('sends the same comment to several tickets, and begins the next one with an empty box', async () => {
		const { command, done } = await open([1, 2], ({ validateInput }) => {
			validateInput?.('Thanks!');
			return 'Thanks!';
		});
		await command.run([]);
		await command.run([]);
		assert.deepEqual(done.sent, [
			[[1, 2], 'Thanks!'],
			[[1, 2], 'Thanks!'],
		]);
		assert.deepEqual(done.offered, ['', '']);
		assert.deepEqual([done.pinned, done.notes[0]], [[1, 2, 1, 2], 'Commenting on 2 tickets…']);
	});

	it('keeps what was typed if the user cancels, and offers it next time', async () => {
		const { command, done } = await open([1, 2], ({ validateInput }) => {
			validateInput?.('Half of a com');
			return undefined;
		});
		await command.run([]);
		await command.run([]);
		assert.deepEqual([done.offered, done.sent], [['', 'Half of a com'], []]);
	});

	it('refuses a comment that is too short, and sends nothing if it is blank', async () => {
		const { command, done } = await open([1, 2], ({ validateInput }) => {
			const check = (text: string) => validateInput?.(text);
			assert.deepEqual(
				[check(''), check('ok'), check('   a '), check('yes')],
				[
					undefined,
					'A comment needs at least 3 characters.',
					'A comment needs at least 3 characters.',
					undefined,
				],
			);
			return '   ';
		});
		await command.run([]);
		assert.deepEqual(done.sent, []);
	});
});
