import assert from 'node:assert/strict';
import { read } from '../../../src/forge/contract/read.ts';
import { families } from '../../../src/forge/webhooks/families.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { startHooks } from '../../kit/forge/hooks-forge.ts';
import { type Listener, startListener } from '../../kit/forge/webhook-listener.ts';

const listPath = '/api/user/~alice/lists/devel/webhooks';
const url = 'http://127.0.0.1:9/';
const hook = { url, events: ['list:update'] };

let forge: Awaited<ReturnType<typeof startHooks>>;
const start = async (...[area, quirks]: ['lists' | 'trackers', readonly Quirk[]]) => {
	forge = await startHooks(area, { drift: quirks });
};
describe('An area with drift', () => {
	afterEach(() => forge.stop());

	for (const who of ['stranger', 'expired', 'alice2'] as const) {
		it(`answers 400 instead of 401 to an invalid token: ${who}`, async () => {
			for (const [quirks, expected] of [
				[[], 401],
				[['bad-token-is-400'], 400],
			] as const) {
				await start('lists', quirks);
				forge.accounts.revoke('alice2');
				for (const [method, body] of [
					['GET', undefined],
					['POST', hook],
				] as const) {
					const answer = await forge.ask(method, listPath, who, body);
					assert.deepEqual(
						[answer.status, answer.body],
						[expected, { errors: [{ reason: 'Invalid or expired OAuth token' }] }],
					);
				}
				await forge.stop();
			}
		});
	}

	it('still answers 401 to a missing token', async () => {
		await start('lists', ['bad-token-is-400']);
		assert.equal((await forge.ask('GET', listPath, 'alice', undefined, { Authorization: '' })).status, 401);
	});

	it('reads a body as empty if its content type has a charset', async () => {
		const charset = { 'Content-Type': 'application/json; charset=utf-8' };
		await start('lists', []);
		assert.equal((await forge.ask('POST', listPath, 'alice', hook, charset)).status, 201);
		await forge.stop();
		await start('lists', ['charset-empties-body']);
		assert.equal((await forge.ask('POST', listPath, 'alice', hook)).status, 201);
		const { status, body } = await forge.ask('POST', listPath, 'alice', hook, charset);
		assert.equal(status, 400);
		assert.deepEqual(
			body.errors.map(({ field }: { field: string }) => field),
			['url', 'events'],
		);
	});

	it('changes nothing while its identity service is down', async () => {
		await start('lists', ['identity-down']);
		const answers = [];
		for (let n = 0; n < 6; n++) answers.push(await forge.ask('POST', listPath, 'alice', hook));
		assert.deepEqual(
			answers.map(({ status }) => status),
			[201, 201, 500, 201, 201, 500],
		);
		const down = answers[2];
		assert.deepEqual(down?.body, { errors: [{ reason: 'Temporary authentication failure' }] });
		assert.equal((await forge.ask('GET', listPath)).body.total, 4);
	});

	it('refuses only the hooks of trackers and tickets with a page', async () => {
		await start('trackers', ['tracker-hooks-refused']);
		for (const place of ['~alice/trackers/t', '~alice/trackers/t/tickets/1']) {
			const at = `/api/user/${place}/webhooks`;
			const refused = await forge.ask('POST', at, 'alice', { url, events: ['ticket:update'] });
			assert.deepEqual([refused.status, refused.type], [401, 'text/html; charset=utf-8']);
			assert.deepEqual((await forge.ask('GET', at)).body.results, []);
		}
		const own = await forge.ask('POST', '/api/user/webhooks', 'alice', { url, events: ['ticket:create'] });
		assert.equal(own.status, 201);
	});
});

describe('A delivery with drift', () => {
	let listener: Listener;
	beforeEach(async () => {
		listener = await startListener();
	});
	afterEach(() => Promise.all([forge.stop(), listener.stop()]));

	it('lacks fields that the endpoints return, and can still be read', async () => {
		await start('trackers', ['payload-misses-fields']);
		const name = 'ticket:update';
		const path = '/api/user/~alice/trackers/t/tickets/3/webhooks';
		const made = await forge.ask('POST', path, 'alice', { url: listener.url, events: [name] });
		assert.equal(made.status, 201);
		const ticket = {
			...{ id: 3, ref: '~alice/t#3', tracker: null, title: 'Slow', created: '', updated: 'now' },
			...{ submitter: null, description: 'Text', status: 'reported', resolution: 'unresolved' },
			...{ permissions: null, labels: ['bug'], assignees: [{ canonical_name: '~alice', name: 'alice' }] },
		};
		forge.hooks.emit('ticket', { owner: '~alice', tracker: 't', ticket: 3 }, name, ticket);
		await forge.hooks.settled();
		const body = JSON.parse(String(listener.heard[0]?.bytes));
		const missing = Object.keys(ticket).filter((field) => !(field in body));
		assert.deepEqual(missing, ['updated', 'permissions', 'labels', 'assignees']);
		const { id, labels } = read(families.ticket.events[name].body, body, assert.fail);
		assert.deepEqual([id, labels], [3, []]);
	});
});
