import assert from 'node:assert/strict';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { person } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { made, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { requireFreePort } from '../../../tools/ports.ts';
import { until } from '../../../tools/until.ts';
import { chooseBrowser, chooseRow, latestBox, pageOfForge, signInWindows } from './sign-in-window.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { signIn } = await import('../../../../src/accounts/dialog/sign-in.ts');

interface Step {
	/** The rows that the user chooses from the choice of the forge on. */
	readonly rows: readonly string[];
	readonly types?: string;
	/** Whether the user then presses Enter. */
	readonly enters?: boolean;
	readonly clipboard?: string;
	/** What the settings say about the forge. */
	readonly settings?: { readonly [Field in keyof Instance]?: Instance[Field] | undefined };
}

for (const kind of ['identity-2023', 'rest'] as const)
	describe(`Escape in a sign-in (${kind})`, () => {
		const windows = signInWindows(kind);
		const { site } = webSites();
		const token = 'a0'.repeat(16);
		const browser = 'Sign in with the browser';
		const withoutApplication = { clientId: undefined };
		const legacy = ['forge.test', `${browser} (legacy)`];
		const application = ['forge.test', 'Set Up Browser Sign-In…'];
		const steps: Readonly<Record<string, Step>> = {
			'the choice of the forge': { rows: [], types: 'for' },
			'the port': { rows: [...application, 'Change Port…'], types: '8085', settings: withoutApplication },
			'the token in the clipboard': { rows: ['forge.test', 'Paste a token'], clipboard: token },
			'the wait for the browser': { rows: ['forge.test', browser] },
			'the code': { rows: ['forge.test', browser], types: 'half of a code' },
			'the client secret': { rows: legacy, types: 'half of a secret' },
			'the wait of the older method': { rows: legacy, types: 'the whole secret', enters: true },
		};

		for (const [name, { rows, types, enters = false, clipboard, settings = {} }] of Object.entries(steps)) {
			it(`leaves nothing of ${name}, and the next sign-in works`, async () => {
				const { services, accounts } = windows.open();
				const forge = windows.instance();
				const identity = rows === legacy ? await site({ '*': [404, ''] }) : forge.identity;
				const before = [{ ...forge, identity, ...settings }];
				setSetting('tildeforge.instances', before);
				setSetting('clipboard', clipboard);
				const answer = signIn(services, new Wizard());
				for (const row of rows) await (row === browser ? chooseBrowser(windows.secret) : chooseRow(row));
				const { pendingSignIns } = services;
				const isInBrowser = rows.includes(browser) || enters;
				if (isInBrowser && !enters) await pageOfForge();
				if (types !== undefined) latestBox().type(types);
				if (enters) {
					latestBox().accept();
					await pageOfForge();
				}
				if (clipboard !== undefined) await until(() => latestBox().value === clipboard);
				takeCalls();

				if (isInBrowser) await pendingSignIns.escape();
				else latestBox().hide();
				assert.deepEqual([await answer, accounts()], [undefined, []]);
				pendingSignIns.show();
				const isShown = [...made.boxes, ...made.statusItems].map((one) => one.isShown);
				assert.equal(isShown.includes(true), false);
				const others = takeCalls().filter((call) => !call.startsWith('command: setContext'));
				assert.deepEqual(others, [], 'a message or a setting');
				await until(() =>
					requireFreePort(forge.callbackPort).then(
						() => true,
						() => false,
					),
				);

				setSetting('tildeforge.instances', [forge]);
				const next = signIn(services, new Wizard(), { instance: 'forge.test' });
				await chooseBrowser(windows.secret);
				await person(windows.addresses().identity, 'ana').comeBack(await pageOfForge());
				assert.deepEqual([(await next)?.account, accounts()], ['~ana', ['~ana']]);
			});
		}
	});
