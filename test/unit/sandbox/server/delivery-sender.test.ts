import assert from 'node:assert/strict';
import { DeliverySender } from '../../../../src/sandbox/server/delivery-sender.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import type { Hook } from '../../../../src/sandbox/server/hook-target.ts';
import { noHooks } from '../../../../src/sandbox/server/hooks-state.ts';
import { type Listener, startListener } from '../../../kit/forge/webhook-listener.ts';

describe('The deliveries of a hook in the sandbox', () => {
	let listener: Listener;
	beforeEach(async () => {
		listener = await startListener();
	});
	afterEach(() => listener.stop());

	function senderFor({
		url = listener.url,
		...given
	}: {
		readonly url?: string;
		readonly retries?: readonly number[];
		readonly drift?: readonly Quirk[];
		readonly timeoutMs?: number;
		readonly mayReceive?: () => boolean;
	} = {}) {
		const hook: Hook = {
			...{ id: 1, created: '2026-03-04T05:06:07+00:00', family: 'list', place: 'list=devel&owner=~alice' },
			...{ events: ['list:update'], url, sync: false, token: 'alice' },
		};
		const state = { ...noHooks(), hooks: [hook] };
		const sender = new DeliverySender({
			...{ state, changed: () => {}, now: () => new Date('2026-03-04T05:06:07Z') },
			...{ retries: [], timeoutMs: 5000, mayReceive: () => true, ...given },
			drift: new Set(given.drift),
		});
		let last = 0;
		const send = (payload = '{}') => sender.send(hook, `delivery ${++last}`, 'list:update', payload);
		return { hook, sender, send, stored: () => state.deliveries[1] ?? [] };
	}

	it('are stored, the last fifty of them, the newest first', async () => {
		const { send, stored } = senderFor();
		for (let n = 1; n <= 52; n++) await send(`${n}`);
		const payloads = stored().map(({ payload }) => payload);
		assert.deepEqual([payloads.length, payloads[0], payloads.at(-1)], [50, '52', '3']);
	});

	it('are not stored for a hook that was removed meanwhile', async () => {
		const { hook, sender, stored } = senderFor();
		await sender.send({ ...hook }, 'delivery', 'list:update', '{}');
		assert.deepEqual(stored(), []);
	});

	for (const [answered, attempts] of [
		[502, 3],
		[503, 3],
		[504, 3],
		[500, 1],
		[429, 1],
		[301, 1],
		[200, 1],
	] as const) {
		it(`are sent ${attempts === 1 ? 'once' : `${attempts} times`} if two retries are allowed and the listener answers ${answered}`, async () => {
			const { send, stored } = senderFor({ retries: [1, 1] });
			listener.answering.answer = (response) => response.writeHead(answered, { Location: '/else' }).end();
			await send();
			assert.equal(listener.heard.length, attempts);
			assert.equal(new Set(listener.heard.map(({ headers }) => headers['x-webhook-delivery'])).size, 1);
			assert.equal(new Set(listener.heard.map(({ headers }) => headers['x-payload-nonce'])).size, attempts);
			assert.deepEqual(
				stored().map((one) => one.response_status),
				[answered],
			);
		});
	}

	it('are not sent again after the listener has accepted them', async () => {
		const { send } = senderFor({ retries: [1, 1, 1] });
		listener.answering.answer = (response) =>
			response.writeHead(listener.heard.length < 2 ? 503 : 200).end('ok');
		assert.equal((await send()).response, 'ok');
		assert.equal(listener.heard.length, 2);
	});

	it('are not sent again to a hook that may no longer receive them', async () => {
		const { send } = senderFor({ retries: [1, 1], mayReceive: () => listener.heard.length < 2 });
		listener.answering.answer = (response) => response.writeHead(503).end();
		await send();
		assert.equal(listener.heard.length, 2);
	});

	it('are sent once to a listener that cannot be reached', async () => {
		const gone = await startListener();
		await gone.stop();
		const { response_status, response } = await senderFor({ url: gone.url, retries: [1] }).send();
		assert.deepEqual([response_status, response], [-2, '']);
	});

	it('are sent once to a listener that closes the connection', async () => {
		const { send } = senderFor({ retries: [1] });
		listener.answering.answer = (response) => response.destroy();
		assert.equal((await send()).response_status, -2);
		assert.equal(listener.heard.length, 1);
	});

	it('are given up if the listener does not answer in time', async () => {
		const { send } = senderFor({ timeoutMs: 20 });
		listener.answering.answer = () => {};
		const { response_status, response } = await send();
		assert.deepEqual([response_status, response], [-1, 'Request timed out after 0.02 seconds.']);
	});

	it('have the start of a response that is too long', async () => {
		const { send } = senderFor();
		listener.answering.answer = (response) => response.end('x'.repeat(500_000));
		assert.equal((await send()).response.length, 65_536);
	});
});
