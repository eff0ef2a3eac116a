import assert from 'node:assert/strict';
import type { TrackerKey } from '../../../../src/platform/model/keys.ts';
import { runTrackerCommand } from '../../../../src/tickets/commands/run-tracker-command.ts';
import { contextOf, trackerKinds } from '../../../../src/tickets/model/tracker-kind.ts';

const own = { account: 'bob', owner: '~bob', tracker: 'editor' };
const pinned = { ...own, owner: '~ana' };

/** Calls a command as ~bob, and records what it did. */
async function call(kind: 'own' | 'pinned', given: readonly [unknown?], picked?: TrackerKey) {
	const done = { acted: [] as TrackerKey[], told: [] as string[], asked: [] as string[] };
	await runTrackerCommand(
		given,
		{ title: 'Delete Tracker', kind, act: async (key) => void done.acted.push(key) },
		{
			nameOf: (account) => (account === 'bob' ? '~bob' : undefined),
			pick: async (title, kind) => {
				done.asked.push(`${title} ${kind}`);
				return picked;
			},
			inform: async (message) => done.told.push(message),
		},
	);
	return done;
}

const target = (key: TrackerKey) => ({ kind: 'tracker', key });
const row = (key: TrackerKey) => ({ id: 'row', label: key.tracker, about: target(key) });

describe('A command for trackers of one kind', () => {
	for (const [what, given] of [
		['target', [target(pinned)]],
		['row', [row(pinned)]],
	] as const) {
		it(`for the user’s own trackers refuses the ${what} of another user’s tracker`, async () => {
			const { acted, told } = await call('own', given);
			assert.deepEqual(acted, []);
			assert.deepEqual(told, ['Delete Tracker is only available for your own trackers.']);
		});
	}

	it('for pinned trackers refuses the user’s own tracker', async () => {
		const { acted, told } = await call('pinned', [target(own)]);
		assert.deepEqual([acted, told.length], [[], 1]);
	});

	it('refuses a tracker of the wrong kind that the picker returns', async () => {
		const { acted, told, asked } = await call('own', [], pinned);
		assert.deepEqual([acted, told.length, asked], [[], 1, ['Delete Tracker own']]);
	});

	it('acts on a tracker of its kind', async () => {
		assert.deepEqual((await call('own', [row(own)])).acted, [own]);
		assert.deepEqual((await call('own', [], own)).acted, [own]);
		assert.deepEqual((await call('pinned', [target(pinned)])).acted, [pinned]);
	});

	it('does nothing if the account is signed out or the user picks no tracker', async () => {
		const nothing = { acted: [], told: [] };
		const { asked: _, ...signedOut } = await call('own', [target({ ...own, account: 'ana' })]);
		assert.deepEqual(signedOut, nothing);
		const { asked, ...left } = await call('own', []);
		assert.deepEqual([left, asked.length], [nothing, 1]);
	});
});

describe('Editing and deleting a tracker', () => {
	it('is offered for the user’s own trackers only', () => {
		assert.deepEqual([trackerKinds.editTracker, trackerKinds.deleteTracker].map(contextOf), [
			'tracker own',
			'tracker own',
		]);
	});
});
