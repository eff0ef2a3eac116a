import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../../../src/forge/client/connect.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { Hooks } from '../../../src/sandbox/server/hooks.ts';
import { noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { plainTransport } from '../../kit/forge/plain-transport.ts';
import { testWire } from '../../kit/forge/test-wire.ts';

const owner = { canonical_name: '~ana', name: 'ana' };

describe('A forge with all services', () => {
	let forge: Forge;
	const network = plainTransport();
	const receivedEvents: string[] = [];
	const asked: string[] = [];
	const listener = createServer((request, response) => {
		receivedEvents.push(String(request.headers['x-webhook-event']));
		asked.push(String(request.url));
		request.resume();
		response.end();
	});
	let url: string;
	before(async () => {
		forge = await startForge({ port: 0 });
		await once(listener.listen(0, '127.0.0.1'), 'listening');
		url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
	});
	after(async () => {
		network.dispose();
		listener.close();
		listener.closeAllConnections();
		await forge.stop();
	});
	beforeEach(() => {
		receivedEvents.length = 0;
		asked.length = 0;
	});

	const wireOf = (user: string, area: 'lists' | 'repositories' | 'trackers') =>
		testWire({
			base: forge.addresses[area],
			token: () => forge.users.find(({ name }) => name === user)?.token,
			fetch: network.fetch,
		});
	const hooksOf = (user: string) =>
		connect(webhookRows('/api/:owner/repos/:repository'), wireOf(user, 'repositories'));

	it('delivers nothing more to the hook of a user who can no longer see its resource', async () => {
		let may = true;
		const hook = { id: 1, created: '', family: 'list' as const, place: 'list=devel&owner=~ana', url };
		const hooks = new Hooks({
			state: { ...noHooks(), hooks: [{ ...hook, events: ['list:update'], sync: false, token: 't' }] },
			changed: () => {},
			drift: new Set(),
			isTokenValid: () => true,
			maySee: (family, params, token) => {
				assert.deepEqual([family, params, token], ['list', { list: 'devel', owner: '~ana' }, 't']);
				return may;
			},
			retries: [],
			check: () => {},
		});
		const body = {
			id: 1,
			created: '',
			updated: '',
			name: 'devel',
			owner,
			description: '',
			permissions: null,
		};
		const place = { owner: '~ana', list: 'devel' };
		for (may of [true, false]) hooks.emit('list', place, 'list:update', body);
		await hooks.settled();
		assert.deepEqual(receivedEvents, ['list:update']);
	});

	it('delivers nothing about a hidden ticket to the hook of a ticket that it mentions', async () => {
		const client = (user: string) => connect(trackerRows, wireOf(user, 'trackers'));
		const place = { owner: '~ana', tracker: 'editor' };
		await assert.rejects(client('~bob').ticket({ ...place, ticket: 58 }), { kind: 'missing' });
		const seen = { ...place, ticket: 60 };
		for (const user of ['~ana', '~bob']) {
			const hooks = connect(
				webhookRows('/api/user/:owner/trackers/:tracker/tickets/:ticket'),
				wireOf(user, 'trackers'),
			);
			await hooks.createHook(seen, { url: url + user, events: ['event:create'] });
		}
		await client('~ana').updateTicket({ ...place, ticket: 58 }, { comment: 'Between us: see #60.' });
		await forge.settled();
		assert.deepEqual(asked, ['/~ana']);
		await client('~ana').updateTicket(seen, { comment: 'For everybody.' });
		await forge.settled();
		assert.deepEqual(asked.toSorted(), ['/~ana', '/~ana', '/~bob']);
	});

	it('lets only the owner of a repository create hooks that delay its pushes', async () => {
		const place = { owner: '~ana', repository: 'editor' };
		const wanted = { url, events: ['repo:post-update'], sync: true };
		await assert.rejects(hooksOf('~bob').createHook(place, wanted), { kind: 'forbidden' });
		await hooksOf('~ana').createHook(place, wanted);
	});
});
