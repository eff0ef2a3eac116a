import assert from 'node:assert/strict';
import { unconfiguredRow } from '../../../../src/platform/view/session-rows.ts';
import type { Session } from '../../../../src/signin/sessions/session.ts';
import { answerWith, choose, enter, signInOffer, takeCalls } from '../../../kit/window/editor.ts';
import { ana, bob, openWindow } from '../../../kit/window/sign-in-window.ts';

const { chooseAccount, signOut } = await import('../../../../src/accounts/commands/sign-out.ts');

const question = (account: string) =>
	`warning: Sign out ${account} (example.org)?: Cached tickets, patches and files of this account are removed from ` +
	'this machine. Drafts and waiting changes are kept.: Sign Out';

async function open(...given: readonly Omit<Session, 'id'>[]) {
	const { registry } = openWindow();
	const sessions = await Promise.all(given.map((one) => registry.put(one)));
	const signedOut: string[] = [];
	const forges = { registry, signOut: async ({ account }: Session) => void signedOut.push(account) };
	return { forges, registry, sessions, signedOut };
}

describe('Signing out', () => {
	it('asks the user to confirm, if there is one account', async () => {
		const { forges, signedOut } = await open(ana);
		await signOut(forges);
		assert.deepEqual([signedOut, takeCalls()], [[], [question('~ana')]]);
		answerWith(enter('Sign Out'));
		await signOut(forges);
		assert.deepEqual(signedOut, ['~ana']);
	});

	it('asks which account if there are several, in order', async () => {
		const { forges, signedOut } = await open(bob, ana, { ...ana, account: '~zoe', instance: 'a.org' });
		answerWith(choose('~bob'), enter('Sign Out'));
		await signOut(forges);
		assert.deepEqual(signedOut, ['~bob']);
		assert.deepEqual(takeCalls(), [
			'pick: Select an account to sign out: ~zoe (a.org) | ~ana (example.org) | ~bob (example.org)',
			question('~bob'),
		]);
		await signOut(forges);
		assert.deepEqual(signedOut, ['~bob']);
	});

	for (const [what, rowOf] of [
		['the row', ({ id }: Session) => ({ about: { kind: 'account', id } })],
		['a row that says that its forge is no longer in the settings', unconfiguredRow],
	] as const)
		it(`takes the account of ${what}`, async () => {
			const { forges, sessions, signedOut } = await open(ana, bob);
			const session = sessions.find(({ account }) => account === '~bob') ?? assert.fail();
			answerWith(enter('Sign Out'));
			await signOut(forges, rowOf(session));
			assert.deepEqual([signedOut, takeCalls()], [['~bob'], [question('~bob')]]);
		});

	it('asks for the account if the row is about something else', async () => {
		const { forges } = await open(ana, bob);
		await signOut(forges, { about: { kind: 'tracker', id: 'x' } });
		assert.match(takeCalls().join(), /^pick: /);
	});

	it('forgets an account that the forge has signed out, without asking', async () => {
		for (const byRow of [true, false]) {
			const { forges, registry, sessions } = await open(ana);
			const { id } = sessions[0] ?? assert.fail();
			await registry.refuse(sessions[0] ?? assert.fail());
			assert.equal(registry.ended.length, 1);
			await signOut(forges, byRow ? { about: { kind: 'ended', id } } : undefined);
			assert.deepEqual([registry.ended, takeCalls()], [[], []]);
		}
	});

	for (const [where, isRow] of [
		['in a row', true],
		['in a list', false],
	] as const) {
		it(`asks the user to confirm, if an account is signed in again while it is still ${where}`, async () => {
			const { forges, registry, sessions, signedOut } = await open(ana, bob);
			const session = sessions[0] ?? assert.fail();
			await registry.refuse(session);
			if (isRow) await registry.put(ana);
			answerWith(async (...given) => {
				if (isRow) return undefined;
				await registry.put(ana);
				return choose('~ana')(...given);
			});
			await signOut(forges, isRow ? { about: { kind: 'ended', id: session.id } } : undefined);
			assert.deepEqual([takeCalls().at(-1), registry.get(session.id)?.account], [question('~ana'), '~ana']);
			assert.deepEqual(signedOut, []);
		});
	}

	it('names the accounts that the forge has signed out', async () => {
		const { forges, registry, sessions } = await open(ana, bob);
		await registry.refuse(sessions.find(({ account }) => account === '~ana') ?? assert.fail());
		await signOut(forges);
		assert.deepEqual(takeCalls(), [
			'pick: Select an account to sign out: ~bob (example.org) | ~ana (example.org, already signed out)',
		]);
	});

	it('offers no account that only another window knows, because it could not sign it out', async () => {
		const window = openWindow();
		const { registry } = openWindow({ place: window.place });
		await window.registry.put(ana);
		await registry.read();
		assert.deepEqual(
			registry.ended.map(({ ending }) => ending),
			['elsewhere'],
		);
		await signOut({ registry, signOut: async () => assert.fail() });
		assert.deepEqual(takeCalls(), ["status bar: You're not signed in."]);
	});
});

describe('Choosing an account', () => {
	it('takes the only one', async () => {
		const { forges } = await open(ana);
		assert.equal((await chooseAccount(forges.registry, 'P'))?.account, '~ana');
		assert.deepEqual(takeCalls(), []);
	});

	it('asks if there are several', async () => {
		const { forges } = await open(bob, ana);
		answerWith(choose('~bob'));
		assert.equal((await chooseAccount(forges.registry, 'P'))?.account, '~bob');
		assert.deepEqual(takeCalls(), ['pick: P: ~ana (example.org) | ~bob (example.org)']);
		assert.equal(await chooseAccount(forges.registry, 'P'), undefined);
	});

	it('offers to sign in if there is none', async () => {
		const { forges } = await open();
		assert.equal(await chooseAccount(forges.registry, 'P'), undefined);
		assert.deepEqual(takeCalls(), [signInOffer]);
	});
});
