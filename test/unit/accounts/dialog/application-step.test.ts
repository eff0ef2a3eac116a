import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { network } from '../../../kit/forge/person.ts';
import { type FakeBox, made, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { forgeSetups } from './forge-setups.ts';

const { chooseMethod } = await import('../../../../src/accounts/dialog/method-step.ts');
const { QuickInputButtons } = await import('vscode');

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

const methods = ['$(globe) Sign in with the browser', '$(key) Paste a token'];
const offer = '$(gear) Set Up Browser Sign-In…';
const [methodsTitle, step, portTitle] = [
	'Sign in to forge.test',
	'Browser sign-in: forge.test',
	'Port for browser sign-in: forge.test',
];

describe('Setting up the browser', () => {
	const { context } = network();
	const setups = forgeSetups();

	async function open(more: Partial<Instance> = {}) {
		const opened = setups.open({ name: 'forge.test', ...forge.addresses, ...more }, context);
		const { ask, wizard, setup } = opened;
		const probing = setup.probe();
		const answer = ask(() => chooseMethod(wizard, setup, probing));
		const box = (): FakeBox => made.boxes.at(-1) ?? assert.fail();
		const row = (words: string) => Object(box().items.find(({ label }) => label.includes(words)));
		const labels = () => box().items.map(({ label }) => label);
		const shown = (title: string) => until(() => box().title === title && box().isShown);
		await until(() => !box().busy);
		return { ...opened, answer, box, row, labels, shown };
	}

	async function openStep(more: Partial<Instance> = {}) {
		const opened = await open(more);
		opened.box().choose('Set Up');
		await opened.shown(step);
		return opened;
	}

	const enterPort = async ({ box, shown }: Awaited<ReturnType<typeof open>>, port: string) => {
		box().choose('Change Port…');
		await shown(portTitle);
		box().type(port);
		box().accept();
		await shown(step);
	};

	it('is offered while the forge has no application', async () => {
		assert.equal((await open()).labels().includes(offer), true);
		assert.equal((await open({ clientId: 'tildeforge' })).labels().includes(offer), false);
		const withoutIdentity = setups.open({ name: 'lists.test', lists: forge.addresses.lists }, context);
		const { length } = made.boxes;
		const { ask, wizard, setup } = withoutIdentity;
		const answer = ask(() => chooseMethod(wizard, setup, setup.probe()));
		const box = made.boxes[length] ?? assert.fail();
		await until(() => !box.busy);
		assert.deepEqual(
			box.items.map(({ label }) => label).filter((label) => label === offer),
			[],
		);
		box.hide();
		assert.equal(await answer, 'left');
	});

	it('shows first the redirect address to copy, then the page where the application is registered', async () => {
		const { box, row, labels } = await openStep();
		assert.deepEqual(labels(), [
			'$(copy) Copy Redirect Address',
			"$(link-external) Open the Forge's Page…",
			'Advanced',
			'$(plug) Change Port…',
		]);
		assert.equal(row('Copy').description, 'http://127.0.0.1:27555/callback');
		takeCalls();
		box().choose('Copy');
		assert.equal(row('Copy').description, 'http://127.0.0.1:27555/callback (copied)');
		assert.deepEqual(box().activeItems, [row('Open')]);
		box().choose('Open');
		assert.deepEqual(takeCalls(), [
			'clipboard: http://127.0.0.1:27555/callback',
			`browser: ${forge.addresses.identity}/oauth2/client-registration`,
		]);
		assert.equal(box().isShown, true);
	});

	it('uses the client ID that the user pastes', async () => {
		const { answer, setup, box, row, labels, shown } = await openStep();
		box().type(' $(bug) ');
		assert.equal(labels()[0], '$(check) Use This Client ID');
		assert.equal(row('Use').description, '\\$(bug)');
		box().type(' mine ');
		box().choose('Use');
		await shown(methodsTitle);
		assert.deepEqual(labels().slice(1, 4), [...methods, '$(gear) Change Browser Sign-In…']);
		assert.equal(row('Change').detail, 'The client ID is mine.');
		box().choose('Sign in with');
		assert.equal(await answer, 'browser');
		assert.deepEqual(setup.instance, { name: 'forge.test', ...forge.addresses, clientId: 'mine' });
	});

	it('takes another port, which changes the redirect address', async () => {
		const opened = await openStep();
		const { setup, box, row, shown } = opened;
		assert.equal(row('Port').description, '27555');
		await enterPort(opened, ' 1234 ');
		assert.deepEqual(
			[row('Port').description, row('Copy').description],
			['1234', 'http://127.0.0.1:1234/callback'],
		);
		box().type('mine');
		box().choose('Use');
		await shown(methodsTitle);
		assert.deepEqual([setup.instance.clientId, setup.instance.callbackPort], ['mine', 1234]);
	});

	it('takes the usual port in place of the one in the settings, if the user leaves it out', async () => {
		const opened = await openStep({ callbackPort: 4321 });
		const { setup, box, row, shown } = opened;
		assert.equal(row('Copy').description, 'http://127.0.0.1:4321/callback');
		await enterPort(opened, '');
		box().type('mine');
		box().choose('Use');
		await shown(methodsTitle);
		assert.deepEqual(setup.instance, { name: 'forge.test', ...forge.addresses, clientId: 'mine' });
	});

	it('says what is wrong with a port', async () => {
		const { box, shown } = await openStep();
		box().choose('Change Port…');
		await shown(portTitle);
		for (const [text, isWrong] of [
			[' ', false],
			['1', false],
			['65535', false],
			['0', true],
			['65536', true],
			['x', true],
		] as const) {
			box().type(text);
			const problem = isWrong ? 'Enter a port number from 1 to 65535.' : undefined;
			assert.equal(box().validationMessage, problem, text);
		}
		box().accept();
		assert.equal(box().isShown, true);
	});

	it('has the address of VS Code for a forge that returns to it', async () => {
		const { row, labels } = await openStep({ callback: 'editor' });
		assert.equal(row('Copy').description, 'vscode://tildeforge.tildeforge/signed-in');
		assert.equal(labels().includes('Advanced'), false);
	});

	it('keeps the client ID and the port when the user goes back', async () => {
		const opened = await openStep();
		const { box, row, shown } = opened;
		box().type('half of a client');
		await enterPort(opened, '1234');
		box().pressed.fire(QuickInputButtons.Back);
		await shown(methodsTitle);
		box().choose('Set Up');
		await shown(step);
		assert.deepEqual([box().value, row('Port').description], ['half of a client', '1234']);
	});

	it('shows the port that is in the settings now', async () => {
		const { row, settings } = await openStep();
		settings.change({ name: 'forge.test', ...forge.addresses, callbackPort: 8085 });
		assert.equal(row('Port').description, '8085');
	});
});
