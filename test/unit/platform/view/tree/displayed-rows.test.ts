import assert from 'node:assert/strict';
import type { Row } from '../../../../../src/platform/view/row.ts';
import { DisplayedRows } from '../../../../../src/platform/view/tree/displayed-rows.ts';

/** A tracker with two queries, as VS Code gets it. Tests change it through `now`. */
function screen() {
	const now = {
		count: 3,
		queries: ['open', 'closed'],
		tickets: [1, 2, 3],
		titles: new Map<number, string>(),
	};
	const read: string[] = [];
	/** Every ticket row created so far. */
	const made: WeakRef<Row>[] = [];
	const tickets = (query: string): Row[] =>
		now.tickets.map((id) => {
			const row: Row = { id: `${query}/${id}`, label: now.titles.get(id) ?? `#${id}` };
			made.push(new WeakRef(row));
			return row;
		});
	const query = (id: string): Row => ({
		id,
		label: id,
		children: () => {
			read.push(id);
			return tickets(id);
		},
	});
	const tracker = (id: string): Row => ({
		id,
		label: id,
		description: `${now.count} open`,
		children: () => now.queries.map(query),
		current: () => tracker(id),
	});
	const onScreen = new DisplayedRows();
	const below = (row: Row | undefined) => (row ? (onScreen.current(row).children?.() ?? []) : [tracker('t')]);
	/** Imitates VS Code: asks for the children of a row and draws them. */
	const look = async (id?: string): Promise<void> => {
		const row = id === undefined ? undefined : onScreen.row(id);
		const rows = row ? await below(row) : [tracker('t')];
		onScreen.setChildren(row, rows);
		for (const one of rows) onScreen.didDraw(one, onScreen.current(one));
	};
	const changes = async () => {
		read.length = 0;
		const row = onScreen.row('t');
		assert.ok(row);
		return [...(await onScreen.changes(row, below))].map((one) => one?.id);
	};
	return { now, read, made, onScreen, look, changes };
}

async function drawnScreen() {
	const made = screen();
	for (const id of [undefined, 't', 'open']) await made.look(id);
	return made;
}

describe('Rows on the screen', () => {
	it('have their current data, even if VS Code holds older objects', async () => {
		const { now, onScreen, changes } = await drawnScreen();
		const query = onScreen.row('open');
		now.titles.set(2, 'Two');
		await changes();
		assert.ok(query);
		assert.equal(onScreen.row('open'), query);
		const rows = await onScreen.current(query).children?.();
		assert.deepEqual(
			rows?.map(({ label }) => label),
			['#1', 'Two', '#3'],
		);
	});

	it('are visible unless they are unknown or a row above them is collapsed', async () => {
		const { onScreen } = await drawnScreen();
		const visible = () => ['t', 'open', 'open/2', 'closed/2'].map((id) => onScreen.isVisible(id));
		assert.deepEqual(visible(), [true, true, true, false]);
		onScreen.setOpen(onScreen.row('t') ?? assert.fail(), false);
		assert.deepEqual(visible(), [true, false, false, false]);
		onScreen.setOpen(onScreen.row('t') ?? assert.fail(), true);
		assert.deepEqual(visible(), [true, true, true, false]);
	});

	it('are compared from the top, where a changed leaf or list redraws everything', async () => {
		const onScreen = new DisplayedRows();
		const now = { top: ['a', 'b'], leaf: 'Leaf', child: 'Child' };
		const read = (row: Row | undefined): readonly Row[] =>
			row
				? [{ id: `${row.id}/1`, label: now.child }]
				: [
						...now.top.map((id): Row => ({ id, label: id, children: () => [] })),
						{ id: 'leaf', label: now.leaf },
					];
		const draw = (row?: Row) => {
			const rows = read(row);
			onScreen.setChildren(row, rows);
			for (const one of rows) onScreen.didDraw(one, one);
			for (const one of rows) if (one.children) draw(one);
		};
		const changes = async () => [...(await onScreen.changes(undefined, read))].map((row) => row?.id ?? 'all');
		assert.deepEqual(await changes(), []);
		draw();
		assert.deepEqual(await changes(), []);
		now.child = 'Another';
		assert.deepEqual(await changes(), ['a', 'b']);
		draw();
		now.leaf = 'Another';
		assert.deepEqual(await changes(), ['all']);
		draw();
		now.top = ['a', 'b', 'c'];
		assert.deepEqual(await changes(), ['all']);
	});

	it('know their parent while everything is redrawn, and disappear with it', async () => {
		const { onScreen, look } = await drawnScreen();
		const ticket = onScreen.row('open/2') ?? assert.fail();
		await look();
		assert.equal(onScreen.parentOf(ticket)?.id, 'open');
		onScreen.setChildren(undefined, []);
		assert.deepEqual(
			[onScreen.row('open/2'), onScreen.parentOf(ticket), onScreen.isEmpty],
			[undefined, undefined, true],
		);
	});

	describe('that VS Code was asked to redraw', () => {
		it('are awaited until VS Code has requested all that are expanded', async () => {
			const { onScreen, look } = await drawnScreen();
			assert.equal(onScreen.isRedrawing, false);
			onScreen.willRedraw();
			for (const id of [undefined, 't', 'open']) {
				assert.equal(onScreen.isRedrawing, true);
				await look(id);
			}
			assert.equal(onScreen.isRedrawing, false);
		});

		it('are not awaited below a row that is collapsed or gone', async () => {
			const { now, onScreen, look } = await drawnScreen();
			const query = onScreen.row('open') ?? assert.fail();
			onScreen.willRedraw([query]);
			onScreen.setOpen(query, false);
			assert.equal(onScreen.isRedrawing, false);
			onScreen.setOpen(query, true);
			onScreen.willRedraw();
			now.queries = ['closed'];
			for (const id of [undefined, 't']) await look(id);
			assert.equal(onScreen.isRedrawing, false);
		});
	});

	it('come from the newest request for them, which VS Code alone accepts', async () => {
		const { onScreen } = await drawnScreen();
		const query = onScreen.row('open') ?? assert.fail();
		const [first, second] = [onScreen.willReceive(query), onScreen.willReceive(query)];
		onScreen.setChildren(query, [{ id: 'old', label: 'old' }], first);
		assert.deepEqual([onScreen.isRedrawing, onScreen.row('old')], [true, undefined]);
		const row = { id: 'new', label: 'new' };
		onScreen.setChildren(query, [row], second);
		assert.deepEqual([onScreen.isRedrawing, onScreen.row('new')], [false, row]);
	});
});
