import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SampleForge } from '../../../../src/accounts/commands/sample-forge.ts';
import { SampleForgeMemento } from '../../../../src/accounts/forges/sample-forge-memento.ts';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { openWindow } from '../../../kit/window/sign-in-window.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

describe('The sample forge', () => {
	let parent: string;
	const windows: SampleForge[] = [];

	beforeEach(() => {
		parent = temporaryFolder('samples');
	});
	afterEach(() => Promise.all(windows.splice(0).map((one) => one.stop())));

	const samples = () => readdirSync(parent);

	/** What VS Code remembers for a window over reloads. */
	function createMemory() {
		const values = new Map<string, unknown>();
		return {
			get: (key: string) => values.get(key),
			update: async (key: string, value: unknown) => void values.set(key, value),
		};
	}

	/** A window, whose requests go to its sample forge. With the memory of another one, it is that window after a reload. */
	function open({
		memory = createMemory(),
		authority = 'example.org',
		place = temporaryFolder('signin'),
	} = {}) {
		const { registry, log, lines } = openWindow({ place });
		let instance: Instance | undefined;
		let kept: string | undefined;
		const instances = {
			addTemporary: (added: Instance, folder?: string) => {
				instance = added;
				kept = folder;
				return { dispose: () => {} };
			},
		};
		const remembered = new SampleForgeMemento(memory, () => [{ uri: { scheme: 'tildeforge', authority } }]);
		const sample = new SampleForge(parent, remembered, log);
		windows.push(sample);
		const request = async (path: string, body?: object) => {
			const [session] = registry.sessions;
			const answer = await fetch(`${instance?.trackers}${path}`, {
				headers: { Authorization: `Bearer ${session?.token}`, 'Content-Type': 'application/json' },
				...(body && { method: 'POST', body: JSON.stringify(body) }),
			});
			assert.equal(answer.ok, true, `${path} is answered with ${answer.status}`);
			return answer.json();
		};
		return {
			sample,
			remembered,
			registry,
			forges: { registry, instances },
			request,
			memory,
			lines,
			keptIn: () => kept,
		};
	}

	it('has a ticket that changed within the last two hours', async () => {
		const { sample, forges, request } = open();
		await sample.signIn(forges);
		const { results } = await request('/api/trackers/editor/tickets');
		const ages = results.map(({ updated }: { updated: string }) => Date.now() - Date.parse(updated));
		const youngest = Math.min(...ages);
		assert.ok(youngest > 0 && youngest < 2 * 60 * 60 * 1000, `the newest change is ${youngest} ms old`);
	});

	it('returns with its session and all changes after a reload, without the webhooks of before', async () => {
		const first = open();
		const session = await first.sample.signIn(first.forges);
		await first.request('/api/trackers/editor/tickets', { title: 'Made before the reload' });
		await first.request('/api/user/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['tracker:create'] });
		await first.sample.stop();

		const second = open({ memory: first.memory });
		assert.equal(second.remembered.isExpected, true);
		await second.sample.restore(second.forges);
		assert.equal(second.remembered.isExpected, false);
		assert.deepEqual(second.registry.sessions, [session]);
		// What the user has seen is still seen.
		assert.equal(second.keptIn(), first.keptIn());
		assert.match(first.keptIn() ?? '', new RegExp(`^${parent}/\\d+/kept$`));
		const tickets = JSON.stringify(await second.request('/api/trackers/editor/tickets'));
		assert.match(tickets, /Made before the reload/);
		const { results } = Object(await second.request('/api/user/webhooks'));
		assert.deepEqual(results, []);
	});

	it('returns as soon as the previous window has ended', async () => {
		const first = open();
		const session = await first.sample.signIn(first.forges);
		const second = open({ memory: first.memory });
		await second.sample.restore(second.forges);
		assert.deepEqual(second.registry.sessions, []);
		await first.sample.stop();
		await until(() => second.registry.sessions.length > 0, {
			what: 'the second window has the sample forge',
		});
		assert.deepEqual(second.registry.sessions, [session]);
	});

	it('never goes to another window, however long its own one is closed', async () => {
		const [own, other] = [open(), open()];
		const session = await own.sample.signIn(own.forges);
		await other.sample.restore(other.forges);
		await own.sample.stop();
		// Longer than a window waits between two tries.
		await until(() => other.registry.sessions.length > 0, { seconds: 1.5 }).catch(() => {});
		const restarted = open();
		await restarted.sample.restore(restarted.forges);
		assert.equal(restarted.remembered.isExpected, false);
		assert.deepEqual([other.registry.sessions, restarted.registry.sessions], [[], []]);
		const again = open({ memory: own.memory });
		await again.sample.restore(again.forges);
		assert.deepEqual(again.registry.sessions, [session]);
	});

	it('is continued by a window that asks for one, if none uses it', async () => {
		const first = open();
		const session = await first.sample.signIn(first.forges);
		await first.sample.stop();
		const second = open();
		assert.deepEqual(await second.sample.signIn(second.forges), session);
		await second.sample.stop();
		const third = open({ memory: second.memory });
		await third.sample.restore(third.forges);
		assert.deepEqual(third.registry.sessions, [session]);
	});

	it('is continued by a window whose workspace has a folder of it, as after Open as Folder in a browser', async () => {
		const first = open();
		const session = await first.sample.signIn(first.forges);
		await until(() => samples().some((name) => existsSync(join(parent, name, 'state.json'))));
		const second = open({ authority: 'sample forge' });
		assert.equal(second.remembered.isExpected, true);
		await second.sample.restore(second.forges);
		await first.sample.stop();
		await until(() => second.registry.sessions.length > 0, { what: 'the new workspace has it' });
		assert.deepEqual(second.registry.sessions, [session]);
	});

	it('does not start by itself, whatever is in its folder', async () => {
		for (const name of ['.DS_Store', 'Thumbs.db', '12 (conflict)']) writeFileSync(join(parent, name), '');
		mkdirSync(join(parent, String(Date.now() - 1000)));
		const before = samples();
		for (const window of [open(), open({ authority: 'sample forge' })]) {
			await window.sample.restore(window.forges);
			assert.deepEqual([window.registry.sessions, samples(), window.lines], [[], before, []]);
		}
	});

	it('ends after a day', async () => {
		const folder = String(Date.now() - 25 * 3_600_000);
		mkdirSync(join(parent, folder));
		const memory = createMemory();
		await memory.update('sampleForge', folder);
		const { sample, forges, registry } = open({ memory });
		await sample.restore(forges);
		assert.deepEqual([registry.sessions, memory.get('sampleForge')], [[], undefined]);
		await until(() => samples().length === 0, { what: 'the folder is removed' });
	});

	it('of which only a part is left is not made again', async () => {
		const { sample, forges, memory } = open();
		await sample.signIn(forges);
		await sample.stop();
		const [folder = ''] = samples();
		rmSync(join(parent, folder, 'state.json'));
		const again = open({ memory });
		await again.sample.restore(again.forges);
		assert.deepEqual(again.registry.sessions, []);
		assert.equal(open({ memory }).remembered.isExpected, false, 'it is expected each time');
	});

	for (const state of ['{ "accounts": {} }', '{ "format": 1, "accounts": {} }', '{']) {
		it(`is a new one if the state is ${state}, which the log says`, async () => {
			const folder = String(Date.now() - 1000);
			mkdirSync(join(parent, folder));
			writeFileSync(join(parent, folder, 'state.json'), state);
			const { sample, forges, registry, lines } = open();
			await sample.signIn(forges);
			assert.equal(registry.sessions.length, 1);
			assert.match(lines.join('\n'), new RegExp(`warn .*${folder} could not be restored`));
			assert.deepEqual(readdirSync(join(parent, folder)), ['state.json'], 'it is locked or changed');
		});
	}

	it('ends if the window cannot sign in to it, and can then be tried again', async () => {
		const place = temporaryFolder('signin');
		writeFileSync(join(place, 'sessions'), 'not a folder');
		const { sample, forges, registry } = open({ place });
		await assert.rejects(sample.signIn(forges));
		const [folder = ''] = samples();
		assert.equal(existsSync(join(parent, folder, 'forge.lock')), false, 'it still runs');
		rmSync(join(place, 'sessions'));
		await registry.read();
		assert.deepEqual(registry.sessions, []);
		await sample.signIn(forges);
		assert.deepEqual([registry.sessions.length, samples()], [1, [folder]]);
	});

	it('is removed when the user signs out, and then starts from the beginning', async () => {
		const { sample, remembered, registry, forges } = open();
		await sample.restore(forges);
		const { id, token } = await sample.signIn(forges);
		assert.equal(remembered.isExpected, false, 'VS Code never learns that the user has signed out');
		const [folder] = samples();
		await registry.remove(id);
		await until(() => samples().length === 0, { what: 'the folder is removed' });
		assert.notEqual((await sample.signIn(forges)).token, token);
		assert.notDeepEqual(samples(), [folder]);
	});

	it('is separate for each window that runs at the same time', async () => {
		const [first, second] = [open(), open()];
		const { token } = await first.sample.signIn(first.forges);
		await second.sample.restore(second.forges);
		assert.deepEqual(second.registry.sessions, [], 'the running one belongs to the first window');
		assert.notEqual((await second.sample.signIn(second.forges)).token, token);
		assert.equal(samples().length, 2);
	});

	it('has a random token', async () => {
		const { sample, forges } = open();
		const { token, account } = await sample.signIn(forges);
		assert.equal(account, '~ana');
		assert.notEqual(token, 'a0'.repeat(16));
	});

	it('starts once if the user asks twice', async () => {
		const { sample, forges } = open();
		const [one, other] = await Promise.all([sample.signIn(forges), sample.signIn(forges)]);
		assert.deepEqual(one, other);
		assert.equal(samples().length, 1);
	});
});
