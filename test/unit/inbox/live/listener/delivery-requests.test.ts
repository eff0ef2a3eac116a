import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Log } from '../../../../../src/base/log/log.ts';
import { DeliveryRequests, hookPath } from '../../../../../src/inbox/live/listener/delivery-requests.ts';
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

describe('The path of a hook', () => {
	for (const secret of [
		'',
		'a',
		'A'.repeat(32),
		'0'.repeat(31),
		`${'0'.repeat(32)}0`,
		`../${'0'.repeat(29)}`,
	]) {
		it(`cannot be made of the secret "${secret}"`, () => {
			assert.throws(() => hookPath(secret), RangeError);
			assert.throws(() => new DeliveryRequests(() => [], log).add({ ...newHook(), secret }), RangeError);
		});
	}
});

describe('The requests of deliveries', () => {
	it('are for a hook only at exactly its path, until it is removed', async () => {
		const requests = new DeliveryRequests(() => [], log);
		const [hook, other] = [newHook(), newHook()];
		const added = requests.add(hook);
		requests.add(other);
		const path = hookPath(hook.secret);
		for (const wrong of ['/', '/hook/', path.slice(0, -1), `${path}/`, `${path}?`, path.toUpperCase()]) {
			assert.equal(await check(requests, requestBytes(wrong)), 'unknown path', wrong);
		}
		assert.equal(await check(requests, requestBytes(path)), 'event');
		added.dispose();
		assert.equal(await check(requests, requestBytes(path)), 'unknown path');
		assert.equal(await check(requests, requestBytes(hookPath(other.secret))), 'event');
	});

	it('are still for a hook when the one that it has replaced is removed', async () => {
		const requests = new DeliveryRequests(() => [], log);
		const hook = newHook();
		const replaced = requests.add(hook);
		requests.add({ ...hook });
		replaced.dispose();
		assert.equal(await check(requests, requestBytes(hookPath(hook.secret))), 'event');
	});

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
