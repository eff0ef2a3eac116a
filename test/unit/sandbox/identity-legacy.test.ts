import assert from 'node:assert/strict';
import {
	approve,
	type Browser,
	type Forge,
	startIdentity,
	workbenchCallback,
} from '../../kit/forge/identity-forge.ts';

const authorize = '/oauth/authorize';

const authorizePath = (change: Readonly<Record<string, string | null>> = {}) => {
	const all: Record<string, string | null> = {
		client_id: 'workbench',
		scopes: 'todo.sr.ht/tickets:write,lists:read',
		state: 'a state',
		...change,
	};
	const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
		value === null ? [] : [[name, value]],
	);
	return `${authorize}?${new URLSearchParams(given)}`;
};

describe('The legacy exchange of the sandbox', () => {
	let forge: Forge;
	let browser: Browser;
	beforeEach(async () => {
		forge = await startIdentity();
		browser = forge.browser();
		await browser.signIn('alice');
	});
	afterEach(() => forge.stop());

	const answer = async () => {
		const { sentTo } = await browser.submit(await browser.get(authorizePath()), authorize, approve);
		assert(sentTo);
		return sentTo;
	};
	const redeem = (exchange: unknown, change = {}) => {
		const body = { client_id: 'workbench', client_secret: 'workbench-secret', exchange, ...change };
		return forge.post('/oauth/exchange', JSON.stringify(body), { 'Content-Type': 'application/json' });
	};
	const refused = async (asked: ReturnType<typeof redeem>, reason: string) => {
		const { status, body } = await asked;
		assert.deepEqual([status, body?.errors?.[0]?.reason], [400, reason]);
	};

	for (const [redirect_uri, expected] of [
		[workbenchCallback, 200],
		['http://127.0.0.1:58999/', 200],
		['http://127.0.0.1:58999/callback/more', 'invalid_redirect'],
		['http://127.0.0.1:5899', 'invalid_redirect'],
		['http://127.0.0.1:58998/callback', 'invalid_redirect'],
		['https://evil.example/', 'invalid_redirect'],
		['javascript:alert(1)', 400],
		['vscode://evil.extension/', 400],
		['http://', 400],
	] as const) {
		it(`answers ${redirect_uri} with ${expected}, as real servers do`, async () => {
			const page = await browser.get(authorizePath({ redirect_uri }));
			const { error, state } = page.sentTo?.parameters ?? {};
			assert.deepEqual([error ?? page.status, state], [expected, undefined]);
		});
	}

	it('is not available to clients without a secret', async () => {
		for (const client_id of ['tildeforge', 'nobody']) {
			assert.equal((await browser.get(authorizePath({ client_id }))).status, 400);
			await refused(redeem('x', { client_id }), 'Unknown client ID');
		}
	});

	it('works once, and only within 15 minutes', async () => {
		const { exchange } = (await answer()).parameters;
		assert.equal((await redeem(exchange)).status, 200);
		await refused(redeem(exchange), 'Exchange token expired');
		const early = (await answer()).parameters.exchange;
		const late = (await answer()).parameters.exchange;
		forge.later(15 * 60 - 1);
		assert.equal((await redeem(early)).status, 200);
		forge.later(1);
		await refused(redeem(late), 'Exchange token expired');
		await refused(redeem('guessed'), 'Exchange token expired');
	});

	it('works only for the same client with its secret', async () => {
		const { exchange } = (await answer()).parameters;
		forge.identity.addClient({
			...{ id: 'other', name: 'Other', operator: 'bob', secret: 'other-secret' },
			redirects: ['https://other.example/'],
		});
		await refused(
			redeem(exchange, { client_id: 'other', client_secret: 'other-secret' }),
			'Exchange token expired',
		);
		await refused(redeem(exchange, { client_secret: 'wrong' }), 'Invalid client secret');
		assert.equal((await redeem(exchange)).status, 200);
	});

	it('rejects invalid JSON', async () => {
		for (const text of ['{', '[]', 'null', '']) {
			const { status } = await forge.post('/oauth/exchange', text, { 'Content-Type': 'application/json' });
			assert.equal(status, 400, text);
		}
	});

	it('ends the previous token of the same client and user', async () => {
		const token = async () => (await redeem((await answer()).parameters.exchange)).body.token as string;
		const first = await token();
		const personal = forge.accounts.issue({ owner: 'alice', scopes: ['*'], expires: null, client: null });
		await browser.signIn('bob');
		const bobs = await token();
		assert.equal(await forge.whose(first), '~alice');
		await browser.signIn('alice');
		const second = await token();
		assert.deepEqual(
			[await forge.whose(first), await forge.whose(second), await forge.whose(bobs)],
			[401, '~alice', '~bob'],
		);
		assert.equal(await forge.whose(personal.value), '~alice');
		await browser.submit(await browser.get('/'), '/revoke');
		assert.deepEqual([await forge.whose(second), await forge.whose(bobs)], [401, '~bob']);
	});
});
