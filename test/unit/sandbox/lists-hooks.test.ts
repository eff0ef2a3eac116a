import assert from 'node:assert/strict';
import * as v from 'valibot';
import { families } from '../../../src/forge/webhooks/families.ts';
import { MailRefused } from '../../../src/sandbox/lists/inbox.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { diff, type ListsForge, letter, listsForge } from '../../kit/forge/lists-forge.ts';
import { type Delivery, type Listener, startListener } from '../../kit/forge/webhook-listener.ts';

const inbox = '~alice/devel@lists.localhost';
const userEvents = Object.keys(families.listsUser.events);
const listEvents = Object.keys(families.list.events);
const bodies: Readonly<Record<string, { readonly body: v.GenericSchema }>> = {
	...families.listsUser.events,
	...families.list.events,
};

let forge: ListsForge;
let hookListener: Listener;
const open = async (quirks: readonly Quirk[] = []) => {
	forge = await listsForge(quirks);
	hookListener = await startListener();
	forge.lists.create(forge.account('alice'), { name: 'devel' });
	for (const name of ['alice', 'bob']) {
		await forge.ask(name, 'POST', '/api/user/webhooks', {
			url: `${hookListener.url}${name}`,
			events: userEvents,
		});
	}
	const hook = { url: `${hookListener.url}devel`, events: listEvents };
	const { status } = await forge.ask('carol', 'POST', '/api/user/~alice/lists/devel/webhooks', hook);
	assert.equal(status, 201);
};
const received = async (): Promise<readonly Delivery[]> => {
	await forge.hooks.settled();
	for (const delivery of hookListener.heard) {
		const { event, body } = delivery;
		assert.ok(delivery.isSignedBy(forge.hooks.sender.publicKey), `${event} is signed by the forge`);
		assert.ok(v.is(v.looseObject({ id: v.number() }), body));
		const shape = bodies[event]?.body;
		assert.ok(shape && v.is(shape, body), `${event} has the body of the contract`);
	}
	return hookListener.heard.splice(0);
};
const pathsAndEvents = (deliveries: readonly Delivery[]) =>
	deliveries.map(({ path, event }) => `${path} ${event}`).sort();
const send = (mail: string, to = inbox) => forge.lists.receive(mail, { from: '', to });

describe('the hooks of the lists area', () => {
	beforeEach(() => open());
	afterEach(() => Promise.all([forge.stop(), hookListener.stop()]));

	it('receive nothing for an update that changes nothing', async () => {
		const before = forge.changes();
		const { status, body } = await forge.ask('alice', 'PUT', '/api/lists/devel', {});
		assert.equal(status, 200);
		assert.deepEqual(body, (await forge.ask('alice', 'GET', '/api/lists/devel')).body);
		assert.equal(forge.changes(), before);
		assert.deepEqual(await received(), []);
	});

	it('receive nothing for a refused description of 16,384 characters, and a shorter one in full', async () => {
		const most = '🐢'.repeat(16_383);
		for (const [method, path, name] of [
			['PUT', '/api/lists/devel', {}],
			['POST', '/api/lists', { name: 'long' }],
		] as const) {
			const refused = await forge.ask('alice', method, path, { ...name, description: `${most}x` });
			const reason = 'Description must be less than 16384 characters.';
			assert.deepEqual([refused.status, refused.body], [400, { errors: [{ field: 'description', reason }] }]);
			assert.deepEqual(await received(), []);
			const { body } = await forge.ask('alice', method, path, { ...name, description: most });
			const [one] = await received();
			assert.deepEqual(one?.body, body);
		}
	});

	it('receive nothing for a refused or repeated mail', async () => {
		send(letter('hello', { id: 'x' }));
		await received();
		send(letter('hello', { id: 'x' }));
		assert.throws(() => send(letter('lost'), '~alice/none@lists.localhost'), MailRefused);
		assert.deepEqual(await received(), []);
	});

	it('receive a new subscription as an ended one with the quirk of real servers', async () => {
		await Promise.all([forge.stop(), hookListener.stop()]);
		await open(['subscribing-sends-remove', 'short-patchsets']);
		const made = await forge.ask('bob', 'POST', '/api/subscriptions', { list: '~alice/devel' });
		const deliveries = await received();
		assert.deepEqual(pathsAndEvents(deliveries), ['/bob subscription:remove']);
		const { id } = v.parse(v.object({ id: v.number() }), deliveries[0]?.body);
		const there = await forge.ask('bob', 'GET', `/api/subscriptions/${id}`);
		assert.deepEqual([there.status, there.body], [200, made.body], 'only a request shows that it exists');
		// A delivery has all fields, even those that the endpoints omit.
		send(letter('[PATCH] x', { body: diff }));
		const delivery = (await received()).find(({ event }) => event === 'patchset:received');
		assert.ok(v.is(v.looseObject({ list: v.looseObject({}), cover_letter: v.null() }), delivery?.body));
	});
});
