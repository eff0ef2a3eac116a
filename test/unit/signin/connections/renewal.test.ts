import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { createConnection } from '../../../../src/signin/connections/connection.ts';
import { Renewal } from '../../../../src/signin/connections/renewal.ts';
import { signOut } from '../../../../src/signin/connections/sign-out.ts';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { defaultMetadata, readMetadata } from '../../../../src/signin/instances/metadata.ts';
import { signInThroughBrowser } from '../../../../src/signin/methods/browser.ts';
import { isTokenInvalid } from '../../../../src/signin/methods/identify.ts';
import { listenOnLoopback } from '../../../../src/signin/methods/loopback.ts';
import { refresh, revoke } from '../../../../src/signin/methods/oauth.ts';
import { scopeWordings } from '../../../../src/signin/methods/scope-wordings.ts';
import type { Session } from '../../../../src/signin/sessions/session.ts';
import { Browser } from '../../../kit/forge/identity-forge.ts';
import { mine } from '../../../kit/forge/mine.ts';
import { agent, instanceOf, network, person } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { skippableTime } from '../../../kit/window/clock.ts';
import { openWindow, type Window } from '../../../kit/window/sign-in-window.ts';

const client = { id: 'tildeforge', secret: undefined };
const never = new AbortController().signal;

describe('The token of a session', () => {
	const { context, asked, queues } = network();
	const time = skippableTime();
	let forge: Forge;
	let forgeInstance: Instance;
	before(async () => {
		forge = await startForge({ port: 0 });
		forgeInstance = instanceOf(forge);
	});
	after(() => forge.stop());

	/** Signs ~ana in with the browser. */
	async function signInWithBrowser(): Promise<Omit<Session, 'id'>> {
		const discovered = (await readMetadata(context, forge.addresses.identity)) ?? defaultMetadata('');
		const found = await signInThroughBrowser(
			{
				...{ method: 'browser', context, instance: forgeInstance, metadata: discovered, client },
				wordings: scopeWordings(forgeInstance, discovered.scopes),
				listen: (receive) => listenOnLoopback(0, receive),
				open: (address) => person(forge.addresses.identity, 'ana').comeBack(address),
				isSecretNew: false,
				askSecret: async () => undefined,
				showWaiting: () => ({ dispose: () => {} }),
				addSecret: () => {},
				didRejectCode: () => {},
			},
			never,
		);
		asked.length = 0;
		return {
			instance: forgeInstance.name,
			account: '~ana',
			method: 'browser',
			client: 'tildeforge',
			...found,
		};
	}

	interface Given {
		readonly instance?: Instance;
		/** The time of day from now on. */
		readonly now?: number;
		/** Runs while a token is renewed. */
		readonly meanwhile?: () => unknown;
		/** Runs before. */
		readonly prepare?: (session: Session) => Promise<void>;
	}

	/** Connects a session as `src/accounts/forges/forges.ts` does. */
	function connect(window: Window, id: string, given: Given = {}) {
		const { instance = forgeInstance, now, meanwhile, prepare } = given;
		if (now !== undefined) time.goTo(now);
		const issuer = async () => {
			const identity = instance.identity ?? '';
			return {
				context,
				instance,
				client,
				metadata: (await readMetadata(context, identity)) ?? defaultMetadata(identity),
			};
		};
		const discarded: string[] = [];
		const renewal = new Renewal({
			registry: window.registry,
			storage: fileStorage(window.place, window.log),
			...(prepare && { prepare }),
			fetchNext: async (_, token) => {
				const next = await refresh(await issuer(), token);
				await meanwhile?.();
				return next;
			},
			isTokenInvalid: ({ token }) => isTokenInvalid(context, instance, token),
			discard: async ({ token }) => {
				discarded.push(token);
			},
			log: window.log,
		});
		const { fetch } = context;
		return {
			...{ renewal, discarded },
			...createConnection({ instance, id, renewal, fetch, queues, agent, log: window.log }),
		};
	}

	const { site, nowhere } = webSites();
	const rejectingSite = () =>
		site({ '*': [401, '{"errors":[{"reason":"Invalid or expired OAuth token"}]}'] });

	const renewals = () => asked.filter((line) => line === 'POST /oauth2/access-token').length;
	const endToken = async (token: string) => {
		const call = {
			context,
			instance: forgeInstance,
			client,
			metadata: defaultMetadata(forge.addresses.identity),
		};
		await revoke(
			{ ...call, metadata: { ...call.metadata, revoke: `${forge.addresses.identity}/oauth2/revoke` } },
			token,
			null,
		);
	};
	const kindOf = (error: unknown) => (error instanceof ForgeError ? error.kind : String(error));
	const outcomes = (calls: readonly (Promise<unknown> | undefined)[]) =>
		Promise.all(
			calls.map((call) => (call ?? Promise.reject(new Error('no area'))).then(() => 'good', kindOf)),
		);
	type Area = ReturnType<typeof connect>['trackers' | 'lists'];
	/** So many different calls to each area at the same time. */
	const calls = (count: number, ...areas: readonly Area[]) =>
		Array.from({ length: count }, (_, index) => ({ query: { call: String(index) } })).flatMap((options) =>
			areas.map((area) => area?.user({}, options)),
		);
	const countLines = ({ lines }: Window, what: RegExp) => lines.filter((line) => what.test(line)).length;

	/** The time `seconds` before a token of the window expires. The forge's clock is behind. */
	const nearExpiry = ({ expires }: Pick<Session, 'expires'>, seconds = 30) => {
		const end = expires ?? assert.fail('it does not end');
		return end - seconds * 1000;
	};

	it('still works while its end is prepared, and is renewed after that', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const prepared: unknown[] = [];
		const { trackers } = connect(window, session.id, {
			now: nearExpiry(session),
			prepare: async ({ token }) => {
				const headers = { authorization: `Bearer ${token}` };
				const { status } = await fetch(`${forge.addresses.trackers}/api/user`, { headers });
				prepared.push(token, status, renewals());
			},
		});
		await trackers?.user({});
		assert.deepEqual([prepared, renewals()], [[session.token, 200, 0], 1]);
	});

	it('is not renewed long before its expiry, or if its expiry is unknown', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const { trackers } = connect(window, session.id);
		await trackers?.user({});
		await window.registry.put({ ...session, expires: null });
		await trackers?.user({});
		assert.deepEqual(asked, ['GET /api/user', 'GET /api/user']);
	});

	it('is renewed once before its expiry for all concurrent requests', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());

		const { trackers, lists, renewal } = connect(window, session.id, { now: nearExpiry(session) });
		const many = calls(10, trackers, lists);
		const done = outcomes(many);
		const freshened = await renewal.renewIfNeeded(session.id);
		assert.deepEqual([...new Set(await done)], ['good']);
		assert.equal(renewals(), 1);
		assert.notEqual(freshened?.token, session.token);
		assert.equal(window.registry.get(session.id)?.token, freshened?.token);
		assert.equal(countLines(window, /was renewed/), 1);
		assert.deepEqual(window.changes.at(-1), { added: [], removed: [], changed: ['~ana'] });
	});

	it('is revoked at sign-out, also if it was renewed just before', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const { trackers } = connect(window, session.id, { now: nearExpiry(session) });
		let renewed = session;
		await signOut(
			session,
			window.registry,
			async (used) => {
				if (used.token !== session.token) return;
				await trackers?.user({});
				renewed = window.registry.get(session.id) ?? assert.fail();
			},
			async ({ refresh, token }) => {
				// The sandbox also accepts the earlier token; other forges do not.
				assert.deepEqual([refresh, token], [renewed.refresh, renewed.token]);
				await endToken(refresh ?? token);
			},
		);
		assert.deepEqual([renewals(), window.who], [1, []]);
		assert.notEqual(renewed.token, session.token);
		assert.equal(await isTokenInvalid(context, forgeInstance, renewed.token), true);
	});

	it('is renewed once for two windows, and both use the new token', async () => {
		const one = openWindow();
		const session = await one.registry.put(await signInWithBrowser());
		const other = openWindow(one);
		await other.registry.read();
		const now = nearExpiry(session);
		const windows = [one, other].map((window) => connect(window, session.id, { now }));
		const freshened = await Promise.all(windows.map(({ renewal }) => renewal.renewIfNeeded(session.id)));
		assert.equal(renewals(), 1);
		assert.notEqual(freshened[0]?.token, session.token);
		assert.deepEqual(freshened[0], freshened[1]);
		assert.equal(countLines(one, /was renewed/) + countLines(other, /was renewed/), 1);
	});

	it('is renewed once when the forge rejects it, however many requests fail in two windows', async () => {
		const one = openWindow();
		const session = await one.registry.put(await signInWithBrowser());
		const other = openWindow(one);
		await other.registry.read();
		await endToken(session.token);
		asked.length = 0;
		const windows = [one, other].map((window) => connect(window, session.id));
		const many = windows.flatMap(({ trackers }) => calls(10, trackers));
		assert.deepEqual([...new Set(await outcomes(many))], ['good']);
		assert.equal(renewals(), 1);
		assert.deepEqual([one.who, other.who, one.ended], [['~ana'], ['~ana'], []]);
	});

	it('is renewed when a write is rejected, and the write is repeated but done only once', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		await endToken(session.token);
		asked.length = 0;
		const { trackers } = connect(window, session.id);
		const title = 'Written once';
		await trackers?.createTicket({ tracker: mine('editor') }, { title, description: '' });
		assert.equal(asked.filter((line) => line === 'POST /api/trackers/editor/tickets').length, 2);
		const tickets = await listAll(
			trackers?.tickets({ tracker: mine('editor') }) ?? assert.fail('no trackers'),
		);
		assert.equal(tickets.filter((ticket) => ticket.title === title).length, 1);
	});

	it('signs the user out once, and reports it once, when all tokens of the sign-in are revoked', async () => {
		const one = openWindow();
		const session = await one.registry.put(await signInWithBrowser());
		const other = openWindow(one);
		await other.registry.read();
		const browser = new Browser(forge.addresses.identity);
		await browser.signIn('ana');
		await browser.submit(await browser.get('/'), '/revoke', (fields) => fields.set('client', 'tildeforge'));
		asked.length = 0;
		const windows = [one, other].map((window) => connect(window, session.id));
		const many = windows.flatMap(({ trackers, lists }) => calls(5, trackers, lists));
		assert.deepEqual([...new Set(await outcomes(many))], ['signed-out']);
		for (const window of [one, other]) {
			await window.registry.read();
			assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
			assert.equal(window.changes.filter(({ removed }) => removed.length > 0).length, 1);
		}
		assert.equal(
			countLines(one, /no longer accepts the token/) + countLines(other, /no longer accepts the token/),
			1,
		);
		assert.equal(renewals(), 1, 'a refresh token that is worn is not used again');
		const later = await outcomes([windows[0]?.trackers?.user({})]);
		assert.deepEqual(later, ['signed-out']);
		assert.equal(countLines(one, /warn/) + countLines(other, /warn/), 1);
	});

	it('that the user pasted signs the user out once when it is revoked', async () => {
		const window = openWindow();
		const browser = new Browser(forge.addresses.identity);
		await browser.signIn('ana');
		const path = '/oauth/personal-token';
		const page = await browser.submit(await browser.get(path), path, (fields) => fields.append('scope', '*'));
		const token = /id="token">([^<]+)</.exec(page.text)?.[1] ?? assert.fail(page.text);
		const pasted = {
			method: 'token',
			token,
			scopes: null,
			expires: null,
			refresh: null,
			client: null,
		} as const;
		const session = await window.registry.put({ instance: forgeInstance.name, account: '~ana', ...pasted });
		const { trackers } = connect(window, session.id);
		await trackers?.user({});
		const tokens = await browser.get(path);
		// The last item of the list is the newest token.
		const [, ...forms] = tokens.text.split('<li>');
		const fields = [...(forms.at(-1) ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)];
		const revoking = fields.map(([, name = '', value = '']) => [name, value]);
		await browser.send(`${path}/revoke`, new URLSearchParams(revoking));
		const many = calls(20, trackers);
		assert.deepEqual([...new Set(await outcomes(many))], ['signed-out']);
		assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
		assert.equal(countLines(window, /no longer accepts the token/), 1);
	});

	it('does not sign the user out when the network fails, before or after its expiry', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const gone = await nowhere();
		const away = { name: forgeInstance.name, identity: gone, trackers: gone };
		const before = connect(window, session.id, { instance: away, now: nearExpiry(session) });
		assert.equal((await before.renewal.renewIfNeeded(session.id))?.token, session.token, 'it is still good');
		const after = connect(window, session.id, { instance: away, now: nearExpiry(session, -30) });
		assert.deepEqual(
			await outcomes([
				after.renewal.renewIfNeeded(session.id),
				after.renewal.handleRefusal(session, 'trackers'),
			]),
			['offline', 'offline'],
		);
		const pasted = await window.registry.put({ ...session, refresh: null });
		assert.deepEqual(await outcomes([after.renewal.handleRefusal(pasted, 'trackers')]), ['offline']);
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('does not sign the user out when the sign-in service fails', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		for (const status of [500, 429, 404]) {
			const instance = {
				...forgeInstance,
				identity: await site({ '*': [404, '<html>'], '/oauth2/access-token': [status, '<html>'] }),
			};
			const { renewal } = connect(window, session.id, { instance, now: nearExpiry(session, -30) });
			assert.deepEqual(
				await outcomes([renewal.renewIfNeeded(session.id), renewal.handleRefusal(session, 'trackers')]),
				['busy', 'busy'],
				`status ${status}`,
			);
		}
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	for (const status of [429, 404])
		it(`is not requested again for each request while the forge fails with status ${status}`, async () => {
			const window = openWindow();
			const session = await window.registry.put(await signInWithBrowser());
			const headers: Record<string, string> = status === 429 ? { 'Retry-After': '60' } : {};
			const waitMs = status === 429 ? 60_000 : 10_000;
			const identity = await site({
				'*': [404, '<html>'],
				'/oauth2/access-token': [status, '<html>', headers],
			});
			time.goTo(nearExpiry(session, -30));
			const { renewal } = connect(window, session.id, { instance: { ...forgeInstance, identity } });
			const attempt = async () =>
				assert.deepEqual(await outcomes([renewal.renewIfNeeded(session.id)]), ['busy']);
			for (let attempts = 0; attempts < 20; attempts++) await attempt();
			assert.equal(renewals(), 1);
			for (const [passedMs, count] of [
				[waitMs - 1000, 1],
				[1000, 2],
			] as const) {
				time.skip(passedMs);
				await attempt();
				assert.equal(renewals(), count);
			}
		});

	it('is requested again soon after the network has failed', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const addresses = { ...forgeInstance, identity: await nowhere() };
		const { renewal } = connect(window, session.id, {
			instance: addresses,
			now: nearExpiry(session, -30),
		});
		const begun = performance.now();
		assert.deepEqual(await outcomes([renewal.renewIfNeeded(session.id)]), ['offline']);
		// Until as much time has passed as the attempt took, the forge is not asked again.
		time.skip(performance.now() - begun);
		addresses.identity = forgeInstance.identity ?? '';
		assert.notEqual((await renewal.renewIfNeeded(session.id))?.token, session.token);
	});

	it('is not requested again for each request while the forge is silent', async () => {
		const { registry, log, place } = openWindow();
		const session = await registry.put(await signInWithBrowser());
		time.goTo(nearExpiry(session, 50));
		let count = 0;
		const renewal = new Renewal({
			...{ registry, log, storage: fileStorage(place, log) },
			fetchNext: async () => {
				count += 1;
				time.skip(10_000);
				throw new ForgeError('offline', 'The forge did not accept the connection in time.');
			},
			discard: () => assert.fail('there is nothing to end'),
			isTokenInvalid: () => assert.fail('it was not refused'),
		});
		for (const expected of [1, 1, 2, 2]) {
			assert.equal((await renewal.renewIfNeeded(session.id))?.token, session.token);
			assert.equal(count, expected);
			time.skip(5000);
		}
	});

	it('does not sign the user out when its renewal fails, as long as the forge accepts it', async () => {
		const window = openWindow();
		const session = await window.registry.put({
			...(await signInWithBrowser()),
			refresh: 'a-refresh-token-of-nobody',
		});
		const { renewal, trackers } = connect(window, session.id, { now: nearExpiry(session) });
		assert.equal((await renewal.renewIfNeeded(session.id))?.token, session.token);
		await trackers?.user({});
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
		await endToken(session.token);
		assert.deepEqual(await outcomes([trackers?.user({})]), ['signed-out']);
		assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
	});

	it('that the forge accepts but no longer renews is used as it is', async () => {
		const window = openWindow();
		const session = await window.registry.put({
			...(await signInWithBrowser()),
			refresh: 'a-refresh-token-of-nobody',
		});
		// The forge has stated a wrong lifetime.
		const { trackers } = connect(window, session.id, { now: nearExpiry(session, -30) });
		await trackers?.user({}, { query: { call: 'first' } });
		asked.length = 0;
		for (const call of ['second', 'third']) await trackers?.user({}, { query: { call } });
		assert.deepEqual(asked, ['GET /api/user', 'GET /api/user']);
	});

	it('of an application that the forge no longer knows requires a new sign-in, and its session stays', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		await endToken(session.token);
		const identity = await site({
			'*': [404, '<html>'],
			'/oauth2/access-token': [401, '{"error":"invalid_client"}'],
		});
		const { trackers } = connect(window, session.id, {
			instance: { ...forgeInstance, identity },
			now: nearExpiry(session, -30),
		});
		asked.length = 0;
		for (let times = 0; times < 3; times++) {
			const reason = await trackers?.user({}).catch((error: unknown) => error);
			assert.ok(reason instanceof ForgeError);
			assert.deepEqual([reason.kind, reason.instance], ['signed-out', 'example.org']);
			assert.match(reason.message, /does not know the application/);
		}
		assert.equal(renewals(), 1);
		// Another window may know the right secret.
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('does not sign the user out when only one area rejects it', async () => {
		const window = openWindow();
		const { refresh: _, ...given } = await signInWithBrowser();
		const session = await window.registry.put({ ...given, refresh: null });
		const { lists, trackers } = connect(window, session.id, {
			instance: { ...forgeInstance, lists: await rejectingSite() },
		});
		const calls = Array.from({ length: 5 }, (_, index) =>
			lists?.user({}, { query: { call: String(index) } }),
		);
		assert.deepEqual([...new Set(await outcomes(calls))], ['signed-out']);
		assert.deepEqual(await outcomes([trackers?.user({})]), ['good']);
		assert.deepEqual(
			[window.who, window.ended, window.lines.filter((line) => /^warn/.test(line))],
			[['~ana'], [], []],
		);
	});

	for (const [age, hours, count] of [
		['new', 0, 0],
		['old', 2, 1],
	] as const)
		it(`is not renewed repeatedly by two windows when only one area rejects it: ${age}`, async () => {
			const one = openWindow();
			const granted = await signInWithBrowser();
			const issued = Date.now() - hours * 3_600_000;
			const session = await one.registry.put({ ...granted, issued });
			const other = openWindow(one);
			await other.registry.read();
			const instance = { ...forgeInstance, lists: await rejectingSite() };
			const windows = [one, other].map((window) => connect(window, session.id, { instance }));
			for (let times = 0; times < 3; times++)
				for (const { lists } of windows) {
					const read = lists?.user({}, { query: { times: String(times) } });
					assert.deepEqual(await outcomes([read]), ['signed-out']);
				}
			assert.equal(renewals(), count);
			assert.deepEqual([one.who, other.who], [['~ana'], ['~ana']]);
		});

	it('is renewed when no area that can be reached accepts it', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const instance = { ...forgeInstance, lists: await nowhere() };
		const { trackers } = connect(window, session.id, { instance });
		for (let times = 1; times <= 2; times++) {
			await endToken(window.registry.get(session.id)?.token ?? '');
			assert.deepEqual(await outcomes([trackers?.user({})]), ['good']);
		}
	});

	it('is checked once when one area rejects it repeatedly, and again after a while', async () => {
		const window = openWindow();
		const session = await window.registry.put({ ...(await signInWithBrowser()), refresh: null });

		const { lists, trackers } = connect(window, session.id, {
			instance: { ...forgeInstance, lists: await rejectingSite() },
		});
		const checks = () => asked.filter((line) => line === 'GET /api/user/profile').length;
		const reject = async () => assert.deepEqual(await outcomes([lists?.user({})]), ['signed-out']);
		for (let times = 0; times < 3; times++) await reject();
		assert.equal(checks(), 1);
		await endToken(session.token);
		time.skip(60_000);
		assert.deepEqual(await outcomes([trackers?.user({})]), ['signed-out']);
		assert.equal(checks(), 2);
		assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
	});

	it('is checked when an area rejects it that accepted it a moment ago', async () => {
		const window = openWindow();
		const session = await window.registry.put({ ...(await signInWithBrowser()), refresh: null });
		const { lists, trackers } = connect(window, session.id, {
			instance: { ...forgeInstance, lists: await rejectingSite() },
		});
		assert.deepEqual(await outcomes([lists?.user({})]), ['signed-out']);
		assert.deepEqual(window.ended, []);
		await endToken(session.token);
		assert.deepEqual(await outcomes([trackers?.user({})]), ['signed-out']);
		assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
	});

	it('is still renewed for the other callers when one of them aborts', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const { renewal } = connect(window, session.id, { now: nearExpiry(session) });
		const controller = new AbortController();
		const reason = new Error('changed their mind');
		const leaving = renewal.renewIfNeeded(session.id, controller.signal);
		const staying = renewal.renewIfNeeded(session.id);
		controller.abort(reason);
		await assert.rejects(leaving, reason);
		assert.notEqual((await staying)?.token, session.token);
		assert.equal(renewals(), 1);
	});

	it('stays removed when the user signs out during its renewal, and the new token is ended', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const { renewal, discarded } = connect(window, session.id, {
			now: nearExpiry(session),
			meanwhile: () => window.registry.remove(session.id),
		});
		assert.equal(await renewal.renewIfNeeded(session.id), undefined);
		await window.registry.read();
		assert.deepEqual([window.who, window.ended], [[], []]);
		assert.equal(discarded.length, 1);
		assert.notEqual(discarded[0], session.token);
	});

	it('is replaced by a new sign-in that happens during its renewal or its check', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const again = { ...session, token: 'signed-in-anew-4711' };
		const near = { now: nearExpiry(session), meanwhile: () => window.registry.put(again) };
		const first = connect(window, session.id, near);
		assert.equal((await first.renewal.renewIfNeeded(session.id))?.token, again.token);
		assert.equal(first.discarded.length, 1);

		const { registry, log, place } = window;
		const newest = await registry.put({ ...again, token: 'judged-4711', refresh: null });
		const second = new Renewal({
			...{ registry, log, storage: fileStorage(place, log) },
			fetchNext: () => assert.fail('there is nothing to renew'),
			discard: () => assert.fail('there is nothing to end'),
			isTokenInvalid: async () => {
				await registry.put(again);
				return true;
			},
		});
		assert.equal((await second.handleRefusal(newest, 'trackers'))?.token, again.token);
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('is not renewed while the secret storage is unavailable', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const { renewal } = connect(window, session.id, { now: nearExpiry(session, -30) });
		window.secretStore.broken = true;
		assert.deepEqual(await outcomes([renewal.renewIfNeeded(session.id)]), ['busy']);
		assert.equal(renewals(), 0);
		window.secretStore.broken = false;
		assert.notEqual((await renewal.renewIfNeeded(session.id))?.token, session.token);
	});

	it('that could not be saved after its renewal is saved next time without another renewal', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const { secretStore } = window;
		const meanwhile = () => {
			secretStore.broken = true;
		};
		const { renewal } = connect(window, session.id, { now: nearExpiry(session, -30), meanwhile });
		assert.deepEqual(await outcomes([renewal.renewIfNeeded(session.id)]), ['busy']);
		secretStore.broken = false;
		const kept = await renewal.renewIfNeeded(session.id);
		assert.notEqual(kept?.token, session.token);
		assert.equal(window.registry.get(session.id)?.token, kept?.token);
		assert.equal(renewals(), 1);
	});

	it('is usable until its expiry while the disk is not writable', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		writeFileSync(`${window.place}/turns`, 'no folder');
		const before = connect(window, session.id, { now: nearExpiry(session) });
		assert.equal((await before.renewal.renewIfNeeded(session.id))?.token, session.token);
		const after = connect(window, session.id, { now: nearExpiry(session, -30) });
		const reason = await after.renewal.renewIfNeeded(session.id).catch((error: unknown) => error);
		assert.ok(reason instanceof ForgeError);
		assert.deepEqual([reason.kind, reason.mayBeDone], ['busy', false]);
		assert.match(reason.problem, /could not be written to the disk/);
		assert.deepEqual([renewals(), window.who], [0, ['~ana']]);
	});

	it('does not sign the user out while an unreachable area might accept it', async () => {
		const window = openWindow();
		const pasted = { ...(await signInWithBrowser()), refresh: null };
		const session = await window.registry.put(pasted);
		const refuses = await rejectingSite();
		const instance = { name: forgeInstance.name, trackers: refuses, lists: await nowhere() };
		const { renewal } = connect(window, session.id, { instance });
		assert.deepEqual(await outcomes([renewal.handleRefusal(session, 'trackers')]), ['offline']);
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('never appears in the log', async () => {
		const window = openWindow();
		const session = await window.registry.put(await signInWithBrowser());
		const { trackers } = connect(window, session.id, { now: nearExpiry(session) });
		await trackers?.user({});
		await endToken(window.registry.get(session.id)?.token ?? '');
		await trackers?.user({});
		const now = window.registry.get(session.id) ?? assert.fail();
		const log = window.lines.join('\n');
		assert.match(log, /GET/);
		for (const secret of [session.token, session.refresh ?? '', now.token, now.refresh ?? '']) {
			assert.notEqual(secret, '');
			assert.ok(!log.includes(secret));
		}
	});
});
