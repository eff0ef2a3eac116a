import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { webhookOperations } from '../../../../../src/forge/graphql/webhooks/operations.ts';
import { webhookRows } from '../../../../../src/forge/rows/webhooks.ts';
import { type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import { people, startGraphqlArea } from '../../../../kit/forge/graphql-area.ts';
import { plainTransport } from '../../../../kit/forge/plain-transport.ts';
import { testWire } from '../../../../kit/forge/test-wire.ts';
import { until } from '../../../../tools/until.ts';
import { accountOf } from '../live-forge.ts';
import { registeredAt } from './webhook-windows.ts';

const garden = { owner: '~owner', tracker: 'garden' };
const targets: readonly { readonly family: Family; readonly params: Readonly<Record<string, string>> }[] = [
	{ family: 'trackersUser', params: {} },
	{ family: 'tracker', params: garden },
	{ family: 'ticket', params: { ...garden, ticket: '1' } },
];

describe('On a forge that speaks only GraphQL, hooks', () => {
	const lifetime = new Lifetime();
	after(() => lifetime.dispose());

	it('are registered, deliver what others do, are replaced with their token, stop being live when those of others block them, and are removed, but not those of other programs', async () => {
		const area = await startGraphqlArea('trackers', 'hook-of-another-blocks');
		lifetime.add({ dispose: () => void area.stop() });
		const created = area.trackers.create('owner', { name: 'garden' });
		const ticket = area.trackers.tickets.open(created, people.owner, { title: 'It rains' });
		const network = lifetime.add(plainTransport());
		let token = area.token('owner');
		const client = (family: Family, as: { readonly token: string } = { token }) =>
			connectGraphql(
				webhookRows<string>(families[family].path),
				'todo.sr.ht',
				async () => webhookOperations(family),
				testWire({ base: area.address, token: () => as.token, fetch: network.fetch }),
			);
		const other = await client('tracker').createHook(garden, {
			...{ url: 'http://127.0.0.1:9/other', events: ['ticket:create'] },
		});

		const { session, connection } = accountOf('owner');
		const account = () => ({
			session: { ...session, token, graphql: ['trackers'] as const },
			instance: { name: 'forge.test', webhookKey: area.hooks.sender.publicKey },
			connection: { ...connection, webhooks: client },
		});
		const { webhooks, delivered, states, areRegistered, isLive, update } = await registeredAt(
			targets,
			account,
			lifetime,
		);
		// In GraphQL, the events of tickets are those of their tracker.
		assert.deepEqual(
			states().map((state) => (state?.kind === 'registered' ? state.refusedEvents : state)),
			[[], [], []],
		);

		area.trackers.tickets.update(ticket, people.other, { comment: 'Still.' });
		await area.hooks.settled();
		await until(() => delivered.length >= 2, { what: `deliveries: ${delivered}` });
		assert.deepEqual([...delivered].sort(), ['ticket event event:create', 'tracker event event:create']);
		assert.ok(isLive('tracker'));

		// The webhook of another program, whose token has ended, keeps the forge from delivering.
		const ended = area.token('third');
		await client('tracker', { token: ended }).createHook(garden, {
			...{ url: 'http://127.0.0.1:9/ended', events: ['event:create'] },
		});
		area.accounts.revoke(ended);
		delivered.length = 0;
		area.trackers.tickets.update(ticket, people.other, { comment: 'And rains.' });
		await area.hooks.settled();
		assert.deepEqual(delivered, []);
		assert.ok(isLive('tracker'));
		webhooks.didMiss('tracker');
		assert.ok(!isLive('tracker'));
		area.hooks.registry.remove(
			area.hooks.registry.all().find(({ token }) => token === ended) ?? assert.fail(),
		);
		area.trackers.tickets.update(ticket, people.other, { comment: 'And pours.' });
		await area.hooks.settled();
		await until(() => isLive('tracker'), { what: 'it is live after its next delivery' });

		const listed = async () => {
			const lists = targets.map(({ family, params }) => listAll(client(family).hooks(params)));
			return (await Promise.all(lists)).flat();
		};
		const before = (await listed()).map(({ id }) => id);
		// The token is renewed before it ends. What it has created would deliver nothing after its end.
		token = area.token('owner');
		update();
		const areReplaced = async () => {
			const now = (await listed()).map(({ id }) => id);
			const isNew =
				now.length === before.length && now.every((id) => id === other.id || !before.includes(id));
			return isNew && areRegistered();
		};
		await until(areReplaced, { what: `replaced: ${JSON.stringify(states())}` });
		delivered.length = 0;
		area.trackers.tickets.update(ticket, people.other, { comment: 'It stops.' });
		await area.hooks.settled();
		await until(() => delivered.length >= 2, { what: `deliveries: ${delivered}` });
		assert.deepEqual([...delivered].sort(), ['ticket event event:create', 'tracker event event:create']);

		await webhooks.stop(AbortSignal.timeout(20_000));
		assert.deepEqual(
			(await listed()).map(({ id }) => id),
			[other.id],
		);
	});
});
