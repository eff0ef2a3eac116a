import assert from 'node:assert/strict';
import { createRepositoriesView } from '../../../../src/repositories/view/repositories-view.ts';
import { demoForge } from '../../demo-forge.ts';

describe('The Repositories view', () => {
	const { account } = demoForge();
	const repositoriesView = createRepositoriesView({ redraw: () => {}, isVisible: () => true });

	it('lists the repositories of the account, with their descriptions and those that are not public marked', async () => {
		const rows = await repositoriesView.roots([account('ana')], []);
		assert.deepEqual(rows, [
			{
				id: 'ana/notes',
				label: 'notes',
				icon: 'repo',
				context: 'repository',
				description: 'private',
				tooltip: 'For myself',
			},
			{
				id: 'ana/editor',
				label: 'editor',
				icon: 'repo',
				context: 'repository',
				tooltip:
					'A small text editor for terminals\n\nOne window, no settings. Patches go to ~ana/editor-devel.',
			},
		]);
	});

	it('shows nothing in place of an empty description', async () => {
		const bob = account('bob');
		await bob.connection.repositories?.createRepository({}, { name: 'empty', visibility: 'unlisted' });
		const [row] = await repositoriesView.roots([bob], []);
		assert.deepEqual(row, {
			id: 'bob/empty',
			label: 'empty',
			icon: 'repo',
			context: 'repository',
			description: 'unlisted',
		});
	});

	it('says so if the account has no repositories', async () => {
		const [row, ...others] = await repositoriesView.roots([account('carol')], []);
		assert.deepEqual(
			[row?.id, row?.icon, row?.label],
			['notice/none/carol', 'info', '~carol has no repositories'],
		);
		assert.deepEqual(others, []);
	});

	it('requests nothing without the permissions to read repositories', async () => {
		const { session, ...rest } = account('ana');
		const [row] = await repositoriesView.roots([{ ...rest, session: { ...session, scopes: [] } }], []);
		assert.equal(row?.label, 'Missing permissions: info:read, data:read');
	});

	it('names what a forge without repositories lacks', async () => {
		const { repositories: _, ...instance } = account('ana').instance;
		const [row] = await repositoriesView.roots([{ ...account('ana'), instance }], []);
		assert.equal(row?.label, 'forge.test has no repositories');
	});
});
