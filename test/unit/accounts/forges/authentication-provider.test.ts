import assert from 'node:assert/strict';
import type { AuthenticationProviderAuthenticationSessionsChangeEvent as Change } from 'vscode';
import { Authentication } from '../../../../src/accounts/forges/authentication-provider.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { Session } from '../../../../src/signin/sessions/session.ts';
import { ana, bob, openWindow } from '../../../kit/window/sign-in-window.ts';

type Given = Omit<Session, 'id'>;

/** A window with these sessions, its authentication provider, and the calls to the code that reaches a forge. */
async function signedIn(given: readonly Given[], renew: (session: Session) => Promise<Session | undefined>) {
	const window = openWindow();
	const sessions = await Promise.all(given.map((one) => window.registry.put(one)));
	const calls: string[] = [];
	const changes: Change[] = [];
	const found = (id: string) => sessions.find((one) => one.id === id) ?? assert.fail();
	const authentication = new Authentication({
		registry: window.registry,
		changes: { fire: (change) => changes.push(change) },
		renew: (id) => {
			calls.push(`renew ${found(id).account}`);
			return renew(found(id));
		},
		signIn: async (scopes, instance) => {
			calls.push(`sign in to ${instance} for ${scopes}`);
			return found(sessions[0]?.id ?? '');
		},
		signOut: async ({ account }) => void calls.push(`sign out ${account}`),
	});
	return { registry: window.registry, authentication, sessions, calls, changes };
}

const noRenewal = () => assert.fail('nothing has to be renewed');
const hour = 3_600_000;
const longLived = { ...ana, expires: Date.now() + hour };
const ending = { ...ana, expires: Date.now() + 1000 };
const named = (session: Session) => ({ id: session.id, label: `${session.account} (${session.instance})` });

describe('VS Code and other extensions', () => {
	it('get the sessions of all accounts when they name neither an account nor scopes', async () => {
		const { authentication, calls } = await signedIn([longLived, bob], noRenewal);
		const sessions = await authentication.getSessions(undefined, {});
		assert.deepEqual(sessions.map(({ accessToken }) => accessToken).sort(), [ana.token, bob.token]);
		assert.deepEqual(calls, []);
	});

	it('get the session of the account that they name', async () => {
		const { authentication, sessions } = await signedIn([longLived, bob], noRenewal);
		for (const session of sessions) {
			const [found, ...more] = await authentication.getSessions([], { account: named(session) });
			assert.deepEqual([found?.id, found?.account, more], [session.id, named(session), []]);
		}
	});

	it('get only sessions with the scopes that they name, or whose scopes are not known', async () => {
		const { authentication } = await signedIn([longLived, bob], noRenewal);
		const tokens = async (scope: string) =>
			(await authentication.getSessions([scope], {})).map(({ accessToken }) => accessToken).sort();
		assert.deepEqual(await tokens('lists:read'), [ana.token, bob.token]);
		assert.deepEqual(await tokens('tickets:read'), [bob.token]);
	});

	it('read scopes without the services that have them', async () => {
		const scopes = ['lists.sr.ht/profile:read', 'todo.sr.ht/profile:read', 'todo.sr.ht/tickets:write'];
		const { authentication } = await signedIn([{ ...longLived, scopes }], noRenewal);
		const [session] = await authentication.getSessions(['tickets:read'], {});
		assert.deepEqual(session?.scopes, ['profile:read', 'tickets:write']);
	});

	it('get a renewed token in place of one that is about to end', async () => {
		const { authentication, calls } = await signedIn([ending, bob], async (session) => ({
			...session,
			token: 'renewed-4711',
		}));
		const sessions = await authentication.getSessions([], {});
		assert.deepEqual(
			sessions.map(({ accessToken }) => accessToken).sort(),
			['renewed-4711', bob.token].sort(),
		);
		assert.deepEqual(calls, ['renew ~ana']);
	});

	it('get the old token if it cannot be renewed now', async () => {
		const { authentication } = await signedIn([ending], () =>
			Promise.reject(new ForgeError('offline', 'The network is away.')),
		);
		const [session] = await authentication.getSessions([], {});
		assert.equal(session?.accessToken, ana.token);
	});

	it('do not get a session that has ended', async () => {
		const { authentication } = await signedIn([ending], async () => undefined);
		assert.deepEqual(await authentication.getSessions([], {}), []);
	});

	it('list accounts without renewing a token', async () => {
		const { authentication, calls } = await signedIn([ending], noRenewal);
		const [session] = await authentication.getSessions(undefined, {});
		assert.deepEqual([session?.account.label, calls], ['~ana (example.org)', []]);
	});

	it('sign in again at the forge of an account', async () => {
		const { authentication, sessions, calls } = await signedIn([longLived], noRenewal);
		const account = named(sessions[0] ?? assert.fail());
		await authentication.createSession(['tickets:read'], { account });
		assert.deepEqual(calls, ['sign in to example.org for tickets:read']);
	});

	it('sign out of a session, and do nothing for a session that is gone', async () => {
		const { authentication, sessions, calls } = await signedIn([longLived], noRenewal);
		await authentication.removeSession(sessions[0]?.id ?? '');
		await authentication.removeSession('0'.repeat(24));
		assert.deepEqual(calls, ['sign out ~ana']);
	});

	it('are notified of added, changed and removed sessions until the provider is disposed', async () => {
		const { registry, authentication, changes, sessions } = await signedIn([], noRenewal);
		const { id } = await registry.put(longLived);
		await registry.put({ ...longLived, token: 'another-token-4711' });
		await registry.remove(id);
		assert.deepEqual(sessions, []);
		assert.deepEqual(
			changes.map(({ added, changed, removed }) =>
				[added, changed, removed].map((some) => some?.map(({ accessToken }) => accessToken)),
			),
			[
				[[ana.token], [], []],
				[[], ['another-token-4711'], []],
				[[], [], ['another-token-4711']],
			],
		);
		authentication.dispose();
		await registry.put(bob);
		assert.equal(changes.length, 3);
	});
});
