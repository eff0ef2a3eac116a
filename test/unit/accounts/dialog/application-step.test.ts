import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { network } from '../../../kit/forge/person.ts';
import { type FakeBox, made } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { forgeSetups } from './forge-setups.ts';
import { chooseRow } from './sign-in-window.ts';

const { chooseMethod } = await import('../../../../src/accounts/dialog/method-step.ts');

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

const offer = '$(gear) Set Up Browser Sign-In…';

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

	for (const [callback, shown] of [
		['loopback', 'http://127.0.0.1:8085/callback'],
		['editor', 'vscode://tildeforge.tildeforge/signed-in'],
	] as const)
		it(`shows the redirect address to register: ${shown}`, async () => {
			const { answer, row, box, setup } = await open({ callbackPort: 8085, callback });
			await chooseRow('Set Up Browser Sign-In…');
			assert.equal(row('Copy Redirect Address').description, shown);
			box().hide();
			assert.equal(await answer, 'left');
			setup.setClient('registered');
			assert.deepEqual([setup.instance.clientId, setup.instance.callbackPort], ['registered', 8085]);
		});

	it('takes only digits as a port', async () => {
		const { answer } = await open();
		await chooseRow('Set Up Browser Sign-In…');
		const box = await chooseRow('Change Port…');
		const problems = ['0x50', '1e4', '65536', '8085'].map((text) => {
			box.type(text);
			return box.validationMessage;
		});
		const problem = 'Enter a port number from 1 to 65535.';
		assert.deepEqual(problems, [problem, problem, problem, undefined]);
		box.hide();
		assert.equal(await answer, 'left');
	});
});
