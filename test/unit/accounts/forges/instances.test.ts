import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { ana } from '../../../kit/window/sign-in-window.ts';

const { workspace } = await import('vscode');
const { Instances } = await import('../../../../src/accounts/forges/instances.ts');

const written = { name: 'a.org', trackers: 'https://todo.a.org' };
const other = { name: 'b.org', trackers: 'https://todo.b.org' };
const setting = 'tildeforge.instances';

function open(...entries: readonly unknown[]) {
	setSetting(setting, entries);
	const instances = new Instances();
	const count = { changes: 0 };
	instances.onDidChange(() => {
		count.changes += 1;
	});
	const names = () => instances.all.map(({ name }) => name);
	return { instances, count, names };
}

describe('The forges of a window', () => {
	it('are those in the settings', () => {
		const { instances } = open(written, other, 7);
		assert.deepEqual(
			[instances.configured, instances.all],
			[
				[written, other],
				[written, other],
			],
		);
		assert.deepEqual([instances.find('b.org'), instances.find('c.org')], [other, undefined]);
		assert.equal(instances.problems.length, 1);
	});

	it('change with the settings, until the end', () => {
		const { instances, count } = open(written);
		setSetting('tildeforge.other', 1);
		assert.equal(count.changes, 0);
		setSetting(setting, [other]);
		assert.deepEqual([count.changes, instances.all], [1, [other]]);
		instances.dispose();
		setSetting(setting, []);
		assert.equal(count.changes, 1);
	});

	it('include temporary ones until they end, in place of those with the same name', () => {
		const { instances, count, names } = open(written, other);
		const temporary = { ...written, lists: 'https://lists.a.org' };
		const added = instances.addTemporary(temporary);
		assert.deepEqual([names(), instances.find('a.org'), count.changes], [['b.org', 'a.org'], temporary, 1]);
		assert.deepEqual([instances.isTemporary(written), instances.isTemporary(other)], [true, false]);
		added.dispose();
		assert.deepEqual([names(), instances.find('a.org'), count.changes], [['a.org', 'b.org'], written, 2]);
	});

	it('lack those of sessions that are no longer in the settings', () => {
		const { instances } = open(written);
		const sessions = ['a.org', 'c.org'].map((instance) => ({ ...ana, id: instance, instance }));
		assert.deepEqual(
			instances.unconfigured(sessions).map(({ id }) => id),
			['c.org'],
		);
	});
});

describe('A forge that is set up', () => {
	const changed = { ...written, clientId: 'mine' };
	const saves: readonly [
		what: string,
		entries: readonly unknown[] | undefined,
		now: readonly unknown[] | undefined,
	][] = [
		['is added to the settings', [other], [other, changed]],
		[
			'replaces the one with its name, and leaves the others as they are',
			[7, written, other],
			[7, changed, other],
		],
		[
			'keeps what could not be read, which the user can correct, and what a newer version wrote',
			[{ color: 'blue', ...written, webhookKey: 'short', lists: 'htps://lists.a.org' }],
			[{ color: 'blue', ...written, webhookKey: 'short', lists: 'htps://lists.a.org', clientId: 'mine' }],
		],
		[
			'replaces a field that could not be read, and removes one that it no longer has',
			[{ ...written, clientId: 3, callbackPort: 8085 }],
			[changed],
		],
		['is not written again if it is the same', [changed], undefined],
		['is the first one', [], [changed]],
	];
	for (const [what, entries = [], now] of saves) {
		it(what, async () => {
			const { instances } = open(...entries);
			await instances.save(changed, async () => {
				assert.deepEqual([instances.isTemporary(changed), instances.find('a.org')], [true, changed]);
			});
			assert.deepEqual(
				takeCalls(),
				now === undefined ? [] : [`setting: user: ${setting}: ${JSON.stringify(now)}`],
			);
			assert.deepEqual([instances.isTemporary(changed), instances.find('a.org')], [false, changed]);
		});
	}

	for (const [what, value, now] of [
		['there are none', undefined, [changed]],
		['one is written without a list', other, [other, changed]],
	] as const) {
		it(`is added where ${what}`, async () => {
			const { instances } = open();
			setSetting(setting, value);
			await instances.save(changed, async () => {});
			assert.deepEqual(takeCalls(), [`setting: user: ${setting}: ${JSON.stringify(now)}`]);
		});
	}

	it('is not written if signing in fails', async () => {
		const { instances, names } = open(other);
		await assert.rejects(
			instances.save(changed, () => Promise.reject(new Error('left'))),
			/left/,
		);
		assert.deepEqual([takeCalls(), names()], [[], ['b.org']]);
	});

	it('blocks no later sign-in if the user leaves while it is written, even if that never ends', async () => {
		const { instances, names } = open(other);
		const update = () => new Promise(() => {});
		const mocked = mock.method(workspace, 'getConfiguration', () => ({ get: () => [other], update }));
		const controller = new AbortController();
		const { signal } = controller;
		const saving = instances.saves.run(() => instances.save(changed, async () => {}, signal), signal);
		const reason = new Error('left');
		setImmediate(() => controller.abort(reason));
		await assert.rejects(saving, reason);
		assert.equal(await instances.saves.run(async () => 'next'), 'next');
		mocked.mock.restore();
		assert.deepEqual(names(), ['b.org']);
	});
});
