import assert from 'node:assert/strict';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import { participant } from '../../../../src/sandbox/trackers/tickets.ts';
import { CommentFiles } from '../../../../src/tickets/commands/comment/comment-files.ts';
import { ana, key, stage } from '../../../kit/forge/tracker-forge.ts';
import {
	answerWith,
	choose,
	documents,
	enter,
	FakeDocument,
	problemsOf,
	setSetting,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { Uri } = await import('vscode');
const { EditCommands } = await import('../../../../src/tickets/commands/edit-commands.ts');
const { ChangeCommands } = await import('../../../../src/tickets/commands/change-commands.ts');
const { CommentEditor } = await import('../../../../src/tickets/commands/comment/comment-editor.ts');
const { TicketChooser } = await import('../../../../src/tickets/commands/ticket-chooser.ts');
const { Lifetime } = await import('../../../../src/base/lifetime.ts');

describe('A command that assigns tickets or edits their titles and descriptions', () => {
	const resources = stage();

	/** A window of a user who has chosen some tickets of ana's tracker, in which there are two. */
	async function open({
		me = 'ana' as 'ana' | 'bob',
		submitter = 'bob' as 'ana' | 'bob',
		isRest = false,
		chosen = [1],
		other = undefined as 'bob' | undefined,
	} = {}) {
		const forge = await resources.forge();
		for (const title of ['Ticket 0', 'Ticket 1'])
			forge.trackers.tickets.open(forge.tracker, participant(submitter), { title });
		const own = isRest ? forge : { ...forge, extrasOf: forge.extras };
		const tickets = await signedIn(own, resources, ...new Set([me, other ?? me]));
		const keys = chosen.map(
			(ticket): TicketKey => ({ ...key, account: ticket === 1 ? me : (other ?? me), ticket }),
		);
		const user = new Lifetime();
		resources.ending(() => user.dispose());
		for (const one of keys) await tickets.trackerCache(one, user)?.refresh();
		setSetting('tildeforge.undoSeconds', 0);
		const navigation = navigationWith({
			current: async () => keys.map((one) => ({ key: one, listId: undefined })),
		});
		const chooser = new TicketChooser(tickets, navigation);
		const editor = new CommentEditor(new CommentFiles(tickets));
		const changes = new ChangeCommands(tickets, navigation, chooser, editor);
		const commands = new EditCommands(tickets, chooser, changes, navigation);
		const [first = assert.fail(), second = assert.fail()] = forge.tracker.tickets;
		/** Waits until the forge has these assignees of the first ticket. */
		const assigned = (...names: readonly string[]) =>
			until(() => first.assignees.join() === names.join() && tickets.outbox.entries.length === 0, {
				what: `the first ticket is assigned to ${names}`,
			});
		takeCalls();
		return { forge, tickets, commands, first, second, assigned, user };
	}

	it('offers the user first, then those who take part in the tickets of the tracker', async () => {
		const { commands, assigned } = await open();
		answerWith(choose('~bob'));
		await commands.assign([]);
		assert.equal(
			takeCalls()[0],
			'pick: Assign: ~ana/editor#1 · Ticket 0: Select a user: $(account) ~ana (you) | $(account) ~bob |  | $(edit) Enter Name…',
		);
		await assigned('bob');
	});

	it('assigns several to the user, and says if they are already', async () => {
		const { commands, second, assigned } = await open({ chosen: [1, 2] });
		await commands.assignToMe([]);
		await assigned('ana');
		await until(() => second.assignees.join() === 'ana', { what: 'the second ticket is assigned' });
		takeCalls();
		await commands.assignToMe([]);
		assert.deepEqual(takeCalls(), ['status bar: All 2 tickets are already assigned to you']);
	});

	it('assigns no tickets of several accounts', async () => {
		const { commands, tickets } = await open({ chosen: [1, 2], other: 'bob' });
		await commands.assignToMe([]);
		assert.deepEqual(takeCalls(), [
			'information: Each forge has its own users. Select tickets of one account.',
		]);
		assert.deepEqual(tickets.outbox.entries, []);
	});

	it('unassigns the only assignee, and asks for one of several', async () => {
		const { commands, forge, tickets, first, assigned } = await open();
		await commands.unassign([]);
		assert.match(takeCalls().join(), /#1 is not assigned to anyone/);
		for (const name of ['ana', 'bob']) forge.trackers.tickets.assign(first, ana, name);
		const user = new Lifetime();
		await tickets.trackerCache({ ...key, account: 'ana' }, user)?.refresh();
		user.dispose();
		answerWith(choose('~ana'));
		await commands.unassign([]);
		await assigned('bob');
		assert.match(takeCalls().join(), /Unassign: ~ana\/editor#1/);
		await commands.unassign([]);
		await assigned();
		assert.doesNotMatch(takeCalls().join(), /pick/);
	});

	it('says nothing of the assignees of a ticket that could not be read', async () => {
		const { commands } = await open({ chosen: [3] });
		await commands.unassign([]);
		assert.deepEqual(takeCalls(), ['status bar: The assignees could not be read']);
	});

	it('changes the title of one ticket', async () => {
		const { commands, tickets, first } = await open();
		answerWith(enter(' A better title '));
		await commands.editTitle([]);
		await until(() => first.title === 'A better title' && tickets.outbox.entries.length === 0, {
			what: 'the ticket has the title',
		});
		takeCalls();
		answerWith(enter('A better title'));
		await commands.editTitle([]);
		const problems: unknown[] = [];
		answerWith(problemsOf([' ab ', 'abc', 'a'.repeat(2048), 'a'.repeat(2049)], problems));
		await commands.editTitle([]);
		const problem = 'A title has between 3 and 2048 characters.';
		assert.deepEqual(problems, [problem, undefined, undefined, problem]);
		const asked = 'input: Title: ~ana/editor#1 · A better title: Title of the ticket: A better title';
		assert.deepEqual(takeCalls(), [asked, asked]);
		assert.deepEqual(tickets.outbox.entries, []);
	});

	it('neither changes the titles of several tickets nor deletes several', async () => {
		const { commands, forge, tickets } = await open({ chosen: [1, 2] });
		for (const run of [() => commands.editTitle([]), () => commands.delete([])]) {
			answerWith(enter('Delete Ticket'));
			await run();
			assert.match(takeCalls().join(), /Select a single ticket/);
		}
		assert.deepEqual([tickets.outbox.entries, forge.tracker.tickets.length], [[], 2]);
	});

	it('opens the description of one ticket in an editor, with the text of the forge', async () => {
		const { forge, commands, first } = await open();
		forge.trackers.tickets.edit(first, { description: 'Now\nwith lines' });
		const uri = Uri.from({
			scheme: 'tildeforge-description',
			path: '/~ana/editor/1/Description of #1.md',
			query: '~ana (forge.test)',
		});
		documents.push(new FakeDocument(uri, 'Before', () => {}));
		await commands.editDescription([]);
		assert.deepEqual(takeCalls(), [
			'show: /~ana/editor/1/Description of #1.md: {"preview":false}',
			'command: workbench.action.files.revert',
		]);
	});

	it('deletes one ticket after the user has confirmed it', async () => {
		const { commands, forge, first, second } = await open();
		const asked =
			'warning: Delete ~ana/editor#1 “Ticket 0”?: This permanently deletes the ticket and its comments on the forge, for everyone.: Delete Ticket';
		await commands.delete([]);
		assert.deepEqual(takeCalls(), [asked]);
		assert.deepEqual(forge.tracker.tickets, [first, second]);
		answerWith(enter('Delete Ticket'));
		await commands.delete([]);
		assert.deepEqual(takeCalls(), [asked, 'status bar: ~ana/editor#1 was deleted']);
		assert.deepEqual(forge.tracker.tickets, [second]);
	});

	it('subscribes to tickets and ends the subscriptions, also if there are none', async () => {
		const { commands, forge } = await open({ chosen: [1, 2] });
		const subscribed = () => forge.trackers.subscriptions.of('ana').map(({ ticket }) => ticket);
		await commands.subscribe([]);
		assert.deepEqual(subscribed(), [1, 2]);
		await commands.unsubscribe([]);
		await commands.unsubscribe([]);
		assert.deepEqual(subscribed(), []);
		const ended = 'status bar: Unsubscribed from 2 tickets';
		assert.deepEqual(takeCalls(), ['status bar: Subscribed to 2 tickets', ended, ended]);
	});

	it('says that the forge has a page for what it cannot be asked for, and opens that', async () => {
		const { commands, tickets } = await open({ isRest: true });
		await commands.assign([]);
		const page =
			/https:\/\/todo\.forge\.test\/~ana\/editor\/1.*status bar: Opened the page of the forge, which has no other way to do that/;
		assert.match(takeCalls().join(), page);
		await commands.editDescription([]);
		await commands.delete([]);
		await commands.subscribe([]);
		const calls = takeCalls().join();
		assert.match(calls, /https:\/\/todo\.forge\.test\/~ana\/editor\/1/);
		assert.doesNotMatch(calls, /Subscribed/);
		assert.deepEqual(tickets.outbox.entries, []);
	});
});
