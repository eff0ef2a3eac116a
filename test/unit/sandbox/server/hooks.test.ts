import assert from 'node:assert/strict';
import { read } from '../../../../src/forge/contract/read.ts';
import { Delivery, Webhook } from '../../../../src/forge/shapes/webhooks.ts';
import { startHooks, type Who } from '../../../kit/forge/hooks-forge.ts';
import { type Listener, startListener } from '../../../kit/forge/webhook-listener.ts';

const list = { owner: '~alice', list: 'devel' };
const listPath = '/api/user/~alice/lists/devel/webhooks';

const aList = {
	...{ id: 1, name: 'devel', owner: { canonical_name: '~alice', name: 'alice' } },
	...{ created: '2026-03-04T05:06:07+00:00', updated: '2026-03-04T05:06:07+00:00' },
	...{ description: 'Grüße ✉ 🐢', permissions: { nonsubscriber: [], subscriber: [], account: [] } },
};
const anEvent = {
	...{ id: 1, created: '', event_type: ['comment'], ticket: null, comment: null, label: null },
	...{ old_status: null, old_resolution: null, new_status: null, new_resolution: null },
	...{ user: null, by_user: null, from_ticket: null },
};

describe('Webhooks of the sandbox', () => {
	let listener: Listener;
	let forge: Awaited<ReturnType<typeof startHooks>>;
	beforeEach(async () => {
		listener = await startListener();
	});
	afterEach(async () => {
		await forge.stop();
		await listener.stop();
	});

	const start = async (...given: Parameters<typeof startHooks>) => {
		forge = await startHooks(...given);
	};
	const createHook = async (path: string, events: readonly string[], who: Who = 'alice', more = {}) => {
		const made = await forge.ask('POST', path, who, { url: listener.url, events, ...more });
		assert.equal(made.status, 201, JSON.stringify(made.body));
		return read(Webhook, made.body, assert.fail).id;
	};
	const update = (place = list) => {
		forge.hooks.emit('list', place, 'list:update', aList);
		return forge.hooks.settled();
	};
	const deliveries = async (id: number) => {
		const { body } = await forge.ask('GET', `${listPath}/${id}/deliveries`);
		return (body.results as unknown[]).map((row) => read(Delivery, row, assert.fail));
	};

	it('deliver an event once, signed over body and nonce, with the headers of real deliveries', async () => {
		await start('lists');
		await createHook(listPath, ['list:update']);
		await update();
		assert.equal(listener.heard.length, 1);
		const [caught] = listener.heard;
		assert(caught);
		assert(caught.isSignedBy(forge.hooks.sender.publicKey));
		assert.deepEqual(caught.body, aList);
		const { headers } = caught;
		assert.equal(headers['content-type'], 'application/json');
		assert.equal(headers['x-webhook-event'], 'list:update');
		assert.match(String(headers['x-webhook-delivery']), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		assert.match(String(headers['x-payload-nonce']), /^[0-9a-f]{16}$/);
		assert.equal(Buffer.from(forge.hooks.sender.publicKey, 'base64').length, 32);
	});

	it('store hooks, deliveries and the key in a state that can be saved', async () => {
		await start('lists');
		const id = await createHook(listPath, ['list:update']);
		await update();
		const { publicKey } = forge.hooks.sender;
		const before = await deliveries(id);
		assert(forge.saved.count > 0);
		await forge.stop();
		await start('lists', { state: JSON.parse(JSON.stringify(forge.state)) });
		assert.equal(forge.hooks.sender.publicKey, publicKey);
		assert.deepEqual(await deliveries(id), before);
		await update();
		assert(listener.heard[1]?.isSignedBy(publicKey));
	});

	it('show a pending delivery, and settle only when all deliveries are done', async () => {
		await start('lists');
		const id = await createHook(listPath, ['list:update']);
		const held = new Promise<() => void>((resolve) => {
			listener.answering.answer = (response) => resolve(() => response.end('late'));
		});
		const settled = update();
		const release = await held;
		assert.deepEqual(
			(await deliveries(id)).map((one) => one.response_status),
			[-2],
		);
		const state = await Promise.race([settled.then(() => 'settled'), deliveries(id).then(() => 'waiting')]);
		assert.equal(state, 'waiting');
		release();
		await settled;
		assert.equal((await deliveries(id))[0]?.response, 'late');
	});

	describe('for a token', () => {
		it('belong to the token that created them: another token cannot see, query or delete them', async () => {
			await start('lists');
			const id = await createHook(listPath, ['list:update']);
			await update();
			const [delivery] = await deliveries(id);
			for (const who of ['alice2', 'bob', 'nobody'] as const) {
				assert.deepEqual((await forge.ask('GET', listPath, who)).body.results, []);
				for (const [method, path] of [
					['GET', `${listPath}/${id}`],
					['DELETE', `${listPath}/${id}`],
					['GET', `${listPath}/${id}/deliveries`],
					['GET', `${listPath}/${id}/deliveries/${delivery?.id}`],
					['POST', `${listPath}/${id}/deliveries/${delivery?.id}/redeliver`],
				] as const) {
					const refused = await forge.ask(method, path, who);
					assert.deepEqual([refused.status, refused.type], [401, 'text/html; charset=utf-8'], path);
				}
			}
			await forge.hooks.settled();
			assert.equal(listener.heard.length, 1);
			assert.equal((await forge.ask('GET', `${listPath}/${id}`)).status, 200);
		});

		it('end with their token, even between two retries', async () => {
			await start('lists', { retries: [1] });
			await createHook(listPath, ['list:update'], 'alice2');
			await createHook(listPath, ['list:update'], 'alice');
			forge.accounts.revoke('alice2');
			await update();
			assert.equal(listener.heard.length, 1);
			listener.answering.answer = (response) => {
				forge.accounts.revoke('alice');
				response.writeHead(503).end();
			};
			await update();
			await update();
			assert.equal(listener.heard.length, 2);
		});

		it('refuse events that their token does not cover', async () => {
			await start('lists');
			const body = (events: readonly string[]) => ({ url: listener.url, events });
			assert.equal((await forge.ask('POST', listPath, 'reader', body(['list:update']))).status, 201);
			const refused = await forge.ask('POST', listPath, 'reader', body(['list:update', 'patchset:received']));
			assert.equal(refused.status, 403);
			assert.match(refused.body.errors[0].reason, /patches:read/);
		});
	});

	describe('for a resource', () => {
		it('receive only the events of their own resource', async () => {
			await start('lists');
			await createHook(listPath, ['list:update']);
			await createHook('/api/user/~alice/lists/other/webhooks', ['list:update']);
			await createHook('/api/user/~bob/lists/devel/webhooks', ['list:update']);
			await createHook('/api/user/webhooks', ['list:create']);
			await createHook('/api/user/webhooks', ['list:create'], 'bob');
			await createHook(listPath, ['post:received']);
			await update();
			assert.equal(listener.heard.length, 1);
			forge.hooks.emit('listsUser', { owner: '~bob' }, 'list:create', aList);
			await forge.hooks.settled();
			assert.equal(listener.heard.length, 2);
		});

		it('are the same however the path spells the resource', async () => {
			await start('lists', { canonicalOwner: (owner) => (owner === 'alice@forge.test' ? '~alice' : owner) });
			const id = await createHook('/api/user/alice@forge.test/lists/%64evel/webhooks', ['list:update']);
			assert.equal((await forge.ask('GET', `${listPath}/${id}`)).status, 200);
			await update();
			assert.equal(listener.heard.length, 1);
		});

		it('identify tickets by number', async () => {
			await start('trackers');
			await createHook('/api/user/~alice/trackers/t/tickets/007/webhooks', ['event:create']);
			forge.hooks.emit('ticket', { owner: '~alice', tracker: 't', ticket: 7 }, 'event:create', anEvent);
			await forge.hooks.settled();
			assert.equal(listener.heard.length, 1);
		});

		it('are not confused by special characters in names', async () => {
			await start('lists');
			await createHook('/api/user/~alice/lists/x%26owner=~bob/webhooks', ['list:update']);
			await update({ owner: '~bob', list: 'x' });
			assert.equal(listener.heard.length, 0);
			forge.hooks.removeHooks('list', { owner: '~bob', list: 'x' });
			await update({ owner: '~alice', list: 'x&owner=~bob' });
			assert.equal(listener.heard.length, 1);
		});

		it('move with a renamed resource, and end with a deleted one', async () => {
			await start('trackers');
			const path = (tracker: string) => `/api/user/~alice/trackers/${tracker}`;
			const kept = await createHook(`${path('one')}/tickets/3/webhooks`, ['event:create']);
			await createHook(`${path('two')}/webhooks`, ['label:create']);
			await createHook(`${path('two')}/tickets/3/webhooks`, ['event:create']);
			const own = await createHook('/api/user/webhooks', ['ticket:create']);
			forge.hooks.removeHooks('tracker', { owner: '~alice', tracker: 'two' });
			forge.hooks.moveHooks(
				'tracker',
				{ owner: '~alice', tracker: 'one' },
				{ owner: '~alice', tracker: 'two' },
			);
			const total = async (at: string) =>
				(await forge.ask('GET', `${at}/webhooks`)).body.results.map(({ id }: Webhook) => id);
			assert.deepEqual(await total(path('two')), []);
			assert.deepEqual(await total(`${path('one')}/tickets/3`), []);
			assert.deepEqual(await total(`${path('two')}/tickets/3`), [kept]);
			assert.deepEqual(await total('/api/user'), [own]);
			forge.hooks.emit('ticket', { owner: '~alice', tracker: 'two', ticket: 3 }, 'event:create', anEvent);
			await forge.hooks.settled();
			assert.equal(listener.heard.length, 1);
		});
	});

	describe('in the API', () => {
		const hook = { url: 'http://127.0.0.1/', events: ['list:update'] };
		for (const [what, change, field] of [
			['no url', { url: undefined }, 'url'],
			['no events', { events: undefined }, 'events'],
			['an empty list of events', { events: [] }, 'events'],
			['an event of another family', { events: ['list:create'] }, 'events'],
			['an unknown event', { events: ['constructor'] }, 'events'],
			['a file address', { url: 'file:///etc/passwd' }, 'url'],
			['an address without a host', { url: 'http://' }, 'url'],
			['a sync list', { sync: true }, 'sync'],
		] as const) {
			it(`cannot be created with ${what}`, async () => {
				await start('lists');
				const refused = await forge.ask('POST', listPath, 'alice', { ...hook, ...change });
				assert.deepEqual([refused.status, refused.body.errors[0].field], [400, field]);
			});
		}
	});

	it('deliver ticket events to the ticket and the owner, or with `event-on-tracker` to the ticket and the tracker', async () => {
		const at = '/api/user/~alice/trackers/t';
		const tell = async () => {
			forge.hooks.emit('trackersUser', { owner: '~alice' }, 'event:create', anEvent);
			forge.hooks.emit('ticket', { owner: '~alice', tracker: 't', ticket: 1 }, 'event:create', anEvent);
			await forge.hooks.settled();
			return listener.heard.splice(0).length;
		};
		for (const [drift, where, refused] of [
			[[], '/api/user', at],
			[['event-on-tracker'], at, '/api/user'],
		] as const) {
			await start('trackers', { drift });
			await createHook(`${at}/tickets/1/webhooks`, ['event:create']);
			assert.equal(await tell(), 1);
			await createHook(`${where}/webhooks`, ['event:create']);
			assert.equal(await tell(), 2);
			const body = { url: listener.url, events: ['event:create'] };
			assert.equal((await forge.ask('POST', `${refused}/webhooks`, 'alice', body)).status, 400);
			await forge.stop();
		}
	});
});
