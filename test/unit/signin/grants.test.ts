import assert from 'node:assert/strict';
import { ForgeError } from '../../../src/forge/contract/errors.ts';
import { defaultMetadata } from '../../../src/signin/instances/metadata.ts';
import { redeemExchange } from '../../../src/signin/methods/legacy-exchange.ts';
import { authorizationAddress, redeem, refresh } from '../../../src/signin/methods/oauth.ts';
import { network } from '../../kit/forge/person.ts';
import { webSites } from '../../kit/forge/web-sites.ts';

const client = { id: 'workbench', secret: 'the-secret-4711' };
const instance = { name: 'example.org' };

describe('The response of a sign-in service', () => {
	const { context, asked } = network();
	const { site } = webSites();
	const at = (address: string) => ({
		...{ context, client, metadata: defaultMetadata(address) },
		instance: { ...instance, identity: address },
	});
	const answering = (status: number, body: object) => site({ '*': [status, JSON.stringify(body)] });
	const failure = async (outcome: Promise<unknown>) => {
		const error = await outcome.then(
			() => assert.fail('it was given'),
			(reason: unknown) => reason,
		);
		assert.ok(error instanceof ForgeError, String(error));
		return error.message;
	};

	const ends: readonly [seconds: unknown, ends: 'never' | 'in an hour' | 'late'][] = [
		[3600, 'in an hour'],
		[1e15, 'late'],
		[Number.MAX_VALUE, 'late'],
		[0, 'never'],
		[-5, 'never'],
		[null, 'never'],
		['soon', 'never'],
	];
	for (const [seconds, end] of ends) {
		it(`with expires_in ${JSON.stringify(seconds)} means ${end === 'never' ? 'no expiry' : 'a valid expiry date'}`, async () => {
			const address = await answering(200, { access_token: 'a-token', expires_in: seconds });
			const { expires } = await refresh(at(address), 'a-refresh-token');
			assert.equal(expires === null, end === 'never');
			if (expires === null) return;
			assert.match(new Date(expires).toISOString(), end === 'late' ? /^\+275760/ : /^\d{4}-/);
		});
	}

	it('in the older form contains a token with or without an expiry', async () => {
		for (const [expires, end] of [
			['2027-01-02T03:04:05', Date.parse('2027-01-02T03:04:05Z')],
			[null, null],
			[undefined, null],
			[7, null],
		] as const) {
			const identity = await answering(200, { token: 'a-token', expires });
			const granted = await redeemExchange(at(identity), 'an-exchange', null);
			assert.deepEqual(granted, { token: 'a-token', scopes: null, expires: end, refresh: null });
		}
	});

	const secrets = ['the-secret-4711', 'the-code-4711', 'the-verifier-4711', 'the-refresh-token-4711'];
	const longText = `${secrets.join('\n\u202e')} ${'long '.repeat(1000)}`;
	const given = { code: 'the-code-4711', verifier: 'the-verifier-4711', redirect: 'http://127.0.0.1/' };
	const refusals: readonly [what: string, body: object][] = [
		['its description of a bad token', { error: 'invalid_grant', error_description: longText }],
		['its description of a bad application', { error: 'invalid_client', error_description: longText }],
		['its error code', { error: longText, error_description: 7 }],
		['its reasons in the older form', { errors: Array.from({ length: 20 }, () => ({ reason: longText })) }],
	];
	for (const [what, body] of refusals) {
		it(`that refuses is shown in one short line without secrets: ${what}`, async () => {
			const identity = await answering(400, body);
			const messages = await Promise.all([
				failure(redeem(at(identity), given)),
				failure(refresh(at(identity), 'the-refresh-token-4711')),
				failure(redeemExchange(at(identity), given.code, null)),
			]);
			const sent = [[...secrets.slice(0, 3)], [secrets[0] ?? '', secrets[3] ?? ''], secrets.slice(0, 2)];
			for (const [index, message] of messages.entries()) {
				for (const secret of sent[index] ?? []) assert.ok(!message.includes(secret), message);
				assert.ok(message.length < 2700, `${message.length}`);
				assert.doesNotMatch(message, /[\p{Cc}\p{Cf}]/u);
			}
			assert.ok(
				messages.some((message) => message.includes('•••')),
				String(messages),
			);
		});
	}

	it('is requested at exactly the address in the metadata, including its query', async () => {
		const address = await site({
			'*': [404, ''],
			'/token?realm=a%20b': [200, '{"access_token":"a-token"}'],
		});
		const metadata = { ...defaultMetadata(address), token: `${address}/token?realm=a%20b` };
		assert.equal((await refresh({ ...at(address), metadata }, 'x')).token, 'a-token');
		assert.deepEqual(asked, ['POST /token']);
		const page = authorizationAddress(
			{ ...metadata, authorize: `${address}/authorize?realm=a&scope=none#top` },
			{ client, redirect: 'http://127.0.0.1:1/', state: 's', challenge: 'c', scopes: ['a', 'b'] },
		);
		const { origin, pathname, searchParams, hash } = new URL(page);
		assert.deepEqual([origin, pathname, hash], [address, '/authorize', '']);
		assert.deepEqual([searchParams.get('realm'), searchParams.getAll('scope')], ['a', ['a b']]);
	});
});
