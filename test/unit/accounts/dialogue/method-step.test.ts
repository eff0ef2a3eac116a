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
const setUp = '$(gear) Set up browser sign-in…';
/** The rows of the services, with their icons. */
const services = (...icons: readonly string[]) => [
	'Services',
	...['Account service', 'Mailing lists', 'Repositories', 'Ticket trackers'].map(
		(name, nth) => `$(${icons[nth] ?? 'check'}) ${name}`,
	),
];

describe('The step that asks how to sign in', () => {
	const { context } = network();
	const { site, nowhere } = webSites();
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

	it('offers the methods that fit, and shows the services that were found', async () => {
		const { answer, box, labels, found } = open(full());
		assert.deepEqual(
			[box().title, box().buttons, box().busy],
			['Sign in to forge.test', [QuickInputButtons.Back], true],
		);
		assert.equal(labels().includes('$(loading~spin) Account service'), true);
		await found();
		assert.deepEqual(labels(), ['Sign-in methods', ...methods, ...services()]);
		box().choose('browser');
		assert.deepEqual(await answer, { instance: full(), method: 'browser', oauth: true });
	});

	it('finds the services of an address that the user typed, and leaves out what is not there', async () => {
		const { answer, box, labels, found } = open({ name: 'forge.test' }, forge.addresses.trackers);
		assert.deepEqual(labels().slice(0, 1), ['$(loading~spin) Looking for the forge…']);
		await found();
		await until(() => labels().includes('$(circle-slash) Mailing lists'));
		assert.deepEqual(labels(), [
			'Sign-in methods',
			'$(key) Paste a token',
			...services('circle-slash', 'circle-slash', 'circle-slash', 'check'),
		]);
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
		assert.equal(row('warning').detail, 'Select to enter another domain, or correct an address below.');
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
		box().choose('Services');
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

	it('says what is wrong with a service, and whether it is used', async () => {
		const gone = await nowhere();
		const broken = await site({ '*': [500, 'x'] });
		const other = await site({ '*': [200, '<p>Hello'] });
		const { row, found, setup } = open({
			name: 'forge.test',
			...forge.addresses,
			lists: gone,
			repositories: other,
		});
		await found();
		assert.match(row('Mailing lists').detail, /refused the connection\.$/);
		assert.match(row('Repositories').detail, /^A server responded, but/);
		assert.match(row('Ticket trackers').detail, /^Available\./);
		assert.deepEqual(
			['Mailing lists', 'Repositories'].map((name) => row(name).label.split(' ')[0]),
			['$(error)', '$(warning)'],
		);
		setup.dispose();
		const typed = open({ name: 'forge.test' }, broken);
		await typed.found();
		assert.match(typed.row('Mailing lists').detail, / It will be used when it is available again\.$/);
		typed.setup.dispose();
		const wrong = open({ name: 'forge.test' }, other);
		await wrong.found();
		assert.match(wrong.row('Mailing lists').detail, / It will not be used\.$/);
	});

	it('lets the user change the address of a service, add one and leave one out', async () => {
		const { lists, ...rest } = forge.addresses;
		const { answer, box, row, found, shownAgain } = open({ name: 'forge.test', ...rest });
		await found();
		assert.equal(row('Mailing lists').detail, 'Select to enter its address.');
		answerWith(enter(` ${lists}/ `), enter(''), () => undefined);
		box().choose('Mailing lists');
		await shownAgain(2);
		await found();
		box().itemPressed.fire({ item: row('Repositories') });
		await shownAgain(3);
		await found();
		box().choose('Ticket trackers');
		await shownAgain(4);
		assert.deepEqual(
			['Mailing lists', 'Repositories', 'Ticket trackers'].map((name) => row(name).label.split(' ')[0]),
			['$(check)', '$(circle-slash)', '$(check)'],
		);
		assert.deepEqual(
			takeCalls().map((call) => call.replace(/: URL of the service.*service\./, '')),
			[
				'input: Mailing lists: forge.test',
				`input: Repositories: forge.test: ${rest.repositories}`,
				`input: Ticket trackers: forge.test: ${rest.trackers}`,
			],
		);
		box().choose('token');
		const { repositories: _, ...left } = forge.addresses;
		assert.deepEqual(await answer, {
			instance: { name: 'forge.test', ...left },
			method: 'token',
			oauth: true,
		});
	});

	it('says what is wrong with an address', async () => {
		const { box, found, shownAgain } = open({ name: 'forge.test', ...forge.addresses });
		await found();
		const problems: unknown[] = [];
		answerWith(async (options) => {
			const validate: unknown = Reflect.get(Object(options), 'validateInput');
			if (typeof validate !== 'function') assert.fail();
			for (const text of ['', ' https://a.example ', 'http://a.example', 'x y'])
				problems.push(await validate(text));
		});
		box().choose('Repositories');
		await shownAgain(2);
		assert.deepEqual(problems.slice(0, 2), [undefined, undefined]);
		assert.match(String(problems[2]), /would not be encrypted/);
		assert.match(String(problems[3]), /is not a forge address/);
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
			box().choose('Set up');
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
			box().choose('Set up');
			await done();
			assert.equal(labels().includes(setUp), true);
			assert.equal(takeCalls().length, Math.min(2, answers.length + 1));
		});
	}

	it('forgets the port that the settings have, if the user leaves it out', async () => {
		const { answer, box, done } = await open({ callbackPort: 4321 });
		answerWith(enter(''), enter('mine'));
		box().choose('Set up');
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
		box().choose('Set up');
		await done();
		const wrong = 'Enter a port number from 1 to 65535.';
		assert.deepEqual(problems, [undefined, undefined, undefined, wrong, wrong, wrong]);
	});
});
