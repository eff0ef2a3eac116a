import assert from 'node:assert/strict';
import { readSearch } from '../../../../src/tickets/model/query/search.ts';
import { ticket } from '../../../kit/items/query-tickets.ts';

describe('A text that is searched for', () => {
	const tickets = [
		ticket({ id: 1, labels: ['big bug'], description: 'The long line is cut.' }),
		ticket({ id: 2, status: 'resolved', resolution: 'fixed', labels: ['big bug'] }),
		ticket({ id: 3, status: 'confirmed' }),
	];
	const found = (text: string, me?: string) =>
		tickets.filter(readSearch(text).matches?.(me) ?? (() => true)).map(({ id }) => id);

	for (const [text, words, ids] of [
		['slow status:open', 'slow', [1, 3]],
		['label:"big bug" status:closed', '', [2]],
		['!status:confirmed  it', 'it', [1, 2]],
		['submitter:me', '', [1, 2, 3]],
		['status:', '', [1, 2, 3]],
		['label:"big', '', []],
		['no:label', '', [3]],
		['!label:"big bug" slow', 'slow', [3]],
		['"long line"', '', [1]],
		['!"long line" slow', 'slow', [2, 3]],
		['!line', '', [2, 3]],
		['foo:bar slow', 'slow', [1, 2, 3]],
		['~ana/editor#1', '~ana/editor#1', [1, 2, 3]],
		['TypeError: x', 'TypeError: x', [1, 2, 3]],
		['https://todo.example.org/~ana/editor/1', 'https://todo.example.org/~ana/editor/1', [1, 2, 3]],
	] as const) {
		it(`has the words ${JSON.stringify(words)} in ${text}`, () => {
			assert.equal(readSearch(text).words, words);
			assert.deepEqual(found(text, '~bob'), ids);
		});
	}

	it('has the order that it asks for, and else none', () => {
		const orderOf = (text: string) =>
			tickets.toSorted(readSearch(text).compare ?? (() => 0)).map(({ id }) => id);
		assert.equal(readSearch('slow').compare, undefined);
		assert.deepEqual(orderOf('sort:id'), [3, 2, 1]);
		assert.deepEqual(orderOf('slow rsort:id'), [1, 2, 3]);
	});

	it('is also searched for in titles and descriptions if it has three letters', () => {
		const inText = (text: string) => {
			const matches = readSearch(text).matchesInText?.('~bob');
			return matches && tickets.filter(matches).map(({ id }) => id);
		};
		assert.deepEqual(inText('LINE cut'), [1]);
		assert.deepEqual(inText('line status:closed'), []);
		assert.deepEqual(inText('slow'), [1, 2, 3]);
		assert.deepEqual(inText('"long line"'), [1]);
		assert.deepEqual(inText('it !"long line" slow'), [2, 3]);
		assert.equal(inText('it'), undefined);
		assert.equal(inText('"it"'), undefined);
		assert.equal(inText('it !"long line"'), undefined);
		assert.equal(inText('status:open'), undefined);
	});

	it('is searched for in texts with fewer letters if it is Chinese or Japanese', () => {
		for (const [text, isSearched] of [
			['登録', true],
			['字', true],
			['é', false],
			['"é"', false],
			['и', false],
		] as const)
			assert.equal(readSearch(text).matchesInText !== undefined, isSearched, text);
	});

	it('has the same problems as a query', () => {
		const [problem] = readSearch('lable:bug slow', { labels: ['bug'] }).problems;
		assert.equal(problem?.message, 'Unknown filter "lable:". Did you mean label:bug?');
		assert.equal(readSearch('label:bgu', { labels: ['bug'] }).problems.length, 1);
	});
});
