import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { connection } from '../../../src/signin/connection.ts';
import { identify, saysTokenIsUnusable } from '../../../src/signin/identify.ts';
import { metadata, usualMetadata } from '../../../src/signin/metadata.ts';
import { refresh } from '../../../src/signin/oauth.ts';
import { Renewal } from '../../../src/signin/renewal.ts';
import { newToken } from '../sandbox/new-token.ts';
import { agent, grantInBrowser, instanceOf, network } from './person.ts';
import { openWindow } from './window.ts';

const client = { id: 'tildeforge', secret: undefined };

describe('A new token', () => {
	const { means, queues } = network();
	let forge: Forge;
	afterEach(() => forge.stop());

	const issuer = async () => {
		const { identity } = forge.addresses;
		const told = await metadata(means, identity);
		return { means, instance: instanceOf(forge), client, metadata: told ?? usualMetadata(identity) };
	};

	async function signedIn(token: string, renewable?: { readonly refresh: string; readonly expires: number }) {
		const { ledger, log, place } = openWindow();
		const { id } = await ledger.pass({
			...{ instance: 'example.org', account: '~ana', door: 'browser', token, scopes: null },
			...{ client: client.id, refresh: null, expires: null, ...renewable },
		});
		const renewal = new Renewal({
			...{ ledger, log, folder: place },
			next: async (_, used) => refresh(await issuer(), used),
			isDead: async () => false,
			discard: async () => {},
		});
		const session = () => ledger.get(id);
		const instance = instanceOf(forge);
		return connection({ instance, id, session, renewal, fetch: means.fetch, queues, agent, log });
	}

	/** What views and pages do when an account appears. */
	const askTogether = ({ lists, repositories, trackers }: Awaited<ReturnType<typeof signedIn>>) =>
		Promise.all(
			['~ana', '~bob', '~carol'].flatMap((owner) => [
				lists?.user({ owner }),
				repositories?.user({ owner }),
				trackers?.user({ owner }),
			]),
		);

	it('stays good where services insert it twice when it is first used twice at a time', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const token = await newToken(forge, 'ana');
		assert.equal(await identify(means, instanceOf(forge), token), '~ana');
		const account = await signedIn(token);
		await askTogether(account);
		await askTogether(account);
	});

	it('stays good there, too, when whoever asked whose it is does not wait for the answer', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const token = await newToken(forge, 'ana');
		const leaving = new AbortController();
		const asking = identify(
			{
				...means,
				fetch: (...request) => {
					leaving.abort(new Error('left'));
					return means.fetch(...request);
				},
			},
			instanceOf(forge),
			token,
			leaving.signal,
		);
		await assert.rejects(asking, /left/);
		const account = await signedIn(token);
		await askTogether(account);
		await askTogether(account);
	});

	it('stays good there, too, when it came by renewal', async () => {
		forge = await startForge({ port: 0, drift: ['new-token-inserted-twice'] });
		const granted = await grantInBrowser(means, forge, 'ana');
		const account = await signedIn(granted.token, {
			refresh: granted.refresh ?? assert.fail('nothing to renew it with'),
			expires: Date.now() - 1,
		});
		await askTogether(account);
		await askTogether(account);
	});

	it('that only the sign-in service accepts is of no use, and says so', async () => {
		forge = await startForge({ port: 0, drift: ['application-tokens-fail'] });
		const { token } = await grantInBrowser(means, forge, 'ana');
		await assert.rejects(identify(means, instanceOf(forge), token), (error: unknown) => {
			assert.ok(saysTokenIsUnusable(error), String(error));
			assert.match(error.message, /Create a new personal access token/);
			return true;
		});
		const personal = await newToken(forge, 'ana');
		assert.equal(await identify(means, instanceOf(forge), personal), '~ana');
	});
});
