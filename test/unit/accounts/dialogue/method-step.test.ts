import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Instance } from '../../../../src/signin/instance.ts';
import { until } from '../../../tools/until.ts';
import { answerWith, enter, type FakeBox, made, takeCalls } from '../../editor.ts';
import { network } from '../../signin/person.ts';
import { webSites } from '../../signin/web-sites.ts';

const { ForgeSetup } = await import('../../../../src/accounts/dialogue/method-step.ts');
const { QuickInputButtons } = await import('vscode');

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

const methods = ['$(globe) Sign in with the browser', '$(key) Paste a token'];
const setUp = '$(gear) Set Up Browser Sign-In…';
const addresses = ['Forge', '$(server) Server Addresses…'];

describe('The step that asks how to sign in', () => {
	const { context } = network();
	const { nowhere } = webSites();
	const setups: { dispose(): void }[] = [];
	afterEach(() => {
		for (const one of setups.splice(0)) one.dispose();
	});

	/** The step for a forge. Each time that it is shown, its box is the latest. */
	function open(known: Instance, typed?: string, using = context) {
		const setup = new ForgeSetup(known, typed, () => using);
		setups.push(setup);
		const box = (): FakeBox => made.boxes.at(-1) ?? assert.fail();
		const row = (words: string) => Object(box().items.find(({ label }) => label.includes(words)));
		return {
			answer: setup.chooseMethod(),
			setup,
			box,
			row,
			labels: () => box().items.map(({ label }) => label),
			found: () => until(() => !box().busy),
			/** The box is shown again, after the user has answered another one. */
			shownAgain: (count: number) => until(() => made.boxes.length === count && box().isShown),
		};
	}
	const full = (): Instance => ({ name: 'forge.test', ...forge.addresses, clientId: 'tildeforge' });

	it('offers the methods that fit, and the addresses in one row', async () => {
		const { answer, box, row, labels, found } = open(full());
		assert.deepEqual(
			[box().title, box().buttons, box().busy],
			['Sign in to forge.test', [QuickInputButtons.Back], true],
		);
		assert.equal(row('Addresses').detail, 'Checking…');
		await found();
		assert.deepEqual(labels(), ['Sign-in methods', ...methods, ...addresses]);
		assert.equal(row('Addresses').detail, 'Available services: 4 of 4.');
		box().choose('browser');
		assert.deepEqual(await answer, { instance: full(), method: 'browser', oauth: true });
	});

	it('finds the services of an address that the user typed, and leaves out what is not there', async () => {
		const { answer, box, row, labels, found } = open({ name: 'forge.test' }, forge.addresses.trackers);
		assert.deepEqual(labels().slice(0, 1), ['$(loading~spin) Looking for the forge…']);
		await found();
		await until(() => row('Addresses').detail === 'Available services: 1 of 4.');
		assert.deepEqual(labels(), ['Sign-in methods', '$(key) Paste a token', ...addresses]);
		box().choose('token');
		assert.deepEqual(await answer, {
			instance: { name: 'forge.test', trackers: forge.addresses.trackers },
			method: 'token',
			oauth: undefined,
		});
	});

	it('leads back if there is no forge', async () => {
		const { answer, box, row, found } = open({ name: 'forge.test' }, await nowhere());
		await found();
		await until(() => row('warning').label !== undefined);
		assert.equal(
			row('warning').detail,
			'Select to enter another domain, or correct the server addresses below.',
		);
		box().choose('warning');
		assert.equal(await answer, 'back');
	});

	for (const [how, act, end] of [
		['goes back', (box: FakeBox) => box.pressed.fire(QuickInputButtons.Back), 'back'],
		['leaves', (box: FakeBox) => box.hide(), 'left'],
	] as const) {
		it(`ends when the user ${how}`, async () => {
			const { answer, box } = open(full());
			act(box());
			assert.equal(await answer, end);
		});
	}

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
		const { answer, box, labels } = open({ name: 'forge.test' }, forge.addresses.trackers, slow);
		await until(() => labels().includes('$(key) Paste a token'));
		box().choose('token');
		assert.deepEqual([box().placeholder, box().isShown], ['Checking the other services…', true]);
		held.resolve();
		const chosen = await answer;
		assert.deepEqual(
			[Reflect.get(Object(chosen), 'method'), Reflect.get(Object(chosen), 'instance')],
			['token', { name: 'forge.test', trackers: forge.addresses.trackers }],
		);
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

	it('signs in with the addresses that the user has changed', async () => {
		const { lists, ...rest } = forge.addresses;
		const { answer, box, row, found, shownAgain } = open({ name: 'forge.test', ...rest });
		await found();
		answerWith(enter(` ${lists}/ `), enter(''));
		box().choose('Addresses');
		await shownAgain(2);
		box().choose('Mailing lists');
		await shownAgain(3);
		await found();
		assert.equal(row('Mailing lists').label, '$(check) Mailing lists');
		box().choose('Repositories');
		await shownAgain(4);
		box().choose('Back to Sign-In Methods');
		await shownAgain(5);
		takeCalls();
		box().choose('token');
		const { repositories: _, ...left } = forge.addresses;
		assert.deepEqual(await answer, {
			instance: { name: 'forge.test', ...left },
			method: 'token',
			oauth: true,
		});
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

	it('ends when the user leaves the addresses', async () => {
		const { answer, box, found } = open(full());
		await found();
		box().choose('Addresses');
		await until(() => box().title === 'Server addresses: forge.test');
		box().hide();
		assert.equal(await answer, 'left');
	});
});

describe('Setting up the browser', () => {
	const { context } = network();
	const setups: { dispose(): void }[] = [];
	afterEach(() => {
		for (const one of setups.splice(0)) one.dispose();
	});

	async function open(more: Partial<Instance> = {}) {
		const setup = new ForgeSetup(
			{ name: 'forge.test', ...forge.addresses, ...more },
			undefined,
			() => context,
		);
		setups.push(setup);
		const answer = setup.chooseMethod();
		const box = (): FakeBox => made.boxes.at(-1) ?? assert.fail();
		const labels = () => box().items.map(({ label }) => label);
		await until(() => !box().busy);
		const done = () => until(() => made.boxes.length === 2 && box().isShown);
		return { answer, box, labels, done };
	}

	it('is offered while the forge has no application', async () => {
		assert.equal((await open()).labels().includes(setUp), true);
		assert.equal((await open({ clientId: 'tildeforge' })).labels().includes(setUp), false);
		assert.equal((await open({ identity: undefined } as never)).labels().includes(setUp), false);
	});

	const cases: readonly [what: string, port: string, clientId: string, set: Partial<Instance>][] = [
		['with any port', '', ' mine ', { clientId: 'mine' }],
		['with a port', '1234', 'mine', { clientId: 'mine', callbackPort: 1234 }],
	];
	for (const [what, port, clientId, set] of cases) {
		it(`asks for the application: ${what}`, async () => {
			const { answer, box, labels, done } = await open();
			answerWith(enter(port), enter(clientId));
			box().choose('Set Up');
			await done();
			const address = `http://127.0.0.1${port && `:${port}`}/callback`;
			assert.match(takeCalls()[1] ?? '', new RegExp(`redirect address ${address}\\.$`));
			assert.deepEqual(labels().slice(1, 3), methods);
			box().choose('browser');
			assert.deepEqual(await answer, {
				instance: { name: 'forge.test', ...forge.addresses, ...set },
				method: 'browser',
				oauth: true,
			});
		});
	}

	for (const [what, answers] of [
		['the port', []],
		['the client ID', [enter('')]],
		['an empty client ID', [enter(''), enter(' ')]],
	] as const) {
		it(`can be cancelled with ${what}`, async () => {
			const { box, labels, done } = await open();
			answerWith(...answers);
			box().choose('Set Up');
			await done();
			assert.equal(labels().includes(setUp), true);
			assert.equal(takeCalls().length, Math.min(2, answers.length + 1));
		});
	}

	it('forgets the port that the settings have, if the user leaves it out', async () => {
		const { answer, box, done } = await open({ callbackPort: 4321 });
		answerWith(enter(''), enter('mine'));
		box().choose('Set Up');
		await done();
		assert.match(takeCalls()[0] ?? '', /: 4321$/);
		box().choose('token');
		assert.deepEqual(await answer, {
			instance: { name: 'forge.test', ...forge.addresses, clientId: 'mine' },
			method: 'token',
			oauth: true,
		});
	});

	it('says what is wrong with a port', async () => {
		const { box, done } = await open();
		const problems: unknown[] = [];
		answerWith(async (options) => {
			const validate: unknown = Reflect.get(Object(options), 'validateInput');
			if (typeof validate !== 'function') assert.fail();
			for (const text of [' ', '1', '65535', '0', '65536', 'x']) problems.push(await validate(text));
		});
		box().choose('Set Up');
		await done();
		const wrong = 'Enter a port number from 1 to 65535.';
		assert.deepEqual(problems, [undefined, undefined, undefined, wrong, wrong, wrong]);
	});
});
