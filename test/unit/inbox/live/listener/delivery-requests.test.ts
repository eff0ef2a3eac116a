import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { DeliveryRequests } from '../../../../../src/inbox/live/listener/delivery-requests.ts';
import { hookPath, newHookSecret } from '../../../../../src/inbox/live/listener/hook-paths.ts';
import { SigningKey } from '../../../../../src/sandbox/server/delivery.ts';
import { exchange, forgeKey, requestBytes, signedHeaders } from '../deliveries.ts';

/** Checks one request. Returns the reason of the refusal, or the kind of the delivery. */
async function check(requests: DeliveryRequests<{ secret: string }>, bytes: Buffer): Promise<string> {
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

const newHook = (key = forgeKey) => ({ secret: newHookSecret(), key: key.public });

describe('The requests of deliveries', () => {
	it('are not accepted twice, not even by another hook with the same key', async () => {
		const requests = new DeliveryRequests(() => []);
		const [hook, other] = [newHook(), newHook()];
		requests.add(hook);
		requests.add(other);
		const headers = signedHeaders('{"id":1}');
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret), { headers })), 'event');
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret), { headers })), 'replayed');
		assert.equal(await check(requests, requestBytes(hookPath(other.secret), { headers })), 'replayed');
	});

	it('are not accepted twice, not even after all hooks were replaced', async () => {
		const requests = new DeliveryRequests(() => []);
		const hook = newHook();
		const added = requests.add(hook);
		const bytes = requestBytes(hookPath(hook.secret));
		assert.equal(await check(requests, bytes), 'event');
		added.dispose();
		assert.equal(await check(requests, bytes), 'unknown path');
		requests.add({ ...hook });
		assert.equal(await check(requests, bytes), 'replayed');
	});

	it('are to be sent again if their hook may not be known yet, except for a foreign host', async () => {
		let hasAll = false;
		const requests = new DeliveryRequests(
			() => [],
			() => hasAll,
		);
		const [hook, other] = [newHook(), newHook()];
		requests.add(hook);
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret))), 'event');
		const bytes = requestBytes(hookPath(other.secret));
		assert.equal(await check(requests, bytes), 'not ready');
		assert.equal(await check(requests, requestBytes(hookPath(other.secret), { method: 'GET' })), 'not ready');
		const hosts = ['hooks.example.org'];
		assert.equal(await check(requests, requestBytes(hookPath(other.secret), { hosts })), 'foreign host');
		hasAll = true;
		assert.equal(await check(requests, bytes), 'unknown path');
		requests.add(other);
		assert.equal(await check(requests, bytes), 'event');
	});

	it('of one forge are not accepted by the hook of another', async () => {
		const requests = new DeliveryRequests(() => []);
		const hook = newHook(new SigningKey());
		requests.add(hook);
		requests.add(newHook());
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret))), 'forged');
	});

	it('cannot be verified with a key that is none', () => {
		const requests = new DeliveryRequests(() => []);
		assert.throws(() => requests.add({ secret: newHookSecret(), key: 'AAAA' }), ForgeError);
	});

	it('are accepted at public addresses as they are at the moment', async () => {
		const addresses: string[] = [];
		const requests = new DeliveryRequests(() => addresses);
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
