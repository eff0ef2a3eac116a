import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { Discovery } from '../../../../src/signin/discovery.ts';
import { allServices, type Instance, type Service } from '../../../../src/signin/instance.ts';
import { until } from '../../../tools/until.ts';
import { answerWith, enter, type FakeBox, made, takeCalls } from '../../editor.ts';
import { network } from '../../signin/person.ts';
import { webSites } from '../../signin/web-sites.ts';

const { changeAddresses } = await import('../../../../src/accounts/dialogue/addresses-step.ts');
const { QuickInputButtons } = await import('vscode');

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

describe('The step that shows the addresses of a forge', () => {
	const { context } = network();
	const { site, nowhere } = webSites();
	const ends: AbortController[] = [];
	afterEach(() => {
		for (const one of ends.splice(0)) one.abort();
	});

	/** The step for a forge whose services are looked for at `addresses`. Those in `required` are in the settings. */
	function open(addresses: Partial<Record<Service, string>>, required: readonly Service[] = []) {
		const end = new AbortController();
		ends.push(end);
		const instance: Instance = { name: 'forge.test', ...addresses };
		let draw = () => {};
		const discovery = new Discovery(
			() => ({ ...context, ...instance }),
			() => draw(),
			end.signal,
		);
		const probed = Promise.all(allServices.map((one) => discovery.probeService(one, addresses[one])));
		const changes: unknown[] = [];
		const answer = changeAddresses({
			instance,
			discovery,
			required: new Set(required),
			change: (service, address) => changes.push([service, address]),
			setDraw: (next) => {
				draw = next;
			},
		});
		const box = (): FakeBox => made.boxes.at(-1) ?? assert.fail();
		return {
			answer,
			box,
			changes,
			probed,
			row: (words: string) => Object(box().items.find(({ label }) => label.includes(words))),
			labels: () => box().items.map(({ label }) => label),
			/** The box is shown again, after the user has answered another one. */
			shownAgain: (count: number) => until(() => made.boxes.length === count && box().isShown),
		};
	}
	const all = (address: string) => Object.fromEntries(allServices.map((service) => [service, address]));
	const names = ['Account service', 'Mailing lists', 'Repositories', 'Ticket trackers'];
	const back = '$(arrow-left) Back to Sign-In Methods';

	it('shows what is found at each address, as soon as it is found', async () => {
		const { lists: _, ...rest } = forge.addresses;
		const { box, labels, row, probed } = open(rest);
		assert.deepEqual(
			[box().title, box().buttons, box().busy, box().ignoreFocusOut],
			['Server addresses: forge.test', [QuickInputButtons.Back], true, true],
		);
		assert.equal(row('Account service').label, '$(loading~spin) Account service');
		assert.equal(row('Account service').detail, 'Checking…');
		await probed;
		assert.deepEqual([box().busy, box().placeholder], [false, 'Select an address to change it']);
		const icons = ['check', 'circle-slash', 'check', 'check'];
		assert.deepEqual(labels(), [back, 'Services', ...names.map((name, nth) => `$(${icons[nth]}) ${name}`)]);
		assert.match(row('Ticket trackers').detail, /^Available\. Version /);
		assert.equal(row('Ticket trackers').description, rest.trackers);
		assert.equal(row('Mailing lists').detail, 'Select to enter its address.');
	});

	it('says what is wrong with a service, and whether it is used', async () => {
		const addresses = {
			...forge.addresses,
			lists: await nowhere(),
			repositories: await site({ '*': [200, '<p>Hello'] }),
		};
		const found = open(addresses);
		await found.probed;
		assert.match(
			found.row('Mailing lists').detail,
			/refused the connection\. It will be used when it is available again\.$/,
		);
		assert.match(found.row('Repositories').detail, /^A server responded, but.* It will not be used\.$/);
		assert.deepEqual(
			['Mailing lists', 'Repositories'].map((name) => found.row(name).label.split(' ')[0]),
			['$(error)', '$(warning)'],
		);
		const set = open(addresses, ['lists', 'repositories']);
		await set.probed;
		assert.match(set.row('Mailing lists').detail, /refused the connection\.$/);
		assert.match(set.row('Repositories').detail, /needs\.$/);
	});

	for (const [what, address, problem] of [
		['nothing answers', async () => all(await nowhere()), 'The forge cannot be reached'],
		[
			'no server has the name',
			async () => all('https://nowhere.invalid'),
			'No server found at this address, or you are offline',
		],
		[
			'something else answers',
			async () => all(await site({ '*': [404, 'page'] })),
			'No forge found at this address',
		],
	] as const) {
		it(`says once what is wrong if ${what} at any address`, async () => {
			const { box, probed } = open(await address());
			await probed;
			assert.equal(box().placeholder, `${problem}. Select an address to change it`);
			assert.deepEqual(
				box()
					.items.slice(2)
					.map((item) => Reflect.get(item, 'detail')),
				names.map(() => 'Select to change its address.'),
			);
		});
	}

	it('gives each reason if the addresses fail for several', async () => {
		const gone = await nowhere();
		const { box, row, probed } = open({ ...all(gone), lists: 'https://nowhere.invalid' });
		await probed;
		assert.equal(box().placeholder, 'No forge found at this address. Select an address to change it');
		assert.match(row('Ticket trackers').detail, /refused the connection\./);
		assert.match(row('Mailing lists').detail, / It will not be used\.$/);
	});

	it('lets the user change the address of a service, add one and leave one out', async () => {
		const { lists, ...rest } = forge.addresses;
		const { box, row, changes, probed, shownAgain } = open(rest);
		await probed;
		const { length } = made.boxes;
		answerWith(enter(` ${lists}/ `), enter(''), () => undefined);
		box().choose('Mailing lists');
		await shownAgain(length + 1);
		box().itemPressed.fire({ item: row('Repositories') });
		await shownAgain(length + 2);
		box().choose('Ticket trackers');
		await shownAgain(length + 3);
		assert.deepEqual(changes, [
			['lists', lists],
			['repositories', ''],
		]);
		assert.deepEqual(
			takeCalls().map((call) => call.replace(/: URL of the service.*service\./, '')),
			[
				'input: Mailing lists: forge.test',
				`input: Repositories: forge.test: ${rest.repositories}`,
				`input: Ticket trackers: forge.test: ${rest.trackers}`,
			],
		);
	});

	it('says what is wrong with an address', async () => {
		const { box, probed, shownAgain } = open(forge.addresses);
		await probed;
		const { length } = made.boxes;
		const problems: unknown[] = [];
		answerWith(async (options) => {
			const validate: unknown = Reflect.get(Object(options), 'validateInput');
			if (typeof validate !== 'function') assert.fail();
			for (const text of ['', ' https://a.example ', 'http://a.example', 'x y'])
				problems.push(await validate(text));
		});
		box().choose('Repositories');
		await shownAgain(length + 1);
		assert.deepEqual(problems.slice(0, 2), [undefined, undefined]);
		assert.match(String(problems[2]), /would not be encrypted/);
		assert.match(String(problems[3]), /is not a forge address/);
	});

	for (const [how, act, end] of [
		['presses Back', (box: FakeBox) => box.pressed.fire(QuickInputButtons.Back), 'back'],
		['chooses the first row', (box: FakeBox) => box.choose('Back to Sign-In'), 'back'],
		['leaves', (box: FakeBox) => box.hide(), 'left'],
	] as const) {
		it(`ends when the user ${how}`, async () => {
			const { answer, box } = open(forge.addresses);
			box().choose('Services');
			assert.equal(box().isShown, true);
			act(box());
			assert.equal(await answer, end);
		});
	}
});
