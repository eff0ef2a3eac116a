import assert from 'node:assert/strict';
import type {
	SeriesMail,
	SeriesPatchset,
} from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { chainsOf } from '../../../../../src/patches/model/series/series.ts';
import { dayMs, lines, mail, person, sent } from './mails.ts';

const patchset = (id: number, said: Partial<SeriesPatchset> = {}): SeriesPatchset => ({
	id,
	subject: 'A',
	prefix: '',
	version: 1,
	submitter: person('ana'),
	date: id * dayMs,
	messageId: undefined,
	coverMessageId: undefined,
	supersededBy: undefined,
	...said,
});

const series = sent('a', 'PATCH', ['A', 'One', 'Two']);
const line = 'v1 cover=a.0 1=a.1 2=a.2 of 2';

describe('A patchset of the forge', () => {
	const cases: readonly [
		what: string,
		mails: readonly SeriesMail[],
		patchsets: readonly SeriesPatchset[],
		chains: readonly (readonly string[])[],
	][] = [
		[
			'has the mail that it names',
			series,
			[patchset(7, { messageId: '<a.2>' })],
			[['A (ana)', `${line} sets 7`]],
		],
		[
			'has the cover letter that it names',
			series,
			[patchset(7, { subject: 'Other', coverMessageId: '<a.0>' })],
			[['A (ana)', `${line} sets 7`]],
		],
		['has mails with its subject if it names none', series, [patchset(7)], [['A (ana)', `${line} sets 7`]]],
		[
			'does not guess between mails with its subject',
			[mail('a', '[PATCH] A', { day: 1 }), mail('b', '[PATCH] A', { day: 2 })],
			[patchset(7)],
			[['A (ana)', 'v1 1=a of 1', 'v1 again 1=b of 1', 'v1 again of undefined sets 7']],
		],
		[
			'is a version even if its mails are not known',
			sent('b', 'PATCH v2', ['A', 'One', 'Two']),
			[patchset(7)],
			[['A (ana)', 'v1 of undefined sets 7', 'v2 cover=b.0 1=b.1 2=b.2 of 2']],
		],
		[
			'needs no mails at all',
			[],
			[patchset(9, { version: 2 }), patchset(7), patchset(8, { subject: 'B' })],
			[
				['A (ana)', 'v1 of undefined sets 7', 'v2 of undefined sets 9'],
				['B (ana)', 'v1 of undefined sets 8'],
			],
		],
		[
			'may be one of several with the same mails',
			series,
			[patchset(8, { messageId: '<a.2>' }), patchset(7, { messageId: '<a.1>' })],
			[['A (ana)', `${line} sets 7,8`]],
		],
		[
			'is superseded by one with another title and sender',
			[],
			[
				patchset(7, { supersededBy: 8 }),
				patchset(8, { subject: 'B', version: 2, submitter: person('bob'), supersededBy: 99 }),
			],
			[['B (ana)', 'v1 of undefined sets 7', 'v2 of undefined sets 8']],
		],
		[
			'says that a cover letter is missing',
			[mail('a', '[PATCH 1/1] A')],
			[patchset(7, { messageId: '<a>', coverMessageId: '<x>' })],
			[['A (ana)', 'v1 1=a of 1 sets 7 warnings cover-missing']],
		],
		[
			'is joined with a part of a series that its sender replied with',
			[...series, mail('b', '[PATCH v2 2/2] Two', { re: 'a.2', day: 2 })],
			[patchset(7, { messageId: '<a.2>' }), patchset(8, { messageId: '<b>' })],
			[['A (ana)', `${line} sets 7`, 'v2 partly cover=a.0 1=(a.1) 2=b of 2 sets 8']],
		],
	];
	for (const [what, mails, patchsets, chains] of cases) {
		it(what, () => {
			assert.deepEqual(chainsOf(mails, patchsets).map(lines), chains);
			assert.deepEqual(chainsOf(mails.toReversed(), patchsets.toReversed()).map(lines), chains);
		});
	}
});
