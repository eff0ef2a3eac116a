import assert from 'node:assert/strict';
import { SelectionSource } from '../../../../src/platform/view/tree/selection-source.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { APage, extensionFolder, type Table } from '../../../kit/pages/a-page.ts';
import {
	FakePanel,
	made,
	passTurns,
	setSetting,
	TabInputWebview,
	takeCalls,
} from '../../../kit/window/editor.ts';

const { SharedTab } = await import('../../../../src/platform/page/shared-tab.ts');
const { ListPages } = await import('../../../../src/platform/page/list-pages.ts');
const { Uri } = await import('vscode');

const folder = extensionFolder();

class Pages extends ListPages<string, string, string, Table, { readonly mail: number }> {
	readonly open = this.show;
	readonly preview = this.previewNext;
}

/**
 * The pages of a window, whose view has the items `a`, `b` and `c` in the lists `all` and `mine`, and displays the first two in `all`. `new` is no
 * item. `inUse` are pages that the next item of a list may not replace.
 */
const open = (...inUse: readonly string[]) => openIn(new SharedTab(), ...inUse);

function openIn(sharedTab: InstanceType<typeof SharedTab>, ...inUse: readonly string[]) {
	const turns = new Map<string, (key: string) => boolean>();
	const revealed: string[] = [];
	const view = { visible: true, selection: [] as { readonly id: string }[] };
	const selectionSource = new SelectionSource(() => view.selection);
	const pages = new Pages({
		...{ view: 'items', viewType: 'ticket', page: 'ticket', extension: Uri.file(folder) },
		log: readable().log,
		list: {
			tree: {
				...{ view: view as never, selectionSource, selectedRows: async () => view.selection as never },
				isDisplayed: (id) => id === 'all/a' || id === 'all/b',
				reveal: async (id, { focus, select = !focus, isWanted = () => true }) => {
					await passTurns();
					if (!isWanted()) return;
					revealed.push([id, ...(focus ? ['focused'] : []), ...(select ? ['selected'] : [])].join(' '));
				},
			},
			lists: {
				itemsOf: () => ['a', 'b', 'c'],
				firstListWith: () => 'all',
				rowIdIn: (list, item) => `${list}/${item}`,
				idOf: (item) => item,
			},
			sharedTab,
		},
		isItem: (key): key is string => key !== 'new',
		itemsOf: (rows) => rows.map(({ id }) => id.replace(/^.*\//, '')),
		title: (key) => `Title ${key}`,
		idOf: (key) => key.toLowerCase(),
		parseId: (id) => (id === 'bad' ? undefined : id),
		createController: (key, turnTo) => {
			turns.set(key, turnTo);
			return new APage(key).create;
		},
		isReplaceable: (key) => !inUse.includes(key),
	});
	const panelOf = (key: string) =>
		made.panels.find(({ title }) => title === `Title ${key}`) ?? assert.fail(key);
	const titles = () => made.panels.map(({ title }) => title.replace('Title ', ''));
	const select = (...ids: readonly string[]) => {
		view.selection = ids.map((id) => ({ id }));
		selectionSource.didSelect(view.selection);
	};
	const rows = async () => {
		await passTurns();
		return revealed.splice(0);
	};
	return { pages, turns, panelOf, titles, select, selectionSource, rows };
}

const fromList = { listId: 'all' };

describe('A page that is opened', () => {
	it('opens in a new tab', () => {
		const { pages, titles, panelOf } = open();
		pages.open('a', {});
		pages.open('b', { preserveFocus: true });
		assert.deepEqual(titles(), ['a', 'b']);
		assert.deepEqual(takeCalls(), ['new panel: Title a', 'new panel: Title b: without focus']);
		assert.deepEqual(panelOf('a').options, { enableFindWidget: true });
	});

	it('stays the one that is replaced next when it shows another page', () => {
		const { pages, turns, titles } = open();
		pages.open('a', fromList);
		assert.equal(turns.get('a')?.('b'), false);
		pages.open('c', fromList);
		assert.deepEqual(titles(), ['c']);
	});

	it('is the next of its list in the same panel, without a reveal if the page has the focus', () => {
		const { pages, titles } = open();
		pages.open('a', fromList);
		takeCalls();
		assert.equal(pages.go(1, 'a'), false);
		assert.deepEqual([titles(), takeCalls()], [['b'], []]);
		assert.equal(pages.go(1), false);
		assert.deepEqual([titles(), takeCalls()], [['c'], ['reveal panel: Title b']]);
	});

	it('shows no other page that is open in its own tab, but brings that to the front', () => {
		const { pages, turns, titles } = open();
		pages.open('a', {});
		pages.open('b', {});
		takeCalls();
		assert.equal(turns.get('b')?.('a'), true);
		assert.deepEqual([titles(), takeCalls()], [['a', 'b'], ['reveal panel: Title a']]);
	});

	it('replaces the one from the same list, and forgets what that was opened for', () => {
		const { pages, titles } = open();
		pages.open('a', { ...fromList, place: { mail: 7 } });
		const { requested } = pages.inList;
		assert.equal(requested.of('a')?.mail, 7);
		takeCalls();
		pages.open('b', fromList);
		assert.deepEqual([titles(), takeCalls()], [['b'], ['reveal panel: Title a']]);
		assert.deepEqual([pages.isVisible('a'), pages.isVisible('b')], [false, true]);
		assert.equal(requested.of('a'), undefined);
	});

	it('is revealed without focus only if the one that it replaces is hidden', () => {
		const { pages, panelOf } = open();
		pages.open('a', fromList);
		takeCalls();
		pages.open('b', { ...fromList, preserveFocus: true });
		assert.deepEqual(takeCalls(), []);
		Object.assign(panelOf('b'), { visible: false });
		pages.open('c', { ...fromList, preserveFocus: true });
		assert.deepEqual(takeCalls(), ['reveal panel: Title b: without focus']);
	});

	const kept: readonly [what: string, inUse: readonly string[], prepare: (pages: Pages) => unknown][] = [
		['is in use', ['a'], () => {}],
		['was opened again', [], (pages) => pages.open('a', {})],
		[
			'is pinned',
			[],
			() =>
				setSetting('tabs', [
					{ isPinned: true, label: 'Title a', input: new TabInputWebview('mainThreadWebview-ticket') },
				]),
		],
		['is open while previews are off', [], () => setSetting('workbench.editor.enablePreview', false)],
	];
	for (const [what, inUse, prepare] of kept) {
		it(`does not replace one that ${what}`, () => {
			const { pages, titles } = open(...inUse);
			pages.open('a', fromList);
			prepare(pages);
			pages.open('b', fromList);
			assert.deepEqual(titles(), ['a', 'b']);
		});
	}

	it('replaces no page that was opened on its own after its preview was closed', () => {
		const { pages, titles, panelOf } = open();
		pages.open('a', fromList);
		panelOf('a').dispose();
		pages.open('a', {});
		pages.open('b', fromList);
		assert.deepEqual(titles(), ['a', 'a', 'b']);
	});
});

describe('The pages of a window', () => {
	it('know which one is in front', () => {
		const { pages, panelOf } = open();
		assert.equal(pages.active, undefined);
		for (const key of ['a', 'b']) pages.open(key, {});
		panelOf('a').become({ active: false });
		assert.equal(pages.active, 'b');
		panelOf('a').become({ active: true });
		assert.equal(pages.active, 'a');
	});

	it('reload the visible ones from the forge', () => {
		const { pages, panelOf } = open();
		const refreshed: string[] = [];
		for (const key of ['a', 'b']) pages.open(key, {}).refresh = () => void refreshed.push(key);
		panelOf('a').visible = false;
		pages.refresh();
		assert.deepEqual(refreshed, ['b']);
	});

	it('stop when the window closes, and keep their panels', () => {
		const { pages, titles } = open();
		const { signal } = pages.open('a', {});
		pages.dispose();
		assert.deepEqual([signal.aborted, titles(), pages.active], [true, ['a'], 'a']);
	});

	it('are shown again after a restart, unless one is open or its key cannot be read', async () => {
		const { pages, rows, selectionSource, select } = open();
		select('all/c');
		const isClosed = (state: unknown) => {
			const panel = new FakePanel('ticket');
			let closed = false;
			panel.active = false;
			panel.onDidDispose(() => {
				closed = true;
			});
			pages.restore(panel as never, state);
			return closed;
		};
		assert.deepEqual([{ key: 'a' }, { key: 'a' }, { key: 'bad' }].map(isClosed), [false, true, true]);
		assert.deepEqual([pages.isVisible('a'), await rows(), selectionSource.isSelection], [true, [], false]);
	});
});

describe('The row of the page in front', () => {
	it('is not selected if it is not displayed, so that nothing expands', async () => {
		const { pages, rows } = open();
		pages.open('c', {});
		assert.deepEqual(await rows(), []);
	});

	it('gets the focus and is selected when the user leaves the page', async () => {
		const { pages, rows } = open();
		pages.open('a', fromList);
		await pages.inList.leave();
		assert.deepEqual(await rows(), ['all/a focused selected']);
	});

	it('is selected once, when the page comes to the front, unless the user selects other rows meanwhile', async () => {
		const { pages, panelOf, rows, select, selectionSource } = open();
		const show = () => panelOf('a').become({ active: true });
		select('all/c');
		pages.open('a', {});
		assert.equal(selectionSource.isSelection, false);
		show();
		assert.deepEqual(await rows(), ['all/a selected']);
		pages.open('new', {});
		show();
		assert.deepEqual(await rows(), ['all/a selected']);
		pages.open('b', {});
		select('mine/b');
		assert.deepEqual(await rows(), []);
	});

	it('is not selected again for a page that is opened by it, which leaves the choice to the rows', async () => {
		const { pages, panelOf, rows, select, selectionSource } = open();
		select('all/a');
		pages.open('a', fromList);
		panelOf('a').become({ active: true });
		assert.deepEqual([await rows(), selectionSource.isSelection], [[], true]);
		pages.open('new', {});
		panelOf('a').become({ active: true });
		assert.deepEqual(await rows(), ['all/a selected']);
	});

	it('is selected when the user moves the focus to the page, unless it is or the page was opened by it', async () => {
		const { pages, panelOf, rows, select, selectionSource } = open();
		pages.open('a', {});
		await rows();
		select('all/c');
		pages.inList.didFocus();
		assert.deepEqual([await rows(), selectionSource.isSelection], [['all/a selected'], false]);
		select('mine/a');
		pages.inList.didFocus();
		assert.deepEqual([await rows(), selectionSource.isSelection], [[], false]);
		panelOf('a').active = false;
		pages.open('b', fromList);
		select('all/c');
		pages.inList.didFocus();
		assert.deepEqual([await rows(), selectionSource.isSelection], [[], false]);
	});

	it('gets the focus when the next item is previewed, of the list that the row is in', async () => {
		const { pages, rows, titles } = open();
		pages.open('a', fromList);
		takeCalls();
		await pages.preview(1, 'a', 'all');
		assert.deepEqual([titles(), takeCalls()], [['b'], []]);
		assert.equal((await rows()).at(-1), 'all/b focused selected');
	});
});

describe('The pages of a list with several kinds of items', () => {
	/**
	 * The pages of two kinds, and the list `rows/a`, `rows/B` and `rows/c`. The second is of the other kind. `went` are the steps, and `left` the
	 * rows that have got the focus.
	 */
	function openMixed(...inUse: readonly string[]) {
		const tab = new SharedTab();
		const [ofOne, ofOther] = [openIn(tab, ...inUse), openIn(tab)];
		const [went, left, shown]: [unknown[], string[], string[]] = [[], [], []];
		const openRow = (key: string) =>
			(key === 'B' ? ofOther : ofOne).pages.open(key, { listId: `rows/${key}` });
		const list = {
			next: undefined as string | undefined,
			has: (row: string) => row.startsWith('rows/'),
			didShow: (row: string) => void shown.push(row),
			position: (row: string) => ({ text: row, hasPrevious: true, hasNext: true, isMixed: true }),
			go: async (step: unknown, from: string) => {
				went.push([step, from]);
				await passTurns();
				if (list.next !== undefined) openRow(list.next);
				return list.next !== undefined;
			},
			focus: async (row: string) => void left.push(row),
		};
		tab.list = list;
		const { inList } = ofOne.pages;
		const closed: string[] = [];
		openRow('a');
		for (const { title, onDidDispose } of made.panels) onDidDispose(() => closed.push(title));
		takeCalls();
		return { tab, list, went, left, shown, inList, openRow, closed, ofOne, ofOther };
	}

	it('go through it, say where they are in it, and lead back to it', async () => {
		const { went, left, inList, ofOne } = openMixed();
		assert.equal(inList.position('a')?.text, 'rows/a');
		for (const step of [1, -1, 'done'] as const) assert.equal(await inList.go(step, 'a'), false);
		assert.deepEqual(
			went,
			[1, -1, 'done'].map((step) => [step, 'rows/a']),
		);
		await inList.leave();
		assert.deepEqual(left, ['rows/a']);
		ofOne.pages.open('a', fromList);
		assert.deepEqual([inList.position('a')?.text, await inList.go('done', 'a')], ['1 of 3', false]);
	});

	it('say which row is in front, also if the user returns to an earlier one', () => {
		const { openRow, shown, ofOne } = openMixed();
		// It stays open.
		openRow('a');
		openRow('B');
		ofOne.panelOf('a').become({ active: true });
		assert.deepEqual(shown, ['rows/a', 'rows/B', 'rows/a']);
	});

	it('take the place of one another, without a reveal if the page has the focus', async () => {
		const { list, inList, ofOne } = openMixed();
		list.next = 'c';
		assert.equal(await inList.go(1, 'a'), false);
		assert.deepEqual([ofOne.titles(), takeCalls()], [['c'], []]);
		assert.equal(inList.position('c')?.text, 'rows/c');
	});

	it('close the one of another kind, in whose column they open', () => {
		const { openRow, closed, ofOne } = openMixed();
		Object.assign(ofOne.panelOf('a'), { viewColumn: 2 });
		openRow('B');
		assert.deepEqual([closed, ofOne.panelOf('B').viewColumn], [['Title a'], 2]);
		openRow('c');
		assert.equal(ofOne.panelOf('c').viewColumn, 2);
	});

	const kept: readonly [what: string, inUse: readonly string[], prepare: (pages: Pages) => unknown][] = [
		['is in use', ['a'], () => {}],
		['was opened again', [], (pages) => pages.open('a', {})],
		['shows an item of another list', [], (pages) => pages.open('b', fromList)],
	];
	for (const [what, inUse, prepare] of kept)
		it(`leave one open that ${what}`, () => {
			const { closed, ofOne, openRow } = openMixed(...inUse);
			prepare(ofOne.pages);
			openRow('B');
			assert.deepEqual(closed, []);
		});
});
