import assert from 'node:assert/strict';
import type { Row } from '../../../../../src/platform/view/row.ts';
import { DisplayedRows } from '../../../../../src/platform/view/tree/displayed-rows.ts';
import { stillHeld } from '../../../../tools/released.ts';

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
	it('are not redrawn while nothing has changed', async () => {
		const { changes } = await drawnScreen();
		assert.deepEqual(await changes(), []);
	});

	it('are redrawn together with their siblings when one changes, and no other row is', async () => {
		const { now, onScreen, look, changes } = await drawnScreen();
		now.titles.set(2, 'Two');
		assert.deepEqual(await changes(), ['open']);
		const query = onScreen.row('open');
		assert.ok(query);
		assert.equal(onScreen.current(query).id, 'open');
		await look('open');
		assert.equal(onScreen.row('open/2')?.label, 'Two');
		assert.deepEqual(await changes(), []);
	});

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

	it('have changed if only the data of their tooltip has', async () => {
		const onScreen = new DisplayedRows();
		const above: Row = { id: 'above', label: '', children: () => [] };
		const row = (title: string, ...colors: readonly string[]): Row => ({
			id: 'a',
			label: 'A',
			tooltipInputs: [{ title }, colors],
		});
		onScreen.setChildren(undefined, [above]);
		onScreen.setChildren(above, [row('One', 'red')]);
		onScreen.didDraw(above, above);
		const first = onScreen.row('a');
		assert.ok(first);
		onScreen.didDraw(first, first);
		assert.equal((await onScreen.changes(above, () => [row('One', 'red')])).size, 0);
		assert.deepEqual([...(await onScreen.changes(above, () => [row('One', 'blue')]))], [above]);
		assert.deepEqual([...(await onScreen.changes(above, () => [row('Two', 'red')]))], [above]);
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

	it('are in memory once, however often they are compared', async () => {
		const { made, changes } = await drawnScreen();
		for (let times = 0; times < 3; times++) assert.deepEqual(await changes(), []);
		assert.deepEqual([made.length, await stillHeld(made)], [12, 3]);
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

	for (const [words, others] of Object.entries({
		more: [1, 2, 3, 4],
		fewer: [1, 3],
		'in another order': [2, 1, 3],
	})) {
		it(`are requested through their parent when they are ${words}`, async () => {
			const { now, changes } = await drawnScreen();
			now.tickets = others;
			assert.deepEqual(await changes(), ['open']);
		});
	}

	it('are requested from the topmost row that has changed', async () => {
		const { now, changes } = await drawnScreen();
		now.tickets = [1];
		now.count = 1;
		assert.deepEqual(await changes(), ['t']);
	});

	it('are not read if the user has not seen them', async () => {
		const { read, changes } = await drawnScreen();
		await changes();
		assert.deepEqual(read, ['open']);
	});

	it('are not read if the user has collapsed their parent, which is requested once', async () => {
		const { now, read, onScreen, look, changes } = await drawnScreen();
		const query = onScreen.row('open');
		assert.ok(query);
		onScreen.setOpen(query, false);
		now.titles.set(2, 'Two');
		assert.deepEqual(await changes(), ['open']);
		assert.deepEqual(await changes(), []);
		assert.deepEqual(read, []);
		onScreen.setOpen(query, true);
		await look('open');
		now.titles.set(2, 'Zwei');
		assert.deepEqual(await changes(), ['open']);
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

		it('are not awaited below a collapsed row', async () => {
			const { onScreen, look } = await drawnScreen();
			const query = onScreen.row('open') ?? assert.fail();
			onScreen.setOpen(query, false);
			onScreen.willRedraw();
			for (const id of [undefined, 't']) await look(id);
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

		it('are awaited below a single row too, and no longer than the view waits', async () => {
			const { onScreen, look } = await drawnScreen();
			onScreen.willRedraw([onScreen.row('t') ?? assert.fail()]);
			await look('t');
			assert.equal(onScreen.isRedrawing, true);
			await look('open');
			assert.equal(onScreen.isRedrawing, false);
			onScreen.willRedraw();
			onScreen.endRedraw();
			assert.equal(onScreen.isRedrawing, false);
		});
	});

	it('are awaited when VS Code draws a row above them once more, as at the second of two quick refreshes', async () => {
		const { onScreen, look } = await drawnScreen();
		const tracker = onScreen.row('t') ?? assert.fail();
		onScreen.willRedraw([tracker]);
		onScreen.willRedraw([tracker]);
		for (const id of ['t', 'open']) await look(id);
		assert.equal(onScreen.isRedrawing, false);
		onScreen.didDraw(tracker, tracker);
		for (const id of ['t', 'open']) {
			assert.equal(onScreen.isRedrawing, true, id);
			await look(id);
		}
		assert.equal(onScreen.isRedrawing, false);
	});

	it('are awaited while VS Code requests a row, and then until it has requested the expanded rows below', async () => {
		const { onScreen, look } = await drawnScreen();
		const tracker = onScreen.row('t') ?? assert.fail();
		const request = onScreen.willReceive(tracker);
		assert.equal(onScreen.isRedrawing, true);
		const rows = onScreen.childrenOf('t');
		onScreen.setChildren(tracker, rows, request);
		for (const row of rows) onScreen.didDraw(row, row);
		assert.equal(onScreen.isRedrawing, true);
		await look('open');
		assert.equal(onScreen.isRedrawing, false);
	});

	it('are not awaited if VS Code requests them for the first time', () => {
		const onScreen = new DisplayedRows();
		onScreen.willReceive(undefined);
		assert.equal(onScreen.isRedrawing, false);
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

	it('do not come from a request that VS Code made before it requested the top again', async () => {
		const { onScreen } = await drawnScreen();
		const query = onScreen.row('open') ?? assert.fail();
		const request = onScreen.willReceive(query);
		onScreen.willReceive(undefined);
		onScreen.setChildren(query, [{ id: 'old', label: 'old' }], request);
		assert.deepEqual([onScreen.isRedrawing, onScreen.row('old')], [true, undefined]);
	});

	it('knows a row that has moved below another one, in whichever order VS Code asks', () => {
		const moved: Row = { id: 'moved', label: 'moved', children: () => [] };
		const child: Row = { id: 'child', label: 'child' };
		const [from, to]: readonly Row[] = ['from', 'to'].map((id) => ({ id, label: id, children: () => [] }));
		assert.ok(from && to);
		for (const isFromFirst of [true, false]) {
			const onScreen = new DisplayedRows();
			onScreen.setChildren(undefined, [from, to]);
			onScreen.setChildren(from, [moved]);
			onScreen.setChildren(moved, [child]);
			onScreen.setChildren(to, []);
			onScreen.setChildren(undefined, [from, to]);
			const requests = [() => onScreen.setChildren(from, []), () => onScreen.setChildren(to, [moved])];
			for (const request of isFromFirst ? requests : requests.toReversed()) request();
			onScreen.setChildren(moved, [child]);
			assert.equal(onScreen.row('moved'), moved, `${isFromFirst}`);
			assert.equal(onScreen.parentOf(moved), to);
			assert.ok(onScreen.isVisible('child'));
		}
	});
});
