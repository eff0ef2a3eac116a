import assert from 'node:assert/strict';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { chainsOf } from '../../../../../src/patches/model/series/series.ts';
import { lines, mail } from './mails.ts';

const listed = [['One', 'Two']];
const cover = (id: string | undefined, said: Parameters<typeof mail>[2] = {}, brackets = 'PATCH') =>
	mail(id, `[${brackets}] All`, { listed, hasPatches: false, ...said });
const one = mail('a.1', '[PATCH] One', { re: 'a' });
const two = mail('a.2', '[PATCH] Two', { re: 'a' });

const warnings = 'warnings numbers-missing';
const whole = ['All (ana)', `v1 cover=a 1=a.1 2=a.2 of 2 ${warnings}`];
const alone = [
	['One (ana)', 'v1 1=a.1 of 1'],
	['Two (ana)', 'v1 1=a.2 of 1'],
];

const cases: readonly [what: string, mails: readonly SeriesMail[], chains: readonly (readonly string[])[]][] =
	[
		['that reply to their cover letter', [cover('a'), one, two], [whole]],
		['that reply to each other', [cover('a'), one, mail('a.2', '[PATCH] Two', { re: 'a.1' })], [whole]],
		[
			'that reply to nothing',
			[cover('a'), mail('a.1', '[PATCH] One'), mail('a.2', '[PATCH] Two', { day: 7 })],
			[whole],
		],
		[
			'that were never sent, by several authors',
			[
				cover(undefined, { listed: [['One'], ['Two']] }),
				mail(undefined, '[PATCH] One', { day: 1 }),
				mail(undefined, '[PATCH] Two', { day: 90, from: 'bob' }),
			],
			[['All (ana)', `v1 cover=(All) 1=(One) 2=(Two) of 2 ${warnings}`]],
		],
		[
			'of several authors, which the program sent from their authors',
			[cover('a', { listed: [['One'], ['Two']] }), one, mail('a.2', '[PATCH] Two', { re: 'a', from: 'bob' })],
			[whole],
		],
		[
			'that reply to each other in a circle',
			[
				cover('b', { listed: [['Other']] }),
				mail('a.1', '[PATCH] One', { re: 'a.2' }),
				mail('a.2', '[PATCH] Two', { re: 'a.1' }),
			],
			[['All (ana)', 'v1 cover=b of 1 missing 1 warnings patch-missing,numbers-missing'], ...alone],
		],
		['whose cover letter has no list', [cover('a', { listed: [] }), one, two], [whole]],
		[
			'one of which is missing',
			[cover('a'), two],
			[['All (ana)', 'v1 cover=a 2=a.2 of 2 missing 1 warnings patch-missing,numbers-missing']],
		],
		[
			'all of which are missing',
			[cover('a')],
			[['All (ana)', 'v1 cover=a of 2 missing 1,2 warnings patch-missing,numbers-missing']],
		],
		[
			'one of which was sent again',
			[cover('a'), one, two, mail('a.3', '[PATCH] One', { re: 'a', day: 2 })],
			[['All (ana)', 'v1 cover=a 1=a.3 2=a.2 of 2 not a.1 warnings patch-duplicate,numbers-missing']],
		],
		[
			'one of which is not listed',
			[cover('a'), one, two, mail('a.3', '[PATCH] Three', { re: 'a' })],
			[['All (ana)', `v1 cover=a 1=a.1 2=a.2 3=a.3 of 2 ${warnings}`]],
		],
		[
			'with a second version that replies to the first',
			[
				cover('a'),
				one,
				two,
				cover('b', { re: 'a', day: 2 }, 'PATCH v2'),
				mail('b.1', '[PATCH v2] One', { re: 'b', day: 2 }),
				mail('b.2', '[PATCH v2] Two', { re: 'a', day: 2 }),
			],
			[[...whole, `v2 cover=b 1=b.1 2=b.2 of 2 ${warnings}`]],
		],
		[
			'but not those of another version, prefix or request for comments',
			[
				cover('a'),
				one,
				two,
				mail('b.1', '[PATCH v2] One', { re: 'a' }),
				mail('c.1', '[PATCH lib] Two', { re: 'a', from: 'bob' }),
			],
			[
				[...whole, `v2 partly cover=a 1=b.1 2=(a.2) of 2 ${warnings}`],
				['lib: Two (bob)', 'v1 1=c.1 of 1'],
			],
		],
		[
			'but not that of another person that is not listed',
			[cover('a'), one, two, mail('c', '[PATCH] Three', { re: 'a', from: 'bob' })],
			[whole, ['Three (bob)', 'v1 1=c of 1']],
		],
		[
			'but not one with a listed title that another person sent alone',
			[cover('a'), one, mail('c', '[PATCH] Two', { from: 'bob' })],
			[
				['All (ana)', 'v1 cover=a 1=a.1 of 2 missing 2 warnings patch-missing,numbers-missing'],
				['Two (bob)', 'v1 1=c of 1'],
			],
		],
		[
			'but not one with a listed title that was sent alone long after',
			[cover('a'), one, mail('c', '[PATCH] Two', { day: 9 })],
			[
				['All (ana)', 'v1 cover=a 1=a.1 of 2 missing 2 warnings patch-missing,numbers-missing'],
				['Two (ana)', 'v1 1=c of 1'],
			],
		],
		[
			'below the first of two equal cover letters',
			[cover('a'), mail('c', '[PATCH] One'), mail('d', '[PATCH] Two'), cover('b', { day: 2 })],
			[
				[
					'All (ana)',
					`v1 cover=a 1=c 2=d of 2 ${warnings}`,
					'v1 again cover=b of 2 missing 1,2 warnings patch-missing,numbers-missing',
				],
			],
		],
		['but not without a cover letter', [one, two], alone],
		['but not below a mail that only says PATCH', [cover('a', { listed: [] }), one], alone.slice(0, 1)],
		['but not below a reply', [mail('a', 'Re: [PATCH] All', { hasPatches: false }), one, two], alone],
	];

describe('Patches without numbers are a series', () => {
	for (const [what, mails, chains] of cases) {
		it(what, () => {
			assert.deepEqual(chainsOf(mails).map(lines), chains);
			assert.deepEqual(chainsOf(mails.toReversed()).map(lines), chains);
		});
	}
});
