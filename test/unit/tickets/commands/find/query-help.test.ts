import assert from 'node:assert/strict';
import { queryHelp, withHelp } from '../../../../../src/tickets/commands/find/query-help.ts';

const known = { labels: ['bug', 'wish'], statuses: ['reported'] };
const around = (text: string) =>
	withHelp(['own'], queryHelp(text, known)).map((row) => (typeof row === 'string' ? row : row.kind));

describe('Help for a query', () => {
	for (const [what, text, first] of [
		['completions while the last word is unfinished', 'label:b', 'completion'],
		['problems if there is a mistake', 'lable:bug ', 'problem'],
		['what the query finds if it is right', 'label:bug', 'own'],
		['what the query finds if only a value is unknown', 'label:nope', 'own'],
	] as const) {
		it(`puts first ${what}`, () => assert.equal(around(text)[0], first));
	}

	it('completes nothing to what is written already', () => {
		assert.deepEqual(queryHelp('status:reported', known).completions, []);
		assert.deepEqual(queryHelp('status:', known).completions.length > 5, true);
	});

	it('says what a completion makes of the text', () => {
		const [first] = queryHelp('slow !label:w', known).completions;
		assert.deepEqual([first?.label, first?.what, first?.text], ['wish', 'value', 'slow !label:wish']);
	});
});
