import assert from 'node:assert/strict';
import {
	approve,
	type Browser,
	callback,
	challenge,
	codeFor,
	type Forge,
	redemption,
	startIdentity,
	verifier,
	wish,
	workbenchCallback,
	workbenchWish,
} from '../../kit/forge/identity-forge.ts';

const authorize = '/oauth2/authorize';
const basic = { Authorization: `Basic ${btoa('workbench:workbench-secret')}` };
const workbench = { client_id: 'workbench', client_secret: 'workbench-secret' };

describe('OAuth 2.0 of the sandbox', () => {
	let forge: Forge;
	let browser: Browser;
	const start = async (...given: Parameters<typeof startIdentity>) => {
		forge = await startIdentity(...given);
		browser = forge.browser();
		await browser.signIn('alice');
	};
	afterEach(() => forge.stop());

	const redeem = (fields: Readonly<Record<string, string>>, headers = {}) =>
		forge.ask('/oauth2/access-token', fields, headers);
	const tokens = async (path = wish(), fields = {}) => {
		const { status, body } = await redeem(redemption(await codeFor(forge, path), fields));
		assert.equal(status, 200, JSON.stringify(body));
		return body as { access_token: string; refresh_token: string; scope: string; expires_in: number };
	};
	const refresh = (refresh_token: string, more = {}) =>
		redeem({ grant_type: 'refresh_token', client_id: 'tildeforge', refresh_token, ...more });
	const refused = async (answer: Promise<{ status: number; body: { error: string } }>, error: string) => {
		const { status, body } = await answer;
		assert.deepEqual(
			[status, body.error],
			[error === 'invalid_client' ? 401 : 400, error],
			JSON.stringify(body),
		);
	};

	it('grants only scopes that were requested and stay selected', async () => {
		await start();
		const answer = await browser.submit(await browser.get(wish()), authorize, (fields) => {
			approve(fields);
			fields.delete('scope', 'tickets:write');
			fields.append('scope', '*');
		});
		const { body } = await redeem(redemption(answer.sentTo?.parameters.code ?? ''));
		assert.equal(body.scope, 'lists:read');
		assert.deepEqual(forge.accounts.caller(body.access_token)?.token.scopes, ['lists:read']);
	});

	describe('redirects no user', () => {
		for (const [what, change] of [
			['from an unknown application', { client_id: 'nobody' }],
			['from no application', { client_id: null }],
			['without an address, if the application has several', { redirect_uri: null }],
			['to an address that is not registered', { redirect_uri: 'https://evil.example/callback' }],
			['to a longer path', { redirect_uri: `${callback}/more` }],
			['to another path through dot segments', { redirect_uri: 'http://127.0.0.1:4711/x/../callback' }],
			['to a query that is not registered', { redirect_uri: `${callback}?x=1` }],
			['to a fragment', { redirect_uri: `${callback}#x` }],
			[
				'to a host name that starts like the address of this machine',
				{ redirect_uri: 'http://127.0.0.1.evil.example/callback' },
			],
			['to a host after a user name', { redirect_uri: 'http://127.0.0.1@evil.example/callback' }],
			[
				'to a host after a user name and a password',
				{ redirect_uri: 'http://127.0.0.1:80@evil.example/callback' },
			],
			['to this machine by name', { redirect_uri: 'http://localhost:4711/callback' }],
			['to this machine over TLS', { redirect_uri: 'https://127.0.0.1:4711/callback' }],
			['to a script', { redirect_uri: 'javascript:alert(1)' }],
			['to another editor’s extension', { redirect_uri: 'vscode://evil.extension/signed-in' }],
			['to an invalid address', { redirect_uri: 'callback' }],
		] as const) {
			it(what, async () => {
				await start();
				const page = await browser.get(wish(change));
				assert.deepEqual([page.status, page.sentTo], [400, undefined]);
				const form = new URLSearchParams({ request: wish(change).split('?')[1] ?? '', decision: 'approve' });
				form.set('csrf', (await browser.get(wish())).fields(authorize).get('csrf') ?? '');
				const posted = await browser.send(authorize, form);
				assert.deepEqual([posted.status, posted.sentTo], [400, undefined]);
			});
		}

		it('to either of two addresses', async () => {
			await start();
			const page = await browser.get(`${wish()}&redirect_uri=https%3A%2F%2Fevil.example`);
			assert.deepEqual([page.status, page.sentTo], [400, undefined]);
		});
	});

	for (const redirect of [
		'http://127.0.0.1/callback',
		'http://127.0.0.1:1/callback',
		'http://[::1]:65535/callback',
		'vscode://tildeforge.tildeforge/signed-in',
		'vscode-insiders://tildeforge.tildeforge/signed-in',
	]) {
		it(`redirects users of a public client to ${redirect}`, async () => {
			await start();
			const answer = await browser.submit(
				await browser.get(wish({ redirect_uri: redirect })),
				authorize,
				approve,
			);
			assert.equal(answer.sentTo?.url, redirect);
			const code = answer.sentTo?.parameters.code ?? '';
			assert.equal((await redeem(redemption(code, { redirect_uri: redirect }))).status, 200);
		});
	}

	it('accepts no client with an unsafe redirect address', async () => {
		await start();
		for (const redirect of [
			'javascript:alert(1)',
			'data:text/html,a',
			'file:///a',
			'http://elsewhere.example/',
			'https://x/#y',
			'https://a:b@x/',
			'x',
		]) {
			const client = { id: 'x', name: 'x', operator: 'alice', secret: null, redirects: [redirect] };
			assert.throws(() => forge.identity.addClient(client), RangeError, redirect);
		}
	});

	for (const [what, change, error] of [
		['no response_type', { response_type: null }, 'invalid_request'],
		['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
		['no scope', { scope: null }, 'invalid_scope'],
		['an empty scope', { scope: ' ' }, 'invalid_scope'],
		['an unknown scope', { scope: 'tickets:read "nonsense"\n:read' }, 'invalid_scope'],
		['a scope that cannot be written', { scope: 'data:write' }, 'invalid_scope'],
		['no challenge', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
		['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
		['a challenge without a method', { code_challenge_method: null }, 'invalid_request'],
		['a challenge that is too short', { code_challenge: 'short' }, 'invalid_request'],
	] as const) {
		it(`answers a request with ${what} with the error ${error}`, async () => {
			await start();
			for (const page of [await browser.get(wish(change)), await forge.browser().get(wish(change))]) {
				assert.equal(page.sentTo?.url, callback);
				const { error: actualError, error_description = '', state, ...more } = page.sentTo?.parameters ?? {};
				assert.deepEqual([actualError, state, more], [error, 'a state', {}]);
				assert.match(error_description, /^[ !#-[\]-~]+$/);
			}
			const stateless = await browser.get(wish({ ...change, state: null }));
			assert.equal(stateless.sentTo?.parameters.state, undefined);
		});
	}

	it('refuses a repeated parameter', async () => {
		await start();
		const page = await browser.get(`${wish()}&scope=*`);
		assert.equal(page.sentTo?.parameters.error, 'invalid_request');
		const code = await codeFor(forge);
		await refused(
			forge.post(
				'/oauth2/access-token',
				new URLSearchParams([...Object.entries(redemption(code)), ['code', code]]),
			),
			'invalid_request',
		);
	});

	describe('issues no token', () => {
		for (const [what, change, error] of [
			['for a guessed code', { code: 'guessed' }, 'invalid_grant'],
			['without a code', { code: '' }, 'invalid_request'],
			['for another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
			['for the challenge as verifier', { code_verifier: challenge }, 'invalid_grant'],
			['for a verifier that is too short', { code_verifier: 'v' }, 'invalid_grant'],
			['for another address', { redirect_uri: 'http://127.0.0.1:4712/callback' }, 'invalid_grant'],
			['to an unknown client', { client_id: 'nobody' }, 'invalid_client'],
			['to another client', workbench, 'invalid_grant'],
			['to a public client that has a secret', { client_secret: 'x' }, 'invalid_client'],
			['for a password', { grant_type: 'password' }, 'unsupported_grant_type'],
			['without a grant type', { grant_type: '' }, 'invalid_request'],
		] as const) {
			it(what, async () => {
				await start();
				const code = await codeFor(forge);
				await refused(redeem(redemption(code, change)), error);
				assert.equal((await redeem(redemption(code))).status, 200);
			});
		}

		it('without the verifier or the address', async () => {
			await start();
			const { code_verifier, ...unverified } = redemption(await codeFor(forge));
			await refused(redeem(unverified), 'invalid_grant');
			const { redirect_uri, ...undirected } = redemption(await codeFor(forge));
			await refused(redeem(undirected), 'invalid_grant');
		});

		it('for a verifier if the request had no challenge', async () => {
			await start();
			const code = await codeFor(forge, workbenchWish({ code_challenge: null, code_challenge_method: null }));
			const fields = { redirect_uri: workbenchCallback, ...workbench };
			await refused(redeem(redemption(code, fields)), 'invalid_grant');
		});

		it('for a code after five minutes', async () => {
			await start();
			const [early, late] = [await codeFor(forge), await codeFor(forge)];
			forge.later(5 * 60 - 1);
			assert.equal((await redeem(redemption(early))).status, 200);
			forge.later(1);
			await refused(redeem(redemption(late)), 'invalid_grant');
		});

		it('for a used code, and revokes the tokens that the code produced', async () => {
			await start();
			const code = await codeFor(forge);
			const { body } = await redeem(redemption(code));
			const second = (await refresh(body.refresh_token)).body;
			await refused(redeem(redemption(code)), 'invalid_grant');
			assert.equal(await forge.whose(body.access_token), 401);
			assert.equal(await forge.whose(second.access_token), 401);
			await refused(refresh(second.refresh_token), 'invalid_grant');
		});
	});

	describe('authenticates a client with a secret', () => {
		const fields = async () => {
			const { client_id, ...rest } = redemption(await codeFor(forge, workbenchWish()));
			return { ...rest, redirect_uri: workbenchCallback };
		};
		for (const [what, more, headers, error] of [
			['by a header', {}, basic, undefined],
			['by form fields', workbench, {}, undefined],
			['by a header and its id in the form', { client_id: 'workbench' }, basic, undefined],
			['not by both', workbench, basic, 'invalid_request'],
			['not by a wrong secret', { ...workbench, client_secret: 'wrong' }, {}, 'invalid_client'],
			['not by its id alone', { client_id: 'workbench' }, {}, 'invalid_client'],
			['not by a wrong header', {}, { Authorization: `Basic ${btoa('workbench:x')}` }, 'invalid_client'],
			['not by half a header', {}, { Authorization: 'Basic %%%' }, 'invalid_client'],
			['not by a badly encoded header', {}, { Authorization: `Basic ${btoa('%:%')}` }, 'invalid_client'],
			['not with the id of another client', { client_id: 'tildeforge' }, basic, 'invalid_client'],
		] as const) {
			it(what, async () => {
				await start();
				const { status, headers: answered, body } = await redeem({ ...(await fields()), ...more }, headers);
				assert.equal(body.error, error);
				assert.equal(status, { invalid_client: 401, invalid_request: 400, '': 200 }[error ?? '']);
				assert.equal(answered.has('www-authenticate'), status === 401);
			});
		}
	});

	describe('refreshes', () => {
		it('a token with a new one each time, and ends the previous refresh token', async () => {
			await start();
			const first = await tokens();
			forge.later(3600);
			assert.equal(await forge.whose(first.access_token), 401);
			const second = (await refresh(first.refresh_token)).body;
			assert.equal(await forge.whose(second.access_token), '~alice');
			assert.notEqual(second.refresh_token, first.refresh_token);
			const third = (await refresh(second.refresh_token)).body;
			assert.equal(await forge.whose(third.access_token), '~alice');
			// A further use of the first token means that it was stolen, so all tokens end.
			await refused(refresh(first.refresh_token), 'invalid_grant');
			assert.equal(await forge.whose(third.access_token), 401);
			await refused(refresh(third.refresh_token), 'invalid_grant');
		});

		it('nothing for another client, without a refresh token, or too late', async () => {
			await start({ lifetimes: { refresh: 100 } });
			const { access_token, refresh_token } = await tokens();
			await refused(refresh(refresh_token, workbench), 'invalid_grant');
			await refused(refresh(access_token), 'invalid_grant');
			await refused(refresh('guessed'), 'invalid_grant');
			await refused(refresh(''), 'invalid_request');
			forge.later(100);
			await refused(refresh(refresh_token), 'invalid_grant');
		});
	});

	describe('revokes', () => {
		const revoke = (token: string, fields: Readonly<Record<string, string>> = { client_id: 'tildeforge' }) =>
			forge.ask('/oauth2/revoke', { token, ...fields });

		it('an access token alone, and all tokens of a sign-in with the refresh token', async () => {
			await start();
			const first = await tokens();
			const { status, text } = await revoke(first.access_token);
			assert.deepEqual([status, text], [200, '']);
			assert.equal(await forge.whose(first.access_token), 401);
			const second = (await refresh(first.refresh_token)).body;
			assert.equal(await forge.whose(second.access_token), '~alice');
			await revoke(second.refresh_token);
			assert.equal(await forge.whose(second.access_token), 401);
			await refused(refresh(second.refresh_token), 'invalid_grant');
		});
	});

	describe('with a quirk of real servers:', () => {
		it('`private-scheme-needs-dot` and `fixed-loopback-port` reject the addresses of editors', async () => {
			await start({ drift: ['private-scheme-needs-dot', 'fixed-loopback-port'] });
			for (const [redirect_uri, status] of [
				['vscode://tildeforge.tildeforge/signed-in', 400],
				[callback, 400],
				['http://127.0.0.1/callback', 200],
			] as const) {
				assert.equal((await browser.get(wish({ redirect_uri }))).status, status);
			}
		});

		it('`pkce-ignored` checks no verifier', async () => {
			await start({ drift: ['pkce-ignored'] });
			const code = await codeFor(forge);
			assert.equal((await redeem(redemption(code, { code_verifier: `${verifier}x` }))).status, 200);
			assert.equal((await browser.get(wish({ code_challenge: null }))).status, 200);
		});
	});
});
