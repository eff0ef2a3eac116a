import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { runInSlices } from '../../../../src/mail/range-diff/run-range-diff.ts';
import { NewestChanges } from '../../../../src/patches/page/newest-changes.ts';
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

/** The changes on the page of a version, with the mails of the newest one that are on the disk. */
function changesOn(version: number, onDisk: readonly number[]) {
	const known = new Set(onDisk);
	const all = [...mails];
	const changes = new Emitter<void>();
	const held: string[] = [];
	let isOpen = false;
	let changed = 0;
	let size = 0;
	const newest = new NewestChanges({
		list,
		shown: () => {
			const reading = readingOf(all, { version });
			const enlarged = [...reading.mails].map(
				([id, mail]) => [id, { ...mail, raw: mail.raw.padEnd(size) }] as const,
			);
			return { ...reading, mails: new Map(enlarged) };
		},
		hold: (key, lifetime) => {
			held.push(key);
			lifetime.add({ dispose: () => held.splice(held.indexOf(key), 1) });
			return {
				get reading() {
					const reading = readingOf(all, { version: 2 });
					return isOpen
						? { ...reading, mails: new Map([...reading.mails].filter(([id]) => known.has(id))) }
						: undefined;
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
			changed += 1;
		},
	});
	return {
		newest,
		held,
		enlarge: () => {
			size = 600_000;
		},
		changes: () => changed,
		arrive: (id: number) => {
			known.add(id);
			changes.fire();
		},
		resend: (mail: (typeof mails)[number]) => {
			all.push(mail);
			known.add(mail.id);
			changes.fire();
		},
	};
}

describe('What the newest version has changed', () => {
	it('is counted on the page of an older version', async () => {
		const { newest, held, changes, arrive } = changesOn(1, [4, 5, 6]);
		assert.equal(newest.text, '');
		newest.didDraw();
		await until(() => newest.text === '1 patch changed');
		assert.equal(changes(), 2, 'The page is drawn again');
		arrive(6);
		assert.equal(changes(), 2, 'The page is not drawn to compare the same versions again');
		newest.didDraw();
		assert.deepEqual(held, [idOfSeries({ ...list, mail: 4 })]);
		newest.dispose();
		assert.deepEqual(held, []);
	});
});
