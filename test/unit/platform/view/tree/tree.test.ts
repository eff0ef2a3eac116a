import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { sleep } from '../../../../../src/base/clock.ts';
import { agingRow, type Row } from '../../../../../src/platform/view/row.ts';
import type { RowSource, TreeParts } from '../../../../../src/platform/view/tree/tree.ts';
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
	it('shows why its rows could not be loaded', async () => {
		const { tree, state } = openTree([]);
		state.failure = new Error('away');
		assert.deepEqual(await tree.getChildren(), [{ id: 'failed', label: 'Error: away' }]);
	});

	it('has no rows below a row without levels', async () => {
		const { tree } = openTree([leaf('a')]);
		assert.deepEqual(await tree.getChildren(leaf('a')), []);
	});

	it('reports each row that it shows', async () => {
		const shown: string[] = [];
		const { draw } = openTree([leaf('a'), leaf('b')], { didShow: async ({ id }) => void shown.push(id) });
		await draw();
		assert.deepEqual(shown, ['a', 'b']);
	});

	it('knows the parents of its rows', async () => {
		const rows = [parent('a', [leaf('a1')])];
		const { tree, draw } = openTree(rows);
		await draw();
		assert.deepEqual([tree.getParent(leaf('a1'))?.id, tree.getParent(leaf('a'))?.id], ['a', undefined]);
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

	it('has no rows while the view is hidden', async () => {
		const { tree, view } = openTree([leaf('a')]);
		view.select(leaf('a'));
		assert.deepEqual(await tree.selectedRows(), [leaf('a')]);
		view.visible = false;
		assert.deepEqual(await tree.selectedRows(), []);
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

	it('requests all rows if no change is named', async () => {
		const { tree, refreshed } = openTree(before);
		await tree.refresh();
		assert.deepEqual(refreshed, [undefined]);
	});

	it('requests all rows if they cannot be compared', async () => {
		const { tree, state, refreshed, draw } = openTree(before);
		await draw();
		state.failure = new Error('away');
		await tree.refresh('some');
		assert.deepEqual(refreshed, [undefined]);
	});

	it('requests only rows below the one that is named', async () => {
		const changing = [leaf('a1')];
		const rows = [parent('a', changing), parent('b', [leaf('b1')])];
		const { tree, refreshed, draw } = openTree(rows);
		await draw();
		changing.push(leaf('a2'));
		await tree.refresh(rows[1]);
		await tree.refresh(rows[0]);
		assert.deepEqual(refreshed, [[], ['a']]);
	});

	it('ignores a row that it does not show', async () => {
		const { tree, refreshed, draw } = openTree(before);
		await draw();
		await tree.refresh(leaf('c'));
		assert.deepEqual(refreshed, []);
	});

	it('compares nothing while it is hidden, and requests the row that is named', async () => {
		const { tree, view, refreshed, draw } = openTree(before);
		await draw();
		view.visible = false;
		await tree.refresh(before[0]);
		await tree.refresh('some');
		assert.deepEqual(refreshed, ['a', undefined]);
	});

	it('keeps its rows if only the head changed', async () => {
		const { tree, view, state, refreshed, draw } = openTree(before);
		await draw();
		state.head = { message: 'Offline' };
		await tree.refresh('head');
		assert.deepEqual([refreshed, view.message], [[], 'Offline']);
	});
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

	it('stand still while the view is hidden or their rows are collapsed, and are right once they are shown', async () => {
		const { tree, view, refreshed, draw, state, rows, said } = openAges();
		await draw();
		state.age = '17m';
		view.visible = false;
		await tree.refresh('ages');
		assert.deepEqual(refreshed, []);
		view.visible = true;
		view.visibility.fire({ visible: true });
		await sleep(0);
		assert.deepEqual([refreshed, await said('x')], [[['x']], ['17m']]);
		state.age = '18m';
		view.collapsed.fire({ element: rows[0] });
		await tree.refresh('ages');
		assert.deepEqual(refreshed, [['x']]);
	});

	it('are those of the moment in a hover', async () => {
		const rowAt = (at: number): Row => ({ ...leaf('x'), tooltip: { markdown: () => `at ${at}` } });
		const { tree, draw } = openTree([agingRow(rowAt)]);
		const [row = assert.fail()] = await draw();
		const { mock: date } = mock.method(Date, 'now', () => 5);
		const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(row), row);
		date.restore();
		assert.deepEqual(tooltip, Object.assign(new vscode.MarkdownString('at 5'), { supportHtml: true }));
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

	it('is cleared at first, when it may still show what an earlier window showed', async () => {
		const { tree, view, state } = openTree([]);
		assert.deepEqual(await heads(tree, view, {}, state), ['', '']);
	});

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

describe('Revealing a row', () => {
	const cases: readonly [
		what: string,
		id: string,
		options: { focus: boolean; select?: boolean; isWanted?: () => boolean },
		view: Partial<FakeTree>,
		expected: readonly string[],
	][] = [
		['selects it', 'a', { focus: false }, {}, ['reveal: a: {"select":true,"focus":false}']],
		[
			'focuses it without selecting it',
			'a',
			{ focus: true },
			{},
			['reveal: a: {"select":false,"focus":true}'],
		],
		[
			'selects and focuses it',
			'a',
			{ focus: true, select: true },
			{},
			['reveal: a: {"select":true,"focus":true}'],
		],
		['does nothing if it is selected', 'a', { focus: false }, { selection: [leaf('a', 'older')] }, []],
		[
			'selects it beside another',
			'a',
			{ focus: false },
			{ selection: [leaf('b')] },
			['reveal: a: {"select":true,"focus":false}'],
		],
		[
			'focuses it if it is selected',
			'a',
			{ focus: true },
			{ selection: [leaf('a')] },
			['reveal: a: {"select":false,"focus":true}'],
		],
		['does nothing if it is not displayed', 'c', { focus: true }, {}, []],
		['does nothing if it is not wanted any more', 'a', { focus: false, isWanted: () => false }, {}, []],
		['does nothing while the view is hidden', 'a', { focus: true }, { visible: false }, []],
	];
	for (const [what, id, options, change, expected] of cases) {
		it(what, async () => {
			const { tree, view, draw } = openTree([leaf('a'), leaf('b')]);
			await draw();
			Object.assign(view, change);
			await tree.reveal(id, options);
			assert.deepEqual(takeCalls(), expected);
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

	it('waits for a row that was just added', async () => {
		const { tree, state, draw } = openTree([]);
		await draw();
		const done = tree.showRow('a', signal);
		state.rows = [leaf('a')];
		await draw();
		await done;
		assert.deepEqual(takeCalls(), shown);
	});

	it('moves the focus to the row that takes the place of one that is not displayed', async () => {
		const inPlaceOf = async (id: string) => (id === 'only' ? 'a' : undefined);
		const { tree, state, draw } = openTree([], { inPlaceOf });
		await draw();
		const done = tree.showRow('only', signal);
		state.rows = [leaf('a')];
		await draw();
		await done;
		assert.deepEqual(takeCalls(), shown);
	});

	it('gives up if the row does not appear', async () => {
		const { tree, draw } = openTree([leaf('a')]);
		await draw();
		await tree.showRow('b', signal);
		assert.deepEqual(takeCalls(), []);
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

	it('lasts while VS Code draws a row once more, after it has requested all', async () => {
		const rows = [parent('a', [leaf('a1')])];
		const { tree, draw } = openTree(rows);
		await draw();
		await tree.refresh();
		await draw();
		const [row] = rows;
		assert.ok(row);
		tree.getTreeItem(row);
		let isDrawn = false;
		const waiting = tree.whenDrawn().then(() => {
			isDrawn = true;
		});
		for (const turn of [0, 0, 0]) await sleep(turn);
		assert.equal(isDrawn, false);
		await draw(row);
		await waiting;
	});

	it('lasts until the newest of several requests of VS Code is answered', async () => {
		const answers: (() => void)[] = [];
		const row: Row = {
			...leaf('a'),
			children: () => new Promise((resolve) => answers.push(() => resolve([leaf('a1')]))),
		};
		const { tree } = openTree([row]);
		await tree.getChildren();
		const first = tree.getChildren(row);
		answers.shift()?.();
		await first;
		const requests = [tree.getChildren(row), tree.getChildren(row)];
		answers.shift()?.();
		await requests[0];
		let isDrawn = false;
		const waiting = tree.whenDrawn().then(() => {
			isDrawn = true;
		});
		for (const turn of [0, 0, 0]) await sleep(turn);
		assert.equal(isDrawn, false);
		answers.shift()?.();
		await Promise.all([...requests, waiting]);
	});

	it('ends at once if nothing is being drawn, or nothing is visible', async () => {
		const { tree, view, draw } = openTree([leaf('a')]);
		await tree.whenDrawn();
		await draw();
		await tree.refresh();
		view.visible = false;
		await tree.whenDrawn();
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
	it('is expanded as the user left it also after its id has changed', async () => {
		const { tree, view, draw } = openTree([parent('a', [])]);
		const [row] = await draw();
		view.expanded.fire({ element: row });
		tree.willRename('a', 'b');
		const states = ['a', 'b'].map((id) => tree.getTreeItem(parent(id, [])).collapsibleState);
		assert.deepEqual(states, [1, 2]);
	});

	it('is expanded as the row says, or as the user left it', async () => {
		const rows = [parent('a', []), parent('b', [], { isOpen: true }), parent('c', [])];
		const { tree, view, draw } = openTree(rows);
		await draw();
		view.expanded.fire({ element: rows[2] });
		assert.deepEqual(
			rows.map((row) => tree.getTreeItem(row).collapsibleState),
			[1, 2, 2],
		);
	});

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
