import assert from 'node:assert/strict';
import { runInSlices } from '../../../../../src/mail/range-diff/run-range-diff.ts';
import type { SeriesReading } from '../../../../../src/patches/model/series-reading.ts';
import {
	changesText,
	comparisonParts,
	shownComparison,
} from '../../../../../src/patches/page/parts/comparison.ts';
import { compareVersions } from '../../../../../src/patches/state/comparison/compare-versions.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

interface Sent {
	readonly title: string;
	readonly path: string;
	readonly removed?: readonly string[];
	readonly added?: readonly string[];
	readonly message?: string;
	readonly from?: string;
}

const names = { old: { key: 'key of v1', name: 'v1' }, new: { key: 'key of v2', name: 'v2' } };

/** A version with these patches. `without` is the number of a patch that was not read. */
function versionOf(version: number, patches: readonly Sent[], without?: number): SeriesReading {
	const prefix = version === 1 ? 'PATCH' : `PATCH v${version}`;
	const mails = patches.map(({ title, path, removed, added, message = '', from }, nth) =>
		sentMail({
			id: version * 100 + nth,
			subject: `[${prefix} ${nth + 1}/${patches.length}] ${title}`,
			day: version,
			...(nth > 0 && { re: version * 100 }),
			...(from !== undefined && { from }),
			text: message + patchText(path, removed, added),
		}),
	);
	const reading = readingOf(mails);
	const known = [...reading.mails].filter(
		([id]) => without === undefined || id !== version * 100 + without - 1,
	);
	return { ...reading, mails: new Map(known) };
}

async function compare(old: readonly Sent[], current: readonly Sent[], without?: number) {
	const { signal } = new AbortController();
	const comparison = await compareVersions(
		versionOf(1, old),
		versionOf(2, current, without),
		runInSlices,
		signal,
	);
	return { comparison, shown: shownComparison(names.old, names.new, comparison) };
}

const one: Sent = { title: 'Open files', path: 'src/open.c', added: ['open(one);', 'open(two);'] };
const two: Sent = { title: 'Close files', path: 'src/close.c', added: ['close(fd);', 'fd = -1;'] };
const three: Sent = { title: 'Write a log', path: 'log.c', added: ['puts(text);', 'flush();', 'sync();'] };
const rowsOf = ({ rows }: Awaited<ReturnType<typeof compare>>['shown']) =>
	rows.map(({ sign, old, new: current, title, outcome }) => `${sign} ${old} ${current} ${title}: ${outcome}`);

describe('The comparison of two versions', () => {
	it('says what happened to each patch, and counts that', async () => {
		const changed = { ...two, added: ['close(file);', 'fd = -1;'], message: 'Now with a reason.\n\n' };
		const { comparison, shown } = await compare(
			[one, two, three],
			[one, changed, { ...one, title: 'New', path: 'new.c' }],
		);
		assert.deepEqual(rowsOf(shown), [
			'= 1/3 1/3 Open files: unchanged',
			'! 2/3 2/3 Close files: code and message changed',
			'< 3/3 – Write a log: dropped',
			'> – 3/3 New: added',
		]);
		assert.equal(shown.summary, '1 unchanged, 1 changed, 1 dropped, 1 added');
		assert.equal(changesText(comparison.pairs), '1 patch changed, 1 dropped, 1 added');
		assert.deepEqual(
			shown.rows.map(({ hasDetails }) => hasDetails),
			shown.rows.map(({ sign }) => sign !== '='),
		);
		assert.deepEqual([shown.old.name, shown.new.name], ['v1', 'v2']);
	});

	it('says how many patches are missing, which look as if they were dropped', async () => {
		const { shown } = await compare([one, two], [one, two], 2);
		assert.equal(shown.summary, '1 unchanged, 1 dropped · 1 patch of v2 missing');
	});

	it('names invisible characters, shortens long lines, and counts lines beyond the limit', async () => {
		const many = (word: string) => Array.from({ length: 4000 }, (_, nth) => `${word} ${nth};`);
		const shared = Array.from({ length: 9000 }, (_, nth) => `shared ${nth}`);
		const old = { ...one, added: [...shared, 'if (a) {', `s = "${'x'.repeat(100_000)}";`, ...many('old')] };
		const current = {
			...one,
			added: [...shared, 'if (a\u202e) {', `s = "${'x'.repeat(100_001)}";`, ...many('new')],
		};
		const { shown, comparison } = await compare([old], [current]);
		const parts = comparisonParts(comparison, shown.rows[0]?.key ?? '');
		const lines = parts.flatMap((part) => part.lines);
		assert.ok(lines.some(({ text }) => text === '+if (a‹U+202E›) {'));
		assert.ok(lines.every(({ text }) => text.length <= 2001));
		assert.equal(lines.length, 5000);
		assert.match(parts.at(-1)?.title ?? '', /^3,\d{3} more lines not shown$/);
	});
});
