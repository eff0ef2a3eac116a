import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import { connectGraphql } from '../../../src/forge/graphql/connect-graphql.ts';
import { webhookOperations } from '../../../src/forge/graphql/webhooks/operations.ts';
import { storedQuery } from '../../../src/forge/graphql/webhooks/stored-queries.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { type Family, families } from '../../../src/forge/webhooks/families.ts';
import { plainTransport } from '../../../src/forge/wire/plain-transport.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { wire } from '../../../src/forge/wire/wire.ts';
import { ear } from '../../kit/forge/callers.ts';
import { type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';
import { writeHistory } from '../../kit/forge/repositories-history.ts';
import { validateDocument } from '../../kit/forge/validate-document.ts';

const demo = { owner: '~owner', repository: 'demo' };

describe('The webhooks of repositories in GraphQL', () => {
	let area: StartedArea;
	let listener: Awaited<ReturnType<typeof ear>>;
	const network = plainTransport();
	after(() => network.dispose());
	beforeEach(async () => {
		area = await startGraphqlArea('repositories');
		listener = await ear(area.hooks.publicKey);
	});
	afterEach(async () => {
		await listener.stop();
		await area.stop();
	});

	const owner = () => area.accounts.find('owner') ?? assert.fail();
	const clientOf = (family: Family) => {
		const token = area.token('owner');
		return connectGraphql(
			webhookRows<string>(families[family].path),
			'git.sr.ht',
			async () => webhookOperations(family),
			wire({
				base: area.address,
				token: () => token,
				fetch: network.fetch,
				queues: new Queues(),
				agent: 'Tildeforge/test',
			}),
		);
	};
	const heard = async () => {
		await area.hooks.settled();
		return listener.all().map((one) => (one.kind === 'event' ? [one.event, one.body] : one));
	};

	it('deliver new, renamed and deleted repositories of an account', async () => {
		const events = ['repo:create', 'repo:update', 'repo:delete'];
		await clientOf('repositoriesUser').createHook({}, { url: listener.urlOf('all'), events });
		const { id } = await area.repositories.create(owner(), { name: 'demo' });
		await area.repositories.update(owner(), 'demo', { name: 'other' });
		await area.repositories.delete(owner(), 'other');
		const all = (await heard()).map((one) => JSON.parse(JSON.stringify(one)));
		assert.deepEqual(
			all.map(([event, body]) => [event, body.id]).sort(),
			events.map((event) => [event, id]).sort(),
		);
	});

	it('deliver a push, without the names of new references', async () => {
		const created = await area.repositories.create(owner(), { name: 'demo' });
		const { master } = writeHistory(area.repositories.pathOf(created));
		const client = clientOf('repository');
		const { id } = await client.createHook(demo, {
			url: listener.urlOf('demo'),
			events: ['repo:post-update'],
		});
		const none = '0'.repeat(40);
		await area.repositories.pushed(created.id, [
			{ name: 'refs/heads/master', old: master, new: master },
			{ name: 'refs/heads/new', old: none, new: master },
		]);
		const [first] = await heard();
		assert.deepEqual(
			JSON.parse(JSON.stringify(first))[1].refs.map(({ name }: { name: string }) => name),
			['refs/heads/master'],
		);
		assert.equal(JSON.parse(JSON.stringify(first))[1].pusher.canonical_name, '~owner');
		assert.deepEqual(
			(await listAll(client.hooks(demo))).map((hook) => hook.id),
			[id],
		);
		assert.equal((await client.hook({ ...demo, hook: id })).url, listener.urlOf('demo'));
		await client.deleteHook({ ...demo, hook: id });
		assert.deepEqual(await listAll(client.hooks(demo)), []);
	});

	it('are asked for with documents that fit the schema', () => {
		const documents = (['repositoriesUser', 'repository'] as const).flatMap((family) =>
			Object.values(webhookOperations(family)).flatMap((operation) => operation?.documents ?? []),
		);
		for (const document of [...documents, storedQuery('repositories')])
			assert.deepEqual(validateDocument('repositories', document), [], document);
	});
});
