import assert from 'node:assert/strict';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import { temporaryFolder } from '../../tools/places.ts';
import '../editor.ts';
import { cloneOf, openWorkspace } from '../platform/git/open-workspace.ts';
import { fixedAccounts } from '../platform/state/fixed-accounts.ts';
import { readable } from '../tickets/state/forge.ts';

const { openRepositoryServices } = await import('../../../src/repositories/services.ts');

describe('The parts of the repositories feature', () => {
	it('know the local clones of the window when they are open, so that nothing in those is requested', async () => {
		const window = openWorkspace({ folders: [cloneOf('git@git.forge.test:~ana/editor')] });
		const folder = temporaryFolder('repository-services');
		const { log } = readable();
		const services = await openRepositoryServices({
			forges: fixedAccounts([], new AccountCaches(folder, log)),
			...{ projects: window.projects, log },
			context: { globalStorageUri: { fsPath: folder } as never },
		});
		const repository = { instance: 'forge', owner: '~ana', name: 'editor' };
		assert.equal(window.projects.objectsOf(repository).length, 1);
		services.dispose();
		window.dispose();
	});
});
