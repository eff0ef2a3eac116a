import assert from 'node:assert/strict';
import { withHelp } from '../../../../../src/platform/model/query/query-help.ts';
import { ticketHelp } from '../../../../../src/tickets/model/query/query.ts';

const known = { labels: ['bug', 'wish'], statuses: ['reported'] };
const around = (text: string) =>
	withHelp(['own'], ticketHelp(text, known)).map((row) => (typeof row === 'string' ? row : row.kind));

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
		assert.deepEqual(ticketHelp('status:reported', known).completions, []);
		assert.deepEqual(ticketHelp('status:', known).completions.length > 5, true);
	});

	it('says what a completion makes of the text', () => {
		const [first] = ticketHelp('slow !label:w', known).completions;
		assert.deepEqual([first?.label, first?.what, first?.text], ['wish', 'value', 'slow !label:wish']);
	});
});
