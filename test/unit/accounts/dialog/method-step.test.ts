import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { type FakeBox, made } from '../../../kit/window/editor.ts';
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
const addresses = ['Forge', '$(server) Server Addresses…'];

describe('The step that asks how to sign in', () => {
	const { context } = network();
	const { nowhere } = webSites();
	const setups = forgeSetups();

	/** The step for a forge. Each time that it is shown, its box is the latest. */
	function open(known: Instance, typed?: string, using = context) {
		const opened = setups.open(known, using, typed);
		const { ask, wizard, setup } = opened;
		const probing = setup.probe();
		const box = (): FakeBox => made.boxes.at(-1) ?? assert.fail();
		const row = (words: string) => Object(box().items.find(({ label }) => label.includes(words)));
		return {
			...opened,
			answer: ask(() => chooseMethod(wizard, setup, probing)),
			box,
			row,
			labels: () => box().items.map(({ label }) => label),
			found: () => until(() => !box().busy),
			/** The next box is shown. */
			shown: (title: string) => until(() => box().title === title && box().isShown),
		};
	}
	const full = (): Instance => ({ name: 'forge.test', ...forge.addresses, clientId: 'tildeforge' });

	it('offers the methods that fit, and the addresses in one row', async () => {
		const { answer, setup, box, row, labels, found } = open(full());
		assert.deepEqual(
			[box().title, box().buttons, box().busy],
			['Sign in to forge.test', [QuickInputButtons.Back], true],
		);
		assert.equal(row('Addresses').detail, 'Checking…');
		await found();
		assert.deepEqual(labels(), ['Sign-in methods', ...methods, ...addresses]);
		assert.equal(row('Addresses').detail, 'Available services: 4 of 4.');
		box().choose('browser');
		assert.deepEqual([await answer, setup.instance], ['browser', full()]);
	});

	it('waits for services that may be left out, once a method is chosen', async () => {
		const held = Promise.withResolvers<void>();
		const slow: typeof context = {
			...context,
			fetch: async (url, request) => {
				if (url.endsWith('/api/lists')) await held.promise;
				return context.fetch(url, request);
			},
		};
		const { answer, setup, box, labels } = open({ name: 'forge.test' }, forge.addresses.trackers, slow);
		await until(() => labels().includes('$(key) Paste a token'));
		box().choose('token');
		assert.deepEqual([box().placeholder, box().isShown], ['Checking the other services…', true]);
		held.resolve();
		assert.equal(await answer, 'token');
		assert.deepEqual(setup.instance, { name: 'forge.test', trackers: forge.addresses.trackers });
	});

	it('says in the row of the addresses what is wrong with those in the settings', async () => {
		const gone = await nowhere();
		const { row, found } = open({ name: 'forge.test', lists: gone, trackers: gone });
		await found();
		assert.deepEqual(
			[row('Addresses').label, row('Addresses').detail],
			['$(warning) Server Addresses…', 'The forge cannot be reached.'],
		);
		const half = open({ name: 'forge.test', lists: gone, trackers: forge.addresses.trackers });
		await half.found();
		assert.deepEqual(
			[half.row('Addresses').label, half.row('Addresses').detail],
			['$(warning) Server Addresses…', 'Available services: 1 of 4.'],
		);
		assert.equal(half.box().placeholder, 'How do you want to sign in?');
	});

	it('does not ask how to sign in to a forge that was not found', async () => {
		const gone = await nowhere();
		const { box, labels, found } = open({ name: 'forge.test' }, gone);
		assert.equal(box().placeholder, 'Looking for the forge…');
		await found();
		assert.match(labels()[0] ?? '', /^\$\(warning\) /);
		assert.equal(box().placeholder, 'Select what to correct');
	});
});
