import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Log } from '../../../../../src/base/log/log.ts';
import { DeliveryRequests } from '../../../../../src/inbox/live/listener/delivery-requests.ts';
import { hookPath } from '../../../../../src/inbox/live/listener/hook-paths.ts';
import { SigningKey } from '../../../../../src/sandbox/server/delivery.ts';
import { exchange, forgeKey, newHookSecret, requestBytes, signedHeaders } from '../deliveries.ts';

/** Checks one request. Returns the reason of the refusal, or the kind of the delivery. */
async function check(requests: DeliveryRequests, bytes: Buffer): Promise<string> {
	const result = Promise.withResolvers<string>();
	const server = createServer((request, response) => {
		const checked = requests.check(request).then((one) => {
			response.writeHead(200, { connection: 'close' }).end();
			return one.kind === 'refused' ? one.why : one.received.delivery.kind;
		});
		result.resolve(checked);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	await exchange((server.address() as AddressInfo).port, bytes);
	await new Promise((resolve) => server.close(resolve));
	return result.promise;
}

const log = new Log(() => {});

const newHook = (key = forgeKey) => ({ secret: newHookSecret(), key: key.public, receive: () => {} });

describe('The requests of deliveries', () => {
	it('are not accepted twice, not even by another hook with the same key', async () => {
		const requests = new DeliveryRequests(() => [], log);
		const [hook, other] = [newHook(), newHook()];
		requests.add(hook);
		requests.add(other);
		const headers = signedHeaders('{"id":1}');
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret), { headers })), 'event');
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret), { headers })), 'replayed');
		assert.equal(await check(requests, requestBytes(hookPath(other.secret), { headers })), 'replayed');
	});

	it('are not accepted twice, not even after all hooks were replaced', async () => {
		const requests = new DeliveryRequests(() => [], log);
		const hook = newHook();
		const added = requests.add(hook);
		const bytes = requestBytes(hookPath(hook.secret));
		assert.equal(await check(requests, bytes), 'event');
		added.dispose();
		assert.equal(await check(requests, bytes), 'unknown path');
		requests.add({ ...hook });
		assert.equal(await check(requests, bytes), 'replayed');
	});

	it('of one forge are not accepted by the hook of another', async () => {
		const requests = new DeliveryRequests(() => [], log);
		const hook = newHook(new SigningKey());
		requests.add(hook);
		requests.add(newHook());
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret))), 'forged');
	});

	it('are accepted at public addresses as they are at the moment', async () => {
		const addresses: string[] = [];
		const requests = new DeliveryRequests(() => addresses, log);
		const hook = newHook();
		requests.add(hook);
		const bytes = () => requestBytes(hookPath(hook.secret), { hosts: ['hooks.example.org'] });
		assert.equal(await check(requests, bytes()), 'foreign host');
		addresses.push('https://hooks.example.org');
		assert.equal(await check(requests, bytes()), 'event');
		addresses.pop();
		assert.equal(await check(requests, bytes()), 'foreign host');
	});
});
