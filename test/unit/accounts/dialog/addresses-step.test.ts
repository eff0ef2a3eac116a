import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { type AddressName, allServices, type Instance } from '../../../../src/signin/instances/instance.ts';
import { network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';
import { type FakeBox, made } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { forgeSetups } from './forge-setups.ts';

const { changeAddresses } = await import('../../../../src/accounts/dialog/addresses-step.ts');
const { QuickInputButtons } = await import('vscode');

let forge: Forge;
before(async () => {
	forge = await startForge({ port: 0 });
});
after(() => forge.stop());

describe('The step that shows the addresses of a forge', () => {
	const { context, asked } = network();
	const { site, nowhere } = webSites();
	const setups = forgeSetups();

	/** The step for a forge in the settings. With `typed`, its services are only looked for there. */
	function open(addresses: Partial<Record<AddressName, string>>, typed?: string, fetch = context.fetch) {
		const instance: Instance = { name: 'forge.test', ...addresses };
		const opened = setups.open(instance, { ...context, ...instance, fetch }, typed);
		const { ask, setup, wizard } = opened;
		const probed = setup.probe();
		const box = (): FakeBox => made.boxes.at(-1) ?? assert.fail();
		const answer = ask(changeAddresses(wizard, setup));
		return {
			...opened,
			answer,
			box,
			probed,
			row: (words: string) => Object(box().items.find(({ label }) => label.includes(words))),
			labels: () => box().items.map(({ label }) => label),
			/** The next box is shown. */
			shown: (title: string) => until(() => box().title === title && box().isShown),
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
		const rows = names.map((name, nth) => `$(${icons[nth]}) ${name}`);
		assert.deepEqual(labels(), [back, 'Services', ...rows, '$(circle-slash) Project hub']);
		await until(() => /^Available\. Version /.test(row('Ticket trackers').detail), { what: 'the version' });
		assert.equal(row('Ticket trackers').description, rest.trackers);
		assert.equal(row('Mailing lists').detail, 'Select to enter its address.');
	});

	it('asks for the versions of services when it is shown first, also if they were found before', async () => {
		const { setup, wizard, ask } = setups.open({ name: 'forge.test', ...forge.addresses }, context);
		const versions = () => asked.filter((request) => request === 'GET /api/version').length;
		await setup.probe();
		assert.equal(versions(), 0);
		void ask(changeAddresses(wizard, setup));
		const box = () => made.boxes.at(-1) ?? assert.fail();
		const shown = () =>
			box().items.filter((item) => /^Available\. Version /.test(Object(item).detail)).length;
		await until(() => shown() === names.length, { what: 'the versions' });
		box().choose('Mailing lists');
		await until(() => box().title === 'Mailing lists: forge.test' && box().isShown);
		box().pressed.fire(QuickInputButtons.Back);
		await until(() => shown() === names.length, { what: 'the versions' });
		assert.equal(versions(), names.length);
	});

	it('says what is wrong with a service, and whether it is used', async () => {
		const addresses = {
			...forge.addresses,
			lists: await nowhere(),
			repositories: await site({ '*': [200, '<p>Hello'] }),
		};
		const found = open({});
		await found.probed;
		for (const service of allServices) void found.setup.discovery.probeService(service, addresses[service]);
		await until(() => !found.setup.discovery.isBusy);
		assert.match(
			found.row('Mailing lists').detail,
			/refused the connection\. It will be used when it is available again\.$/,
		);
		assert.match(found.row('Repositories').detail, /^A server responded, but.* It will not be used\.$/);
		assert.deepEqual(
			['Mailing lists', 'Repositories'].map((name) => found.row(name).label.split(' ')[0]),
			['$(error)', '$(warning)'],
		);
		const set = open(addresses);
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
					.items.slice(2, -1)
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
		assert.match(row('Mailing lists').detail, /nowhere\.invalid/);
	});

	it('lets the user change the address of a service, add one and leave one out', async () => {
		const { lists, ...rest } = forge.addresses;
		const { box, row, probed, setup, shown } = open(rest);
		await probed;
		box().choose('Mailing lists');
		await shown('Mailing lists: forge.test');
		assert.deepEqual([box().value, box().placeholder], ['', 'https://…']);
		box().type(` ${lists}/ `);
		box().accept();
		await shown('Server addresses: forge.test');
		box().choose('Mailing lists');
		await shown('Mailing lists: forge.test');
		assert.equal(box().value, lists);
		box().pressed.fire(QuickInputButtons.Back);
		await shown('Server addresses: forge.test');
		box().itemPressed.fire({ item: row('Repositories') });
		await shown('Repositories: forge.test');
		assert.equal(box().value, rest.repositories);
		box().type('');
		box().accept();
		await shown('Server addresses: forge.test');
		const { repositories: _, ...left } = forge.addresses;
		assert.deepEqual(setup.instance, { name: 'forge.test', ...left });
	});

	it('shows the hub, which follows the services to another domain, and is not looked for again once it is left out', async () => {
		const meta = async (scope: string) =>
			site({ '*': [404, ''], '/query/api-meta.json': [200, JSON.stringify({ scopes: [scope] })] });
		const hub = await meta('PROJECTS');
		const hosts: Readonly<Record<string, string>> = {
			'lists.forge.example': await meta('EMAILS'),
			'todo.forge.example': await meta('TICKETS'),
			'forge.example': hub,
			'hub.new.example': hub,
		};
		const gone = await nowhere();
		const fetch: typeof context.fetch = (url, request) => {
			const host = new URL(url).host.replace(/^(lists|todo)\.new/, '$1.forge');
			return context.fetch(`${hosts[host] ?? gone}${new URL(url).pathname}`, request);
		};
		const found = open({}, 'forge.example', fetch);
		await until(() => found.labels().includes('$(check) Project hub'));
		assert.equal(found.setup.instance.hub, 'https://forge.example');
		const probed = found.setup.probe();
		assert.equal(
			found.row('Project hub').label,
			'$(check) Project hub',
			'while the services are probed again',
		);
		await probed;
		for (const service of allServices) found.setup.enterAddress(service, '');
		found.setup.enterAddress('lists', 'https://lists.new.example');
		found.setup.enterAddress('trackers', 'https://todo.new.example');
		assert.equal(found.setup.instance.hub, undefined);
		await until(() => found.setup.instance.hub === 'https://hub.new.example');
		const services = { lists: 'https://lists.forge.example', trackers: 'https://todo.forge.example' };
		const asked: string[] = [];
		const left = open(services, undefined, (url, request) => {
			asked.push(new URL(url).host);
			return fetch(url, request);
		});
		await left.probed;
		left.setup.enterAddress('lists', services.lists);
		await until(() => !left.setup.discovery.isBusy);
		assert.deepEqual([...new Set(asked)].sort(), ['lists.forge.example', 'todo.forge.example']);
		const known = open({ lists: forge.addresses.lists, hub });
		await known.probed;
		assert.equal(known.row('Project hub').label, '$(check) Project hub');
		known.box().choose('Project hub');
		await known.shown('Project hub: forge.test');
		assert.equal(known.box().value, hub);
		known.box().type('https://hub.old.example');
		assert.equal(known.box().validationMessage, 'Enter an address in the domain 127.0.0.1.');
		known.box().type('');
		known.box().accept();
		await known.shown('Server addresses: forge.test');
		assert.deepEqual(
			[known.labels().at(-1), known.setup.instance],
			['$(circle-slash) Project hub', { name: 'forge.test', lists: forge.addresses.lists }],
		);
	});

	it('says that a hub in another domain than the services is not used, even if it answers', async () => {
		const hub = await site({
			'*': [404, ''],
			'/query/api-meta.json': [200, JSON.stringify({ scopes: ['PROJECTS'] })],
		});
		const fetch: typeof context.fetch = (url, request) =>
			context.fetch(url.replace('https://hub.old.example', hub), request);
		const { lists } = forge.addresses;
		const { row, probed, setup } = open({ lists, hub: 'https://hub.old.example' }, undefined, fetch);
		await probed;
		assert.equal(setup.discovery.of('hub')?.finding?.kind, 'good');
		assert.deepEqual(
			[row('Project hub').label, row('Project hub').detail],
			['$(warning) Project hub', "Not in the domain of the forge's services. It will not be used."],
		);
	});

	it('says in which domains a hub may be, and that services come first', async () => {
		const lists = 'https://mail.forge.invalid';
		for (const [services, where] of [
			[
				{ lists, trackers: 'https://todo.b.invalid' },
				'an address in the domain mail.forge.invalid or todo.b.invalid',
			],
			[{}, "the addresses of the forge's services first"],
		] as const) {
			const { box, probed, shown } = open(services);
			await probed;
			box().choose('Project hub');
			await shown('Project hub: forge.test');
			box().type('https://hub.forge.invalid');
			assert.equal(box().validationMessage, `Enter ${where}.`);
		}
	});

	it('compares the hub with services that have not answered yet', async () => {
		const { box, shown } = open({}, 'forge.example', () => new Promise(() => {}));
		box().choose('Project hub');
		await shown('Project hub: forge.test');
		box().type('https://projects.forge.example');
		assert.equal(box().validationMessage, undefined);
		box().type('https://hub.other.example');
		assert.match(String(box().validationMessage), /^Enter an address in the domain forge\.example/);
	});

	it('says why a hub does not answer, wherever it is', async () => {
		const { row, probed } = open({
			lists: forge.addresses.lists,
			hub: await nowhere().then((at) => at.replace('127.0.0.1', 'localhost')),
		});
		await probed;
		assert.match(row('Project hub').detail, /refused the connection/);
	});

	it('says what is wrong with an address, and does not accept it', async () => {
		const { box, probed, shown } = open(forge.addresses);
		await probed;
		box().choose('Repositories');
		await shown('Repositories: forge.test');
		for (const [text, problem] of [
			['http://a.example', /would not be encrypted/],
			['x y', /^Enter a web address, such as https:/],
			['ftp://a.example', /is not a web address/],
		] as const) {
			box().type(text);
			assert.match(String(box().validationMessage), problem);
			box().accept();
			assert.equal(box().isShown, true);
		}
		for (const text of ['', ' https://a.example ', 'a.example/path', 'localhost:5001']) {
			box().type(text);
			assert.equal(box().validationMessage, undefined);
		}
	});

	it('adds the scheme that the user leaves out', async () => {
		const { lists, ...rest } = forge.addresses;
		const { box, probed, setup, shown } = open(rest);
		await probed;
		for (const [typed, address] of [
			[lists.replace('http://', ''), lists],
			['lists.forge.invalid', 'https://lists.forge.invalid'],
		] as const) {
			box().choose('Mailing lists');
			await shown('Mailing lists: forge.test');
			box().type(typed);
			box().accept();
			await shown('Server addresses: forge.test');
			assert.equal(setup.discovery.of('lists')?.address, address);
		}
	});

	it('says that only the account service was found, and asks for the other addresses', async () => {
		const { box, probed } = open({ identity: forge.addresses.identity });
		await probed;
		assert.equal(
			box().placeholder,
			'Found the account service, but no lists, repositories and trackers. Enter their addresses',
		);
	});

	it('keeps an address that the user has begun to type and goes back from', async () => {
		const { box, probed, shown } = open(forge.addresses);
		await probed;
		box().choose('Repositories');
		await shown('Repositories: forge.test');
		box().type('https://git.exa');
		box().pressed.fire(QuickInputButtons.Back);
		await shown('Server addresses: forge.test');
		box().choose('Repositories');
		await shown('Repositories: forge.test');
		assert.equal(box().value, 'https://git.exa');
	});

	it('says what is wrong with the forge in the settings', async () => {
		const { labels, settings, probed } = open(forge.addresses);
		await probed;
		settings.problems = ['Invalid address: lists is "$(bug)".'];
		settings.changes.fire();
		assert.deepEqual(labels().slice(-2), [
			'Invalid settings',
			'$(warning) Invalid address: lists is "\\$(bug)".',
		]);
	});

	it('looks at an address that has changed in the settings, but not in place of one that the user entered', async () => {
		const { setup, settings, probed, row, box, shown } = open({ ...all(forge.addresses.trackers) });
		await probed;
		box().choose('Repositories');
		await shown('Repositories: forge.test');
		box().type(forge.addresses.repositories);
		box().accept();
		await shown('Server addresses: forge.test');
		const { lists } = forge.addresses;
		settings.change({ name: 'forge.test', lists, repositories: 'https://other.example' });
		await until(() => !setup.discovery.isBusy);
		assert.equal(row('Mailing lists').label, '$(check) Mailing lists');
		assert.equal(row('Repositories').description, forge.addresses.repositories);
		assert.equal(row('Ticket trackers').description, 'not found');
		const { repositories } = forge.addresses;
		assert.deepEqual(setup.instance, { name: 'forge.test', lists, repositories });
	});
});
