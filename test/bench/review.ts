import assert from 'node:assert/strict';
import { composeReview } from '../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../src/mail/patch/parse-patch.ts';
import { compare, type Part, within } from './compare.ts';
import { largeDiff, patchMail } from './mail-data.ts';
import { reviewedSeries } from './review-data.ts';
import { hostTimes } from './review-host.ts';
import { firstPaint, writeComment } from './review-page.ts';
import { median, type Table } from './table.ts';

const rounds = 3;
const longestKeyMs = 16;
const maxOfFirstPaint = 1.5;

/** A review of a patch, with comments on lines of the whole diff. */
function composed(): Promise<Part> {
	const mail = parseMail(patchMail('[PATCH] Faster', 'review', largeDiff(200_000)));
	const patches = parsePatches(mail);
	const lines = patches.flatMap(({ files }) =>
		files.flatMap(({ hunks }, file) =>
			hunks.map((_, hunk) => ({ kind: 'diff', patch: 0, file, hunk, first: 2, last: 2 }) as const),
		),
	);
	const comments = Array.from({ length: 50 }, (_, nth) => ({
		lines: lines[Math.floor((nth / 50) * lines.length)] ?? assert.fail(),
		text: 'Why is it done here? '.repeat(20),
	}));
	const compose = () =>
		composeReview({ mail, patches }, { comments, text: '', trailers: [] }, 'list@example.org');
	assert.deepEqual(compose().unplaced, []);
	return compare(
		[['50 comments on a patch of 200 KB, as a mail', compose]],
		within('50 comments are composed', 50),
	);
}

const row = (name: string, values: readonly number[]) => ({
	name,
	values: [median(values), Math.min(...values), Math.max(...values)],
});

/** A review with 200 comments on a series with 200 replies: its page in a browser, its host, and its mails. */
export async function review(): Promise<Table> {
	const { series, comments } = reviewedSeries();
	const host = await hostTimes(series, comments);
	const { shown } = host;
	const composing = await composed();
	const paints = { without: [] as number[], with: [] as number[] };
	const [alone, beside] = [await writeComment(series, []), await writeComment(series, shown)];
	for (let round = 0; round < rounds; round++) {
		paints.without.push(await firstPaint(series, []));
		paints.with.push(await firstPaint(series, shown));
	}
	const count = `${shown.length} comments`;
	const key = median(beside.letters);
	const ratio = median(paints.with) / median(paints.without);
	return {
		about: `A review with ${count} of ${series.content.files.size} files; ${rounds} rounds, page and host in processor time`,
		columns: ['median', 'best', 'worst'],
		rows: [
			row(`a letter of a comment beside ${count}, ms of the page`, beside.letters),
			row('a letter of the only comment, ms of the page', alone.letters),
			row(`a new comment beside ${count}, longest task of the page, ms`, [beside.newComment]),
			row('the only comment, longest task of the page, ms', [alone.newComment]),
			row(`all diffs are drawn with ${count}, longest task of the page, ms`, [beside.drawing]),
			row('all diffs are drawn without comments, longest task of the page, ms', [alone.drawing]),
			row(`a letter is kept beside ${count}, ms of the host`, host.letters),
			row(`a new comment beside ${count}, the snapshot for the page, ms of the host`, host.snapshots),
			row(`first paint with ${count}, ms`, paints.with),
			row('first paint without comments, ms', paints.without),
			...composing.rows,
		],
		goals: [
			{
				goal: `a letter takes at most ${longestKeyMs} ms of the page: ${key.toFixed(1)} ms, ${(key / median(alone.letters)).toFixed(2)} × as long as in the only comment`,
				met: key <= longestKeyMs,
			},
			{
				goal: `the first paint with ${count} takes at most ${maxOfFirstPaint} × as long as without: ${ratio.toFixed(2)} ×`,
				met: ratio <= maxOfFirstPaint,
			},
			...composing.goals,
		],
	};
}
