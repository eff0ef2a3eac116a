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

	it('neither waits for a hub nor warns that it is missing', async () => {
		const silent = new AbortController();
		const hub = 'http://127.0.0.1:1';
		const { row, found } = open({ ...full(), hub }, undefined, {
			...context,
			fetch: (url, request) =>
				url.startsWith(hub)
					? new Promise((_, reject) => silent.signal.addEventListener('abort', reject))
					: context.fetch(url, request),
		});
		await found();
		assert.deepEqual(
			[row('Addresses').label, row('Addresses').detail],
			['$(server) Server Addresses…', 'Available services: 4 of 4.'],
		);
		silent.abort();
	});

	it('finds the services of an address that the user typed, and leaves out what is not there', async () => {
		const { answer, setup, box, row, labels, found } = open({ name: 'forge.test' }, forge.addresses.trackers);
		assert.deepEqual(labels().slice(0, 1), ['$(loading~spin) Looking for the forge…']);
		await found();
		await until(() => row('Addresses').detail === 'Available services: 1 of 4.');
		assert.deepEqual(labels(), ['Sign-in methods', '$(key) Paste a token', ...addresses]);
		box().choose('token');
		assert.equal(await answer, 'token');
		assert.deepEqual(setup.instance, { name: 'forge.test', trackers: forge.addresses.trackers });
	});

	it('leads back if there is no forge', async () => {
		const { answer, box, row, found } = open({ name: 'forge.test' }, await nowhere());
		await found();
		await until(() => row('warning').label !== undefined);
		assert.equal(row('warning').detail, 'Select to enter another domain, or correct its addresses below.');
		box().choose('warning');
		assert.equal(await answer, 'back');
	});

	it('leads to the addresses if only the account service was found', async () => {
		const { box, row, found, shown } = open({ name: 'forge.test' }, forge.addresses.identity);
		await found();
		await until(() => row('warning').label !== undefined);
		assert.deepEqual(
			[row('warning').label, row('warning').detail],
			[
				'$(warning) Found the account service, but no lists, repositories and trackers',
				'Enter their addresses.',
			],
		);
		box().choose('warning');
		await shown('Server addresses: forge.test');
		box().hide();
	});

	it('does nothing for a row that only informs', async () => {
		const { answer, box } = open({ name: 'forge.test' }, await nowhere());
		const { length } = made.boxes;
		box().choose('Looking');
		box().choose('Forge');
		assert.deepEqual([made.boxes.length, box().isShown], [length, true]);
		box().hide();
		assert.equal(await answer, 'left');
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
	});

	it('signs in with the addresses that the user has changed, also after they come back to the forge', async () => {
		const { lists, ...rest } = forge.addresses;
		const { answer, setup, wizard, box, found, shown } = open({ name: 'forge.test', ...rest });
		await found();
		for (const [service, address] of [
			['Mailing lists', lists],
			['Repositories', ''],
		] as const) {
			box().choose('Addresses');
			await shown('Server addresses: forge.test');
			box().choose(service);
			await shown(`${service}: forge.test`);
			box().type(address);
			box().accept();
			await shown('Server addresses: forge.test');
			box().choose('Back to Sign-In Methods');
			await shown('Sign in to forge.test');
		}
		box().pressed.fire(QuickInputButtons.Back);
		assert.equal(await answer, 'back');
		const again = chooseMethod(wizard, setup, setup.probe());
		await found();
		box().choose('token');
		assert.equal(await again, 'token');
		const { repositories: _, ...left } = forge.addresses;
		assert.deepEqual(setup.instance, { name: 'forge.test', ...left });
	});

	it('says that the forge was removed from the settings, until it is there again', async () => {
		const { setup, settings, row, found } = open(full());
		await found();
		settings.change();
		assert.deepEqual(
			[row('Addresses').label, row('Addresses').detail],
			['$(warning) Server Addresses…', 'The forge is no longer in the settings. Signing in adds it again.'],
		);
		assert.deepEqual(setup.instance, full());
		settings.change(full());
		assert.equal(row('Addresses').detail, 'Available services: 4 of 4.');
	});

	it('does not miss a forge in the settings that was never there', async () => {
		for (const [known, typed] of [
			[{ name: 'temporary', ...forge.addresses }, undefined],
			[{ name: 'forge.test' }, forge.addresses.trackers],
		] as const) {
			const { setup, settings, found } = open(known, typed);
			await found();
			settings.change();
			assert.equal(setup.isRemoved, false);
			if (typed === undefined) continue;
			// Another window signs in to it, and the user removes it.
			settings.change({ ...known, trackers: typed });
			settings.change();
			assert.equal(setup.isRemoved, true);
		}
	});

	it('offers the methods that fit the settings now', async () => {
		const { clientId: _, ...without } = full();
		const { labels, settings, found } = open(without);
		await found();
		settings.change(full());
		assert.deepEqual(labels().slice(1, 3), methods);
	});

	it('says what is wrong with the forge in the settings', async () => {
		const { settings, row, found } = open(full());
		await found();
		settings.problems = ['Invalid address: lists is "htps://l".'];
		settings.changes.fire();
		assert.deepEqual(
			[row('Addresses').label, row('Addresses').detail],
			['$(warning) Server Addresses…', ...settings.problems],
		);
	});

	for (const [how, act] of [
		['the Back button', (box: FakeBox) => box.pressed.fire(QuickInputButtons.Back)],
		['the first row', (box: FakeBox) => box.choose('Back to Sign-In Methods')],
	] as const) {
		it(`is shown again after the addresses, with ${how}`, async () => {
			const { box, labels, found } = open(full());
			await found();
			box().choose('Addresses');
			await until(() => box().title === 'Server addresses: forge.test');
			act(box());
			await until(() => box().title === 'Sign in to forge.test');
			assert.deepEqual(labels(), ['Sign-in methods', ...methods, ...addresses]);
		});
	}
});
