import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { ForgeError } from '../../../src/forge/errors.ts';
import { listAll } from '../../../src/forge/pages.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { throughBrowser } from '../../../src/signin/browser.ts';
import { connection } from '../../../src/signin/connection.ts';
import { isDead } from '../../../src/signin/identify.ts';
import type { Instance } from '../../../src/signin/instance.ts';
import { listen } from '../../../src/signin/loopback.ts';
import { metadata, usualMetadata } from '../../../src/signin/metadata.ts';
import { refresh, revoke } from '../../../src/signin/oauth.ts';
import { Renewal } from '../../../src/signin/renewal.ts';
import type { Session } from '../../../src/signin/session.ts';
import { wordings } from '../../../src/signin/wording.ts';
import { mine } from '../mine.ts';
import { Browser } from '../sandbox/identity-forge.ts';
import { agent, instanceOf, network, person } from './person.ts';
import { webSites } from './web-sites.ts';
import { openWindow, type Window } from './window.ts';

const client = { id: 'tildeforge', secret: undefined };
const never = new AbortController().signal;

describe('A token that ends', () => {
	const { means, asked, queues } = network();
	let forge: Forge;
	let usual: Instance;
	before(async () => {
		forge = await startForge({ port: 0 });
		usual = instanceOf(forge);
	});
	after(() => forge.stop());

	/** Signs ~ana in with the browser. */
	async function granted(): Promise<Omit<Session, 'id'>> {
		const told = (await metadata(means, forge.addresses.identity)) ?? usualMetadata('');
		const found = await throughBrowser(
			{
				...{ door: 'browser', means, instance: usual, metadata: told, client },
				wordings: wordings(usual, told.scopes),
				land: (receive) => listen(0, receive),
				open: (address) => person(forge.addresses.identity, 'ana').comeBack(address),
				wait: () => ({ dispose: () => {} }),
				refused: () => {},
			},
			never,
		);
		asked.length = 0;
		return { instance: usual.name, account: '~ana', door: 'browser', client: 'tildeforge', ...found };
	}

	interface Given {
		readonly instance?: Instance;
		readonly now?: () => number;
		/** Runs while a token is renewed. */
		readonly meanwhile?: () => unknown;
	}

	/** Connects a session as `src/accounts/forges.ts` does. */
	function working(window: Window, id: string, given: Given = {}) {
		const { instance = usual, now, meanwhile } = given;
		const issuer = async () => {
			const identity = instance.identity ?? '';
			return {
				means,
				instance,
				client,
				metadata: (await metadata(means, identity)) ?? usualMetadata(identity),
			};
		};
		const discarded: string[] = [];
		const renewal = new Renewal({
			ledger: window.ledger,
			folder: `${window.place}/turns`,
			next: async (_, token) => {
				const next = await refresh(await issuer(), token);
				await meanwhile?.();
				return next;
			},
			isDead: ({ token }) => isDead(means, instance, token),
			discard: async ({ token }) => {
				discarded.push(token);
			},
			log: window.log,
			...(now && { now }),
		});
		const { fetch } = means;
		const session = () => window.ledger.get(id);
		return {
			...{ renewal, discarded },
			...connection({ instance, id, session, renewal, fetch, queues, agent, log: window.log }),
		};
	}

	const { site, nowhere } = webSites();
	const deaf = () => site({ '*': [401, '{"errors":[{"reason":"Invalid or expired OAuth token"}]}'] });

	const renewals = () => asked.filter((line) => line === 'POST /oauth2/access-token').length;
	const endToken = async (token: string) => {
		const call = { means, instance: usual, client, metadata: usualMetadata(forge.addresses.identity) };
		await revoke(
			{ ...call, metadata: { ...call.metadata, revoke: `${forge.addresses.identity}/oauth2/revoke` } },
			token,
		);
	};
	const kindOf = (error: unknown) => (error instanceof ForgeError ? error.kind : String(error));
	const outcomes = (calls: readonly (Promise<unknown> | undefined)[]) =>
		Promise.all(
			calls.map((call) => (call ?? Promise.reject(new Error('no area'))).then(() => 'good', kindOf)),
		);
	const told = ({ lines }: Window, what: RegExp) => lines.filter((line) => what.test(line)).length;

	/** A clock for the window, `seconds` before the end of its token and therefore ahead of the forge's clock. */
	const nearTheEnd = ({ expires }: Pick<Session, 'expires'>, seconds = 30) => {
		const end = expires ?? assert.fail('it does not end');
		return () => end - seconds * 1000;
	};

	it('is left alone while it is far from its end, and where it does not tell of one', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const { trackers } = working(window, session.id);
		await trackers?.user({});
		await window.ledger.put({ ...session, expires: null });
		await trackers?.user({});
		assert.deepEqual(asked, ['GET /api/user', 'GET /api/user']);
	});

	it('is renewed before it ends, once for all that ask at once', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		let now = nearTheEnd(session);
		const { trackers, lists, renewal } = working(window, session.id, { now: () => now() });
		const many = Array.from({ length: 10 }, (_, index) => [
			trackers?.user({}, { query: { call: String(index) } }),
			lists?.user({}, { query: { call: String(index) } }),
		]).flat();
		const done = outcomes(many);
		const freshened = await renewal.fresh(session.id);
		// The new one ends an hour later than the old one, or as good as: the forge's own clock has hardly moved.
		now = () => Date.now();
		assert.deepEqual([...new Set(await done)], ['good']);
		assert.equal(renewals(), 1);
		assert.notEqual(freshened?.token, session.token);
		assert.equal(window.ledger.get(session.id)?.token, freshened?.token);
		assert.equal(told(window, /was renewed/), 1);
		assert.deepEqual(window.changes.at(-1), { added: [], removed: [], changed: ['~ana'] });
	});

	it('is renewed once for two windows, and both go on with the new one', async () => {
		const one = openWindow();
		const session = await one.ledger.put(await granted());
		const other = openWindow(one);
		await other.ledger.read();
		const now = nearTheEnd(session);
		const windows = [one, other].map((window) => working(window, session.id, { now }));
		const freshened = await Promise.all(windows.map(({ renewal }) => renewal.fresh(session.id)));
		assert.equal(renewals(), 1);
		assert.notEqual(freshened[0]?.token, session.token);
		assert.deepEqual(freshened[0], freshened[1]);
		assert.equal(told(one, /was renewed/) + told(other, /was renewed/), 1);
	});

	it('is renewed once when the forge refuses it, however many calls that hits, in two windows', async () => {
		const one = openWindow();
		const session = await one.ledger.put(await granted());
		const other = openWindow(one);
		await other.ledger.read();
		await endToken(session.token);
		asked.length = 0;
		const windows = [one, other].map((window) => working(window, session.id));
		const many = windows.flatMap(({ trackers }) =>
			Array.from({ length: 10 }, (_, index) => trackers?.user({}, { query: { call: String(index) } })),
		);
		assert.deepEqual([...new Set(await outcomes(many))], ['good']);
		assert.equal(renewals(), 1);
		assert.deepEqual([one.who, other.who, one.ended], [['~ana'], ['~ana'], []]);
	});

	it('takes no write along: one that was refused is sent again, and done once', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		await endToken(session.token);
		asked.length = 0;
		const { trackers } = working(window, session.id);
		const title = 'Written once';
		await trackers?.createTicket({ tracker: mine('editor') }, { title, description: '' });
		assert.equal(asked.filter((line) => line === 'POST /api/trackers/editor/tickets').length, 2);
		const tickets = await listAll(
			trackers?.tickets({ tracker: mine('editor') }) ?? assert.fail('no trackers'),
		);
		assert.equal(tickets.filter((ticket) => ticket.title === title).length, 1);
	});

	it('signs out once, and says so once, when all that came of the sign-in was revoked', async () => {
		const one = openWindow();
		const session = await one.ledger.put(await granted());
		const other = openWindow(one);
		await other.ledger.read();
		const browser = new Browser(forge.addresses.identity);
		await browser.signIn('ana');
		await browser.submit(await browser.get('/'), '/revoke', (fields) => fields.set('client', 'tildeforge'));
		asked.length = 0;
		const windows = [one, other].map((window) => working(window, session.id));
		const many = windows.flatMap(({ trackers, lists }) =>
			Array.from({ length: 5 }, (_, index) => [
				trackers?.user({}, { query: { call: String(index) } }),
				lists?.user({}, { query: { call: String(index) } }),
			]).flat(),
		);
		assert.deepEqual([...new Set(await outcomes(many))], ['signed-out']);
		for (const window of [one, other]) {
			await window.ledger.read();
			assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
			assert.equal(window.changes.filter(({ removed }) => removed.length > 0).length, 1);
		}
		assert.equal(told(one, /no longer accepts the token/) + told(other, /no longer accepts the token/), 1);
		assert.equal(renewals(), 1, 'a refresh token that is worn is not used again');
		const later = await outcomes([windows[0]?.trackers?.user({})]);
		assert.deepEqual(later, ['signed-out']);
		assert.equal(told(one, /warn/) + told(other, /warn/), 1);
	});

	it('that was pasted signs out once when it was revoked', async () => {
		const window = openWindow();
		const browser = new Browser(forge.addresses.identity);
		await browser.signIn('ana');
		const path = '/oauth/personal-token';
		const page = await browser.submit(await browser.get(path), path, (fields) => fields.append('scope', '*'));
		const token = /id="token">([^<]+)</.exec(page.text)?.[1] ?? assert.fail(page.text);
		const pasted = {
			door: 'token',
			token,
			scopes: null,
			expires: null,
			refresh: null,
			client: null,
		} as const;
		const session = await window.ledger.put({ instance: usual.name, account: '~ana', ...pasted });
		const { trackers } = working(window, session.id);
		await trackers?.user({});
		const tokens = await browser.get(path);
		// The last item of the list is the newest token.
		const [, ...forms] = tokens.text.split('<li>');
		const fields = [...(forms.at(-1) ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)];
		const revoking = fields.map(([, name = '', value = '']) => [name, value]);
		await browser.send(`${path}/revoke`, new URLSearchParams(revoking));
		const many = Array.from({ length: 20 }, (_, index) =>
			trackers?.user({}, { query: { call: String(index) } }),
		);
		assert.deepEqual([...new Set(await outcomes(many))], ['signed-out']);
		assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
		assert.equal(told(window, /no longer accepts the token/), 1);
	});

	it('signs nobody out because the network is away, whenever it goes', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const gone = await nowhere();
		const away = { name: usual.name, identity: gone, trackers: gone };
		const before = working(window, session.id, { instance: away, now: nearTheEnd(session) });
		assert.equal((await before.renewal.fresh(session.id))?.token, session.token, 'it is still good');
		const after = working(window, session.id, { instance: away, now: nearTheEnd(session, -30) });
		assert.deepEqual(await outcomes([after.renewal.fresh(session.id), after.renewal.refused(session)]), [
			'offline',
			'offline',
		]);
		const pasted = await window.ledger.put({ ...session, refresh: null });
		assert.deepEqual(await outcomes([after.renewal.refused(pasted)]), ['offline']);
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('signs nobody out because the sign-in service has trouble', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		for (const [status, kind] of [
			[500, 'busy'],
			[429, 'busy'],
			[404, 'surprise'],
		] as const) {
			const instance = {
				...usual,
				identity: await site({ '*': [404, '<html>'], '/oauth2/access-token': [status, '<html>'] }),
			};
			const { renewal } = working(window, session.id, { instance, now: nearTheEnd(session, -30) });
			assert.deepEqual(await outcomes([renewal.fresh(session.id), renewal.refused(session)]), [kind, kind]);
		}
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('signs nobody out because it cannot be renewed, as long as the forge accepts it', async () => {
		const window = openWindow();
		const session = await window.ledger.put({ ...(await granted()), refresh: 'a-refresh-token-of-nobody' });
		const { renewal, trackers } = working(window, session.id, { now: nearTheEnd(session) });
		assert.equal((await renewal.fresh(session.id))?.token, session.token);
		await trackers?.user({});
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
		await endToken(session.token);
		assert.deepEqual(await outcomes([trackers?.user({})]), ['signed-out']);
		assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
	});

	it('signs nobody out because one area alone does not accept it', async () => {
		const window = openWindow();
		const { refresh: _, ...given } = await granted();
		const session = await window.ledger.put({ ...given, refresh: null });
		const { lists, trackers } = working(window, session.id, { instance: { ...usual, lists: await deaf() } });
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

	it('is not renewed again and again because one area alone does not accept it', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const { lists } = working(window, session.id, { instance: { ...usual, lists: await deaf() } });
		for (let times = 0; times < 3; times++)
			assert.deepEqual(await outcomes([lists?.user({})]), ['signed-out']);
		assert.ok(renewals() <= 1, `${renewals()} times`);
		assert.deepEqual(window.who, ['~ana']);
	});

	it('is renewed to its end for the others when one who asked changes their mind', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const { renewal } = working(window, session.id, { now: nearTheEnd(session) });
		const controller = new AbortController();
		const reason = new Error('changed their mind');
		const leaving = renewal.fresh(session.id, controller.signal);
		const staying = renewal.fresh(session.id);
		controller.abort(reason);
		await assert.rejects(leaving, reason);
		assert.notEqual((await staying)?.token, session.token);
		assert.equal(renewals(), 1);
	});

	it('stays gone when somebody signs out while it is renewed, and the new one is ended, too', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const { renewal, discarded } = working(window, session.id, {
			now: nearTheEnd(session),
			meanwhile: () => window.ledger.remove(session.id),
		});
		assert.equal(await renewal.fresh(session.id), undefined);
		await window.ledger.read();
		assert.deepEqual([window.who, window.ended], [[], []]);
		assert.equal(discarded.length, 1);
		assert.notEqual(discarded[0], session.token);
	});

	it('gives way to that of a new sign-in, while it is renewed and while it is judged', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const again = { ...session, token: 'signed-in-anew-4711' };
		const near = { now: nearTheEnd(session), meanwhile: () => window.ledger.put(again) };
		const first = working(window, session.id, near);
		assert.equal((await first.renewal.fresh(session.id))?.token, again.token);
		assert.equal(first.discarded.length, 1);

		const { ledger, log, place: folder } = window;
		const newest = await ledger.put({ ...again, token: 'judged-4711', refresh: null });
		const second = new Renewal({
			...{ ledger, log, folder },
			next: () => assert.fail('there is nothing to renew'),
			discard: () => assert.fail('there is nothing to end'),
			isDead: async () => {
				await ledger.put(again);
				return true;
			},
		});
		assert.equal((await second.refused(newest))?.token, again.token);
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('is not renewed while the secret storage is away', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const { renewal } = working(window, session.id, { now: nearTheEnd(session, -30) });
		window.vault.broken = true;
		assert.deepEqual(await outcomes([renewal.fresh(session.id)]), ['refused']);
		assert.equal(renewals(), 0);
		window.vault.broken = false;
		assert.notEqual((await renewal.fresh(session.id))?.token, session.token);
	});

	it('that could not be kept when it was renewed is kept the next time, and not renewed again', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const { vault } = window;
		const meanwhile = () => {
			vault.broken = true;
		};
		const { renewal } = working(window, session.id, { now: nearTheEnd(session, -30), meanwhile });
		assert.deepEqual(await outcomes([renewal.fresh(session.id)]), ['refused']);
		vault.broken = false;
		const kept = await renewal.fresh(session.id);
		assert.notEqual(kept?.token, session.token);
		assert.equal(window.ledger.get(session.id)?.token, kept?.token);
		assert.equal(renewals(), 1);
	});

	it('is good for as long as it lasts while the disk cannot be written to', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		writeFileSync(`${window.place}/turns`, 'no folder');
		const before = working(window, session.id, { now: nearTheEnd(session) });
		assert.equal((await before.renewal.fresh(session.id))?.token, session.token);
		const after = working(window, session.id, { now: nearTheEnd(session, -30) });
		assert.deepEqual(await outcomes([after.renewal.fresh(session.id)]), ['refused']);
		assert.deepEqual([renewals(), window.who], [0, ['~ana']]);
	});

	it('signs nobody out while a part of the forge that might accept it is away', async () => {
		const window = openWindow();
		const pasted = { ...(await granted()), refresh: null };
		const session = await window.ledger.put(pasted);
		const refuses = await deaf();
		const instance = { name: usual.name, trackers: refuses, lists: await nowhere() };
		const { renewal } = working(window, session.id, { instance });
		assert.deepEqual(await outcomes([renewal.refused(session)]), ['offline']);
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
	});

	it('is never in the log', async () => {
		const window = openWindow();
		const session = await window.ledger.put(await granted());
		const { trackers } = working(window, session.id, { now: nearTheEnd(session) });
		await trackers?.user({});
		await endToken(window.ledger.get(session.id)?.token ?? '');
		await trackers?.user({});
		const now = window.ledger.get(session.id) ?? assert.fail();
		const log = window.lines.join('\n');
		assert.match(log, /GET/);
		for (const secret of [session.token, session.refresh ?? '', now.token, now.refresh ?? '']) {
			assert.notEqual(secret, '');
			assert.ok(!log.includes(secret));
		}
	});
});
