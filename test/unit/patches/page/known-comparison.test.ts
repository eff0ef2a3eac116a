import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Lifetime } from '../../../../src/base/lifetime.ts';
import { runInSlices } from '../../../../src/mail/range-diff/run-range-diff.ts';
import { KnownComparison } from '../../../../src/patches/page/known-comparison.ts';
import { changesText } from '../../../../src/patches/page/parts/comparison.ts';
import { compareVersions } from '../../../../src/patches/state/comparison/compare-versions.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';
import { until } from '../../../tools/until.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
const patchOf = (id: number, brackets: string, path: string, re: number | undefined, more: string[] = []) =>
	sentMail({
		...{
			id,
			subject: `[PATCH ${brackets}] Change ${path}`,
			text: patchText(path, ['old'], [...lines, ...more]),
		},
		...(re !== undefined && { re }),
	});
const mails = [
	sentMail({ id: 1, subject: '[PATCH 0/2] Open files faster' }),
	patchOf(2, '1/2', 'open.c', 1),
	patchOf(3, '2/2', 'name.c', 1),
	sentMail({ id: 4, subject: '[PATCH v2 0/2] Open files faster' }),
	patchOf(5, 'v2 1/2', 'open.c', 4, ['another line']),
	patchOf(6, 'v2 2/2', 'name.c', 4),
];

describe('A comparison with another version', () => {
	it('has an outcome as soon as both are known, for which the page is drawn once', async () => {
		const changes = new Emitter<void>();
		const held: string[] = [];
		let isOpen = false;
		let drawn = 0;
		const options = {
			list,
			hold: (key: string, lifetime: Lifetime) => {
				held.push(key);
				lifetime.add({ dispose: () => held.splice(held.indexOf(key), 1) });
				return {
					get reading() {
						return isOpen ? readingOf(mails, { version: 2 }) : undefined;
					},
					open: async () => {
						isOpen = true;
						changes.fire();
					},
					onDidChange: changes.event,
				};
			},
			run: runInSlices,
			changed: () => {
				drawn += 1;
			},
		};
		const newest = new KnownComparison({
			...options,
			shown: () => readingOf(mails, { version: 1 }),
			other: ({ chain }) => chain?.versions.at(-1),
			compare: async (old, current, signal) =>
				changesText((await compareVersions(old, current, runInSlices, signal)).pairs),
		});
		newest.didDraw();
		await until(() => newest.outcome === '1 patch changed');
		assert.equal(drawn, 2, 'The page is drawn again');
		changes.fire();
		assert.equal(drawn, 2, 'The page is not drawn to compare the same versions again');
		newest.didDraw();
		assert.deepEqual(held, [idOfSeries({ ...list, mail: 4 })]);
		newest.dispose();
		assert.deepEqual(held, []);
	});
});
