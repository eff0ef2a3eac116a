import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchesOf } from '../../../../../src/patches/model/series/batches.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { groupByTitle } from '../../../../../src/patches/model/series/same-title.ts';
import { mail } from './mails.ts';

/** The ids of mails that are grouped by their titles. */
const grouped = (mails: readonly SeriesMail[]) =>
	groupByTitle(batchesOf(mails, new Ancestors(mails))).map((batches) =>
		batches.map(({ lead }) => lead?.messageId).join(' '),
	);

describe('A patch with the title of an earlier one', () => {
	const earlier = mail('a', '[PATCH v2] A', { day: 0 });
	const rfc = mail('a', '[RFC PATCH v2] A', { day: 0 });
	const cases: readonly [what: string, mails: readonly SeriesMail[], isSame: boolean][] = [
		[
			'continues it by a higher version after years',
			[earlier, mail('b', '[PATCH v3] A', { day: 999 })],
			true,
		],
		[
			'continues it by the same version after 30 days',
			[earlier, mail('b', '[PATCH v2] A', { day: 30 })],
			true,
		],
		[
			'continues a later one by the same version',
			[mail('a', '[PATCH v2] A', { day: 900 }), mail('b', '[PATCH v2] A', { day: 901 })],
			true,
		],
		['is new by the same version after 31 days', [earlier, mail('b', '[PATCH v2] A', { day: 31 })], false],
		['continues it as a resend after years', [earlier, mail('b', '[RESEND PATCH v2] A', { day: 999 })], true],
		['continues it by a lower version soon', [earlier, mail('b', '[PATCH] A', { day: 3 })], true],
		['continues it without a date', [earlier, mail('b', '[PATCH] A', { day: undefined })], true],
		['continues a request for comments for a year', [rfc, mail('b', '[PATCH] A', { day: 365 })], true],
		['is new after a request for comments of years ago', [rfc, mail('b', '[PATCH] A', { day: 366 })], false],
	];
	for (const [what, mails, isSame] of cases) {
		it(what, () => assert.deepEqual(grouped(mails), isSame ? ['<a> <b>'] : ['<a>', '<b>']));
	}
});
