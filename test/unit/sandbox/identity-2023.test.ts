import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { quirkSets } from '../../../src/sandbox/server/drift.ts';
import {
	approve,
	type Browser,
	type Forge,
	type Page,
	redemption,
	startIdentity,
	wish,
} from '../../kit/forge/identity-forge.ts';

const redirect_uri = 'http://127.0.0.1:4711/callback';
const [authorize, registration] = ['/oauth2/authorize', '/oauth2/client-registration'];

describe('The sandbox as an identity service of 2023', () => {
	let forge: Forge;
	let browser: Browser;
	let registered: Page;
	let client: { readonly client_id: string; readonly client_secret: string };
	beforeEach(async () => {
		forge = await startIdentity({ drift: quirkSets['identity-2023'] });
		browser = forge.browser();
		await browser.signIn('alice');
		registered = await register(redirect_uri);
		client = credentialsOn(registered);
	});
	afterEach(() => forge.stop());

	const credentialsOn = ({ text }: Page) => {
		const shown = (id: string) => new RegExp(`id="${id}">([^<]+)<`).exec(text)?.[1] ?? assert.fail(text);
		return { client_id: shown('client-id'), client_secret: shown('client-secret') };
	};

	const register = async (address: string) =>
		browser.submit(await browser.get(registration), registration, (fields) => {
			fields.set('client_name', 'Tildeforge');
			fields.set('redirect_uri', address);
		});
	const ask = (change = {}) =>
		wish({ client_id: client.client_id, redirect_uri, scope: 'todo.sr.ht/tickets:write', ...change });
	const approved = async (change = approve) => {
		const { sentTo } = await browser.submit(await browser.get(ask()), authorize, change);
		return sentTo?.parameters.code ?? assert.fail();
	};
	const redeem = async (code: string, change: Readonly<Record<string, string>> = {}) => {
		const fields = redemption(code, { ...client, redirect_uri, code_verifier: 'ignored', ...change });
		// `fetch` would add the character set of a form, with which the service reads nothing.
		const type = { 'content-type': 'application/x-www-form-urlencoded' };
		const { status, body } = await forge.post(
			'/oauth2/access-token',
			String(new URLSearchParams(fields)),
			type,
		);
		return { status, error: body?.error, body };
	};

	it('registers applications with a UUID, a secret of 88 characters and one redirect address', async () => {
		assert.match(client.client_id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		assert.equal(client.client_secret.length, 88);
		for (const [address, isRefused] of [
			['vscode://tildeforge.tildeforge/signed-in', true],
			['http://[::1]:27555/callback', false],
			['com.example.app:/cb', false],
		] as const)
			assert.equal((await register(address)).text.includes('Invalid URL'), isRefused, address);
	});

	for (const [what, change] of [
		['another port', { redirect_uri: 'http://127.0.0.1:4712/callback' }],
		['no port', { redirect_uri: 'http://127.0.0.1/callback' }],
		['an unknown application', { client_id: '11111111-2222-4333-8444-555555555555' }],
	] as const)
		it(`shows a page with the status 200 and does not redirect: ${what}`, async () => {
			const page = await browser.get(ask(change));
			assert.deepEqual([page.status, page.sentTo], [200, undefined]);
			assert.doesNotMatch(page.text, /value="approve"/);
		});

	it('uses up a code with a wrong secret, but not with a missing one', async () => {
		const code = await approved();
		const without = await redeem(code, { client_secret: '' });
		assert.deepEqual([without.status, without.error], [401, 'invalid_client']);
		assert.equal((await redeem(code)).status, 200);
		const next = await approved();
		const wrong = await redeem(next, { client_secret: 'wrong' });
		assert.deepEqual([wrong.status, wrong.error], [400, 'invalid_grant']);
		assert.equal((await redeem(next)).error, 'invalid_grant');
	});

	it('issues one token for 366 days, which stays valid when its code is used again', async () => {
		const code = await approved();
		const { body } = await redeem(code);
		assert.deepEqual([body.expires_in, body.refresh_token], [86_399, undefined]);
		assert.equal((await redeem(code)).error, 'invalid_grant');
		forge.later(365.5 * 86_400);
		assert.equal(await forge.whose(body.access_token), '~alice');
		assert.equal((await redeem('x', { grant_type: 'refresh_token' })).error, 'unsupported_grant_type');
	});

	it('grants everything if nothing is ticked, and says that it granted nothing', async () => {
		const code = await approved((fields) => {
			approve(fields);
			fields.delete('scope');
		});
		const { body } = await redeem(code);
		assert.equal(body.scope, '');
		assert.deepEqual(forge.accounts.caller(body.access_token)?.token.scopes, ['*']);
	});

	it('issues equal tokens for equal grants in the same second', async () => {
		const tokens = [];
		for (const seconds of [0, 0, 1]) {
			forge.later(seconds);
			tokens.push((await redeem(await approved())).body.access_token);
		}
		assert.deepEqual([tokens[0] === tokens[1], tokens[1] === tokens[2]], [true, false]);
	});

	it('gives an application a new ID and a new secret, and ends all of its tokens', async () => {
		const { body } = await redeem(await approved());
		const before = client;
		client = credentialsOn(await browser.submit(registered, `${registration}/${before.client_id}/reissue`));
		assert.notEqual(client.client_id, before.client_id);
		assert.equal(await forge.whose(body.access_token), 403);
		assert.doesNotMatch((await browser.get(ask(before))).text, /value="approve"/);
		assert.equal((await redeem(await approved())).status, 200);
	});

	it('has a page that revokes a token by its hash, and no endpoint', async () => {
		const { body } = await redeem(await approved());
		const hash = createHash('sha512').update(body.access_token).digest('hex');
		const page = `/oauth2/revoke-bearer/${hash}`;
		await browser.submit(await browser.get(page), page);
		assert.equal(await forge.whose(body.access_token), 403);
		assert.equal((await forge.ask('/oauth2/revoke', { token: 'x', ...client })).status, 404);
	});

	it('shows the page of a personal token again if it does not know a grant, without a reason', async () => {
		const page = '/oauth2/personal-token';
		for (const [grants, isIssued] of [
			['todo.sr.ht/tickets:write', true],
			['hub.sr.ht/PROJECTS:RW', false],
		] as const) {
			const form = await browser.get(`${page}?grants=${encodeURIComponent(grants)}`);
			assert.doesNotMatch(form.text, /type="checkbox"/);
			const { text } = await browser.submit(form, page);
			assert.equal(text.includes('id="token"'), isIssued, grants);
		}
	});

	it('introspects for anyone, except personal tokens and unknown ones', async () => {
		const { body } = await redeem(await approved());
		const introspect = async (token: string) => forge.ask('/oauth2/introspect', { token });
		assert.equal((await introspect(body.access_token)).body.username, 'alice');
		assert.equal((await introspect('unknown')).status, 500);
		const { value } = forge.accounts.issue({ owner: 'alice', scopes: [], client: null, expires: null });
		assert.deepEqual((await introspect(value)).body, { active: false });
	});

	it('no longer signs in after it was asked for an application whose id is no UUID', async () => {
		assert.match((await browser.get(ask())).text, /value="approve"/);
		await browser.get(ask({ client_id: 'tildeforge' }));
		assert.doesNotMatch((await browser.get(ask())).text, /value="approve"/);
		assert.equal((await redeem('x')).status, 500);
	});
});
