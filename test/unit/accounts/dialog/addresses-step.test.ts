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

	it('compares the hub with services that have not answered yet', async () => {
		const { box, shown } = open({}, 'forge.example', () => new Promise(() => {}));
		box().choose('Project hub');
		await shown('Project hub: forge.test');
		box().type('https://projects.forge.example');
		assert.equal(box().validationMessage, undefined);
		box().type('https://hub.other.example');
		assert.match(String(box().validationMessage), /^Enter an address in the domain forge\.example/);
	});
});
