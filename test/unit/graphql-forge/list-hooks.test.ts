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
import { validateDocument } from '../../kit/forge/validate-document.ts';

const devel = { owner: '~owner', list: 'devel' };
const patch = [
	'From: other <other@forge.test>',
	'To: ~owner/devel@lists.test',
	'Subject: [PATCH] Water it',
	'Message-ID: <one@forge.test>',
	'Date: Wed, 4 Mar 2026 05:06:07 +0000',
	'',
	'Dry.',
	'---',
	' a | 2 +-',
	' 1 file changed, 1 insertion(+), 1 deletion(-)',
	'',
	'diff --git a/a b/a',
	'index 1111111..2222222 100644',
	'--- a/a',
	'+++ b/a',
	'@@ -1 +1 @@',
	'-dry',
	'+wet',
	'-- ',
	'2.50.1',
	'',
].join('\r\n');

describe('The webhooks of mailing lists in GraphQL', () => {
	let area: StartedArea;
	let listener: Awaited<ReturnType<typeof ear>>;
	const network = plainTransport();
	after(() => network.dispose());
	beforeEach(async () => {
		area = await startGraphqlArea('lists');
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
			'lists.sr.ht',
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

	it('deliver mails, patchsets and changes of the list', async () => {
		const list = area.lists.create(owner(), { name: 'devel', description: '' });
		const client = clientOf('list');
		await client.createHook(devel, {
			url: listener.urlOf('list'),
			events: ['post:received', 'patchset:received', 'list:update'],
		});
		const [mail] = area.lists.receive(patch, { from: '', to: '~owner/devel@lists.test' });
		area.lists.update(list, { description: 'Of gardens' });
		const all = (await heard()).map((one) => JSON.parse(JSON.stringify(one)));
		assert.deepEqual(all.map(([event, body]) => [event, body.id, body.list?.name ?? body.name]).sort(), [
			['list:update', list.id, 'devel'],
			['patchset:received', area.lists.state.patchsets[0]?.id, 'devel'],
			['post:received', mail?.id, 'devel'],
		]);
		const [hook = assert.fail()] = await listAll(client.hooks(devel));
		await client.deleteHook({ ...devel, hook: hook.id });
		assert.deepEqual(await listAll(client.hooks(devel)), []);
	});

	it('of an account deliver new lists, but no mails', async () => {
		await clientOf('listsUser').createHook(
			{},
			{ url: listener.urlOf('all'), events: ['list:create', 'email:received'] },
		);
		area.lists.create(owner(), { name: 'devel', description: '' });
		const sent = patch.replaceAll('other', 'owner');
		assert.equal(area.lists.receive(sent, { from: '', to: '~owner/devel@lists.test' }).length, 1);
		assert.deepEqual(
			(await heard()).map((one) => Array.isArray(one) && one[0]),
			['list:create'],
		);
	});

	it('are asked for with documents that fit the schema', () => {
		const documents = (['listsUser', 'list'] as const).flatMap((family) =>
			Object.values(webhookOperations(family)).flatMap((operation) => operation?.documents ?? []),
		);
		for (const document of [...documents, storedQuery('lists')])
			assert.deepEqual(validateDocument('lists', document), [], document);
	});
});
