import assert from 'node:assert/strict';
import {
	shortDate,
	shownPatchset,
	versionParts,
} from '../../../../../src/patches/page/parts/version-parts.ts';
import { idOfSeries } from '../../../../../src/platform/model/keys.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const v1 = sentMail({ id: 1, subject: '[PATCH] Read ahead', text: patchText('open.c') });
const v2 = sentMail({ id: 2, subject: '[PATCH v2] Read ahead', text: patchText('open.c') });
const now = Date.UTC(2026, 10, 5);

describe('The versions that a page offers', () => {
	it('are all versions, oldest first, with their dates', () => {
		const key = { ...list, mail: 2 };
		assert.deepEqual(
			versionParts(key, readingOf([v1, v2]), now, 'UTC').map(({ name, detail, isShown }) => [
				name,
				detail,
				isShown,
			]),
			[
				['v1', '1 Nov 2026', false],
				['v2', '2 Nov 2026, latest', true],
			],
		);
	});

	it('have the keys of their pages; the shown one keeps that of its page', () => {
		const key = { ...list, mail: 77 };
		const reading = readingOf([v1, v2], { version: 2 });
		assert.deepEqual(
			versionParts(key, reading, now, 'UTC').map((version) => version.key),
			[idOfSeries({ ...list, mail: 1 }), idOfSeries(key)],
		);
	});

	it('are none if there is only one', () => {
		assert.deepEqual(versionParts({ ...list, mail: 1 }, readingOf([v1]), now, 'UTC'), []);
	});

	it('are dated without the time, except today and yesterday', () => {
		assert.equal(shortDate(now, now, 'UTC'), 'today 00:00');
		assert.equal(shortDate(now - 20 * 24 * 3_600_000, now, 'UTC'), '16 Oct 2026');
	});

	it('have the patchset of the key, if it has one', () => {
		assert.equal(shownPatchset({ ...list, patchset: 9 }, readingOf([v1])), undefined);
	});
});
