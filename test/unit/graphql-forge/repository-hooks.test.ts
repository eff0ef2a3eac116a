import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import type { Push } from '../../../src/forge/shapes/repositories.ts';
import { graphqlHooks } from '../../kit/forge/graphql-hooks.ts';
import { writeHistory } from '../../kit/forge/repositories-history.ts';

const demo = { owner: '~owner', repository: 'demo' };

for (const quirks of [[], ['hook-ref-null']] as const)
	describe(`The webhooks of repositories in GraphQL${quirks.length > 0 ? ' as in practice' : ''}`, () => {
		const { area, urlOf, clientOf, events } = graphqlHooks('repositories', ...quirks);
		const owner = () => area().accounts.find('owner') ?? assert.fail();

		it('deliver new, renamed and deleted repositories of an account', async () => {
			const names = ['repo:create', 'repo:update', 'repo:delete'];
			await clientOf('repositoriesUser').createHook({}, { url: urlOf('all'), events: names });
			const { id } = await area().repositories.create(owner(), { name: 'demo' });
			await area().repositories.update(owner(), 'demo', { name: 'other' });
			await area().repositories.delete(owner(), 'other');
			assert.deepEqual(
				(await events()).map(([event, body]) => [event, body.id]).sort(),
				names.map((event) => [event, id]).sort(),
			);
		});

		it(`deliver a push, ${quirks.length > 0 ? 'without' : 'with'} the names of new and deleted references`, async () => {
			const created = await area().repositories.create(owner(), { name: 'demo' });
			const { master } = writeHistory(area().repositories.pathOf(created));
			const client = clientOf('repository');
			const { id } = await client.createHook(demo, {
				url: urlOf('demo'),
				events: ['repo:post-update'],
			});
			const none = '0'.repeat(40);
			await area().repositories.pushed(created.id, [
				{ name: 'refs/heads/master', old: master, new: master },
				{ name: 'refs/heads/new', old: none, new: master },
				{ name: 'refs/heads/old', old: master, new: none },
			]);
			const [[event, push] = []] = await events();
			assert.deepEqual(
				push.refs.map(({ name, old, new: target }: Push['refs'][number]) => [name, old?.id, target?.id]),
				[
					['refs/heads/master', master, master],
					[quirks.length > 0 ? '' : 'refs/heads/new', undefined, master],
					[quirks.length > 0 ? '' : 'refs/heads/old', master, undefined],
				],
			);
			assert.equal(event, 'repo:post-update');
			assert.equal(push.pusher.canonical_name, '~owner');
			assert.deepEqual(
				(await listAll(client.hooks(demo))).map((hook) => hook.id),
				[id],
			);
			assert.equal((await client.hook({ ...demo, hook: id })).url, urlOf('demo'));
			await client.deleteHook({ ...demo, hook: id });
			assert.deepEqual(await listAll(client.hooks(demo)), []);
		});
	});
