import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { ana, bob } from '../../../kit/window/sign-in-window.ts';
import { signInWindows } from './sign-in-window.ts';

const { storeSession } = await import('../../../../src/accounts/dialog/store-session.ts');

describe('A session that is stored', () => {
	const windows = signInWindows();
	function open(token = 'a0'.repeat(16)) {
		const window = windows.open();
		const instance = { ...windows.instance(), callbackPort: 8085 };
		const granted = { token, scopes: null, expires: null, refresh: null };
		const session = { instance, account: '~ana', granted, method: 'browser' as const, client: 'mine' };
		takeCalls();
		return { ...window, session };
	}

	it('has the application that the user approved, and writes the forge to the settings', async () => {
		const { services, session, registry } = open();
		const stored = await storeSession(services, session);
		assert.deepEqual([stored.client, stored.method, stored.account], ['mine', 'browser', '~ana']);
		assert.deepEqual(registry.sessions, [stored]);
		assert.deepEqual(takeCalls(), [
			`setting: user: tildeforge.instances: ${JSON.stringify([session.instance])}`,
			'status bar: Signed in as ~ana (forge.test)',
		]);
	});

	it('replaces an earlier token only after its end was prepared', async () => {
		const { services, session, registry } = open();
		const { token } = await storeSession(services, session);
		const prepared: unknown[] = [];
		services.forges.tokenEndWork.add(async (account) =>
			prepared.push(
				account.session.token,
				registry.sessions.map((one) => one.token),
			),
		);
		await storeSession(services, session);
		assert.deepEqual(prepared, []);
		await storeSession(services, { ...session, granted: { ...session.granted, token: 'b1'.repeat(16) } });
		assert.deepEqual(prepared, [token, [token]]);
	});

	it('stays if another window signs in before the settings are found to be wrong', async () => {
		const { services, session, registry } = open();
		const elsewhere = { ...bob, instance: 'forge.test', account: '~ana', signedIn: 1 };
		const { instances } = services.forges;
		const save = instances.save.bind(instances);
		instances.save = (instance, storeFirst) =>
			save(instance, async () => {
				await storeFirst();
				await registry.put(elsewhere);
				throw new ForgeError('refused', 'The file has errors.');
			});
		await assert.rejects(storeSession(services, session), /The file has errors/);
		assert.deepEqual(
			registry.sessions.map(({ token }) => token),
			[elsewhere.token],
		);
	});

	for (const [why, leaves] of [
		['the user leaves meanwhile', true],
		['the forge cannot be written to the settings', false],
	] as const) {
		it(`leaves an account that has to sign in again as it was if ${why}`, async () => {
			const { services, session, registry } = open();
			const ended = await registry.put({ ...bob, instance: 'forge.test', account: '~ana' });
			await registry.refuse(ended, 'outdated');
			const before = registry.ended;
			const forgotten: string[] = [];
			registry.onDidChange((change) => forgotten.push(...change.forgotten));
			if (!leaves) setSetting('refused settings', 'The file has errors.');
			const controller = new AbortController();
			const storing = storeSession(services, session, controller.signal);
			if (leaves) controller.abort();
			await assert.rejects(storing);
			assert.deepEqual([registry.sessions, registry.ended, forgotten], [[], before, []]);
		});
	}

	for (const [what, isLeft] of [
		['is still being stored', false],
		['was left meanwhile', true],
	] as const) {
		it(`is stored for all windows, although an earlier sign-in ${what}`, async () => {
			const { services, session, registry } = open();
			const controller = new AbortController();
			const first = storeSession(services, session, controller.signal);
			if (isLeft) controller.abort();
			const second = storeSession(services, session);
			await (isLeft ? assert.rejects(first, { name: 'AbortError' }) : first);
			const { id } = await second;
			await registry.read();
			assert.deepEqual([registry.get(id)?.account, registry.isTemporary(id)], ['~ana', false]);
			assert.ok(takeCalls().some((call) => call.startsWith('setting: user: tildeforge.instances')));
		});
	}

	for (const [what, before, isRevoked] of [
		['has another token', {}, true],
		['has the same token', { token: 'a0'.repeat(16) }, false],
		['has the same refresh token', { refresh: 'shared-4711' }, false],
	] as const) {
		it(`${isRevoked ? 'ends' : 'does not end'} the grant of the session that it replaces if that ${what}`, async () => {
			const { services, session, registry } = open();
			const { forges } = services;
			const revoked: string[] = [];
			forges.revokeOwn = async ({ token }) => void revoked.push(token);
			const earlier = await registry.put({ ...ana, instance: 'forge.test', ...before });
			await storeSession(services, {
				...session,
				granted: { ...session.granted, refresh: 'shared-4711' },
			});
			assert.deepEqual(revoked, isRevoked ? [earlier.token] : []);
		});
	}

	it('ends the newest grant of the session that it replaces, which another window has renewed', async () => {
		const { services, session, registry, openOther } = open();
		const revoked: string[] = [];
		services.forges.revokeOwn = async ({ token }) => void revoked.push(token);
		const earlier = await registry.put({ ...ana, instance: 'forge.test' });
		const renewed = { ...earlier, token: 'renewed-4711', refresh: 'next-4711' };
		await openOther().registry.replace(earlier, renewed);
		await storeSession(services, session);
		assert.deepEqual(revoked, [renewed.token]);
	});

	it('ends the grant of the session that it replaces once, although the settings are wrong at first', async () => {
		const { services, session, registry } = open();
		const revoked: string[] = [];
		services.forges.revokeOwn = async ({ token }) => void revoked.push(token);
		const earlier = await registry.put({ ...ana, instance: 'forge.test' });
		setSetting('refused settings', 'The file has errors.');
		await assert.rejects(storeSession(services, session), /could not be written to the settings/);
		setSetting('refused settings', undefined);
		await storeSession(services, session);
		assert.deepEqual(revoked, [earlier.token]);
	});

	it('of a forge of this window ends with the window, and is not in the settings', async () => {
		const { services, session, registry } = open();
		services.forges.instances.addTemporary(session.instance);
		setSetting('tildeforge.instances', []);
		const { id } = await storeSession(services, session);
		assert.equal(registry.fileName(id), undefined);
		assert.equal(takeCalls().join().includes('setting'), false);
	});
});
