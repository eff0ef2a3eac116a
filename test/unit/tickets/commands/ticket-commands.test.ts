import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { idOfTicket, type TrackerKey } from '../../../../src/platform/model/keys.ts';
import { CommentFiles } from '../../../../src/tickets/commands/comment/comment-files.ts';
import type { ChosenTicket } from '../../../../src/tickets/commands/ticket-command-target.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { writeText } from '../../../kit/items/written-texts.ts';
import { answerWith, choose, enter, made, takeCalls } from '../../../kit/window/editor.ts';
import { openBox, openText } from '../../../kit/window/open-text.ts';
import { until } from '../../../tools/until.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { TicketCommands } = await import('../../../../src/tickets/commands/ticket-commands.ts');
const { TodoReferences } = await import('../../../../src/tickets/commands/code/todo-references.ts');

const resources = stage();
const tracker = { account: 'ana', owner: '~ana', tracker: 'editor' };
const key = (ticket: number) => ({ ...tracker, ticket });
const row = (ticket: number, listId?: string) => ({
	...{ id: `${ticket}`, label: 'A' },
	about: { kind: 'ticket', key: key(ticket), ...(listId !== undefined && { listId }) },
});
const trackerRow = { id: 't', label: 'T', about: { kind: 'tracker', key: tracker } };
const gone = 'status bar: The list changed. Try again.';

/** The commands of a window, and what they have opened. */
async function open(current?: readonly ChosenTicket[], ...inProject: readonly string[]) {
	const forge = await resources.forge();
	forge.fill(3);
	const tickets = await signedIn(forge, resources, 'ana');
	const opened: unknown[] = [];
	/** The tracker that the user works with. */
	const working: { in: TrackerKey | undefined } = { in: undefined };
	const navigation = navigationWith({
		open: async (one, options) => {
			const { prefill, ...rest } = options ?? {};
			opened.push([idOfTicket(one), { ...rest, ...(prefill && { title: prefill.title }) }]);
		},
		current: async () => current,
		currentTracker: async () => working.in,
		go: (step) => opened.push(`go ${step}`),
		preview: async (step, from) => void opened.push(`preview ${step} from ${from?.key.ticket}`),
	});
	const commentFiles = new CommentFiles(tickets);
	const project = projectItems(...inProject).items;
	const todos = new TodoReferences(tickets, project);
	resources.ending(() => todos.dispose());
	const commands = new TicketCommands(tickets, commentFiles, navigation, todos, project);
	return { tickets, commands, opened, working };
}

describe('A row that the user opens', () => {
	it('is a new ticket, or nothing', async () => {
		const { commands, opened } = await open();
		await commands.openRow([trackerRow]);
		await commands.openRow([{ id: 'x', label: 'X' }]);
		assert.deepEqual(opened, [
			[idOfTicket(tracker), { listId: undefined, preserveFocus: true, stays: true }],
		]);
	});
});

describe('The command that opens tickets', () => {
	it('opens one in the page of its list, and several in pages of their own', async () => {
		const { commands, opened } = await open();
		const rows = [row(1, 'list'), row(2, 'list')];
		await commands.open([rows[0]]);
		await commands.open([rows[0], rows]);
		assert.deepEqual(opened, [
			[idOfTicket(key(1)), { listId: 'list' }],
			...[1, 2].map((ticket) => [idOfTicket(key(ticket)), {}]),
		]);
	});
});

describe('A ticket that the user names', () => {
	it('is opened at its event, or chosen among those with its number, first those that are known', async () => {
		const { commands, opened, tickets } = await open(undefined, '~bob/tools');
		const account = tickets.of('ana') ?? assert.fail();
		const source = () => [commands.opens(async () => {})];
		await openText(source(), `${account.instance.trackers}/~ana/editor/2#event-7`);
		assert.deepEqual(opened.splice(0), [[idOfTicket(key(2)), { event: 7 }]]);
		// None of the tickets is known here.
		const { box, rows, running } = await openBox(source(), '#3');
		assert.deepEqual(rows(), ['Ticket ~bob/tools#3 · this project', 'Ticket ~ana/editor#3']);
		box.choose('~bob/tools#3');
		await until(() => rows().some((one) => one.startsWith('Try Again')));
		box.choose('~ana/editor#3');
		await running;
		assert.deepEqual(opened.splice(0), [[idOfTicket(key(3)), { event: undefined }]]);
		using lifetime = new Lifetime();
		await tickets.trackerCache(key(1), lifetime)?.refresh();
		for (const text of ['3', 'editor#3', '~ana/editor#3']) await openText(source(), text);
		assert.deepEqual(opened.splice(0), Array(3).fill([idOfTicket(key(3)), { event: undefined }]));
		// The newest ticket may not be known yet, but one below it that was deleted is gone.
		await tickets.trackerCache(key(1), lifetime)?.remove(2);
		const later = await openBox(source(), '4');
		assert.deepEqual(later.rows(), ['Ticket ~bob/tools#4 · this project', 'Ticket ~ana/editor#4']);
		later.box.type('#2');
		await until(() => later.rows().join() === 'Ticket ~bob/tools#2 · this project');
		later.box.type('editor#2');
		await until(() => /^Enter it with its owner/.test(later.rows().join()));
		later.box.hide();
		await later.running;
	});

	it('is searched for by *Find Ticket…*, which hands over the address of something else', async () => {
		const { commands, tickets } = await open();
		const running = commands.find();
		const box = made.boxes.at(-1) ?? assert.fail();
		const address = `${tickets.of('ana')?.instance.trackers}/~ana/editor`;
		for (const text of ['#2', '~ana/editor#2', 'crash']) {
			box.type(text);
			assert.ok(!box.items.some(({ label }) => label === 'Open' && text === 'crash'));
		}
		const rows = () => box.items.map(({ label, description }) => [label, description]);
		box.type('kim@example.org');
		await until(() => rows()[0]?.[0] === 'No matching tickets');
		assert.deepEqual(rows().at(-1), ['Open', 'kim@example.org']);
		box.type('submitter:kim@example.org');
		assert.ok(!rows().some(([label]) => label === 'Open'));
		box.type(address);
		assert.deepEqual(rows(), [['Open', address]]);
		takeCalls();
		box.choose('Open');
		await running;
		assert.deepEqual(takeCalls(), [`command: tildeforge.open: ${address}`]);
	});
});

describe('The command for a new ticket', () => {
	it('offers the tracker of the workspace first, where the search finds tickets too', async () => {
		const { commands, opened } = await open(undefined, '~bob/tools');
		answerWith(choose('~bob'), choose('~bob'));
		await commands.create([]);
		await commands.createFromSelection([]);
		const tools = idOfTicket({ ...tracker, owner: '~bob', tracker: 'tools' });
		assert.deepEqual(opened, [
			[tools, {}],
			[tools, {}],
		]);
		assert.match(takeCalls().join(), /: \$\(checklist\) ~bob\/tools \(forge\.test · this project\) \| /);
		const found = commands.find();
		const box = made.boxes.at(-1) ?? assert.fail();
		await until(() => !box.busy);
		box.type('tools#4');
		box.accept();
		await found;
		assert.deepEqual(opened.at(-1), [
			idOfTicket({ ...tracker, owner: '~bob', tracker: 'tools', ticket: 4 }),
			{},
		]);
	});
});

describe('The command for the next ticket', () => {
	it('shows it, or previews it', async () => {
		const { commands, opened } = await open([{ key: key(2), listId: undefined }]);
		await commands.go(1, {});
		await commands.go(-1, { preserveFocus: true });
		assert.deepEqual(opened, ['go 1', 'preview -1 from 2']);
	});
});

describe('The commands for links', () => {
	it('copy the tickets and open them in the browser', async () => {
		const { commands } = await open();
		await commands.copyRef([row(1)]);
		await commands.copyLink([row(1)]);
		await commands.copyMarkdownLink([row(1)]);
		await commands.openOnWeb([row(1)]);
		const address = 'https://todo.forge.test/~ana/editor/1';
		assert.deepEqual(takeCalls(), [
			...['clipboard: ~ana/editor#1', 'status bar: 1 reference copied'],
			...[`clipboard: ${address}`, 'status bar: 1 link copied'],
			...[`clipboard: [~ana/editor#1](${address})`, 'status bar: 1 link copied', `browser: ${address}`],
		]);
	});
});

describe('The commands for the link of a tracker', () => {
	for (const [what, args] of [
		['that they were called on', [trackerRow]],
		['of a row in it', [row(1)]],
		['that is the only one', []],
	] as const) {
		it(`copy it and open it in the browser, for the tracker ${what}`, async () => {
			const { commands } = await open();
			await commands.trackers.copyLink(args);
			await commands.trackers.openOnWeb(args);
			const address = 'https://todo.forge.test/~ana/editor';
			assert.deepEqual(
				takeCalls().filter((call) => !call.startsWith('progress')),
				[`clipboard: ${address}`, 'status bar: Link to ~ana/editor copied', `browser: ${address}`],
			);
		});
	}
});

describe('The command that discards a draft', () => {
	it('discards that of the row, which can be undone', async () => {
		const { commands, tickets } = await open();
		await writeText(tickets, key(1), { text: 'A comment.' });
		const draftRow = { id: 'd', label: 'D', about: { kind: 'draft', key: key(1) } };
		await commands.discardDraft([draftRow]);
		assert.equal(tickets.texts.editingOf(key(1)), undefined);
		assert.deepEqual(takeCalls(), ['information: Draft for ~ana/editor#1 discarded.: Undo']);
		await writeText(tickets, key(1), { text: 'A comment.' });
		answerWith(enter('Undo'));
		await commands.discardDraft([draftRow]);
		assert.equal(tickets.texts.editingOf(key(1))?.body.text, 'A comment.');
	});

	it('discards that of a comment for several tickets, which can be undone', async () => {
		const { commands, tickets } = await open();
		const shared = [key(1), key(2)];
		const { id: text } = await writeText(tickets, { tickets: shared }, { text: 'Thanks.' });
		const shown = { id: 'd', label: 'D', about: { kind: 'comment', key: key(1), tickets: shared, text } };
		await commands.discardDraft([shown]);
		assert.equal(tickets.texts.get(text)?.state, 'discarded');
		assert.deepEqual(takeCalls(), ['information: Draft for 2 tickets discarded.: Undo']);
		await tickets.texts.restore(text);
		answerWith(enter('Undo'));
		await commands.discardDraft([shown]);
		assert.equal(tickets.texts.get(text)?.state, 'editing');
	});

	it('says that the row is gone, and does nothing without one', async () => {
		const { commands } = await open();
		await commands.discardDraft([]);
		assert.deepEqual(takeCalls(), []);
		await commands.discardDraft([undefined]);
		assert.deepEqual(takeCalls(), [gone]);
	});
});

describe('A command on the web page of a tracker', () => {
	it('is for the one that the user works with if it is called on no row, and asks if the account of that is signed out', async () => {
		const { commands, working } = await open();
		working.in = tracker;
		takeCalls();
		await commands.trackers.openOnWeb([]);
		assert.match(takeCalls().join(), /^browser: .*~ana\/editor$/);
		working.in = { ...tracker, account: 'bob' };
		await commands.trackers.copyLink([]);
		assert.match(takeCalls().join(), /^progress: Loading trackers,clipboard: .*~ana\/editor/);
	});
});
