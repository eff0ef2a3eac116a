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

describe('The webhooks of mailing lists in GraphQL', () => {
	const { area, urlOf, clientOf, events } = graphqlHooks('lists');
	const owner = () => area().accounts.find('owner') ?? assert.fail();

	it('deliver mails, changes of the list, and patchsets once: not again with a reply', async () => {
		const list = area().lists.create(owner(), { name: 'devel', description: '' });
		const client = clientOf('list');
		await client.createHook(devel, {
			url: urlOf('list'),
			events: ['post:received', 'patchset:received', 'list:update'],
		});
		const [mail, answer] = [patch, reply].flatMap((text) =>
			area().lists.receive(text, { from: '', to: '~owner/devel@lists.test' }),
		);
		area().lists.update(list, { description: 'Of gardens' });
		assert.deepEqual(
			(await events()).map(([event, body]) => [event, body.id, body.list?.name ?? body.name]).sort(),
			[
				['list:update', list.id, 'devel'],
				['patchset:received', area().lists.state.patchsets[0]?.id, 'devel'],
				['post:received', mail?.id, 'devel'],
				['post:received', answer?.id, 'devel'],
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
