import assert from 'node:assert/strict';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { answerWith, choose, signInOffer, takeCalls } from '../../../kit/window/editor.ts';

const { cloneSources } = await import('../../../../src/repositories/commands/clone-sources.ts');

describe('The repositories that can be cloned', () => {
	const { open, forge } = demoRepositories();

	it('are those of all accounts, each with its two addresses', async () => {
		const { repositories } = await open({ names: ['ana', 'bob'] });
		const sources = await cloneSources(repositories);
		const base = forge().addresses.repositories?.replace(/\/$/, '');
		assert.deepEqual(
			sources.find(({ name }) => name === '~ana/editor'),
			{
				...{ name: '~ana/editor', description: 'forge.test', icon: 'repo' },
				url: [`${base}/~ana/editor`, 'git@127.0.0.1:~ana/editor'],
			},
		);
		assert.deepEqual([...new Set(sources.map(({ name }) => name.split('/')[0]))], ['~ana', '~bob']);
	});

	it('are listed once, also if two accounts know them', async () => {
		const { repositories } = await open({ names: ['ana', 'bob'] });
		const [, bob = assert.fail()] = repositories.accounts;
		await bob.repositories.pins.pin({ owner: '~ana', name: 'editor' });
		const names = (await cloneSources(repositories)).map(({ name }) => name);
		assert.equal(names.filter((name) => name === '~ana/editor').length, 1);
	});

	it('show no icon that a name asks for', async () => {
		const { repositories } = await open();
		const [ana = assert.fail()] = repositories.accounts;
		await ana.repositories.pins.pin({ owner: '~eve', name: '$(verified)editor' });
		const names = (await cloneSources(repositories)).map(({ name }) => name);
		assert.ok(names.includes('~eve/\\$(verified)editor'), names.join());
	});

	it('are not an empty list if they cannot be read', async () => {
		const { repositories, cut } = await open();
		cut(true);
		await assert.rejects(cloneSources(repositories), { kind: 'offline' });
	});

	it('ask for an account if there is none', async () => {
		takeCalls();
		answerWith(choose('Sign In'));
		const { repositories } = await open({ names: [] });
		assert.deepEqual(await cloneSources(repositories), []);
		assert.deepEqual(takeCalls(), [signInOffer, 'command: tildeforge.signIn']);
	});
});
