import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mock } from 'node:test';
import fc from 'fast-check';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import {
	createVerifier,
	type DeliveryHeaders,
	readUnverified,
} from '../../../../src/forge/webhooks/delivery.ts';
import { user } from '../server.ts';

const pair = generateKeyPairSync('ed25519');
const key = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

/** A delivery, signed as a forge signs it. */
function signed(event: string, body: string | Buffer, nonce = randomBytes(8).toString('hex')) {
	const raw = Buffer.from(body);
	const signature = sign(null, Buffer.concat([raw, Buffer.from(nonce)]), pair.privateKey).toString('base64');
	const headers: DeliveryHeaders = {
		'content-type': 'application/json',
		'x-webhook-event': event,
		'x-webhook-delivery': 'c6ecb552-c325-489d-a519-0095b09c19ae',
		'x-payload-nonce': nonce,
		'x-payload-signature': signature,
	};
	return { headers, raw };
}

const ticket = { id: 7, title: 'It hürts', submitter: user };

describe('a delivery', () => {
	it('that the forge signed is read with the shape of its event', () => {
		const { headers, raw } = signed('ticket:create', JSON.stringify(ticket));
		const given = createVerifier(key)(headers, raw);
		assert.equal(given.kind, 'event');
		assert(given.kind === 'event' && given.event === 'ticket:create');
		assert.equal(given.delivery, 'c6ecb552-c325-489d-a519-0095b09c19ae');
		assert.equal(given.body.title, 'It hürts');
		assert.deepEqual(given.body.submitter, { type: 'user', ...user });
	});

	it('in GraphQL is read like one in REST', () => {
		const body = { id: 9, ticket: { id: 3 } };
		const { headers, raw } = signed(
			'EVENT_CREATED',
			JSON.stringify({ data: { webhook: { uuid: 'u', body } } }),
		);
		const given = createVerifier(key)(headers, raw);
		assert(given.kind === 'event' && given.event === 'event:create');
		assert.deepEqual([given.body.id, given.body.ticket?.id], [9, 3]);
	});

	it('in GraphQL still says what has happened if its query failed', () => {
		const { headers, raw } = signed('EVENT_CREATED', '{"errors":[{"message":"no"}],"data":null}');
		const given = createVerifier(key)(headers, raw);
		assert(given.kind === 'other');
		assert.equal(given.event, 'event:create');
	});

	it('is read whatever the case and form of its header names and values', () => {
		const { headers, raw } = signed('label:delete', '{"id":1}');
		const upperCased = Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [` ${value} `]]),
		);
		assert.equal(createVerifier(key)(upperCased, raw).kind, 'event');
	});

	it('with an unknown event or an unexpected body is passed on as plain JSON', () => {
		const verify = createVerifier(key);
		for (const [event, body] of [
			['list:delete', { id: 3 }],
			['ticket:create', { nothing: true }],
			['ticket:create', null],
			['constructor', [1]],
		] as const) {
			const { headers, raw } = signed(event, JSON.stringify(body));
			const given = verify(headers, raw);
			assert(given.kind === 'other', given.kind);
			assert.equal(given.event, event);
			assert.deepEqual(given.body, body);
		}
	});

	it('that was truncated before it was signed is reported without a body', () => {
		const whole = JSON.stringify({ id: 1, envelope: 'é'.repeat(70_000) });
		const { headers, raw } = signed('post:received', whole.slice(0, 65_536));
		assert.deepEqual(createVerifier(key)(headers, raw), {
			kind: 'truncated',
			event: 'post:received',
			delivery: 'c6ecb552-c325-489d-a519-0095b09c19ae',
		});
	});

	it('is accepted once, and a repetition only with a new nonce', () => {
		const verify = createVerifier(key);
		const { headers, raw } = signed('label:delete', '{"id":1}');
		assert.equal(verify(headers, raw).kind, 'event');
		assert.deepEqual(verify(headers, raw), { kind: 'rejected', why: 'replayed' });
		const again = signed('label:delete', '{"id":1}');
		assert.equal(verify(again.headers, again.raw).kind, 'event');
	});

	it('cannot be replayed by moving the end of its body into the nonce', () => {
		const verify = createVerifier(key);
		// The end of a truncated body can look like this.
		const { headers, raw } = signed('post:received', '{"envelope":"0123abcd', '00112233445566aa');
		assert.equal(verify(headers, raw).kind, 'truncated');
		for (const length of [1, 2, 8]) {
			const nonce = `${raw.subarray(-length).toString()}00112233445566aa`;
			const shifted = verify({ ...headers, 'x-payload-nonce': nonce }, raw.subarray(0, -length));
			assert.equal(shifted.kind, 'rejected');
		}
	});

	it('is remembered for a limited time and up to a limited number', () => {
		mock.timers.enable({ apis: ['Date'], now: 0 });
		const verify = createVerifier(key, 2, 1000);
		const all = ['a', 'b', 'c'].map(() => signed('label:delete', '{"id":1}'));
		const [a, b, c] = all;
		assert(a && b && c);
		const kindOf = ({ headers, raw }: typeof a) => verify(headers, raw).kind;
		assert.deepEqual([a, b, a].map(kindOf), ['event', 'event', 'rejected']);
		mock.timers.setTime(999);
		assert.equal(kindOf(b), 'rejected');
		assert.equal(kindOf(c), 'event');
		mock.timers.setTime(2500);
		assert.equal(kindOf(c), 'event');
		mock.timers.reset();
	});

	it('is among the newest ones that are remembered, however many there were', () => {
		const verify = createVerifier(key, 20);
		const all = Array.from({ length: 100 }, () => signed('label:delete', '{"id":1}'));
		const kindOf = ({ headers, raw }: (typeof all)[number]) => verify(headers, raw).kind;
		for (const one of all) assert.equal(kindOf(one), 'event');
		for (const one of all.slice(-20)) assert.equal(kindOf(one), 'rejected');
		for (const one of all.slice(0, 80)) assert.equal(kindOf(one), 'event');
		for (const one of all.slice(60, 80)) assert.equal(kindOf(one), 'rejected');
	});

	const rejectedCases: readonly [
		what: string,
		change: (given: ReturnType<typeof signed>) => [DeliveryHeaders, Buffer],
		why: string,
	][] = [
		['another body', ({ headers }) => [headers, Buffer.from('{"id":2}')], 'forged'],
		['a longer body', ({ headers, raw }) => [headers, Buffer.concat([raw, Buffer.from(' ')])], 'forged'],
		[
			'another nonce',
			({ headers, raw }) => [{ ...headers, 'x-payload-nonce': '0'.repeat(16) }, raw],
			'forged',
		],
		[
			"another key's signature",
			({ headers, raw }) => [{ ...headers, 'x-payload-signature': randomBytes(64).toString('base64') }, raw],
			'forged',
		],
		[
			'no signature',
			({ headers, raw }) => [{ ...headers, 'x-payload-signature': undefined }, raw],
			'malformed',
		],
		[
			'half a signature',
			({ headers, raw }) => [{ ...headers, 'x-payload-signature': 'AAAA' }, raw],
			'malformed',
		],
		['no nonce', ({ headers, raw }) => [{ ...headers, 'x-payload-nonce': '' }, raw], 'malformed'],
		['no event', ({ headers, raw }) => [{ ...headers, 'x-webhook-event': [] }, raw], 'malformed'],
		['no headers', ({ raw }) => [{}, raw], 'malformed'],
	];
	for (const [what, change, why] of rejectedCases) {
		it(`with ${what} is rejected as ${why}`, () => {
			const given = change(signed('label:delete', '{"id":1}'));
			assert.deepEqual(createVerifier(key)(...given), { kind: 'rejected', why });
		});
	}

	it('that was forged does not block the genuine one', () => {
		const verify = createVerifier(key);
		const { headers, raw } = signed('label:delete', '{"id":1}');
		assert.equal(verify(headers, Buffer.from('{"id":2}')).kind, 'rejected');
		assert.equal(verify(headers, raw).kind, 'event');
	});

	it('of a forge whose key is not known is read like a signed one, but neither signature nor nonce is needed', () => {
		const { headers, raw } = signed('ticket:create', JSON.stringify(ticket));
		const verified = createVerifier(key)(headers, raw);
		const { 'x-webhook-event': event, 'x-webhook-delivery': delivery } = headers;
		const unsigned = { 'X-Webhook-Event': event, 'X-Webhook-Delivery': delivery };
		assert.deepEqual(readUnverified(unsigned, raw), verified);
		assert.deepEqual(readUnverified(unsigned, raw), verified);
		assert.equal(readUnverified(unsigned, raw.subarray(0, 10)).kind, 'truncated');
		for (const incomplete of [{ 'x-webhook-event': event }, { 'x-webhook-delivery': delivery }, {}]) {
			assert.deepEqual(readUnverified(incomplete, raw), { kind: 'rejected', why: 'malformed' });
		}
	});

	it('never makes the verifier throw, whatever it contains', () => {
		const verify = createVerifier(key);
		const text = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[0-9a-f]{16}$/));
		const name = fc.constantFrom(
			'x-webhook-event',
			'x-webhook-delivery',
			'x-payload-nonce',
			'x-payload-signature',
			'__proto__',
		);
		fc.assert(
			fc.property(fc.dictionary(name, fc.oneof(text, fc.array(text))), fc.uint8Array(), (headers, raw) => {
				assert.equal(verify(headers, raw).kind, 'rejected');
			}),
		);
		fc.assert(
			fc.property(fc.constantFrom('ticket:create', 'event:create', 'x'), fc.json(), (event, body) => {
				const { headers, raw } = signed(event, body);
				assert.notEqual(verify(headers, raw).kind, 'rejected');
			}),
		);
	});

	it('can be verified only with a key of 32 bytes', () => {
		for (const bad of ['', 'AAAA', randomBytes(33).toString('base64'), 'not base64 at all']) {
			assert.throws(() => createVerifier(bad), ForgeError);
		}
	});
});
