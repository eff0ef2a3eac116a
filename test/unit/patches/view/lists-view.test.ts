import assert from 'node:assert/strict';
import { createPatchesView } from '../../../../src/patches/view/lists-view.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { demoForge } from '../../demo-forge.ts';
import { projectItems } from '../../platform/view/project-items.ts';

describe('The Patches view', () => {
	const { account } = demoForge();
	const patchesView = createPatchesView({ redraw: () => {}, isVisible: () => true });

	it('lists the mailing lists of the account, with their descriptions', async () => {
		const rows = await patchesView.roots([account('ana')], []);
		assert.deepEqual(rows, [
			{
				id: 'ana/editor-announce',
				label: 'editor-announce',
				icon: 'mail',
				context: 'list',
				tooltip: 'New versions of the editor, and nothing else.',
			},
			{
				id: 'ana/editor-devel',
				label: 'editor-devel',
				icon: 'mail',
				context: 'list',
				tooltip:
					'Questions about the **editor**, and patches for it.\n\nPlease send them with `git send-email`.',
			},
		]);
	});

	it('shows nothing in place of an empty description', async () => {
		const bob = account('bob');
		await bob.connection.lists?.createList({}, { name: 'empty' });
		const [row] = await patchesView.roots([bob], []);
		assert.deepEqual(row, { id: 'bob/empty', label: 'empty', icon: 'mail', context: 'list' });
	});

	it('says so if the account has no mailing lists', async () => {
		const [row, ...others] = await patchesView.roots([account('carol')], []);
		assert.deepEqual(
			[row?.id, row?.icon, row?.label],
			['notice/none/carol', 'info', '~carol has no mailing lists'],
		);
		assert.deepEqual(others, []);
	});

	it('requests nothing without the permissions to read lists and patches', async () => {
		const { session, ...rest } = account('ana');
		const [row] = await patchesView.roots([{ ...rest, session: { ...session, scopes: [] } }], []);
		assert.equal(row?.label, 'Missing permissions: lists:read, patches:read');
	});

	it('has its id in the manifest, and names what a forge without lists lacks', async () => {
		const { lists: _, ...instance } = account('ana').instance;
		const [row] = await patchesView.roots([{ ...account('ana'), instance }], []);
		assert.deepEqual([patchesView.id, row?.label], ['tildeforge.patches', 'forge.test has no mailing lists']);
	});

	it('begins with the lists of This Project, which are not repeated', async () => {
		const { items } = projectItems('~ana/editor-devel');
		const view = createPatchesView({ project: items, redraw: () => {}, isVisible: () => true });
		const idsOf = (rows: readonly Row[] = []) => rows.map(({ id }) => id);
		const own = await view.roots([account('ana')], []);
		assert.deepEqual(idsOf(own), ['project', 'ana/editor-announce']);
		assert.deepEqual(idsOf(await own[0]?.children?.()), ['ana/editor-devel']);

		const other = await view.roots([account('carol')], []);
		assert.deepEqual(idsOf(other), ['project', 'notice/none/carol']);
		const [row] = (await other[0]?.children?.()) ?? [];
		assert.deepEqual([row?.id, row?.label], ['carol/~ana/editor-devel', '~ana/editor-devel']);
	});
});
