import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { runInSlices } from '../../../../src/patches/model/rangediff/run-range-diff.ts';
import { PageComparison } from '../../../../src/patches/page/version-comparison.ts';
import { spellSeries } from '../../../../src/platform/model/keys.ts';
import { until } from '../../../tools/until.ts';
import { patchText, readingOf, sentMail } from './readings.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const lines = Array.from({ length: 10 }, (_, index) => `line ${index}`);
const mails = [
	sentMail({ id: 1, subject: '[PATCH] Read ahead', text: patchText('open.c', ['old'], lines) }),
	sentMail({
		id: 2,
		subject: '[PATCH v2] Read ahead',
		text: patchText('open.c', ['old'], [...lines, 'one more']),
	}),
];
const keyOf = (version: number) => spellSeries({ ...list, mail: version });

/** The comparison on the page of a version. */
function comparisonOn(version: number, read?: () => never) {
	return new PageComparison({
		list,
		shown: () => ({ key: keyOf(version), reading: readingOf(mails, { version }) }),
		read: async (key) => read?.() ?? readingOf(mails, { version: key === keyOf(1) ? 1 : 2 }),
		run: runInSlices,
		changed: () => {},
	});
}

describe('The comparison on a page', () => {
	for (const [shown, other] of [
		[1, 2],
		[2, 1],
	] as const) {
		it(`has the older version first, on the page of v${shown}`, async () => {
			const comparison = comparisonOn(shown);
			const shownNow = () => comparison.snapshot;
			assert.equal(shownNow(), null);
			comparison.start(keyOf(other));
			assert.equal(shownNow()?.loadingText, 'Comparing the versions…');
			await until(() => shownNow()?.loadingText === null);
			const { old, new: fresh, rows } = shownNow() ?? {};
			assert.deepEqual([old, fresh], [keyOf(1), keyOf(2)]);
			assert.deepEqual(
				rows?.map(({ sign, title }) => [sign, title]),
				[['!', 'Read ahead']],
			);
			const [row] = rows ?? [];
			assert.ok(comparison.parts(row?.key ?? '').length > 0);
			const compared = comparison.patches(row?.key ?? '');
			assert.equal(compared?.title, 'v1 ↔ v2 Read ahead');
			assert.deepEqual(
				compared?.pairs.map((pair) => [pair.old?.key.mail, pair.new?.key.mail]),
				[[1, 2]],
			);
			comparison.start(null);
			assert.equal(shownNow(), null);
			comparison.dispose();
		});
	}

	it('reads all of the shown version first, and compares again when more of it is known', async () => {
		const withMails = (ids: readonly number[]) => ({
			...readingOf(mails, { version: 2 }),
			mails: new Map(mails.flatMap((one) => (ids.includes(one.id) ? [[one.id, one] as const] : []))),
		});
		const known = { page: withMails([]), forge: withMails([]) };
		const comparison = new PageComparison({
			list,
			shown: () => ({ key: keyOf(2), reading: known.page }),
			read: async (key) => {
				if (key === keyOf(2)) known.page = known.forge;
				return key === keyOf(2) ? known.page : readingOf(mails, { version: 1 });
			},
			run: runInSlices,
			changed: () => {},
		});
		const signs = () => comparison.snapshot?.rows.map(({ sign }) => sign).join();
		comparison.start(keyOf(1));
		await until(() => signs() === '<');
		comparison.didDraw();
		known.forge = withMails([2]);
		known.page = known.forge;
		comparison.didDraw();
		assert.equal(signs(), '<', 'The last outcome is shown until there is another');
		await until(() => signs() === '!');
		known.page = withMails([]);
		comparison.start(keyOf(1));
		await until(() => comparison.snapshot?.loadingText === null);
		assert.equal(signs(), '!');
		comparison.dispose();
	});

	it('says why the other version could not be read', async () => {
		const comparison = comparisonOn(2, () => {
			throw new ForgeError('offline', 'No connection.');
		});
		comparison.start(keyOf(1));
		await until(() => comparison.snapshot?.problem === 'No connection.');
		assert.equal(comparison.patches(null), undefined);
		comparison.dispose();
	});
});
