import assert from 'node:assert/strict';
import type { Row } from '../../../../src/platform/view/row.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { openTicketsScreen } from '../../../kit/window/tickets-screen.ts';

describe('This Project in the Tickets view', () => {
	const { forge: start, folder, ending } = stage();

	/** The view of an account whose own trackers are `editor` and `more`, while a folder belongs to the trackers `names`. */
	async function open(names: readonly string[], more: readonly string[] = []) {
		const forge = await start();
		for (const name of more) forge.fill(1, name);
		const project = projectItems(...names);
		const opened = await openTicketsScreen({
			...{ forge, folder: await folder(), log: readable().log, project: project.items },
		});
		ending(() => opened.dispose());
		const draw = async () => {
			const rows = await opened.view.roots(opened.tickets.accounts, []);
			for (const row of rows) opened.view.didShow(row);
			return rows;
		};
		return { ...opened, ...project, draw };
	}

	const idsOf = (rows: readonly Row[] = []) => rows.map(({ id }) => id);
	const below = async (row: Row | undefined) => (await row?.children?.()) ?? [];

	it('has the tracker of the folder, which is expanded and not repeated', async () => {
		const { draw, signIn } = await open(['~ana/other'], ['other']);
		signIn('ana');
		const rows = await draw();
		assert.deepEqual(idsOf(rows), ['project', 'ana/~ana/editor']);
		const [other] = await below(rows[0]);
		assert.deepEqual(
			[other?.id, other?.context, other?.isOpen, rows[1]?.isOpen],
			['ana/~ana/other', 'tracker own', true, false],
		);
		const [query] = await below(other);
		assert.equal(query?.id, 'ana/~ana/other/query/Open');
	});

	it('has the tracker of another user, which is not taken for a pinned one', async () => {
		const { draw, signIn, tickets } = await open(['~ana/editor']);
		signIn('bob');
		const rows = await draw();
		const trackers = () => tickets.of('bob')?.trackers ?? assert.fail();
		// It is the only tracker, so its queries are at the top.
		assert.ok(idsOf(rows).every((id) => !id.startsWith('project')));
		assert.ok(idsOf(rows).includes('bob/~ana/editor/query/Open'), idsOf(rows).join());
		await trackers().pins.pin({ owner: '~bob', name: 'pinned' });
		const [project] = await draw();
		assert.equal((await below(project))[0]?.context, 'tracker other');
		await trackers().pins.pin({ owner: '~ana', name: 'editor' });
		const [again, ...others] = await draw();
		assert.equal((await below(again))[0]?.context, 'tracker pinned');
		assert.deepEqual(idsOf(others), ['bob/~bob/pinned']);
	});

	it('can have several trackers, until only one is left', async () => {
		const { draw, signIn, view, set } = await open(['~ana/editor', '~ana/other']);
		signIn('bob');
		assert.deepEqual(idsOf(await draw()), ['project']);
		set('~ana/editor');
		await draw();
		assert.equal(view.onlyTracker?.id, 'bob/~ana/editor');
		assert.equal(view.mayBeForOther(), true);
	});

	it('comes above the accounts, and belongs to one of them', async () => {
		const { draw, signIn, signOut, tickets } = await open(['~ana/editor']);
		signIn('ana');
		signIn('bob');
		await tickets.of('bob')?.trackers.pins.pin({ owner: '~ana', name: 'editor' });
		const rows = await draw();
		assert.deepEqual(idsOf(rows), ['project', 'ana', 'bob']);
		assert.deepEqual(idsOf(await below(rows[0])), ['ana/~ana/editor']);
		assert.deepEqual(await below(rows[1]), []);
		assert.deepEqual(idsOf(await below(rows[2])), ['bob/~ana/editor']);

		await signOut('ana');
		const [query] = await draw();
		assert.equal(query?.id, 'bob/~ana/editor/query/Open');
		signIn('ana');
		assert.deepEqual(idsOf(await draw()).toSorted(), ['ana', 'bob', 'project']);
	});
});
