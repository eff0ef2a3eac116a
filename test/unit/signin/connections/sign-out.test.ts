import assert from 'node:assert/strict';
import { signOut } from '../../../../src/signin/connections/sign-out.ts';
import type { Session } from '../../../../src/signin/sessions/session.ts';
import { ana, openWindow } from '../../../kit/window/sign-in-window.ts';

describe('A sign-out', () => {
	const [earlier, later] = [
		{ ...ana, signedIn: 1 },
		{ ...ana, signedIn: 2, token: 'later-token-4711', refresh: 'later-refresh-4711' },
	];

	async function open() {
		const window = openWindow();
		const session = await window.registry.put(earlier);
		const prepared: string[] = [];
		const revoked: string[] = [];
		const end = (given: Session, meanwhile: () => Promise<unknown>) =>
			signOut(
				given,
				window.registry,
				({ token }) => {
					prepared.push(token);
					return meanwhile();
				},
				async ({ token }) => void revoked.push(token),
			);
		return {
			...window,
			session,
			prepared,
			revoked,
			end,
			tokens: () => window.registry.sessions.map((one) => one.token),
		};
	}

	it('prepares the end of the next token of the sign-in, too, and ends that one, if it was renewed meanwhile', async () => {
		const { registry, session, prepared, revoked, end, tokens } = await open();
		await end(session, () => registry.replace(session, { ...session, token: 'renewed-4711' }));
		assert.deepEqual(prepared, [session.token, 'renewed-4711']);
		assert.deepEqual([revoked, tokens()], [['renewed-4711'], []]);
	});

	it('does not end a sign-in that happens meanwhile in this window or another one', async () => {
		for (const isInOther of [false, true]) {
			const { session, revoked, end, tokens, ...window } = await open();
			const { registry } = isInOther ? openWindow(window) : window;
			await end(session, () => registry.put(later));
			assert.deepEqual([revoked, tokens()], [[earlier.token], [later.token]]);
		}
	});

	it('ends a sign-in that happened before the user confirmed', async () => {
		const { session, revoked, end, tokens, ...window } = await open();
		await openWindow(window).registry.put(later);
		await end(session, async () => {});
		assert.deepEqual([revoked, tokens()], [[later.token], []]);
	});

	it('forgets an account whose session ends meanwhile', async () => {
		const { registry, session, revoked, end } = await open();
		await end(session, () => registry.refuse(session));
		assert.deepEqual([revoked, registry.ended], [[earlier.token], []]);
	});
});
