import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { identify } from '../../../../src/signin/methods/identify.ts';
import { signInWithFallback } from '../../../../src/signin/methods/token-fallback.ts';
import { newToken } from '../../../kit/forge/new-token.ts';
import { grantInBrowser, instanceOf, network } from '../../../kit/forge/person.ts';

describe('A browser sign-in', () => {
	const { context } = network();
	let forge: Forge;
	afterEach(() => forge.stop());

	/** Signs ~ana in. If asked, she uses a token or gives up. */
	async function signIn(drift: Parameters<typeof startForge>[0]['drift'], usesToken: boolean) {
		forge = await startForge({ port: 0, ...(drift && { drift }) });
		const asked: string[] = [];
		const identified = async (token: string) => (await identify(context, instanceOf(forge), token)).account;
		const account = await signInWithFallback(
			async () => `${await identified((await grantInBrowser(context, forge)).token)}, browser`,
			async () => `${await identified(await newToken(forge))}, token`,
			async ({ message }) => asked.push(message) > 0 && usesToken,
		);
		return { account, asked };
	}

	it('offers a personal access token if the services fail with the token of an application', async () => {
		const { account, asked } = await signIn(['application-tokens-fail'], true);
		assert.equal(account, '~ana, token');
		assert.deepEqual(asked, [
			'example.org recognizes this token, but its services fail when they are used with it. Create a new personal access token and sign in with it.',
		]);
	});

	it('ends if the user does not want to use a token', async () => {
		const { account, asked } = await signIn(['application-tokens-fail'], false);
		assert.deepEqual([account, asked.length], [undefined, 1]);
	});

	it('asks for no token if the services accept the token of an application', async () => {
		assert.deepEqual(await signIn([], true), { account: '~ana, browser', asked: [] });
	});

	it('passes the error on if a token would not help', async () => {
		forge = await startForge({ port: 0 });
		const failure = signInWithFallback(
			() => identify(context, instanceOf(forge), 'not-a-token'),
			() => assert.fail('a token is used'),
			() => assert.fail('the user is asked'),
		);
		await assert.rejects(failure, { kind: 'signed-out' });
	});
});
