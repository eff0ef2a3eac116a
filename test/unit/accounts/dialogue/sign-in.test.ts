import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { until } from '../../../tools/until.ts';
import { type FakeBox, made, setSetting, takeCalls } from '../../editor.ts';
import { person } from '../../signin/person.ts';
import { openWindow } from '../../signin/window.ts';

const { Forges } = await import('../../../../src/accounts/forges.ts');
const { RedirectHandler } = await import('../../../../src/accounts/redirect-handler.ts');
const { PendingSignIns } = await import('../../../../src/accounts/dialogue/browser-step.ts');
const { signIn } = await import('../../../../src/accounts/dialogue/sign-in.ts');
const { QuickInputButtons } = await import('vscode');

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

describe('Signing in', () => {
	const opened: { dispose(): void }[] = [];
	afterEach(() => {
		for (const one of opened.splice(0)) one.dispose();
	});

	/** A window that knows the sandbox as `forge.test`. */
	function open() {
		setSetting('tildeforge.instances', [{ name: 'forge.test', ...forge.addresses, clientId: 'tildeforge' }]);
		const { place, registry, secrets, log } = openWindow();
		const context = {
			extension: { packageJSON: { version: '1' }, extensionKind: 1 },
			globalStorageUri: { fsPath: place },
			secrets: { get: async () => undefined },
		};
		const forges: InstanceType<typeof Forges> = Reflect.construct(Forges, [
			{ context, registry, log, secrets },
		]);
		opened.push(forges);
		const services = {
			...{ forges, log },
			redirectHandler: new RedirectHandler(),
			pendingSignIns: new PendingSignIns(),
			trySample: async () => undefined,
		};
		const answer = signIn(services, { instance: 'forge.test' });
		const box = (): FakeBox => made.boxes.at(-1) ?? assert.fail();
		return { registry, answer, box, accounts: () => registry.sessions.map(({ account }) => account) };
	}

	async function chooseMethod(box: () => FakeBox, words: string): Promise<void> {
		await until(() => !box().busy && box().items.some(({ label }) => label.includes(words)));
		const before = made.boxes.length;
		box().choose(words);
		await until(() => made.boxes.length > before);
	}

	const pageOfForge = () => {
		const [address = ''] = takeCalls().flatMap((call) => /^browser: (.*)$/.exec(call)?.[1] ?? []);
		return address;
	};

	it('with the browser stores the account that approved', async () => {
		const { answer, box, accounts } = open();
		await chooseMethod(box, 'browser');
		let address = '';
		await until(() => {
			address ||= pageOfForge();
			return address !== '';
		});
		await person(forge.addresses.identity, 'ana').comeBack(address);
		assert.deepEqual([(await answer)?.account, accounts()], ['~ana', ['~ana']]);
	});

	it('asks for the method again if the user goes back from the browser', async () => {
		const { answer, box, accounts } = open();
		await chooseMethod(box, 'browser');
		const before = made.boxes.length;
		box().pressed.fire(QuickInputButtons.Back);
		await until(() => made.boxes.length > before);
		assert.ok(box().items.some(({ label }) => label.includes('Paste a token')));
		box().hide();
		assert.deepEqual([await answer, accounts()], [undefined, []]);
	});
});
