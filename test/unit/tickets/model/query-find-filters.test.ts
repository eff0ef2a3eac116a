import assert from 'node:assert/strict';
import { splitFilters } from '../../../../src/tickets/model/query/find-filters.ts';
import { ticket } from './query-tickets.ts';

describe('Filters in a search', () => {
	const found = (text: string, me?: string) =>
		[
			ticket({ id: 1, labels: ['big bug'] }),
			ticket({ id: 2, status: 'resolved', resolution: 'fixed', labels: ['big bug'] }),
			ticket({ id: 3, status: 'confirmed' }),
		]
			.filter(splitFilters(text).matches(me))
			.map(({ id }) => id);

	for (const [text, words, ids] of [
		['slow status:open', 'slow', [1, 3]],
		['label:"big bug" status:closed', '', [2]],
		['!status:confirmed  it', 'it', [1, 2]],
		['submitter:me', '', [1, 2, 3]],
		['status:', '', [1, 2, 3]],
		['label:"big', '', []],
		['~ana/editor#1', '~ana/editor#1', [1, 2, 3]],
		['https://todo.example.org/~ana/editor/1', 'https://todo.example.org/~ana/editor/1', [1, 2, 3]],
	] as const) {
		it(`leave ${JSON.stringify(words)} of ${text}`, () => {
			assert.equal(splitFilters(text).words.trim().replace(/\s+/g, ' '), words);
			assert.deepEqual(found(text, '~bob'), ids);
		});
	}
});
