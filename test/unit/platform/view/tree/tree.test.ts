import assert from 'node:assert/strict';
import { sleep } from '../../../../../src/base/clock.ts';
import { agingRow, type Row } from '../../../../../src/platform/view/row.ts';
import type { RowSource, TreeParts } from '../../../../../src/platform/view/tree/tree.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { type FakeTree, made, takeCalls } from '../../../../kit/window/editor.ts';

const vscode = await import('vscode');
const { Tree } = await import('../../../../../src/platform/view/tree/tree.ts');

interface Head {
	message?: string;
	description?: string;
	contextKeys?: Record<string, string | undefined>;
}

/** A tree whose rows the test changes, as VS Code shows it. */
function openTree(first: readonly Row[], more: Partial<RowSource> = {}) {
	const state: { rows: readonly Row[]; head: Head; failure?: Error } = { rows: first, head: {} };
	const memory = new Map<string, unknown>();
	const provider = { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') };
	const shown = vscode.window.createTreeView<Row>('tickets', { treeDataProvider: provider });
	const refreshed: unknown[] = [];
	const redraw: TreeParts['redraw'] = (rows) =>
		refreshed.push(Array.isArray(rows) ? rows.map(({ id }) => id) : rows?.id);
	const tree = new Tree(
		{ id: 'tickets', view: shown, redraw },
		{
			memory: {
				get: (name) => memory.get(name),
				update: async (name, value) => void memory.set(name, value),
			},
			roots: async () => {
				if (state.failure) throw state.failure;
				return state.rows;
			},
			head: async () => state.head,
			failureRow: async (error) => ({ id: 'failed', label: String(error) }),
			...more,
		},
	);
	const view = made.trees.at(-1) ?? assert.fail();
	/** VS Code requests rows and draws them. */
	const draw = async (parent?: Row): Promise<readonly Row[]> => {
		const rows = await tree.getChildren(parent);
		for (const row of rows) {
			tree.getTreeItem(row);
			if (row.children) await draw(row);
		}
		return rows;
	};
	return { tree, view, state, refreshed, draw };
}

const leaf = (id: string, label = id): Row => ({ id, label });
const parent = (id: string, children: readonly Row[], more: Partial<Row> = {}): Row => ({
	...leaf(id),
	children: () => children,
	...more,
});

describe('A tree', () => {
	it('has no rows below a row without levels', async () => {
		const { tree } = openTree([leaf('a')]);
		assert.deepEqual(await tree.getChildren(leaf('a')), []);
	});

	it('displays the rows below expanded rows only', async () => {
		const rows = [parent('a', [leaf('a1')])];
		const { tree, view, draw } = openTree(rows);
		await draw();
		assert.equal(tree.isDisplayed('a1'), true);
		view.collapsed.fire({ element: rows[0] });
		assert.deepEqual([tree.isDisplayed('a1'), tree.isDisplayed('a')], [false, true]);
		view.expanded.fire({ element: rows[0] });
		assert.equal(tree.isDisplayed('a1'), true);
	});
});

describe('The selection of a tree', () => {
	it('is the last choice until the user chooses an editor, from the first time that the tree is drawn', async () => {
		const { tree, view } = openTree([leaf('a'), leaf('b')]);
		view.select(leaf('a'));
		tree.selectionSource.didChooseEditor();
		assert.equal(tree.selectionSource.isSelection, false);
		view.select(leaf('b'));
		assert.deepEqual([tree.selectionSource.isSelection, tree.selectionSource.selections], [true, 2]);
	});
});

describe('A refreshed tree', () => {
	const before = [parent('a', [leaf('a1')]), parent('b', [leaf('b1')])];
	const cases: readonly [what: string, now: readonly Row[], refreshed: unknown][] = [
		['stays as it is if nothing changed', before, []],
		[
			'requests the rows below a row that changed',
			[parent('a', [leaf('a2')]), parent('b', [leaf('b1')])],
			['a'],
		],
		[
			'requests a row that looks different',
			[parent('a', [leaf('a1')], { label: 'A' }), parent('b', [leaf('b1')])],
			['a'],
		],
		['requests all rows if one at the top is gone', [parent('a', [leaf('a1')])], undefined],
	];
	for (const [what, now, expected] of cases) {
		it(`${what}`, async () => {
			const { tree, state, refreshed, draw } = openTree(before);
			await draw();
			state.rows = now;
			await tree.refresh('some');
			assert.deepEqual(refreshed, [expected]);
		});
	}
});

describe('The ages in a tree', () => {
	/** Lists with a row that has an age, which the test changes. `read` are the lists that were read. */
	function openAges() {
		const state = { age: '3m', rows: ['x1'], read: [] as string[] };
		const list = (id: string, rows: () => readonly Row[]): Row => ({
			...leaf(id),
			children: () => {
				state.read.push(id);
				return rows();
			},
		});
		const aging = (id: string) => agingRow(() => ({ ...leaf(id), description: state.age }));
		const rows = [list('x', () => state.rows.map(aging)), list('y', () => [leaf('y1')])];
		const opened = openTree(rows);
		const said = async (id: string) => {
			const shown = await opened.tree.getChildren(rows.find((row) => row.id === id));
			return shown.map((row) => opened.tree.getTreeItem(row).description);
		};
		return { ...opened, rows, state, said };
	}

	it('are redrawn through the row above, which is not read for that', async () => {
		const { tree, refreshed, draw, state, said } = openAges();
		await draw();
		state.read = [];
		await tree.refresh('ages');
		assert.deepEqual(refreshed, []);
		state.age = '17m';
		await tree.refresh('ages');
		assert.deepEqual(refreshed, [['x']]);
		assert.deepEqual([await said('x'), state.read], [['17m'], []]);
		await tree.refresh('ages');
		assert.deepEqual(refreshed, [['x']]);
		assert.deepEqual([await said('x'), state.read], [['17m'], ['x']], 'the user expands it');
	});

	it('do not keep new rows away that come at the same time', async () => {
		for (const changesFirst of [true, false]) {
			const { tree, draw, rows, state, said } = openAges();
			await draw();
			state.age = '17m';
			if (!changesFirst) await tree.refresh('ages');
			state.rows = ['x1', 'x2'];
			await tree.refresh(rows[0]);
			if (changesFirst) await tree.refresh('ages');
			assert.deepEqual(await said('x'), ['17m', '17m']);
		}
	});

	it('do not keep rows away that were new while the view was hidden', async () => {
		const { tree, view, refreshed, draw, state, rows, said } = openAges();
		await draw();
		view.visible = false;
		state.rows = ['x1', 'x2'];
		await tree.refresh(rows[0]);
		await tree.refresh();
		state.age = '17m';
		view.visible = true;
		view.visibility.fire({ visible: true });
		await sleep(0);
		assert.deepEqual(refreshed, ['x', undefined, ['x']]);
		// VS Code requests what was refreshed, from the top.
		await tree.getChildren();
		for (const row of rows) tree.getTreeItem(row);
		assert.deepEqual(await said('x'), ['17m', '17m']);
	});
});

describe('The items below a row that keeps their order', () => {
	const time = skippableTime();
	const item = (id: string): Row => ({
		...leaf(id),
		about: { kind: 'item' },
		command: { id: 'open', title: 'Open' },
	});
	const notice = { ...leaf('more'), command: { id: 'more', title: 'Load More' } };

	/** A tree with items whose order the test changes. */
	function openItems() {
		const state = { items: ['a', 'b', 'c'] };
		const row = parent('x', [], {
			keepsOrder: true,
			children: async () => [...state.items.map(item), notice],
		});
		const opened = openTree([row]);
		const shown = async () => (await opened.tree.getChildren(row)).map(({ id }) => id).join(' ');
		/** VS Code draws what has changed. */
		const change = async (items: string) => {
			state.items = items.split(' ');
			opened.refreshed.length = 0;
			await opened.tree.refresh('some');
			if (opened.refreshed.flat().length === 0) return 'as before';
			return (await opened.draw(row)).map(({ id }) => id).join(' ');
		};
		return { ...opened, row, shown, change };
	}

	it('keep their order, with new ones above or after them, until the user shows or refreshes the view', async () => {
		const { tree, view, draw, shown, change } = openItems();
		await draw();
		assert.equal(await change('c a b'), 'as before');
		assert.equal(await change('d c a e b f'), 'd e a b c f more');
		assert.equal(await change('d c b'), 'd b c more');
		view.select(item('c'));
		assert.equal(await change('e d c b'), 'd b c e more', 'the user may be about to choose another one');
		time.skip(6000);
		assert.equal(await change('f e d c b'), 'f d b c e more');
		assert.equal(await change('d c b'), 'd b c more');
		await tree.refresh('order');
		assert.equal(await shown(), 'd c b more');
		assert.equal(await change('b c d'), 'b c d more', 'what the refresh has found');
		time.skip(6000);
		assert.equal(await change('d c b'), 'as before');
		view.visible = false;
		await tree.refresh('some');
		view.visible = true;
		assert.equal(await shown(), 'd c b more');
	});

	it('are sorted when the user expands the row again', async () => {
		const { view, row, draw, shown, change } = openItems();
		await draw();
		await change('d c a b');
		view.collapsed.fire({ element: row });
		view.expanded.fire({ element: row });
		assert.equal(await shown(), 'd c a b more');
	});
});

describe('The head of a tree', () => {
	const heads = async (
		tree: { refresh(change: 'head'): Promise<void> },
		view: FakeTree,
		next: Head,
		state: { head: Head },
	) => {
		[view.message, view.description] = ['as it was', 'as it was'];
		state.head = next;
		await tree.refresh('head');
		return [view.message, view.description];
	};

	it('is set only where it changed', async () => {
		const { tree, view, state } = openTree([]);
		await heads(tree, view, { message: 'Offline', description: '3' }, state);
		assert.deepEqual(await heads(tree, view, { message: 'Offline', description: '3' }, state), [
			'as it was',
			'as it was',
		]);
		assert.deepEqual(await heads(tree, view, { message: 'Away', description: '3' }, state), [
			'Away',
			'as it was',
		]);
		assert.deepEqual(await heads(tree, view, { message: 'Away', description: '4' }, state), [
			'as it was',
			'4',
		]);
		assert.deepEqual(await heads(tree, view, {}, state), ['', '']);
	});

	it('sets each context key once for each value', async () => {
		const { tree, view, state } = openTree([]);
		for (const contextKeys of [{ a: 'x' }, { a: 'x', b: undefined }, { a: 'y', b: undefined }])
			await heads(tree, view, { contextKeys }, state);
		assert.deepEqual(takeCalls(), [
			'command: setContext: a: x',
			'command: setContext: b',
			'command: setContext: a: y',
		]);
	});
});

describe('A tree that becomes visible', () => {
	const cases: readonly [what: string, rows: readonly Row[], head: Head, visible: boolean, times: number][] =
		[
			['is refreshed if it has rows', [leaf('a')], {}, true, 1],
			['is refreshed if it says why it is empty', [], { message: 'Offline' }, true, 1],
			['is not refreshed if it is empty', [], {}, true, 0],
			['is not refreshed when it is hidden', [leaf('a')], {}, false, 0],
		];
	for (const [what, rows, head, visible, times] of cases) {
		it(what, async () => {
			let count = 0;
			const { tree, view, state, draw } = openTree(rows, { didBecomeVisible: async () => void count++ });
			state.head = head;
			await tree.refresh('head');
			await draw();
			view.visibility.fire({ visible });
			assert.equal(count, times);
		});
	}
});

describe('Showing a row', () => {
	const shown = ['reveal: a: {"select":true,"focus":true}'];
	const { signal } = new AbortController();

	it('moves the focus to the row', async () => {
		const { tree, draw } = openTree([leaf('a')]);
		await draw();
		await tree.showRow('a', signal);
		assert.deepEqual(takeCalls(), shown);
	});

	it('first shows a view that is hidden', async () => {
		const { tree, view, draw } = openTree([leaf('a')]);
		await draw();
		Object.assign(view, { visible: false });
		await tree.showRow('a', signal);
		assert.deepEqual(takeCalls(), ['command: tickets.focus']);
	});

	it('leaves the focus where it is if the user does something else before the row is there', async () => {
		const { tree, state, draw } = openTree([]);
		await draw();
		const left = new AbortController();
		const done = tree.showRow('a', left.signal);
		left.abort();
		state.rows = [leaf('a')];
		await draw();
		await done;
		assert.deepEqual(takeCalls(), ['reveal: a: {"select":true,"focus":false}']);
	});
});

describe('Revealing a row that VS Code draws again', () => {
	it('keeps the selection if the row was one of several that were selected', async () => {
		const { tree, view, draw } = openTree([leaf('a'), leaf('b')]);
		await draw();
		await tree.refresh();
		Object.assign(view, { selection: [] });
		takeCalls();
		const revealed = tree.reveal('a', { focus: false });
		await draw();
		Object.assign(view, { selection: [leaf('a'), leaf('b')] });
		await revealed;
		assert.deepEqual(takeCalls(), []);
	});
});

describe('Waiting until rows are drawn', () => {
	it('ends when VS Code has requested them', async () => {
		const { tree, draw } = openTree([leaf('a')]);
		await draw();
		await tree.refresh();
		let isDrawn = false;
		const waiting = tree.whenDrawn().then(() => {
			isDrawn = true;
		});
		for (const turn of [0, 0, 0]) await sleep(turn);
		assert.equal(isDrawn, false);
		await draw();
		await waiting;
	});

	it('ends for good when the view is hidden, even if it is shown again', async () => {
		const { tree, view, draw } = openTree([leaf('a')]);
		await draw();
		await tree.refresh();
		view.visible = false;
		await tree.whenDrawn();
		view.visible = true;
		let isDrawn = false;
		const waiting = tree.whenDrawn().then(() => {
			isDrawn = true;
		});
		for (const turn of [0, 0, 0]) await sleep(turn);
		assert.equal(isDrawn, true);
		await waiting;
	});
});

describe('A row that has rows below it', () => {
	it('tells the newest version of a row that the user expands it', async () => {
		const expanded: string[] = [];
		const row = (label: string) => parent('a', [], { label, didExpand: () => expanded.push(label) });
		const { view, draw, state, tree } = openTree([row('old')]);
		const [old] = await draw();
		state.rows = [row('new')];
		await tree.refresh();
		await draw();
		assert.deepEqual(expanded, []);
		view.expanded.fire({ element: old });
		view.collapsed.fire({ element: old });
		assert.deepEqual(expanded, ['new']);
	});
});
