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
	it('is the active one while it is in front, and its row is selected once', async () => {
		const { pages, rows, panel } = await open();
		await pages.open(key(2));
		assert.deepEqual(pages.active, key(2));
		await passTurns();
		panel().become({ active: false });
		assert.equal(pages.active, undefined);
		panel().become({ active: true });
		await passTurns();
		assert.deepEqual(rows, ['select 2']);
	});

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

	it('stays if it was opened without a list, opened again, or opened to write', async () => {
		const { pages, tabs } = await open();
		await pages.open(key(1));
		await pages.open(key(2), { listId: 'list' });
		await pages.open(key(2), { listId: 'list' });
		await pages.open(key(3), { listId: 'list' });
		await pages.open(key(3), { listId: 'list', stays: false, focusField: true });
		await pages.open(key(1), { listId: 'list' });
		assert.deepEqual(tabs(), ['#1', '#2', '#3']);
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

	it('opens without the focus if it is previewed', async () => {
		const { pages } = await open();
		await pages.open(key(1), { preserveFocus: true });
		await pages.open(key(2));
		assert.deepEqual(taken(), ['new panel: #1: without focus', 'new panel: #2']);
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

	it('ends with the window', async () => {
		const { pages, panel } = await open();
		await pages.open(key(1));
		let isClosed = false;
		panel().onDidDispose(() => {
			isClosed = true;
		});
		pages.dispose();
		assert.equal(isClosed, false);
	});
});

describe('The page of a new ticket', () => {
	it('is not the page of a ticket', async () => {
		const { pages, rows, tabs } = await open();
		await pages.open(tracker);
		assert.equal(pages.active, undefined);
		assert.equal(pages.go(1), false);
		assert.deepEqual([rows, tabs().length], [[], 1]);
	});

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
	it('replaces the page in front, and says whether another panel has the focus', async () => {
		const { pages, tabs } = await open();
		assert.equal(pages.go(1), false);
		await pages.open(key(1), { listId: 'list' });
		assert.equal(pages.go(1), false);
		assert.deepEqual(tabs(), ['#2']);
		assert.equal(pages.go(-1), false);
		assert.equal(pages.go(-1), false);
		assert.deepEqual(tabs(), ['#1']);
	});

	it('opens beside a page that stays', async () => {
		const { pages, tabs } = await open();
		await pages.open(key(1));
		assert.equal(pages.go(1), true);
		assert.deepEqual(tabs(), ['#1', '#2']);
	});

	it('does not take the focus from the page that it replaces', async () => {
		const { pages } = await open();
		await pages.open(key(1), { listId: 'list' });
		taken();
		pages.go(1, key(1));
		assert.deepEqual(taken(), []);
		pages.go(1);
		assert.equal(taken().length, 1);
	});

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

	it('is the next one of the list that has the selected row, although the page was opened from another', async () => {
		const { pages, tabs } = await open();
		await pages.open(key(2), { listId: 'list' });
		await pages.preview(1, { key: key(2), listId: 'reversed' });
		assert.deepEqual(tabs(), ['#1']);
	});

	it('needs a ticket', async () => {
		const { pages, tabs } = await open();
		await pages.preview(1, undefined);
		assert.deepEqual([tabs(), taken()], [[], ['status bar: Select a ticket first.']]);
	});
});

describe('The row of a page', () => {
	const rowOf = (ticket: number) => ({ id: `${ticket}`, about: { kind: 'ticket', key: key(ticket) } });

	for (const [what, ticket, selected] of [
		['is selected when the page gets the focus', 2, ['select 1']],
		['stays selected', 1, []],
	] as const) {
		it(what, async () => {
			const { pages, panel, rows, view } = await open();
			await pages.open(key(1));
			await until(() => panel().webview.html !== '');
			await passTurns();
			rows.length = 0;
			view.selection = [rowOf(ticket)];
			const pageKey = /data-key="([^"]*)"/.exec(panel().webview.html)?.[1]?.replaceAll('&quot;', '"') ?? '';
			panel().received.fire({ name: 'focused', id: '1', key: pageKey, body: {} });
			await until(() => panel().posted.length > 0);
			await passTurns();
			assert.deepEqual(rows, selected);
		});
	}
});
