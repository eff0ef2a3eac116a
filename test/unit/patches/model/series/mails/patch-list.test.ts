import assert from 'node:assert/strict';
import { readPatchList } from '../../../../../../src/patches/model/series/mails/patch-list.ts';

const cases: readonly [what: string, lines: readonly string[], groups: readonly (readonly string[])[]][] = [
	['of one author', ['Hello', '', 'Ana Bo (2):', '  One', '  Two', '', ' a | 2 +-'], [['One', 'Two']]],
	[
		'of two authors',
		['Ana (1):', '  One', '', 'Bob (2):', '  Two', '  Three', ''],
		[['One'], ['Two', 'Three']],
	],
	['with a long title', ['Ana (2):', '  One that is', '    long', '  Two'], [['One that is long', 'Two']]],
	['with carriage returns', ['Ana (1):\r', '  One\r', '\r'], [['One']]],
	['at the end of the text', ['Ana (1):', '  One'], [['One']]],
	['after a line that looks like its beginning', ['Steps (2):', 'Ana (1):', '  One'], [['One']]],
	['that has fewer titles than it says', ['Ana (3):', '  One', '  Two'], []],
	['that has more titles than it says', ['Ana (1):', '  One', '  Two'], []],
	['without titles', ['Ana (0):', ''], []],
	['that ends before an author whose titles are missing', ['Ana (1):', '  One', '', 'Bob (1):'], [['One']]],
	['that is quoted', ['> Ana (1):', '>   One'], []],
	['in no text', [], []],
];

describe('The list of patches in a cover letter', () => {
	for (const [what, lines, groups] of cases) {
		it(`is ${groups.length === 0 ? 'none' : 'found'} ${what}`, () => {
			assert.deepEqual(readPatchList(lines.join('\n')), groups);
		});
	}
});
