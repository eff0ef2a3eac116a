import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { approve } from '../../../kit/forge/identity-forge.ts';
import { person } from '../../../kit/forge/person.ts';
import { answerWith, enter, type FakeBox, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import {
	chooseBrowser,
	chooseRow,
	enterText,
	latestBox,
	pageOfForge,
	shownBox,
	signInWindows,
} from './sign-in-window.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { signIn } = await import('../../../../src/accounts/dialog/sign-in.ts');
const { QuickInputButtons } = await import('vscode');

const title = 'Sign in to forge.test';
const begin = (services: Parameters<typeof signIn>[0]) =>
	signIn(services, new Wizard(), { instance: 'forge.test' });

describe('Signing in with the browser to a forge of 2023', () => {
	const windows = signInWindows('identity-2023');

	function open(settings: { readonly [Field in keyof Instance]?: Instance[Field] } = {}) {
		const window = windows.open();
		setSetting('tildeforge.instances', [{ ...windows.instance(), ...settings }]);
		takeCalls();
		return { ...window, answer: begin(window.services) };
	}

	/** Answers the page of the forge that is open. */
	const answerPage = async (change: (fields: URLSearchParams) => void = approve) =>
		person(windows.addresses().identity, 'ana', change).comeBack(await pageOfForge());

	/** Signs in with this secret, and returns the box that asks for another one after the approval. */
	async function approveWith(secret: string): Promise<FakeBox> {
		const waiting = await chooseBrowser(secret);
		await answerPage();
		await until(() => latestBox() !== waiting && latestBox().password);
		return latestBox();
	}

	const messages = () => takeCalls().filter((call) => /^(error|warning)/.test(call));

	it('asks for the secret before the browser opens, and not again', async () => {
		const { answer, services } = open();
		const box = await chooseRow('Sign in with the browser');
		assert.equal(box.password, true);
		assert.match(
			box.prompt,
			/^Paste the client secret of .* Leave the box empty if the application has none\.$/,
		);
		await enterText(windows.secret ?? '');
		await answerPage();
		const session = (await answer) ?? assert.fail();
		assert.equal(session.account, '~ana');
		const again = begin(services);
		assert.equal((await chooseRow('Sign in with the browser')).password, false);
		await answerPage();
		assert.equal((await again)?.account, '~ana');
	});

	it('needs one more approval after a wrong secret, which it names as the likely mistake', async () => {
		const { answer } = open();
		const box = await approveWith('not the secret');
		assert.match(box.prompt, /The secret is probably wrong/);
		await enterText(windows.secret ?? '');
		await answerPage();
		assert.equal((await answer)?.account, '~ana');
	});

	it('needs no more approval if the secret was left out at first', async () => {
		const { answer } = open();
		const box = await approveWith('');
		box.type(windows.secret ?? '');
		box.accept();
		assert.equal((await answer)?.account, '~ana');
	});

	for (const how of ['goes back', 'leaves'])
		it(`leaves nothing if the user ${how} when the secret is asked for after the approval`, async () => {
			const { answer, accounts } = open();
			const box = await approveWith('');
			if (how === 'leaves') box.hide();
			else {
				box.pressed.fire(QuickInputButtons.Back);
				(await shownBox(title, box)).hide();
			}
			assert.deepEqual([await answer, accounts()], [undefined, []]);
		});

	it('says that approving nothing grants everything, and stores the session as that', async () => {
		const { answer } = open();
		await chooseBrowser(windows.secret);
		await answerPage((fields) => {
			approve(fields);
			fields.delete('scope');
		});
		const session = (await answer) ?? assert.fail();
		assert.deepEqual(session.scopes, ['*']);
		assert.match(messages().join(), /You approved no permissions, so forge\.test granted all of them\./);
	});

	it('offers the page that revokes the token after signing out', async () => {
		const { answer, services } = open();
		await chooseBrowser(windows.secret);
		await answerPage();
		const session = (await answer) ?? assert.fail();
		answerWith(enter('Revoke in Browser…'));
		await services.forges.signOut(session);
		const hash = createHash('sha512').update(session.token).digest('hex');
		assert.equal(await pageOfForge(), `${windows.addresses().identity}/oauth2/revoke-bearer/${hash}`);
	});
});
