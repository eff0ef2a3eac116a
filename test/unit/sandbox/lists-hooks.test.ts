import assert from 'node:assert/strict';
import * as v from 'valibot';
import { families } from '../../../src/forge/families.ts';
import { MailRefused } from '../../../src/sandbox/lists/inbox.ts';
import { diff, type Heard, type ListsForge, letter, listener, listsForge } from './lists-forge.ts';

const inbox = '~alice/devel@lists.localhost';
const userEvents = Object.keys(families.listsUser.events);
const listEvents = Object.keys(families.list.events);
const bodies: Readonly<Record<string, { readonly body: v.GenericSchema }>> = {
	...families.listsUser.events,
	...families.list.events,
};

let forge: ListsForge;
let ears: Awaited<ReturnType<typeof listener>>;
const open = async (...quirks: Parameters<typeof listsForge>) => {
	forge = await listsForge(...quirks);
	ears = await listener(forge.hooks.publicKey);
	forge.lists.create(forge.account('alice'), { name: 'devel' });
	for (const name of ['alice', 'bob']) {
		await forge.ask(name, 'POST', '/api/user/webhooks', {
			url: `${ears.address}/${name}`,
			events: userEvents,
		});
	}
	const hook = { url: `${ears.address}/devel`, events: listEvents };
	const { status } = await forge.ask('carol', 'POST', '/api/user/~alice/lists/devel/webhooks', hook);
	assert.equal(status, 201);
};
const heard = async (): Promise<readonly Heard[]> => {
	await forge.hooks.settled();
	for (const { event, body, signed } of ears.heard) {
		assert.ok(signed, `${event} is signed by the forge`);
		assert.ok(v.is(v.looseObject({ id: v.number() }), body));
		const shape = bodies[event]?.body;
		assert.ok(shape && v.is(shape, body), `${event} has the body of the contract`);
	}
	return ears.heard.splice(0);
};
const told = (news: readonly Heard[]) => news.map(({ path, event }) => `${path} ${event}`).sort();
const send = (mail: string, to = inbox) => forge.lists.receive(mail, { from: '', to });

describe('the hooks of the lists area', () => {
	beforeEach(() => open());
	afterEach(() => Promise.all([forge.stop(), ears.stop()]));

	it('hear of a list that is made, and of one that changes, as it is shown', async () => {
		const made = await forge.ask('bob', 'POST', '/api/lists', { name: 'fresh' });
		const changed = await forge.ask('alice', 'PUT', '/api/lists/devel', { description: 'new' });
		const news = await heard();
		assert.deepEqual(told(news), ['/bob list:create', '/devel list:update']);
		assert.deepEqual(news.find(({ event }) => event === 'list:create')?.body, made.body);
		assert.deepEqual(news.find(({ event }) => event === 'list:update')?.body, changed.body);
	});

	it('hear nothing of a list whose change names nothing, and which stays as it is', async () => {
		const before = forge.changes();
		const { status, body } = await forge.ask('alice', 'PUT', '/api/lists/devel', {});
		assert.equal(status, 200);
		assert.deepEqual(body, (await forge.ask('alice', 'GET', '/api/lists/devel')).body);
		assert.equal(forge.changes(), before);
		assert.deepEqual(await heard(), []);
	});

	it('hear of no description of 16384 characters, which is refused, and of one that is shorter', async () => {
		const most = '🐢'.repeat(16_383);
		for (const [method, path, name] of [
			['PUT', '/api/lists/devel', {}],
			['POST', '/api/lists', { name: 'long' }],
		] as const) {
			const refused = await forge.ask('alice', method, path, { ...name, description: `${most}x` });
			const reason = 'Description must be less than 16384 characters.';
			assert.deepEqual([refused.status, refused.body], [400, { errors: [{ field: 'description', reason }] }]);
			assert.deepEqual(await heard(), []);
			const { body } = await forge.ask('alice', method, path, { ...name, description: most });
			const [one] = await heard();
			assert.deepEqual(one?.body, body);
		}
	});

	it('hear of subscriptions by request and by mail, and of their end', async () => {
		const made = await forge.ask('bob', 'POST', '/api/subscriptions', { list: '~alice/devel' });
		await forge.ask('bob', 'POST', '/api/subscriptions', { list: '~alice/devel' });
		const [created, ...others] = await heard();
		assert.deepEqual(
			[created?.path, created?.event, created?.body],
			['/bob', 'subscription:create', made.body],
		);
		assert.deepEqual(others, []);
		await forge.ask('bob', 'DELETE', '/api/subscriptions/2');
		const [removed] = await heard();
		assert.deepEqual(
			[removed?.path, removed?.event, removed?.body],
			['/bob', 'subscription:remove', { id: 2 }],
		);
		for (const command of ['subscribe', 'unsubscribe']) {
			send(letter('please'), `~alice/devel+${command}@lists.localhost`);
		}
		assert.deepEqual(told(await heard()), ['/bob subscription:create', '/bob subscription:remove']);
	});

	it('hear of a mail at its list and at its sender, as it is shown', async () => {
		send(letter('hello'));
		const news = await heard();
		const { body } = await forge.ask('bob', 'GET', '/api/emails/1');
		assert.deepEqual(told(news), ['/bob email:received', '/devel post:received']);
		for (const one of news) assert.deepEqual(one.body, body);
	});

	it('hear of a mail by somebody without an account at its list alone', async () => {
		send(letter('hello').replace('bob@example.org', 'eve@example.net'));
		assert.deepEqual(told(await heard()), ['/devel post:received']);
	});

	it('hear of a patchset once, when its last mail is there', async () => {
		const mails = [2, 1, 3].map((n) =>
			letter(`[PATCH ${n}/3] part ${n}`, { id: `s${n}`, ...(n > 1 && { answers: 's1' }), body: diff }),
		);
		for (const mail of mails.slice(0, 2)) send(mail);
		assert.ok((await heard()).every(({ event }) => event !== 'patchset:received'));
		send(mails[2] ?? '');
		send(letter('Re: part 3', { answers: 's3' }));
		const news = (await heard()).filter(({ event }) => event === 'patchset:received');
		const { body } = await forge.ask('bob', 'GET', '/api/user/~alice/lists/devel/patchsets/1');
		assert.deepEqual(
			news.map((one) => [one.path, one.body]),
			[['/devel', body]],
		);
	});

	it('hear nothing of a mail that was refused, or came again', async () => {
		send(letter('hello', { id: 'x' }));
		await heard();
		send(letter('hello', { id: 'x' }));
		assert.throws(() => send(letter('lost'), '~alice/none@lists.localhost'), MailRefused);
		assert.deepEqual(await heard(), []);
	});

	it('hear of a subscription as of its end where real servers do', async () => {
		await Promise.all([forge.stop(), ears.stop()]);
		await open(['subscribing-tells-remove', 'short-patchsets']);
		const made = await forge.ask('bob', 'POST', '/api/subscriptions', { list: '~alice/devel' });
		const news = await heard();
		assert.deepEqual(told(news), ['/bob subscription:remove']);
		const { id } = v.parse(v.object({ id: v.number() }), news[0]?.body);
		const there = await forge.ask('bob', 'GET', `/api/subscriptions/${id}`);
		assert.deepEqual([there.status, there.body], [200, made.body], 'only a request shows that it exists');
		// A delivery has all fields, even those that the endpoints omit.
		send(letter('[PATCH] x', { body: diff }));
		const delivery = (await heard()).find(({ event }) => event === 'patchset:received');
		assert.ok(v.is(v.looseObject({ list: v.looseObject({}), cover_letter: v.null() }), delivery?.body));
	});
});
