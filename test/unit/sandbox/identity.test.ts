import assert from 'node:assert/strict';
import { parseScopes, recordedScopes } from '../../../src/sandbox/identity/scopes.ts';
import { approve, type Browser, type Forge, startIdentity, wish } from '../../kit/forge/identity-forge.ts';

const personal = '/oauth2/personal-token';
const older = '/oauth/personal-token';

const tokenOn = (text: string) => /<code class="secret" id="token">([^<]*)<\/code>/.exec(text)?.[1] ?? '';

/** Reads a token of the newer form, without using code of the sandbox. */
function parseToken(token: string) {
	const bytes = Buffer.from(token, 'base64');
	let at = 9;
	const text = () => {
		let [length, shift, byte] = [0, 0, 0x80];
		while (byte >= 0x80) {
			byte = bytes[at++] ?? 0;
			length += (byte & 0x7f) << shift;
			shift += 7;
		}
		at += length;
		return bytes.subarray(at - length, at).toString();
	};
	const [version, expires] = [bytes[0], bytes.readBigInt64LE(1)];
	const [grants, client, username] = [text(), text(), text()];
	return { version, expires: Number(expires), grants, client, username, mac: bytes.length - at };
}

describe('A scope', () => {
	for (const [words, drift, expected] of [
		['tickets:write', [], 'tickets:write'],
		['todo/tickets:write lists.example.org/lists:read', [], 'tickets:write lists:read'],
		['todo.sr.ht/TICKETS:RO', [], 'tickets:read'],
		['* tickets:read tickets:read', [], '* tickets:read'],
		['git.sr.ht/REPOSITORIES:RW git.sr.ht/OBJECTS', [], 'Unknown scope git.sr.ht/OBJECTS'],
		['git.sr.ht/REPOSITORIES:RW git.sr.ht/OBJECTS:RO', ['scopes-name-service'], 'info:write data:read'],
		['lists.sr.ht/SUBSCRIPTIONS:RW lists.sr.ht/EMAILS:RO', [], 'subs:write emails:read'],
		['meta.sr.ht/PROFILE:RO git.sr.ht/PROFILE:RO', [], 'profile:read'],
		['git/tickets:read', [], 'Unknown scope git/tickets:read'],
		['tickets', [], 'Unknown scope tickets'],
		['tickets:admin', [], 'Unknown access in scope tickets:admin'],
		['constructor:read', [], 'Unknown scope constructor:read'],
		['git.sr.ht/data:write', [], 'Write access not permitted for data'],
		['email:read', [], 'Unknown scope email:read'],
		['email:read', ['email-read'], 'email:read'],
		['emails:read', ['email-read'], 'Unknown scope emails:read'],
		['tickets:read', ['scopes-name-service'], 'Unknown scope tickets:read'],
		['todo/tickets:read profile:read', ['scopes-name-service'], 'tickets:read profile:read'],
	] as const) {
		it(`"${words}"${drift.map((one) => ` with ${one}`)} is read as "${expected}"`, () => {
			const asked = parseScopes(words.split(' '), new Set(drift));
			assert.equal('refused' in asked ? asked.refused : asked.scopes.join(' '), expected);
		});
	}
});

describe('The sign-in service of the sandbox', () => {
	let forge: Forge;
	let browser: Browser;
	const start = async (...given: Parameters<typeof startIdentity>) => {
		forge = await startIdentity(...given);
		browser = forge.browser();
	};
	afterEach(() => forge.stop());

	const make = async (path: string, scopes: readonly string[], comment = 'laptop') => {
		const page = await browser.submit(await browser.get(path), path, (fields) => {
			fields.delete('scope');
			for (const scope of scopes) fields.append('scope', scope);
			fields.set('comment', comment);
		});
		assert.equal(page.title, 'Your new token', page.text);
		return tokenOn(page.text);
	};

	describe('on its sign-in page', () => {
		it('accepts only the right password', async () => {
			await start();
			for (const [username, password] of [
				['alice', 'bob-password'],
				['alice', ''],
				['nobody', ''],
				['', ''],
			] as const) {
				const page = await browser.submit(await browser.get('/login'), '/login', (fields) => {
					fields.set('username', username);
					fields.set('password', password);
				});
				assert.deepEqual([page.status, page.title, browser.cookie], [403, 'Sign in', '']);
			}
			const home = await browser.signIn('alice');
			assert.equal(home.sentTo?.url, '/');
			assert.match((await browser.get('/')).text, /<span>~alice<\/span>/);
		});

		it('sets a cookie that scripts and other sites cannot read', async () => {
			await start();
			const cookie = (await browser.signIn('alice')).headers.get('set-cookie') ?? '';
			assert.match(cookie, /^forge-session-\d+=[0-9a-f]{48}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
		});

		for (const [asked, sent] of [
			['/oauth2/personal-token?grants=*', '/oauth2/personal-token'],
			['https://evil.example/', '/'],
			['//evil.example/', '/'],
			['/\\evil.example/', '/'],
			['/.//evil.example/', '/'],
			['javascript:alert(1)', '/'],
			['\r\nX-Injected: 1', '/'],
		] as const) {
			it(`never redirects to another site: ${JSON.stringify(asked)} becomes ${sent}`, async () => {
				await start();
				const page = await browser.signIn('alice', asked);
				assert.equal(page.sentTo?.url, sent);
				assert.equal(page.headers.get('x-injected'), null);
			});
		}

		it('signs users out permanently, and ends sessions after their lifetime', async () => {
			await start({ lifetimes: { session: 100 } });
			await browser.signIn('alice');
			const { cookie } = browser;
			await browser.submit(await browser.get('/'), '/logout');
			browser.cookie = cookie;
			assert.equal((await browser.get('/')).sentTo?.url, '/login');
			await browser.signIn('alice');
			forge.later(99);
			assert.equal((await browser.get('/')).status, 200);
			forge.later(1);
			assert.equal((await browser.get('/')).sentTo?.url, '/login');
		});

		it('accepts forms from its own pages only', async () => {
			await start();
			await browser.signIn('alice');
			const fields = (await browser.get(personal)).fields(personal);
			fields.append('scope', '*');
			const foreign = await browser.send(personal, fields, { Origin: 'http://evil.example' });
			const hidden = await browser.send(personal, fields, { Origin: 'null' });
			fields.set('csrf', 'guessed');
			const unmarked = await browser.send(personal, fields);
			assert.deepEqual([foreign.status, hidden.status, unmarked.status], [403, 403, 403]);
			const bob = forge.browser();
			await bob.signIn('bob');
			const crossed = await browser.send(personal, (await bob.get(personal)).fields(personal));
			assert.equal(crossed.status, 403);
			const login = new URLSearchParams({ username: 'bob', password: 'bob-password' });
			assert.equal((await browser.send('/login', login, { Origin: 'http://evil.example' })).status, 403);
			assert.deepEqual(forge.people.tokens, []);
		});
	});

	describe('for personal tokens', () => {
		it('creates one with the selected scopes, shows it once, and lists it without its value', async () => {
			await start();
			await browser.signIn('alice');
			const value = await make(personal, ['tickets:write', 'lists:read']);
			assert.equal(await forge.whose(value), '~alice');
			assert.deepEqual(forge.accounts.caller(value)?.token.scopes, ['tickets:write', 'lists:read']);
			const listed = await browser.get(personal);
			assert.match(
				listed.text,
				/<strong>laptop<\/strong>[\s\S]*tickets:write, lists:read[\s\S]*until 2027-03-04/,
			);
			assert(!listed.text.includes(value));
		});

		it('creates the newer form, with its facts inside, at the newer address', async () => {
			await start();
			await browser.signIn('alice');
			const [first, second] = [
				await make(personal, ['lists:read', 'tickets:write']),
				await make(personal, ['*']),
			];
			const expires = Math.floor(Date.parse('2027-03-04T05:06:07Z') / 1000);
			assert.deepEqual(parseToken(first), {
				...{ version: 0, expires, grants: 'lists:read tickets:write' },
				...{ client: '', username: 'alice', mac: 32 },
			});
			assert.equal(parseToken(second).grants, '*');
		});

		it('creates the newer form with the scope names of real servers if scopes have service prefixes', async () => {
			await start({ drift: ['scopes-name-service', 'email-read'] });
			await browser.signIn('alice');
			for (const [scopes, grants] of [
				[['tickets:write', 'email:read'], 'todo.sr.ht/TICKETS:RW lists.sr.ht/EMAILS:RO'],
				[
					['info:read', 'data:read', 'subs:write'],
					'git.sr.ht/REPOSITORIES:RO git.sr.ht/OBJECTS:RO lists.sr.ht/SUBSCRIPTIONS:RW',
				],
				[['*', 'lists:read'], ''],
			] as const) {
				assert.equal(parseToken(await make(personal, scopes)).grants, grants);
			}
			// An empty text would mean all scopes.
			assert.equal(recordedScopes([], new Set(['scopes-name-service'])), 'meta.sr.ht/PROFILE:RO');
			assert.equal(recordedScopes(['lists:read', '*'], new Set(['scopes-name-service'])), '');
		});

		it('preselects the scopes in the address, and reports unknown ones', async () => {
			await start();
			await browser.signIn('alice');
			const ticked = async (grants: string) =>
				(await browser.get(`${personal}?grants=${grants}`)).fields(personal).getAll('scope').sort();
			assert.deepEqual(await ticked('tickets:write,todo.sr.ht/trackers:read'), [
				'tickets:write',
				'trackers:read',
			]);
			assert.deepEqual(await ticked('lists:read%20*'), ['*', 'lists:read']);
			assert.deepEqual(await ticked(''), []);
			const page = await browser.get(`${personal}?grants=<script>alert(1)</script>`);
			assert.match(page.text, /Unknown scope &lt;script&gt;alert\(1\)&lt;\/script&gt;/);
			assert(!page.text.includes('<script'));
		});

		it('creates none without a scope, or with an unknown one', async () => {
			await start();
			await browser.signIn('alice');
			for (const scopes of [[], ['tickets:everything']]) {
				const page = await browser.submit(await browser.get(personal), personal, (fields) => {
					for (const scope of scopes) fields.append('scope', scope);
				});
				assert.equal(page.title, 'Personal access tokens');
				assert.match(page.text, /role="alert"/);
			}
			assert.deepEqual(forge.people.tokens, []);
		});

		it('ends a revoked one in all areas at once, and only its owner can revoke it', async () => {
			await start();
			await browser.signIn('alice');
			const [gone, kept] = [await make(personal, ['*'], 'gone'), await make(personal, ['*'], 'kept')];
			const bob = forge.browser();
			await bob.signIn('bob');
			const action = `${personal}/revoke`;
			const page = await browser.get(personal);
			const stolen = new URLSearchParams({
				csrf: (await bob.get(personal)).fields(personal).get('csrf') ?? '',
				token: page.fields(action).get('token') ?? '',
			});
			await bob.send(action, stolen);
			assert.equal(await forge.whose(gone), '~alice');
			await browser.submit(page, action);
			assert.deepEqual([await forge.whose(gone), await forge.whose(kept)], [401, '~alice']);
		});

		for (const path of [personal, older]) {
			it(`creates one at ${path} that is valid only for the selected lifetime`, async () => {
				await start();
				await browser.signIn('alice');
				const chosen = (lifetime: string) =>
					browser.get(path).then((page) =>
						browser.submit(page, path, (fields) => {
							fields.append('scope', '*');
							fields.set('lifetime', lifetime);
						}),
					);
				assert.match((await browser.get(path)).text, /<option value="60">a minute<\/option>/);
				for (const lifetime of ['61', '0', '-60', '', 'Infinity', 'toString']) {
					assert.match(
						(await chosen(lifetime)).text,
						/role="alert">This lifetime is not available/,
						lifetime,
					);
				}
				const page = await chosen('60');
				assert.match(page.text, /It is valid until 2026-03-04 05:07 UTC/);
				const value = tokenOn(page.text);
				if (path === personal) {
					assert.equal(parseToken(value).expires, Math.floor(Date.parse('2026-03-04T05:07:07Z') / 1000));
				} else assert.match(value, /^[0-9a-f]{32}$/);
				forge.later(59);
				assert.equal(await forge.whose(value), '~alice');
				forge.later(1);
				assert.equal(await forge.whose(value), 401);
			});
		}
	});

	describe('on its pages', () => {
		it('shows names as text, whatever they contain', async () => {
			await start();
			const nasty = `<img src=x onerror="alert(1)">'&`;
			forge.identity.addClient({
				...{ id: 'nasty', name: nasty, operator: nasty },
				...{ secret: null, redirects: ['http://127.0.0.1/callback'] },
			});
			await browser.signIn('alice');
			await make(personal, ['*'], nasty);
			const consent = await browser.get(wish({ client_id: 'nasty', state: nasty }));
			const answer = await browser.submit(consent, '/oauth2/authorize', approve);
			const code = answer.sentTo?.parameters.code ?? '';
			assert.equal(answer.sentTo?.parameters.state, nasty);
			await forge.ask('/oauth2/access-token', { grant_type: 'authorization_code', client_id: 'nasty', code });
			const wrong = await browser.get(wish({ client_id: 'nasty', redirect_uri: `http://x/${nasty}` }));
			const pages = [consent, wrong, await browser.get(personal), await browser.get('/')];
			for (const page of [
				...pages,
				await browser.get(`/login?return_to=${encodeURIComponent(`/${nasty}">`)}`),
			]) {
				assert(!/<img|"alert/.test(page.text), page.text);
			}
			for (const page of pages.slice(0, 3)) assert.match(page.text, /&lt;img src=x onerror=&quot;alert\(1\)/);
		});

		it('has no scripts, and may not be framed or stored', async () => {
			await start();
			const login = await browser.get('/login');
			await browser.signIn('alice');
			const pages = [login];
			for (const path of ['/', personal, older, wish(), wish({ client_id: 'x' })])
				pages.push(await browser.get(path));
			for (const { text, headers } of pages) {
				assert(!/<script|javascript:| on[a-z]+=/.test(text));
				assert.match(
					headers.get('content-security-policy') ?? '',
					/^default-src 'none';.*frame-ancestors 'none'/,
				);
				assert.equal(headers.get('x-frame-options'), 'DENY');
				assert.equal(headers.get('cache-control'), 'no-store');
			}
		});
	});

	it('restores its saved state with signed-in users and valid tokens', async () => {
		await start();
		await browser.signIn('alice');
		const value = await make(personal, ['*']);
		const { cookie } = browser;
		const copy = <T>(state: T): T => JSON.parse(JSON.stringify(state));
		const port = Number(new URL(forge.address).port);
		const [state, accountsState] = [copy(forge.state), copy(forge.people)];
		assert(forge.saved.count > 0);
		await forge.stop();
		await start({ state, accountsState });
		browser.cookie = cookie.replace(String(port), new URL(forge.address).port);
		assert.equal(await forge.whose(value), '~alice');
		assert.match((await browser.get('/')).text, /~alice/);
	});
});
