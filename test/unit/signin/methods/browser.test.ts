import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { newIdentity } from '../../../../src/sandbox/identity/state.ts';
import { type Quirk, quirkSets } from '../../../../src/sandbox/server/drift.ts';
import { defaultMetadata, readMetadata } from '../../../../src/signin/instances/metadata.ts';
import {
	type BrowserSignIn,
	type BrowserWait,
	signInThroughBrowser,
} from '../../../../src/signin/methods/browser.ts';
import { listenOnLoopback } from '../../../../src/signin/methods/loopback.ts';
import { refresh, revoke } from '../../../../src/signin/methods/oauth.ts';
import { scopeWordings } from '../../../../src/signin/methods/scope-wordings.ts';
import { decline, startIdentity } from '../../../kit/forge/identity-forge.ts';
import { network, person } from '../../../kit/forge/person.ts';
import { navigate } from '../../../kit/window/navigate.ts';
import { endings } from '../../../tools/endings.ts';
import { freePort } from '../../../tools/ports.ts';

type Identity = Awaited<ReturnType<typeof startIdentity>>;

const never = new AbortController().signal;
const publicClient = { id: 'tildeforge', secret: undefined };
const workbench = { id: 'workbench', secret: 'workbench-secret' };
const ofService2023 = { id: '0f5a7c1e-3b52-4d86-9e0f-6d2a8c4b7e91', secret: 'the+secret/of=2023' };

/** A real service, and one as RFC 8252 wants it. */
const services = [
	['an identity service of 2023', quirkSets['identity-2023'], ofService2023],
	['a service that knows applications without a secret', [], publicClient],
] as const;

describe('Signing in with the browser', () => {
	const { context, asked } = network();
	const ending = endings();

	/** Starts a sign-in service. The applications with a secret are registered with a free port. */
	async function start(drift: readonly Quirk[] = []) {
		const port = await freePort();
		const state = newIdentity();
		state.clients = state.clients.map((client) =>
			client.id === 'workbench' ? { ...client, redirects: [`http://127.0.0.1:${port}/callback`] } : client,
		);
		const redirects = [`http://127.0.0.1:${port}/callback`];
		state.clients.push({ ...ofService2023, name: 'Tildeforge', operator: 'alice', redirects });
		const forge = await startIdentity({ drift, state });
		ending(() => forge.stop());
		return { forge, port };
	}

	/** Attempts a sign-in, asserts that it leaves nothing open, and returns the result. */
	async function attempt(
		forge: Identity,
		given: { readonly [Field in keyof BrowserSignIn]?: BrowserSignIn[Field] } & { readonly port?: number },
		signal = never,
	) {
		const { port = 0, ...rest } = given;
		const instance = {
			name: 'example.org',
			identity: forge.address,
			...{ lists: 'https://l', repositories: 'https://g', trackers: 'https://t' },
		};
		const discovered = await readMetadata(context, forge.address);
		const redirects: string[] = [];
		const counts = { landed: 0, left: 0, shown: 0, hidden: 0 };
		const outcome = signInThroughBrowser(
			{
				...{ method: 'browser', context, instance, client: publicClient },
				metadata: discovered ?? defaultMetadata(forge.address),
				wordings: scopeWordings(instance, discovered?.scopes),
				listen: async (receive) => {
					const landing = await listenOnLoopback(port, receive);
					redirects.push(landing.redirect);
					counts.landed++;
					return {
						redirect: landing.redirect,
						dispose: () => {
							counts.left++;
							landing.dispose();
						},
					};
				},
				open: (address) => person(forge.address, 'alice').comeBack(address),
				showWaiting: () => {
					counts.shown++;
					return { dispose: () => counts.hidden++ };
				},
				addSecret: () => {},
				didRejectCode: assert.fail,
				isSecretNew: false,
				askSecret: () => assert.fail('the secret is asked for'),
				...rest,
			},
			signal,
		);
		const result = await outcome.then(
			(granted) => ({ granted, error: undefined }),
			(error: unknown) => ({ granted: undefined, error }),
		);
		// Whatever the outcome, the sign-in leaves nothing open.
		assert.equal(counts.left, counts.landed);
		assert.equal(counts.hidden, counts.shown);
		for (const redirect of redirects)
			(await listenOnLoopback(Number(new URL(redirect).port), () => ({ kind: 'wrong' }))).dispose();
		return result;
	}

	const granted = async (...given: Parameters<typeof attempt>) => {
		const { granted: found, error } = await attempt(...given);
		return found ?? assert.fail(error instanceof Error ? error : String(error));
	};
	const failed = async (...given: Parameters<typeof attempt>) => {
		const { error } = await attempt(...given);
		assert.ok(error instanceof ForgeError, String(error));
		return error;
	};

	const issuer = async (
		forge: Identity,
		client = publicClient as typeof publicClient | typeof workbench | typeof ofService2023,
	) => ({
		context,
		instance: { name: 'example.org', identity: forge.address },
		client,
		metadata: (await readMetadata(context, forge.address)) ?? defaultMetadata(forge.address),
	});

	it('returns a token of the user who approved, with its scopes, its expiry and a refresh token', async () => {
		const { forge } = await start();
		const { token, scopes, expires, refresh: next } = await granted(forge, {});
		assert.equal(await forge.whose(token), '~alice');
		assert.ok(scopes?.includes('tickets:write') && scopes.includes('emails:read'));
		assert.equal(expires, Math.floor(forge.clock.now.getTime() / 1000) * 1000 + 3_600_000);
		const renewed = await refresh(await issuer(forge), next ?? assert.fail('no refresh token'));
		assert.notEqual(renewed.token, token);
		assert.equal(await forge.whose(renewed.token), '~alice');
		await revoke(await issuer(forge), renewed.token, renewed.refresh);
		assert.equal(await forge.whose(renewed.token), 401);
	});

	it('shows a final page and uses PKCE', async () => {
		const { forge } = await start();
		const addresses: string[] = [];
		let shown: Promise<string> | undefined;
		await granted(forge, {
			open: (address) => {
				addresses.push(address);
				shown = person(forge.address, 'alice').comeBack(address);
			},
		});
		const query = new URL(addresses[0] ?? '').searchParams;
		assert.equal(query.get('code_challenge_method'), 'S256');
		assert.match(query.get('code_challenge') ?? '', /^[\w-]{43}$/);
		assert.match(query.get('state') ?? '', /^[\w-]{43}$/);
		assert.match((await shown) ?? '', /^200 .*You are being signed in\. You can close this page\./s);
		assert.deepEqual(
			asked.filter((line) => line.startsWith('POST')),
			['POST /oauth2/access-token'],
		);
	});

	it('names the application if its secret is wrong', async () => {
		const { forge, port } = await start();
		const error = await failed(forge, { client: { ...workbench, secret: 'wrong & + %' }, port });
		assert.equal(error.kind, 'refused');
		assert.deepEqual(error.reasons, [{ field: 'client', reason: 'invalid_client' }]);
		assert.match(error.message, /does not know the application, or its secret is wrong/);
		assert.ok(!error.message.includes('wrong & + %'));
	});

	it('works in the older way, with the scopes that the user left selected', async () => {
		const { forge, port } = await start();
		const answer = (fields: URLSearchParams) => {
			fields.set('decision', 'approve');
			fields.delete('scope', 'tickets:write');
		};
		const open = (address: string) => person(forge.address, 'bob', answer).comeBack(address);
		const found = await granted(forge, { method: 'exchange', client: workbench, port, open });
		assert.equal(await forge.whose(found.token), '~bob');
		assert.ok(found.scopes?.includes('tickets:read') && !found.scopes.includes('tickets:write'));
		assert.equal(found.expires, Math.floor(forge.clock.now.getTime() / 1000) * 1000 + 365 * 86_400_000);
		assert.equal(found.refresh, null);
	});

	it('asks only once in the older way at a server that lists no scopes and requires service prefixes', async () => {
		const { forge, port } = await start(['scopes-name-service', 'email-read']);
		const opened: string[] = [];
		const found = await granted(forge, {
			...{ method: 'exchange', client: workbench, port },
			wordings: scopeWordings({ name: 'a', trackers: 'https://t', lists: 'https://l' }, undefined, [
				'tickets:write',
			]),
			open: (address) => {
				opened.push(address);
				return person(forge.address, 'bob').comeBack(address);
			},
		});
		assert.equal(await forge.whose(found.token), '~bob');
		assert.equal(opened.length, 1);
	});

	it('reports a wrong secret in the older way, too, without showing it', async () => {
		const { forge, port } = await start();
		const client = { ...workbench, secret: 'not-the-secret' };
		const error = await failed(forge, { method: 'exchange', client, port });
		assert.equal(error.message, 'example.org did not issue a token: Invalid client secret.');
		assert.deepEqual(error.reasons[0]?.field, 'client');
	});

	for (const method of ['browser', 'exchange'] as const) {
		it(`fails with a clear message when the user declines (${method})`, async () => {
			const { forge, port } = await start();
			let shown: Promise<string> | undefined;
			const open = (address: string) => {
				shown = person(forge.address, 'alice', decline).comeBack(address);
			};
			const error = await failed(forge, { method, client: workbench, port, open });
			assert.equal(error.kind, 'refused');
			assert.match(error.message, /^You declined on the forge's website/);
			assert.match((await shown) ?? '', /You were not signed in/);
		});

		it(`tries other scope names if the forge does not know a scope (${method})`, async () => {
			const { forge, port } = await start();
			const pages: string[] = [];
			const alice = person(forge.address, 'alice');
			const found = await granted(forge, {
				...{ method, client: workbench, port },
				wordings: [['no:read'], ['nor:this'], ['tickets:write', 'lists:read']],
				open: (address) => {
					pages.push(address);
					return alice.comeBack(address);
				},
			});
			assert.deepEqual([...(found.scopes ?? [])].sort(), ['lists:read', 'tickets:write']);
			// The older sign-in omits the state from a refusal, so the editor opens the next page itself.
			assert.equal(pages.length, method === 'browser' ? 1 : 3);
			assert.equal(alice.pages.length, 3);
		});

		it(`names an unknown scope if the forge accepts none of the scope names (${method})`, async () => {
			const { forge, port } = await start();
			const unknownScopes = [['no:read'], ['nor:this']];
			const error = await failed(forge, { method, client: workbench, port, wordings: unknownScopes });
			// The older sign-in omits the state from a refusal, so the forge's words are not shown.
			const why =
				method === 'browser' ? 'Unknown scope nor:this' : 'it does not know one of the requested permissions';
			assert.equal(error.message, `The forge refused the sign-in: ${why}.`);
		});
	}

	for (const [service, drift, client] of services)
		it(`keeps waiting after a redirect with a wrong state, with ${service}`, async () => {
			const { forge, port } = await start(drift);
			const statuses: number[] = [];
			const alice = person(forge.address, 'alice');
			const open = async (address: string) => {
				const back = new URL(await alice.visit(address));
				const right = back.href;
				for (const state of ['', 'another', undefined]) {
					if (state === undefined) back.searchParams.delete('state');
					else back.searchParams.set('state', state);
					statuses.push((await navigate(back)).status);
				}
				back.search = '?error=access_denied';
				statuses.push((await navigate(back)).status);
				statuses.push((await navigate(right)).status);
			};
			await granted(forge, { open, client, port });
			assert.deepEqual(statuses, [400, 400, 400, 400, 200]);
		});

	it('names the redirect address when the browser does not return', async () => {
		const { forge, port } = await start();
		const error = await failed(forge, { open: () => {}, timeoutMs: 5, port });
		const message = `The browser did not return in time. If the forge showed an error, make sure that the application is registered with exactly this redirect address: http://127.0.0.1:${port}/callback. Then sign in again.`;
		assert.deepEqual([error.kind, error.message], ['timeout', message]);
	});

	it("rejects with the caller's reason when it is aborted before or after the browser opens", async () => {
		const { forge } = await start();
		const reason = new Error('somebody changed their mind');
		const controller = new AbortController();
		const { error } = await attempt(forge, { open: () => controller.abort(reason) }, controller.signal);
		assert.equal(error, reason);
		let opened = false;
		const again = await attempt(forge, { open: () => (opened = true) }, controller.signal);
		assert.equal(again.error, reason);
		assert.equal(opened, false);
	});

	const pasted: readonly [what: string, text: (address: string) => string][] = [
		['the whole address', (address) => ` ${address}\n`],
		['the query of the address', (address) => new URL(address).search],
		['the code alone', (address) => new URL(address).searchParams.get('code') ?? ''],
	];
	for (const [service, drift, client] of services)
		for (const [what, text] of pasted) {
			it(`accepts ${what} when the user pastes it, with ${service}`, async () => {
				const { forge, port } = await start(drift);
				let waiting: BrowserWait | undefined;
				const open = async (address: string) => {
					assert.equal(waiting?.address, address);
					assert.equal(waiting.paste('not it'), false);
					assert.equal(waiting.paste('http://127.0.0.1/callback?code=abcdef&state=another'), false);
					assert.equal(waiting.paste(text(await person(forge.address, 'alice').visit(address))), true);
				};
				const showWaiting = (given: BrowserWait) => {
					waiting = given;
					return { dispose: () => {} };
				};
				const { token } = await granted(forge, { open, showWaiting, client, port });
				assert.equal(await forge.whose(token), '~alice');
			});
		}

	it('tries other scope names if the user pastes a redirect that refuses a scope', async () => {
		const { forge } = await start();
		let waiting: BrowserWait | undefined;
		const alice = person(forge.address, 'alice');
		const opened: string[] = [];
		const open = async (address: string) => {
			opened.push(address);
			waiting?.paste(await alice.visit(address));
		};
		const showWaiting = (given: BrowserWait) => {
			waiting = given;
			return { dispose: () => {} };
		};
		const found = await granted(forge, { open, showWaiting, wordings: [['no:read'], ['tickets:write']] });
		assert.deepEqual(found.scopes, ['tickets:write']);
		assert.equal(opened.length, 2);
		assert.equal(waiting?.address, opened[1]);
	});

	for (const [method, secret, reason] of [
		['browser', 'known', /^This code was rejected. A code works only once/],
		['exchange', 'known', /^This code was rejected. A code works only once/],
		['browser', 'new', /^The code or the client secret was rejected. A code works only once/],
		['browser', 'asked for', /^The code or the client secret was rejected. A code works only once/],
	] as const) {
		it(`rejects an invalid pasted code, then accepts a valid one (${method}, with a secret that is ${secret})`, async () => {
			const { forge, port } = await start(quirkSets['identity-2023']);
			let waiting: BrowserWait | undefined;
			const messages: string[] = [];
			let questions = 0;
			const found = await granted(forge, {
				...{ method, port, isSecretNew: secret === 'new' },
				client: secret === 'asked for' ? { ...ofService2023, secret: undefined } : ofService2023,
				askSecret: async () => {
					questions += 1;
					return ofService2023.secret;
				},
				showWaiting: (given) => {
					waiting = given;
					return { dispose: () => {} };
				},
				open: () => waiting?.paste('not-a-good-code'),
				didRejectCode: async ({ message }) => {
					messages.push(message);
					waiting?.paste(await person(forge.address, 'alice').visit(waiting.address));
				},
			});
			assert.equal(await forge.whose(found.token), '~alice');
			assert.equal(messages.length, 1);
			assert.match(messages[0] ?? '', reason);
			assert.equal(questions, secret === 'asked for' ? 1 : 0);
		});
	}

	for (const [service, drift, client] of services)
		it(`fails with a specific message if the code from the browser is invalid, and masks the code, with ${service}`, async () => {
			const { forge, port } = await start(drift);
			const open = async (address: string) => {
				const back = new URL(await person(forge.address, 'alice').visit(address));
				back.searchParams.set('code', 'another-code');
				await navigate(back);
			};
			const secrets: string[] = [];
			const error = await failed(forge, { open, client, port, addSecret: (code) => secrets.push(code) });
			assert.match(error.message, /rejected the code from the browser\. .* Sign in again\.$/);
			assert.deepEqual(secrets, ['another-code']);
		});

	it('never reveals the state to a request without it', async () => {
		const { forge, port } = await start();
		const answers: Response[] = [];
		const opened: string[] = [];
		const open = async (address: string) => {
			opened.push(address);
			const query = new URL(address).searchParams;
			if (opened.length === 1) {
				answers.push(await navigate(`${query.get('redirect_uri')}?error=invalid_scope`));
			} else await person(forge.address, 'alice').comeBack(address);
		};
		const twoWordings = [['tickets:read'], ['tickets:write']];
		await granted(forge, { method: 'exchange', client: workbench, port, open, wordings: twoWordings });
		const state = new URL(opened[0] ?? '').searchParams.get('state') ?? '';
		assert.equal(answers.length, 1);
		for (const answer of answers) {
			assert.equal(answer.headers.get('location'), null);
			assert.ok(!(await answer.text()).includes(state));
		}
	});

	describe('works with a server', () => {
		it('that knows only applications with a secret', async () => {
			const { forge, port } = await start(['oauth-confidential-only']);
			const { token } = await granted(forge, { client: workbench, port });
			assert.equal(await forge.whose(token), '~alice');
		});

		it('of 2023, whose token lives longer than it says, and can only be revoked on a page', async () => {
			const { forge, port } = await start(quirkSets['identity-2023']);
			const client = ofService2023;
			const { token, refresh: next, expires } = await granted(forge, { client, port });
			assert.equal(next, null);
			assert.equal(expires, Math.floor(forge.clock.now.getTime() / 1000) * 1000 + 366 * 86_400_000);
			asked.length = 0;
			const call = await issuer(forge, client);
			const page = new URL((await revoke(call, token, 'next')) ?? assert.fail('no page'));
			assert.equal(asked.filter((line) => line.startsWith('POST')).length, 0);
			assert.equal(await forge.whose(token), '~alice');
			const browser = forge.browser();
			await browser.signIn('alice');
			await browser.submit(await browser.get(page.pathname), page.pathname);
			assert.equal(await forge.whose(token), 403);
			const readOnly = await granted(forge, { client, port, wordings: [['todo.sr.ht/tickets:read']] });
			assert.equal(await revoke(call, readOnly.token, null), undefined);
		});

		it('of 2023 by naming the secret that the user enters after the approval as the likely mistake', async () => {
			const { forge, port } = await start(quirkSets['identity-2023']);
			const client = { ...ofService2023, secret: undefined };
			const error = await failed(forge, { client, askSecret: async () => 'wrong', port });
			assert.equal(error.reasons[0]?.field, 'client');
			assert.match(error.message, /The secret is probably wrong/);
		});

		for (const listsScopes of [true, false]) {
			it(`that requires service prefixes on scopes and ${listsScopes ? 'lists the scopes' : 'does not list the scopes'}`, async () => {
				const { forge } = await start(['scopes-name-service', 'email-read']);
				const usual = listsScopes ? {} : { metadata: defaultMetadata(forge.address) };
				const all = { name: 'a', lists: 'https://l', repositories: 'https://g', trackers: 'https://t' };
				const guessed = listsScopes ? {} : { wordings: scopeWordings(all, undefined) };
				const scopes = (await granted(forge, { ...usual, ...guessed })).scopes ?? [];
				// The scopes as the contract writes them, whatever the server does, with their services.
				assert.ok(scopes.includes('todo.sr.ht/tickets:write'), String(scopes));
				assert.ok(scopes.includes('lists.sr.ht/emails:read'));
			});
		}

		it('that accepts only the registered port', async () => {
			const { forge, port } = await start(['fixed-loopback-port']);
			const redirects = [`http://127.0.0.1:${port}/callback`];
			forge.identity.addClient({ id: 'tildeforge', name: 'T', operator: 'alice', secret: null, redirects });
			assert.equal(await forge.whose((await granted(forge, { port })).token), '~alice');
			const error = await failed(forge, { timeoutMs: 200 });
			assert.equal(error.kind, 'timeout');
		});
	});
});
