import assert from 'node:assert/strict';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { isMutation } from '../../../../../src/forge/graphql/document.ts';
import { webhookOperations } from '../../../../../src/forge/graphql/webhooks/operations.ts';
import { storedQuery } from '../../../../../src/forge/graphql/webhooks/stored-queries.ts';
import { webhookRows } from '../../../../../src/forge/rows/webhooks.ts';
import { eventsOf, type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import { subscribe } from '../../../../../src/forge/webhooks/hook-subscription.ts';
import { scriptedClient } from '../scripted-client.ts';

const url = 'http://127.0.0.1:9/hook';
const editor = { owner: '~ana', tracker: 'editor' };
const allFamilies = Object.keys(families) as Family[];

/** An answer with the hooks of a tracker. */
const found = (value: unknown) => ({ data: { owner: { tracker: { id: 42, found: value } } } });
const created = (...events: readonly string[]) => ({ data: { created: { id: 7, events, url } } });

describe('An operation on webhooks', () => {
	const open = (family: Family, ...bodies: readonly unknown[]) =>
		scriptedClient<ReturnType<typeof webhookRows<string>>>(
			webhookRows(families[family].path),
			webhookOperations(family),
		).open(...bodies);

	for (const family of allFamilies) {
		it(`of ${family} changes something only if it creates or deletes a hook`, () => {
			for (const [name, operation] of Object.entries(webhookOperations(family)))
				assert.equal(
					operation?.documents.some(isMutation) ?? false,
					['createHook', 'deleteHook'].includes(name),
					name,
				);
		});
	}

	it('lists hooks with the events of the contract, and leaves those of other programs as they are', async () => {
		const { client, sent } = await open(
			'tracker',
			found({
				results: [
					{ id: 2, events: ['TICKET_CREATED', 'TICKET_DELETED'], url: 'https://ci.example.org/' },
					{ id: 1, events: ['EVENT_CREATED'], url },
				],
				next: null,
			}),
		);
		const hooks = await listAll(client.hooks(editor));
		assert.deepEqual(
			hooks.map(({ id, events }) => [id, events]),
			[
				[2, ['ticket:create', 'TICKET_DELETED']],
				[1, ['event:create']],
			],
		);
		assert.deepEqual(sent()[0]?.variables, { tracker: 'editor', owner: 'ana' });
	});

	it('creates a hook with the number that the list has shown, in the words of GraphQL', async () => {
		const { client, sent } = await open(
			'tracker',
			found({ results: [], next: null }),
			created('EVENT_CREATED'),
		);
		await listAll(client.hooks(editor));
		const hook = await client.createHook(editor, { url, events: ['event:create'] });
		assert.deepEqual([hook.id, hook.events], [7, ['event:create']]);
		assert.deepEqual(sent()[1]?.variables, {
			tracker: 42,
			config: { url, events: ['EVENT_CREATED'], query: storedQuery('trackers') },
		});
	});

	for (const [family, names, lacking] of [
		['listsUser', ['EMAIL_RECEIVED', 'LIST_CREATED'], ['subscription:create', 'subscription:remove']],
		[
			'trackersUser',
			['TRACKER_CREATED', 'TRACKER_UPDATE', 'TRACKER_DELETED', 'TICKET_CREATED'],
			['event:create'],
		],
	] as const) {
		it(`subscribes with a single hook to those events of ${family} that GraphQL has`, async () => {
			const { client, sent } = await open(family, created(...names));
			const calls = {
				create: (hook: { readonly url: string; readonly events: readonly string[] }) =>
					client.createHook({}, { url: hook.url, events: [...hook.events] }),
				remove: () => assert.fail('Nothing is to be removed.'),
			};
			const { hooks, refused } = await subscribe(calls, url, eventsOf(family));
			assert.deepEqual(
				sent().map(({ variables }) => variables.config),
				[{ url, events: names, query: storedQuery(families[family].area) }],
			);
			assert.deepEqual([hooks.length, refused], [1, lacking]);
		});
	}

	it('refuses a hook that is to answer pushes, which no forge shows in GraphQL', async () => {
		const { client, sent } = await open('repository');
		const params = { owner: '~ana', repository: 'editor' };
		await assert.rejects(
			client.createHook(params, { url, events: ['repo:post-update'], sync: true }),
			/does not show answers to pushes/,
		);
		assert.deepEqual(sent(), []);
	});

	it('neither reads deliveries nor sends one again', async () => {
		const { client, sent } = await open('tracker');
		const params = { ...editor, hook: 7, delivery: 'x' };
		for (const refused of [
			client.delivery(params),
			client.redeliver(params),
			listAll(client.deliveries(params)),
		])
			await assert.rejects(refused, { kind: 'refused' });
		assert.deepEqual(sent(), []);
	});
});
