import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { idOfTicket, type TicketKey } from '../../../../src/platform/model/keys.ts';
import { SelectionSource } from '../../../../src/platform/view/tree/selection-source.ts';
import { CommentFiles } from '../../../../src/tickets/commands/comment/comment-files.ts';
import { VisiblePages } from '../../../../src/tickets/page/visible-pages.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { writeText } from '../../../kit/items/written-texts.ts';
import { extensionFolder } from '../../../kit/pages/a-page.ts';
import { answerWith, choose, FakePanel, made, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { signedIn } from './signed-in.ts';

const { TicketPages } = await import('../../../../src/tickets/commands/open-ticket-pages.ts');
const { SharedTab } = await import('../../../../src/platform/page/shared-tab.ts');
const { TicketSettings } = await import('../../../../src/tickets/settings/settings.ts');
const { Uri } = await import('vscode');

const resources = stage();
const folder = extensionFolder();
const tracker = { account: 'ana', owner: '~ana', tracker: 'editor' };
const key = (ticket: number): TicketKey => ({ ...tracker, ticket });

/** The pages of a window whose view has a list of the tickets 1 to 3, and another with the last one first. */
async function open() {
	const forge = await resources.forge();
	forge.fill(3);
	const tickets = await signedIn(forge, resources, 'ana');
	const { log } = readable();
	const memory = { get: () => undefined, update: async () => {} } as never;
	const rows: string[] = [];
	const view = { visible: true, selection: [] as { id: string; about: unknown }[] };
	const changes = new Emitter<void>();
	const ids = ['1', '2', '3'];
	const pages = new TicketPages({
		services: {
			...{
				tickets,
				visiblePages: new VisiblePages(),
				settings: new TicketSettings(memory),
			},
			...{
				forges: { accounts: [], onDidChange: changes.event } as never,
				commentFiles: new CommentFiles(tickets),
				signIn: async () => {},
				changes: assert.fail as never,
				dispose: () => {},
			},
		},
		waiting: { outbox: tickets.outbox } as never,
		pinPosition: () => {},
		commands: () => assert.fail(),
		followSeries: async () => {},
		list: {
			tree: {
				view: view as never,
				reveal: async (id, { focus }) => void rows.push(`${focus ? 'focus' : 'select'} ${id}`),
				isDisplayed: (id) => ids.includes(id),
				selectionSource: new SelectionSource(() => view.selection),
				selectedRows: async () => view.selection as never,
			},
			lists: {
				itemsOf: (listId) => (listId === 'reversed' ? ids.toReversed() : ids).map((id) => key(Number(id))),
				firstListWith: () => 'list',
				rowIdIn: (_, { ticket }) => String(ticket),
				idOf: idOfTicket,
			},
			sharedTab: new SharedTab(),
		},
		...{ extension: Uri.file(folder), log },
	});
	resources.ending(() => pages.dispose());
	/** The tickets of the tabs. */
	const tabs = () => made.panels.map(({ title }) => /#\d+/.exec(title)?.[0] ?? title);
	const panel = (nth = 0) => made.panels[nth] ?? assert.fail();
	return { pages, tickets, tabs, panel, rows, view, forge };
}

const taken = () => takeCalls().filter((call) => /panel|focus|status/.test(call));

describe('The page of a ticket', () => {
	it('replaces the one from the same list, unless that has a draft', async () => {
		const { pages, tickets, tabs } = await open();
		await pages.open(key(1), { listId: 'list' });
		await pages.open(key(2), { listId: 'list' });
		assert.deepEqual(tabs(), ['#2']);
		await writeText(tickets, key(2), { text: 'A comment.' });
		await pages.open(key(3), { listId: 'list' });
		assert.deepEqual(tabs(), ['#2', '#3']);
		await writeText(tickets, key(3), { text: 'A comment.' });
		await tickets.texts.discard(tickets.texts.editingOf(key(3))?.id ?? '');
		await pages.open(key(1), { listId: 'list' });
		assert.deepEqual(tabs(), ['#2', '#3', '#1']);
	});

	it('that is previewed without a list replaces the last preview, but not the page that it is opened from', async () => {
		const { pages, tabs } = await open();
		const { ticket: _, ...tracker } = key(1);
		await pages.open(tracker);
		const [writing] = tabs();
		await pages.open(key(1), { isPreview: true });
		await pages.open(key(2), { isPreview: true });
		assert.deepEqual(tabs(), [writing, '#2']);
		await pages.open(key(2));
		await pages.open(key(3), { isPreview: true });
		assert.deepEqual(tabs(), [writing, '#2', '#3']);
	});

	it('is restored after a restart', async () => {
		const { pages } = await open();
		const panel = new FakePanel('tildeforge-ticket');
		pages.restore(panel as never, { key: idOfTicket(key(1)) });
		assert.deepEqual(pages.active, key(1));
	});

	it('is read from the forge again', async () => {
		const { pages, forge, panel } = await open();
		await pages.open(key(1));
		await until(() => forge.asked.some((what) => what.includes('/tickets/1/events')));
		panel().received.fire({ name: 'ready', id: '1', key: '', body: {} });
		await passTurns();
		forge.asked.length = 0;
		pages.refresh();
		await until(() => forge.asked.some((what) => what.includes('/tickets/1')));
	});
});

describe('The page of a new ticket', () => {
	it('has what it is about as its draft', async () => {
		const { pages, tickets } = await open();
		await pages.open(tracker, { prefill: { title: 'New', text: 'Text.' } });
		assert.equal(tickets.texts.editingOf(tracker)?.body.title, 'New');
		await pages.open(key(1), { prefill: { title: 'New', text: 'Text.' } });
		assert.equal(tickets.texts.editingOf(key(1)), undefined);
	});

	it('is not opened if the user wants to keep an older draft', async () => {
		const { pages, tickets } = await open();
		await writeText(tickets, tracker, { title: 'Old' });
		await pages.open(tracker, { prefill: { title: 'New', text: 'Text.' } });
		assert.equal(made.panels.length, 0);
		answerWith(choose('Start over'));
		await pages.open(tracker, { prefill: { title: 'New', text: 'Text.' } });
		assert.equal(made.panels.length, 1);
	});
});

describe('The next ticket', () => {
	it('is previewed with its row, and the view keeps the focus', async () => {
		const { pages, tabs, rows } = await open();
		await pages.preview(1, { key: key(1), listId: 'list' });
		assert.deepEqual([tabs(), rows.includes('focus 2')], [['#2'], true]);
		assert.deepEqual(taken(), ['new panel: #2: without focus']);
		await pages.preview(1, { key: key(2), listId: undefined });
		assert.deepEqual(tabs(), ['#3']);
		await pages.preview(1, { key: key(3), listId: 'list' });
		assert.deepEqual(tabs(), ['#3']);
	});

	it('needs a ticket', async () => {
		const { pages, tabs } = await open();
		await pages.preview(1, undefined);
		assert.deepEqual([tabs(), taken()], [[], ['status bar: Select a ticket first.']]);
	});
});
