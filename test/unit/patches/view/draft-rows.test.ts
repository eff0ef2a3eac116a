import assert from 'node:assert/strict';
import { draftsGroup } from '../../../../src/patches/view/draft-rows.ts';
import { maxShown } from '../../../../src/patches/view/group-row.ts';
import type { ReviewComment } from '../../../../src/review/state/review-comments.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

const saved = Date.parse('2026-11-27T08:00:00Z');
const draft = (mail: number, text: string) =>
	({
		...{ id: `${mail}`, body: { text }, saved },
		key: { account: 'ana', owner: '~ana', list: 'devel', mail, lines: { kind: 'whole' } },
	}) as ReviewComment;

describe('The row of drafts', () => {
	stopTheDate(saved);

	it('has a row for each mail of which nothing is known', async () => {
		const all = [draft(1, 'Why?\u202e'), draft(2, 'How?')];
		const [group] = draftsGroup('mine', all, { mailsOf: () => undefined });
		assert.deepEqual([group?.id, group?.label, group?.description], ['mine/drafts', 'Drafts', '2']);
		const rows = (await group?.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label }) => label),
			['Mail in ~ana/devel', 'Mail in ~ana/devel'],
		);
		assert.equal(new Set(rows.map(({ id }) => id)).size, 2);
		assert.equal(String(rows[0]?.tooltip).includes('\u202e'), false);
		assert.deepEqual(rows[0]?.about, {
			kind: 'patch',
			series: { account: 'ana', owner: '~ana', list: 'devel', mail: 1 },
			...{ mail: 1, message: '' },
		});
	});

	it('has so many rows, and says how many are left out', async () => {
		const all = Array.from({ length: maxShown + 2 }, (_, index) => draft(index, 'Why?'));
		const [group] = draftsGroup('mine', all, { mailsOf: () => undefined });
		const rows = (await group?.children?.()) ?? [];
		assert.deepEqual([rows.length, rows.at(-1)?.label], [maxShown + 1, '2 more']);
	});
});
