import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { SampleForge } from '../../../../src/accounts/commands/sample-forge.ts';
import type { Instance } from '../../../../src/signin/instance.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';
import { openWindow } from '../../signin/window.ts';

describe('The sample forge', () => {
	let parent: string;
	const windows: SampleForge[] = [];

	beforeEach(() => {
		parent = temporaryFolder('samples');
	});
	afterEach(() => Promise.all(windows.splice(0).map((one) => one.stop())));

	const samples = () => readdirSync(parent);

	/** A window, whose requests go to its sample forge. */
	function open() {
		const { registry } = openWindow();
		let instance: Instance | undefined;
		const instances = {
			addTemporary: (added: Instance) => {
				instance = added;
				return { dispose: () => {} };
			},
		};
		const sample = new SampleForge(parent);
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
		return { sample, registry, forges: { registry, instances }, request };
	}

	it('returns with its session and all changes after a reload, without the webhooks of before', async () => {
		const first = open();
		const session = await first.sample.signIn(first.forges);
		await first.request('/api/trackers/editor/tickets', { title: 'Made before the reload' });
		await first.request('/api/user/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['tracker:create'] });
		await first.sample.stop();

		const second = open();
		await second.sample.restore(second.forges);
		assert.deepEqual(second.registry.sessions, [session]);
		const tickets = JSON.stringify(await second.request('/api/trackers/editor/tickets'));
		assert.match(tickets, /Made before the reload/);
		const { results } = Object(await second.request('/api/user/webhooks'));
		assert.deepEqual(results, []);
	});

	it('returns as soon as the previous window has ended', async () => {
		const [first, second] = [open(), open()];
		const session = await first.sample.signIn(first.forges);
		await second.sample.restore(second.forges);
		assert.deepEqual(second.registry.sessions, []);
		await first.sample.stop();
		await until(() => second.registry.sessions.length > 0, {
			what: 'the second window has the sample forge',
		});
		assert.deepEqual(second.registry.sessions, [session]);
	});

	it('does not start by itself', async () => {
		const { sample, registry, forges } = open();
		await sample.restore(forges);
		assert.deepEqual(registry.sessions, []);
		assert.deepEqual(samples(), []);
	});

	it('is removed when the user signs out, and then starts from the beginning', async () => {
		const { sample, registry, forges } = open();
		const { id, token } = await sample.signIn(forges);
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
