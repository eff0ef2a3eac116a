import assert from 'node:assert/strict';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { FirstUses } from '../../../src/forge/wire/first-use.ts';
import { FirstUseLock } from '../../../src/forge/wire/first-use-lock.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { type Connection, createConnection } from '../../../src/signin/connections/connection.ts';
import { Renewal } from '../../../src/signin/connections/renewal.ts';
import { defaultMetadata, readMetadata } from '../../../src/signin/instances/metadata.ts';
import { identify, saysTokenIsUnusable } from '../../../src/signin/methods/identify.ts';
import { refresh } from '../../../src/signin/methods/oauth.ts';
import type { Session } from '../../../src/signin/sessions/session.ts';
import { newToken } from '../../kit/forge/new-token.ts';
import { agent, grantInBrowser, instanceOf, network } from '../../kit/forge/person.ts';
import { openWindow, type Window } from '../../kit/window/sign-in-window.ts';

const client = { id: 'tildeforge', secret: undefined };

describe('A new token', () => {
	const { context, queues } = network();
	let forge: Forge;
	afterEach(() => forge.stop());

	const issuer = async () => {
		const { identity } = forge.addresses;
		const discovered = await readMetadata(context, identity);
		return {
			context,
			instance: instanceOf(forge),
			client,
			metadata: discovered ?? defaultMetadata(identity),
		};
	};

	interface Renewable {
		readonly refresh: string;
		readonly expires: number;
	}

	const sessionWith = (token: string, renewable?: Renewable): Omit<Session, 'id'> => ({
		...{ instance: 'example.org', account: '~ana', method: 'browser', token, scopes: null },
		...{ client: client.id, refresh: null, expires: null, ...renewable },
	});

	/** A session whose token must be renewed before its first use. */
	async function expiredGrant() {
		const { token, refresh } = await grantInBrowser(context, forge);
		assert.ok(refresh, 'nothing to renew it with');
		return sessionWith(token, { refresh, expires: Date.now() - 1 });
	}

	/** Connects a session as `src/accounts/forges/forges.ts` does. */
	function connected({ registry, log, place }: Window, id: string, queues: Queues) {
		const renewal = new Renewal({
			...{ registry, log, storage: fileStorage(place, log) },
			fetchNext: async (_, used) => refresh(await issuer(), used),
			isTokenInvalid: async () => false,
			discard: async () => {},
		});
		const instance = instanceOf(forge);
		return createConnection({ instance, id, renewal, fetch: context.fetch, queues, agent, log });
	}

	async function signedIn(session: Omit<Session, 'id'>) {
		const window = openWindow();
		const { id } = await window.registry.addTemporary(session);
		return connected(window, id, queues);
	}

	/** Sends the requests of views and pages when an account appears. */
	const sendConcurrently = ({ lists, repositories, trackers }: Connection) =>
		Promise.all(
			['~ana', '~bob', '~carol'].flatMap((owner) => [
				lists?.user({ owner }),
				repositories?.user({ owner }),
				trackers?.user({ owner }),
			]),
		);

	it('survives concurrent requests at services that insert it twice', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const token = await newToken(forge);
		assert.equal((await identify(context, instanceOf(forge), token)).account, '~ana');
		const account = await signedIn(sessionWith(token));
		await sendConcurrently(account);
		await sendConcurrently(account);
	});

	it('survives services that insert it twice if the caller aborts the search for its owner', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const token = await newToken(forge);
		const leaving = new AbortController();
		const asking = identify(
			{
				...context,
				fetch: (...request) => {
					if ('authorization' in request[1].headers) leaving.abort(new Error('left'));
					return context.fetch(...request);
				},
			},
			instanceOf(forge),
			token,
			leaving.signal,
		);
		await assert.rejects(asking, /left/);
		const account = await signedIn(sessionWith(token));
		await sendConcurrently(account);
		await sendConcurrently(account);
	});

	it('survives services that insert it twice if it comes from a renewal', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const account = await signedIn(await expiredGrant());
		await sendConcurrently(account);
		await sendConcurrently(account);
	});

	it('survives services that insert it twice if several windows get it from a renewal at once', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const first = openWindow();
		const { id } = await first.registry.put(await expiredGrant());
		const windows = [first, openWindow(first), openWindow(first)];
		await Promise.all(windows.map(({ registry }) => registry.read()));
		const lock = new FirstUseLock(fileStorage(first.place, first.log));
		const accounts = windows.map((window) => connected(window, id, new Queues(new FirstUses(lock))));
		await Promise.all(accounts.map(sendConcurrently));
		await Promise.all(accounts.map(sendConcurrently));
	});

	it('survives services that insert it twice if another window uses it during the sign-in', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const token = await newToken(forge);
		const first = openWindow();
		const lock = new FirstUseLock(fileStorage(first.place, first.log));
		const asking = identify({ ...context, firstUses: new FirstUses(lock) }, instanceOf(forge), token);
		const { id } = await first.registry.put(sessionWith(token));
		const other = openWindow(first);
		await other.registry.read();
		await sendConcurrently(connected(other, id, new Queues(new FirstUses(lock))));
		assert.equal((await asking).account, '~ana');
	});

	it('that only the sign-in service accepts is reported as unusable', async () => {
		forge = await startForge({ port: 0, drift: ['application-tokens-fail'] });
		const { token } = await grantInBrowser(context, forge);
		await assert.rejects(identify(context, instanceOf(forge), token), (error: unknown) => {
			assert.ok(saysTokenIsUnusable(error), String(error));
			assert.match(error.message, /Create a new personal access token/);
			return true;
		});
		const personal = await newToken(forge);
		assert.equal((await identify(context, instanceOf(forge), personal)).account, '~ana');
	});
});
