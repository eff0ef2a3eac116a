import assert from 'node:assert/strict';
import { createBearer } from '../../../../src/sandbox/identity/bearer.ts';
import { person } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { setSetting } from '../../../kit/window/editor.ts';
import { bob } from '../../../kit/window/sign-in-window.ts';
import { until } from '../../../tools/until.ts';
import {
	chooseBrowser,
	chooseRow,
	latestBox,
	pageOfForge,
	shownBox,
	signInWindows,
} from './sign-in-window.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { signIn } = await import('../../../../src/accounts/dialog/sign-in.ts');
const { QuickInputButtons, workspace } = await import('vscode');

const settings = (): unknown => workspace.getConfiguration().get('tildeforge.instances');
const title = 'Sign in to forge.test';

for (const [service, kind] of [
	['an identity service of 2023', 'identity-2023'],
	['a service that knows applications without a secret', 'rest'],
] as const)
	describe(`Signing in with the browser, with ${service}`, () => {
		const windows = signInWindows(kind);

		function open() {
			const window = windows.open();
			const answer = signIn(window.services, new Wizard(), { instance: 'forge.test' });
			return { ...window, answer };
		}

		/** Whether the forge accepts a token in either dialect. */
		const isValid = async (token: string) => {
			const { trackers } = windows.addresses();
			const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
			const body = JSON.stringify({ query: '{ me { id } }' });
			const query = await fetch(`${trackers}/query`, { method: 'POST', headers, body });
			return query.ok || (await fetch(`${trackers}/api/user`, { headers })).ok;
		};

		it('stores the account that approved, and ends the token with the sign-out if the forge lets programs do that, unlike a pasted one', async () => {
			const { answer, accounts, registry, services } = open();
			await chooseBrowser(windows.secret);
			await person(windows.addresses().identity, 'ana').comeBack(await pageOfForge());
			const session = (await answer) ?? assert.fail();
			assert.deepEqual([session.account, accounts()], ['~ana', ['~ana']]);
			assert.equal(await isValid(session.token), true);
			await services.forges.signOut(session);
			assert.deepEqual([await isValid(session.token), accounts()], [kind === 'identity-2023', []]);
			const token = kind === 'rest' ? windows.tokenOf('~bob') : windows.graphqlTokenOf('~bob');
			const pasted = await registry.put({ ...bob, instance: 'forge.test', token });
			await services.forges.signOut(pasted);
			assert.deepEqual([await isValid(token), accounts()], [true, []]);
		});

		it('stores the account with a pasted code, after a code that the forge rejects and one of another sign-in', async () => {
			const { answer, accounts } = open();
			const waiting = await chooseBrowser(windows.secret);
			const user = person(windows.addresses().identity, 'ana');
			const redirected = new URL(await user.visit(await pageOfForge()));
			const paste = (text: string) => {
				waiting.type(text);
				waiting.accept();
			};
			paste('not-a-good-code');
			await until(() =>
				/^(This code|The code or the client secret) was rejected\./.test(String(waiting.validationMessage)),
			);
			const foreign = new URL(redirected);
			foreign.searchParams.set('state', 'another');
			paste(foreign.href);
			assert.match(String(waiting.validationMessage), /^This address or code is not for this sign-in\./);
			paste(redirected.href);
			assert.deepEqual([(await answer)?.account, accounts()], ['~ana', ['~ana']]);
		});

		it('asks for the method again if the user goes back', async () => {
			const { answer, accounts, services } = open();
			const waiting = await chooseBrowser(windows.secret);
			const { forges } = services;
			const createContext = forges.requestContext.bind(forges);
			let probes = 0;
			forges.requestContext = (instance) => {
				probes += 1;
				return createContext(instance);
			};
			waiting.pressed.fire(QuickInputButtons.Back);
			const methods = await shownBox(title, waiting);
			assert.equal(probes, 0, 'the addresses are looked at again, and the rows move under the mouse');
			assert.ok(methods.items.some(({ label }) => label.includes('Paste a token')));
			methods.hide();
			assert.deepEqual([await answer, accounts()], [undefined, []]);
		});
	});

describe('Signing in', () => {
	const windows = signInWindows();
	const { site } = webSites();

	/** Opens the wizard at the forge of the settings, or at the choice of the forge. */
	function open(instance: string | undefined = 'forge.test') {
		const window = windows.open();
		const answer = signIn(window.services, new Wizard(), { instance });
		return { ...window, answer };
	}
	const openFirst = () => {
		const window = windows.open();
		return { ...window, answer: signIn(window.services, new Wizard()) };
	};

	const isValid = async (token: string) => {
		const headers = { Authorization: `Bearer ${token}` };
		return (await fetch(`${windows.addresses().trackers}/api/user`, { headers })).ok;
	};

	it('again ends the grant of the sign-in that it replaces, unless that had a pasted token', async () => {
		const window = windows.open();
		const { registry, services } = window;
		const pasted = windows.tokenOf('~ana');
		await registry.put({ ...bob, instance: 'forge.test', account: '~ana', token: pasted });
		const tokens: string[] = [];
		for (const _ of ['first', 'second']) {
			const answer = signIn(services, new Wizard(), { instance: 'forge.test' });
			await chooseRow('browser');
			await person(windows.addresses().identity, 'ana').comeBack(await pageOfForge());
			tokens.push((await answer)?.token ?? assert.fail());
		}
		const [first = '', second = ''] = tokens;
		await until(async () => !(await isValid(first)));
		assert.deepEqual([await isValid(pasted), await isValid(second)], [true, true]);
		assert.deepEqual(window.accounts(), ['~ana']);
	});

	it('keeps a token that the forge refuses, and says why it may be refused', async () => {
		const ended = { expires: 1_000_000_000_000, grants: '', client: '', username: 'ana' };
		const token = createBearer(ended, Buffer.alloc(32, 1), 1);
		const { answer, accounts } = open();
		await chooseRow('Paste a token');
		const field = await chooseRow('Enter Token…');
		field.type(token);
		field.accept();
		await until(() => field.enabled && !field.busy);
		assert.equal(
			field.validationMessage,
			'forge.test does not accept this token. It may have expired, been revoked, or belong to another forge.',
		);
		assert.deepEqual([field.value, field.isShown, accounts()], [token, true, []]);
		field.hide();
		assert.equal(await answer, undefined);
	});

	it('keeps what the user typed in each step when they go back to the first one', async () => {
		const { answer } = openFirst();
		const first = latestBox();
		first.type('forge');
		await chooseRow('forge.test');
		await chooseRow('Paste a token');
		const field = await chooseRow('Enter Token…');
		field.type('half of a token');
		for (const back of ['the list', 'the methods', 'the forges']) {
			const box = latestBox();
			box.pressed.fire(QuickInputButtons.Back);
			await until(() => latestBox() !== box && latestBox().isShown, { what: back });
		}
		assert.deepEqual([latestBox().title, latestBox().value], [first.title, 'forge']);
		await chooseRow('forge.test');
		await chooseRow('Paste a token');
		assert.equal((await chooseRow('Enter Token…')).value, 'half of a token');
		latestBox().hide();
		assert.equal(await answer, undefined);
	});

	it('keeps what changes in the settings while a step is open', async () => {
		const { answer } = open();
		await chooseRow('Paste a token');
		const field = await chooseRow('Enter Token…');
		field.type(windows.tokenOf('~ana'));
		const changed = { ...windows.instance(), clientId: 'another', callbackPort: 8085 };
		setSetting('tildeforge.instances', [changed]);
		assert.deepEqual([field.isShown, field.title], [true, title]);
		field.accept();
		assert.equal((await answer)?.account, '~ana');
		assert.deepEqual(settings(), [changed]);
	});

	for (const [field, rows, settings] of [
		['an address', ['Server Addresses…', 'Mailing lists'], {}],
		['the client ID', ['Set Up Browser Sign-In…'], { clientId: undefined }],
		['the port', ['Set Up Browser Sign-In…', 'Change Port…'], { clientId: undefined }],
		['the client secret', ['legacy'], {}],
		['the code', ['Sign in with the browser'], {}],
	] as const) {
		it(`keeps the text of ${field} while the settings become invalid and valid again`, async () => {
			const { services } = windows.open();
			const { identity, ...forge } = windows.instance();
			const older = rows[0] === 'legacy' ? await site({ '*': [404, ''] }) : identity;
			const valid = [{ ...forge, identity: older, ...settings }];
			setSetting('tildeforge.instances', valid);
			const answer = signIn(services, new Wizard(), { instance: 'forge.test' });
			for (const row of rows) await chooseRow(row);
			const box = latestBox();
			const { title: before } = box;
			box.type('half of it');
			const more = { name: 'more.test', trackers: forge.trackers };
			const invalid = `${before} · no longer in the settings`;
			for (const [now, title] of [
				[undefined, invalid],
				[[...valid, more], before],
				[[{ name: 'other.test', lists: 'htps://lists' }], invalid],
				[valid, before],
			] as const) {
				setSetting('tildeforge.instances', now);
				assert.deepEqual([latestBox() === box, box.isShown, box.value], [true, true, 'half of it']);
				assert.equal(box.title, title);
			}
			if (field === 'the code') await services.pendingSignIns.escape();
			else box.hide();
			assert.equal(await answer, undefined);
		});
	}

	it('keeps the client secret when the user goes back from the browser, but not for another application', async () => {
		const { services } = windows.open();
		const forge = { ...windows.instance(), identity: await site({ '*': [404, ''] }) };
		setSetting('tildeforge.instances', [forge]);
		const answer = signIn(services, new Wizard(), { instance: 'forge.test' });
		const goBack = async () => {
			const box = latestBox();
			box.pressed.fire(QuickInputButtons.Back);
			await shownBox(title, box);
		};
		const asked = await chooseRow('legacy');
		asked.type('the whole secret');
		asked.accept();
		await pageOfForge();
		await goBack();
		assert.equal((await chooseRow('legacy')).value, 'the whole secret');
		await goBack();
		setSetting('tildeforge.instances', [{ ...forge, clientId: 'another' }]);
		assert.equal((await chooseRow('legacy')).value, '');
		latestBox().hide();
		assert.equal(await answer, undefined);
	});
});
