import assert from 'node:assert/strict';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import { CommentFiles } from '../../../../src/tickets/commands/comment/comment-files.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { textKeyOf } from '../../../../src/tickets/state/changes/text-format.ts';
import { key, stage } from '../../../kit/forge/tracker-forge.ts';
import { answerWith, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { CommentCommand } = await import('../../../../src/tickets/commands/comment-command.ts');
const { CommentEditor } = await import('../../../../src/tickets/commands/comment/comment-editor.ts');
const { TicketChooser } = await import('../../../../src/tickets/commands/ticket-chooser.ts');

describe('The command to comment', () => {
	const resources = stage();
	const numbered = (ticket: number): TicketKey => ({ ...key, account: 'ana', ticket });
	/** A window of ana, who has chosen tickets of her tracker. She picks `template`, writes if it is null, and cancels if it is undefined. */
	async function open(chosen: readonly number[], template: string | null | undefined) {
		const forge = await resources.forge();
		forge.fill(3);
		const tickets = await signedIn(forge, resources, 'ana');
		const done = {
			opened: [] as (object | string)[],
			pinned: [] as number[],
			sent: [] as [readonly number[], string][],
			results: [] as boolean[],
		};
		const { textSender } = tickets;
		textSender.comment = async (keys, comment) => {
			const text = typeof comment === 'string' ? comment : comment.body.text;
			done.sent.push([keys.map(({ ticket }) => ticket), text]);
		};
		const written = textSender.newText(chosen.length > 0 ? textKeyOf(chosen.map(numbered)) : numbered(1), {
			...emptyBody,
			text: 'Written',
		});
		const navigation = navigationWith({
			open: async (opened, options) => {
				done.opened.push({ opened, options });
			},
			pinPosition: ({ ticket }) => done.pinned.push(ticket),
		});
		const chooser = new TicketChooser(tickets, navigation);
		chooser.choose = async () => chosen.map((ticket) => ({ key: numbered(ticket), listId: 'list' }));
		const editor = new CommentEditor(new CommentFiles(tickets));
		editor.open = async (keys) => void done.opened.push(`edit ${keys.map(({ ticket }) => ticket)}`);
		editor.send = async (send) => void done.results.push(await send(chosen.map(numbered), written));
		const command = new CommentCommand(tickets, navigation, chooser, editor);
		// Without templates, the user is not asked whether to write.
		if (template !== null) setSetting('tildeforge.commentTemplates', { Template: template ?? 'Another' });
		if (template) answerWith((items) => Array.isArray(items) && items.find(({ text }) => text === template));
		/** The messages that the user has got. */
		const notes = () => takeCalls().filter((call) => !call.startsWith('pick: '));
		return { command, done, tickets, notes };
	}

	it('opens the page of a single ticket, with the focus in its field', async () => {
		const { command, done } = await open([2], null);
		await command.run([]);
		assert.deepEqual(done.opened, [{ opened: numbered(2), options: { listId: 'list', focusField: true } }]);
	});

	it('opens an editor for the comment on several tickets, and sends what is written there', async () => {
		const { command, done } = await open([1, 2], null);
		await command.run([]);
		assert.deepEqual([done.opened, done.sent], [['edit 1,2'], []]);
		await command.send();
		assert.deepEqual(done.sent, [[[1, 2], 'Written']]);
		assert.deepEqual([done.pinned, done.results], [[1, 2], [true]]);
	});

	it('sends nothing, so that the text is kept, if an account is signed out', async () => {
		const { command, done, tickets, notes } = await open([1, 2], null);
		tickets.of = () => undefined;
		await assert.rejects(command.send(), { kind: 'signed-out' });
		assert.deepEqual([done.sent, done.results, notes()], [[], [], []]);
	});

	it('sends nothing if the user may not comment on one of the tickets, and says so', async () => {
		const { command, done, tickets, notes } = await open([1, 2], null);
		const account = tickets.of('ana') ?? assert.fail();
		const permissions = {
			read: async () => {},
			of: () => ({ anonymous: [], submitter: [], user: [] }),
			tracker: () => undefined,
		};
		const session = { ...account.session, account: '~carol' };
		tickets.of = () => Object.assign(Object.create(account), { session, permissions });
		await command.send();
		await command.run([]);
		assert.deepEqual([done.sent, done.results, done.opened], [[], [false], []]);
		const refusal = "information: You don't have permission to comment on tickets in ~ana/editor.";
		assert.deepEqual(notes(), [refusal, refusal]);
	});
});
