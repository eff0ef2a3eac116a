import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import { storedQuery } from '../../../src/forge/graphql/webhooks/stored-queries.ts';
import type { Family } from '../../../src/forge/webhooks/families.ts';
import { people } from '../../kit/forge/graphql-area.ts';
import { graphqlHooks } from '../../kit/forge/graphql-hooks.ts';

const garden = { owner: '~owner', tracker: 'garden' };

for (const [quirks, delivered] of [
	[[], 1],
	[['hook-of-another-blocks'], 0],
	[['hook-of-another-blocks', 'revoked-hooks-fire'], 2],
] as const)
	describe(`A webhook beside one whose token was revoked, with ${quirks.join() || 'no quirks'}`, () => {
		const { area, urlOf, clientOf, events } = graphqlHooks('trackers', ...quirks);

		it(`is one of ${delivered} that deliver what happens`, async () => {
			const tracker = area().trackers.create('owner', { name: 'garden' });
			const token = area().token('other');
			for (const [name, as] of [
				['other', token],
				['own', area().token('owner')],
			] as const)
				await clientOf('tracker', as).createHook(garden, { url: urlOf(name), events: ['ticket:create'] });
			area().accounts.revoke(token);
			area().trackers.tickets.open(tracker, people.other, { title: 'It rains' });
			const names = (await events()).map(([event]) => event);
			assert.deepEqual(names, Array(delivered).fill('ticket:create'));
			// The user can only remove the webhook if it still fires.
			const later = clientOf('tracker', area().token('other'));
			assert.equal((await listAll(later.hooks(garden))).length, delivered === 2 ? 1 : 0);
			const removal = later.deleteHook({ ...garden, hook: 1 });
			await (delivered === 2 ? removal : assert.rejects(removal, { kind: 'missing' }));
		});
	});

describe('The webhooks of trackers in GraphQL', () => {
	const { area, urlOf, clientOf, heard } = graphqlHooks('trackers');
	let url: string;
	beforeEach(() => {
		url = urlOf('hook');
		area().trackers.create('owner', { name: 'garden' });
	});
	const tracker = () => area().trackers.find('owner', 'garden') ?? assert.fail();

	it('deliver what happens to trackers, tickets and labels', async () => {
		const token = area().token('owner');
		const events: Readonly<Partial<Record<Family, readonly string[]>>> = {
			trackersUser: ['ticket:create', 'tracker:update', 'tracker:delete'],
			tracker: ['ticket:create', 'label:create', 'label:delete'],
		};
		for (const [family, names = []] of Object.entries(events)) {
			const params = family === 'tracker' ? garden : {};
			// The table has families as its keys.
			await clientOf(family as Family, token).createHook(params, { url, events: [...names] });
		}
		const happenings: readonly (readonly [() => unknown, readonly string[]])[] = [
			[
				() => area().trackers.tickets.open(tracker(), people.owner, { title: 'It rains' }),
				['ticket:create', 'ticket:create'],
			],
			[() => area().trackers.update(tracker(), { description: 'Wet' }), ['tracker:update']],
			[
				() =>
					area().trackers.createLabel(tracker(), {
						name: 'wet',
						colors: { background: '#000000', text: '#ffffff' },
					}),
				['label:create'],
			],
			[() => area().trackers.deleteLabel(tracker(), tracker().labels[0] ?? assert.fail()), ['label:delete']],
			[() => area().trackers.delete(tracker()), ['tracker:delete']],
		];
		let count = 0;
		for (const [happen, expected] of happenings) {
			happen();
			const all = (await heard()).slice(count);
			count += all.length;
			assert.deepEqual(
				all.map((one) => one.kind === 'event' && one.event),
				expected,
			);
		}
	});

	it('tell a ticket that changes', async () => {
		const ticket = area().trackers.tickets.open(tracker(), people.owner, { title: 'It rains' });
		const params = { ...garden, ticket: ticket.number };
		await clientOf('ticket').createHook(params, {
			url,
			events: ['ticket:update'],
		});
		area().trackers.tickets.update(ticket, people.owner, { status: 'confirmed' });
		const [delivered] = await heard();
		assert(delivered?.kind === 'event' && delivered.event === 'ticket:update');
		assert.equal(delivered.body.tracker?.name, 'garden');
	});

	it('are executed with the grants of their token, and a query that fails is still a hint', async () => {
		const grants = ['TRACKERS', 'TICKETS', 'EVENTS'].map((one) => `todo.sr.ht/${one}:RO`).join(' ');
		const unable = area().token('owner', grants);
		const id = tracker().id;
		const { data } = await area().askWith(
			unable,
			'mutation ($id: Int!, $config: TrackerWebhookInput!) { createTrackerWebhook(trackerId: $id, config: $config) { id } }',
			{
				id,
				config: { url, events: ['TICKET_CREATED'], query: storedQuery('trackers') },
			},
		);
		assert.ok(data.createTrackerWebhook.id);
		area().trackers.tickets.open(tracker(), people.owner, { title: 'It rains' });
		const [delivered] = await heard();
		// The owner of a tracker needs the grant PROFILE.
		assert(delivered?.kind === 'other');
		assert.equal(delivered.event, 'ticket:create');
	});

	it('need the grants of their events, supported events, and a query that fits the schema', async () => {
		const create = async (token: string, event: string, query = 'query { webhook { uuid } }') => {
			const { errors } = await area().askWith(
				token,
				'mutation ($id: Int!, $config: TrackerWebhookInput!) { createTrackerWebhook(trackerId: $id, config: $config) { id } }',
				{ id: tracker().id, config: { url, events: [event], query } },
			);
			return errors?.[0]?.message;
		};
		const all = area().token('owner');
		const some = area().token('owner', 'todo.sr.ht/TRACKERS:RO');
		assert.equal(
			await create(some, 'EVENT_CREATED'),
			'Insufficient access granted for webhook event EVENT_CREATED',
		);
		assert.equal(await create(some, 'LABEL_CREATED'), undefined);
		assert.equal(await create(all, 'TRACKER_CREATED'), 'Unsupported event TRACKER_CREATED');
		for (const query of [
			'query { webhook { nothing } }',
			'query {',
			'mutation { deleteTracker(id: 1) { id } }',
		])
			assert.match((await create(all, 'EVENT_CREATED', query)) ?? '', /^Error validating webhook query: /);
	});

	it('are shown to each personal token of their account, and to no other account', async () => {
		const { id } = await clientOf('tracker').createHook(garden, {
			url,
			events: ['ticket:create'],
		});
		const list = async (token: string) => {
			const hooks = await listAll(clientOf('tracker', token).hooks(garden));
			return hooks.map((hook) => [hook.id, hook.events]);
		};
		const another = area().token('owner');
		assert.deepEqual(await list(another), [[id, ['ticket:create']]]);
		assert.deepEqual(await list(area().token('other')), []);
		await assert.rejects(clientOf('tracker', area().token('other')).deleteHook({ ...garden, hook: id }), {
			kind: 'missing',
		});
		assert.equal((await clientOf('tracker', another).hook({ ...garden, hook: id })).url, url);
		await clientOf('tracker', another).deleteHook({ ...garden, hook: id });
		assert.deepEqual(await list(another), []);
	});

	it('are listed up to the 25th, because the second page is the first one again', async () => {
		const client = clientOf('tracker');
		for (let nth = 1; nth <= 30; nth++)
			await client.createHook(garden, { url: urlOf(`${nth}`), events: ['ticket:create'] });
		const found = (await listAll(client.hooks(garden))).map((hook) => hook.url);
		assert.deepEqual(
			found,
			Array.from({ length: 25 }, (_, nth) => urlOf(`${nth + 1}`)),
		);
	});

	it('of one token of a program are neither listed nor deleted by the next one', async () => {
		const ofProgram = () => {
			const { accounts } = area();
			const value = `renewed${accounts.tokensOf('owner', 'program').length}`.padEnd(33, 'x');
			return accounts.issue({ owner: 'owner', scopes: ['*'], client: 'program', expires: null, value }).value;
		};
		const before = ofProgram();
		const { id } = await clientOf('tracker', before).createHook(garden, { url, events: ['ticket:create'] });
		const after = clientOf('tracker', ofProgram());
		assert.deepEqual(await listAll(after.hooks(garden)), []);
		await assert.rejects(after.deleteHook({ ...garden, hook: id }), { kind: 'missing' });
	});

	it('are the only place for the event of a stored query', async () => {
		const { errors } = await area().ask('owner', 'query { webhook { uuid } }');
		assert.match(errors?.[0]?.message ?? '', /query of a webhook/);
	});
});
