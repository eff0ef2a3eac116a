import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { runInSlices } from '../../../../src/mail/range-diff/run-range-diff.ts';
import { PageComparison } from '../../../../src/patches/page/version-comparison.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';
import { until } from '../../../tools/until.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
const versionOf = (id: number, title: string, more: readonly string[] = []) =>
	sentMail({ id, subject: title, text: patchText('open.c', ['old'], [...lines, ...more]) });
const mails = [
	versionOf(1, '[PATCH] Read ahead'),
	versionOf(2, '[PATCH v2] Read ahead', ['one more']),
	versionOf(3, '[PATCH v3] Read ahead', ['one more', 'and another']),
	sentMail({ id: 4, subject: '[PATCH v4 0/0] Read ahead', text: 'No patch is needed any more.\n' }),
];
const keyOf = (version: number) => idOfSeries({ ...list, mail: version });
const versionsOf = (old: number, current: number) => ({ old: keyOf(old), new: keyOf(current) });

/** Versions, of which only some mails are known. `arrive` makes one known. */
function versions(unknown: readonly number[] = []) {
	const known = new Set(mails.flatMap(({ id }) => (unknown.includes(id) ? [] : [id])));
	const changes = new Emitter<void>();
	let listeners = 0;
	const readingOfKey = (key: string) => {
		const version = mails.find(({ id }) => keyOf(id) === key)?.id ?? 0;
		const reading = readingOf(mails, { version });
		return { ...reading, mails: new Map([...reading.mails].filter(([id]) => known.has(id))) };
	};
	let failure: ForgeError | undefined;
	let changed = 0;
	const comparison = new PageComparison({
		list,
		read: async (key) => {
			if (failure) throw failure;
			return readingOfKey(key);
		},
		hold: (key, lifetime) => {
			listeners += 1;
			lifetime.add({ dispose: () => (listeners -= 1) });
			return {
				get reading() {
					return failure ? undefined : readingOfKey(key);
				},
				open: async () => {},
				onDidChange: changes.event,
			};
		},
		run: runInSlices,
		changed: () => {
			changed += 1;
		},
	});
	return {
		comparison,
		shown: () => comparison.snapshot,
		arrive: (id: number) => {
			known.add(id);
			changes.fire();
		},
		fail: (error: ForgeError | undefined) => {
			failure = error;
		},
		changes: () => changed,
		held: () => listeners,
		done: () => until(() => comparison.snapshot?.loadingText === null),
		signs: () => comparison.snapshot?.rows.map(({ sign }) => sign).join(),
	};
}

describe('The comparison on a page', () => {
	it('is of the versions that the user chooses', async () => {
		const { comparison, shown, done, held } = versions();
		assert.equal(shown(), null);
		for (const [old, current] of [
			[2, 3],
			[1, 2],
			[1, 3],
		] as const) {
			comparison.start(versionsOf(old, current));
			assert.equal(shown()?.loadingText, 'Comparing the versions…');
			await done();
			const snapshot = shown();
			assert.deepEqual(
				[snapshot?.old, snapshot?.new],
				[
					{ key: keyOf(old), name: `v${old}` },
					{ key: keyOf(current), name: `v${current}` },
				],
			);
			assert.deepEqual(
				snapshot?.rows.map(({ sign, title }) => [sign, title]),
				[['!', 'Read ahead']],
			);
			const [row] = snapshot?.rows ?? [];
			assert.ok(comparison.parts(row?.key ?? '').length > 0);
			const compared = comparison.patches(row?.key ?? '');
			assert.equal(compared?.title, `v${old} ↔ v${current} Read ahead`);
			assert.deepEqual(
				compared?.pairs.map((pair) => [pair.old?.key.mail, pair.new?.key.mail]),
				[[old, current]],
			);
		}
		assert.equal(held(), 2);
		comparison.start(null);
		assert.equal(shown(), null);
		assert.equal(held(), 0);
		comparison.dispose();
	});

	it('drops the patches of the older version if the newer one has only a cover letter', async () => {
		const { comparison, done, signs } = versions();
		comparison.start(versionsOf(3, 4));
		await done();
		assert.deepEqual([signs(), comparison.snapshot?.problem], ['<', '']);
		comparison.dispose();
	});

	for (const [name, unknown] of [
		['older', 1],
		['newer', 2],
	] as const) {
		it(`says which patches of the ${name} version could not be read, and is done again when they arrive`, async () => {
			const { comparison, arrive, changes, done, signs } = versions([unknown]);
			comparison.start(versionsOf(1, 2));
			await done();
			assert.equal(comparison.snapshot?.problem, `Couldn't load 1 patch of v${unknown}.`);
			const before = signs();
			assert.equal(before, '', 'No patch is called added or dropped');
			const drawn = changes();
			comparison.didDraw();
			arrive(unknown);
			assert.ok(changes() > drawn, 'A visible page is drawn again');
			comparison.didDraw();
			assert.equal(signs(), before, 'The last outcome is shown until there is another');
			await until(() => signs() === '!');
			assert.equal(comparison.snapshot?.problem, '');
			comparison.dispose();
		});
	}

	it('says why a version could not be read, and is done again at Try Again', async () => {
		const { comparison, fail, signs } = versions();
		fail(new ForgeError('offline', 'No connection.'));
		comparison.start(versionsOf(1, 2));
		await until(() => comparison.snapshot?.problem === 'No connection.');
		assert.equal(comparison.patches(null), undefined);
		fail(undefined);
		comparison.retry();
		await until(() => signs() === '!');
		const done = comparison.snapshot;
		comparison.retry();
		assert.deepEqual(comparison.snapshot, done, 'There is nothing to try again');
		comparison.dispose();
	});
});
