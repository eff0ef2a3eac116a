import assert from 'node:assert/strict';
import { TrackerPermissions } from '../../../../src/tickets/state/tracker-permissions.ts';
import { key, stage } from '../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

describe('The permissions of a tracker', () => {
	const { forge: start } = stage();
	const { signal } = new AbortController();
	const clock = stopTheDate(0);

	async function open(me: 'ana' | 'bob') {
		const forge = await start();
		const permissions = new TrackerPermissions(`~${me}`, forge.client(me));
		return { ...forge, permissions };
	}

	it('are requested again after a while, as they may change', async () => {
		const { permissions, asked, trackers, tracker } = await open('bob');
		assert.equal(permissions.of(key), undefined);
		await permissions.read(key, signal);
		assert.deepEqual(permissions.of(key)?.user, ['browse', 'submit', 'comment']);
		trackers.update(tracker, { permissions: { ...tracker.permissions, user: ['browse', 'triage'] } });
		clock.now = 299_000;
		await permissions.read(key, signal);
		assert.equal(asked.length, 1);
		clock.now = 300_000;
		await permissions.read(key, signal);
		assert.deepEqual(permissions.of(key)?.user, ['browse', 'triage']);
	});

	it('are known from a tracker that was read, but not for the owner', async () => {
		for (const [me, isKnown] of [
			['ana', false],
			['bob', true],
		] as const) {
			const { permissions, asked, client } = await open(me);
			const tracker = await client(me).tracker({ owner: key.owner, tracker: key.tracker });
			asked.length = 0;
			permissions.put(key, tracker);
			await permissions.read(key, signal);
			assert.deepEqual([permissions.of(key) !== undefined, asked], [isKnown, []]);
		}
	});

	it('are requested again only after a minute if the forge takes too long', async () => {
		const { permissions, asked, line, release } = await open('bob');
		line.held = /./;
		await permissions.read(key, AbortSignal.timeout(50));
		await permissions.read(key, signal);
		assert.equal(asked.length, 1);
		release();
	});
});
