import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import { graphqlHooks } from '../../kit/forge/graphql-hooks.ts';

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

const reply = patch
	.slice(0, patch.indexOf('\r\n---'))
	.replace('[PATCH]', 'Re: [PATCH]')
	.replace('<one@', '<two@')
	.replace('\r\n\r\n', '\r\nIn-Reply-To: <one@forge.test>\r\n\r\n');

for (const [quirks, count] of [
	[[], 1],
	[['patchset-received-again'], 2],
] as const)
	describe(`The webhooks of mailing lists with ${quirks.join() || 'no quirks'}`, () => {
		const { area, urlOf, clientOf, events } = graphqlHooks('lists', ...quirks);

		it(`receive a patchset ${count === 1 ? 'once' : 'again with a reply to it'}`, async () => {
			area().lists.create(area().accounts.find('owner') ?? assert.fail(), { name: 'devel', description: '' });
			const names = ['post:received', 'patchset:received'];
			await clientOf('list').createHook(devel, { url: urlOf('list'), events: names });
			for (const mail of [patch, reply])
				assert.equal(area().lists.receive(mail, { from: '', to: '~owner/devel@lists.test' }).length, 1);
			const patchset = area().lists.state.patchsets[0]?.id;
			const delivered = (await events()).filter(([event]) => event === 'patchset:received');
			assert.deepEqual(
				delivered.map(([, body]) => body.id),
				Array.from({ length: count }, () => patchset),
			);
		});
	});

describe('The webhooks of mailing lists in GraphQL', () => {
	const { area, urlOf, clientOf, events } = graphqlHooks('lists');
	const owner = () => area().accounts.find('owner') ?? assert.fail();

	it('deliver mails, patchsets and changes of the list', async () => {
		const list = area().lists.create(owner(), { name: 'devel', description: '' });
		const client = clientOf('list');
		await client.createHook(devel, {
			url: urlOf('list'),
			events: ['post:received', 'patchset:received', 'list:update'],
		});
		const [mail] = area().lists.receive(patch, { from: '', to: '~owner/devel@lists.test' });
		area().lists.update(list, { description: 'Of gardens' });
		assert.deepEqual(
			(await events()).map(([event, body]) => [event, body.id, body.list?.name ?? body.name]).sort(),
			[
				['list:update', list.id, 'devel'],
				['patchset:received', area().lists.state.patchsets[0]?.id, 'devel'],
				['post:received', mail?.id, 'devel'],
			],
		);
		const [hook = assert.fail()] = await listAll(client.hooks(devel));
		await client.deleteHook({ ...devel, hook: hook.id });
		assert.deepEqual(await listAll(client.hooks(devel)), []);
	});

	it('of an account deliver new lists, but no mails', async () => {
		await clientOf('listsUser').createHook(
			{},
			{ url: urlOf('all'), events: ['list:create', 'email:received'] },
		);
		area().lists.create(owner(), { name: 'devel', description: '' });
		const sent = patch.replaceAll('other', 'owner');
		assert.equal(area().lists.receive(sent, { from: '', to: '~owner/devel@lists.test' }).length, 1);
		assert.deepEqual(
			(await events()).map(([event]) => event),
			['list:create'],
		);
	});
});
