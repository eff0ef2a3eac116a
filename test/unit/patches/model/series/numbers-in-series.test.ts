import assert from 'node:assert/strict';
import { numbersInSeries } from '../../../../../src/patches/model/series/numbers-in-series.ts';
import { mail } from './mails.ts';

type Patch = readonly [title: string, day?: number];

const cases: readonly [
	what: string,
	patches: readonly Patch[],
	listed: readonly (readonly string[])[],
	numbers: readonly number[],
][] = [
	[
		'are those in the list',
		[
			['Two', 1],
			['One', 2],
		],
		[['One', 'Two']],
		[2, 1],
	],
	['ignore case and white space', [['one  more']], [['Two', 'One more']], [2]],
	[
		'are by date without a list',
		[
			['B', 2],
			['A', 3],
			['C', 1],
		],
		[],
		[2, 3, 1],
	],
	[
		'are by date if the list has several authors',
		[
			['A', 3],
			['B', 2],
		],
		[['A'], ['B']],
		[2, 1],
	],
	[
		'are by the list if the dates are equal',
		[
			['B', 1],
			['A', 1],
		],
		[['A'], ['B']],
		[2, 1],
	],
	[
		'differ for equal titles',
		[
			['A', 1],
			['A', 2],
		],
		[['A', 'B', 'A']],
		[1, 3],
	],
	[
		'are above it with several authors too',
		[
			['C', 1],
			['B', 2],
			['A', 3],
		],
		[['A'], ['B']],
		[3, 1, 2],
	],
];

describe('The numbers of patches without numbers', () => {
	for (const [what, patches, listed, numbers] of cases) {
		it(what, () => {
			const mails = patches.map(([title, day], at) => mail(`${at}`, `[PATCH] ${title}`, { day }));
			const found = numbersInSeries(mails, listed);
			assert.deepEqual(
				mails.map((one) => found.get(one)),
				numbers,
			);
		});
	}
});
