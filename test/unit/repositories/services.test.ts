import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import { startForge } from '../../../src/sandbox/forge.ts';
import { temporaryFolder } from '../../tools/places.ts';
import '../../kit/window/editor.ts';
import { countedAccount } from '../../kit/forge/counted-account.ts';
import { fixedAccounts } from '../../kit/forge/fixed-accounts.ts';
import { feed } from '../../kit/forge/repositories-world.ts';
import { readable } from '../../kit/forge/tracker-forge.ts';
import { cloneOf, openWorkspace } from '../../kit/window/open-workspace.ts';

const { openRepositoryServices } = await import('../../../src/repositories/services.ts');
const { fileUri } = await import('../../../src/repositories/files/repository-files.ts');

describe('The parts of the repositories feature', () => {
	it('know the local clones of the window when they are open, so that nothing in those is requested', async () => {
		const window = openWorkspace({ folders: [cloneOf('git@git.forge.test:~ana/editor')] });
		const folder = temporaryFolder('repository-services');
		const { log } = readable();
		const services = await openRepositoryServices(
			fixedAccounts([], new AccountCaches(folder, log)),
			window.projects,
			folder,
			log,
		);
		const repository = { instance: 'forge', owner: '~ana', name: 'editor' };
		assert.equal(window.projects.objectsOf(repository).length, 1);
		services.dispose();
		window.dispose();
	});

	it('show with the message of a commit what is known of its signature', async () => {
		const lifetime = new Lifetime();
		const data = temporaryFolder('signed');
		const forge = await startForge({ port: 0, data });
		try {
			const git = (input: string, ...words: readonly string[]) =>
				feed(join(data, 'repositories', '~ana', 'editor.git'), input, ...words);
			const person = 'Ana <ana@example.org> 1578000000 +0000';
			const header = [
				`tree ${git('', 'rev-parse', 'master^{tree}')}`,
				...[`author ${person}`, `committer ${person}`],
				...['gpgsig -----BEGIN SSH SIGNATURE-----', ' AAAA', ' -----END SSH SIGNATURE-----'],
			];
			const commit = `${header.join('\n')}\n\nundo: signed\n`;
			const id = git(commit, 'hash-object', '-t', 'commit', '-w', '--stdin');
			git('', 'update-ref', 'refs/heads/signed', id);

			const instance = { name: 'forge.test', ...forge.addresses };
			const token = forge.users.find(({ name }) => name === '~ana')?.token ?? '';
			const { account } = countedAccount({ instance, me: '~ana', token }, lifetime);
			const folder = temporaryFolder('repository-services');
			const { log } = readable();
			const services = lifetime.add(
				await openRepositoryServices(
					fixedAccounts([account], new AccountCaches(folder, log)),
					{ ready: async () => {}, objectsOf: () => [], emails: [] },
					folder,
					log,
				),
			);
			const place = { instance: 'forge.test', owner: '~ana', repository: 'editor' };
			const revision = { kind: 'commit', id } as const;
			const text = await services.files.read(
				fileUri({ ...place, revision, path: 'Commit Message', form: 'message' }),
			);
			assert.match(Buffer.from(text).toString(), /^Signature: Signed, not verified \(.+\)\n\nundo: signed$/m);
		} finally {
			lifetime.dispose();
			await forge.stop();
		}
	});
});
