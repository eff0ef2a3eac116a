import assert from 'node:assert/strict';
import { OldMarks } from '../../../../src/accounts/forges/old-marks.ts';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import { Seen } from '../../../../src/platform/state/seen/seen.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';

const tracker = { account: 'ana', owner: '~ana', tracker: 'editor' };
const list = { account: 'ana', owner: '~ana', list: 'devel' };
const time = '2026-03-03T00:00:00.000Z';
const stored = {
	'tickets.seen': { 'ana ~ana/editor#3': time, 'bob ~ana/editor#3': time, 'ana damaged': 7 },
	'tickets.seenTrackers': {
		'ana ~ana/editor': { upTo: time, unseen: [5] },
		'ana ~ana/damaged': { upTo: 'yesterday', unseen: [] },
		'ana ~ana/first': { upTo: time },
	},
	'patches.seen': {
		'ana/~ana/devel': { upTo: 10, visits: { 12: 20, damaged: 'soon' } },
		'ana/mine': { upTo: 30, visits: { '~ana/devel 12': 40 } },
		'ana/~ana/damaged': { visits: {} },
	},
};

describe('What was seen in an earlier version', () => {
	const open = (kept: ReturnType<typeof memory>, storage = memoryStorage(), cache = memoryStorage()) =>
		new Seen({ storageOf: () => storage, oldMarks: new OldMarks(kept, () => cache), log: readable().log });

	it('is known, and moved once', async () => {
		const kept = memory(stored);
		const [storage, cache] = [memoryStorage(), memoryStorage()];
		const later = { 'list ~ana/devel': { upTo: 15, exceptions: {}, visits: {} } };
		await cache.replace(['seen', 'marks'], JSON.stringify(later));
		const first = open(kept, storage, cache);
		await first.open('ana');
		await until(() => kept.get('patches.seen') === undefined);
		assert.deepEqual(await cache.names(['seen']), []);
		assert.deepEqual(
			Object.keys(stored).map((name) => kept.get(name)),
			[{ 'bob ~ana/editor#3': time }, undefined, undefined],
		);
		const seen = open(kept, storage);
		await seen.open('ana');
		const at = Date.parse(time);
		assert.deepEqual([seen.upTo(tracker), seen.visit(tracker, '3')], [at, at]);
		assert.deepEqual([seen.upTo(tracker, '4'), seen.upTo(tracker, '5')], [at, 0]);
		assert.equal(seen.upTo({ ...tracker, tracker: 'first' }), at);
		assert.equal(seen.upTo({ ...tracker, tracker: 'damaged' }), undefined);
		assert.deepEqual([seen.upTo(list), seen.visit(list, '12')], [15, 20]);
		const mine = { ...list, owner: '', list: '' };
		assert.deepEqual([seen.upTo(mine), seen.visit(mine, '~ana/devel 12')], [30, 40]);
	});

	it('is gone when the account signs out, also if it was never moved', async () => {
		const [kept, cache] = [memory(stored), memoryStorage()];
		await cache.replace(['seen', 'marks'], '{}');
		open(kept, memoryStorage(), cache).forget(['ana']);
		await until(() => kept.get('patches.seen') === undefined);
		assert.deepEqual(kept.get('tickets.seen'), { 'bob ~ana/editor#3': time });
		assert.deepEqual(await cache.names(['seen']), []);
	});

	it('stays where it was if it cannot be read or moved', async () => {
		const kept = memory(stored);
		const full = async () => assert.fail('ENOSPC');
		const seen = open(kept, { ...memoryStorage(), replace: full });
		await seen.open('ana');
		await seen.settled(AbortSignal.timeout(5000));
		assert.equal(seen.upTo(list), 10);
		const unread = open(kept, memoryStorage(), { ...memoryStorage(), read: full });
		await unread.open('ana');
		unread.begin(list, [['12', 50]]);
		assert.equal(unread.upTo(list), undefined, 'All items count as seen');
		assert.deepEqual(kept.written, []);
	});
});
