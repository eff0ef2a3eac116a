import assert from 'node:assert/strict';
import {
	linesOfSelection,
	selectionOfLines,
} from '../../../../../src/patches/page/comments/selected-lines.ts';

const text = [
	'On Monday, Bob wrote:',
	'> The list can be long.',
	'>',
	'> Is it?',
	'',
	'It is. Up to',
	'a million.',
];

const find = (selected: string) => linesOfSelection(text.join('\n'), selected);

describe('The lines of a text that the user has selected', () => {
	it('are found without the marks of quotes, however the page breaks its lines', () => {
		assert.deepEqual(find('Up to a million'), { first: 5, last: 6 });
		assert.deepEqual(find('list can be long.\n\nIs it?'), { first: 1, last: 3 });
		assert.deepEqual(find('Is it?'), { first: 3, last: 3 });
		assert.deepEqual(find('\nIt is.\n'), { first: 5, last: 5 });
	});

	it('are not found if the text is another one or empty', () => {
		assert.equal(find('something else'), undefined);
		assert.equal(find(' \n'), undefined);
	});

	it('are named without the marks, and cut if they are long', () => {
		assert.equal(selectionOfLines(text.join('\n'), { first: 1, last: 3 }), 'The list can be long.\n\nIs it?');
		assert.equal(selectionOfLines('x'.repeat(2000), { first: 0, last: 0 }).length, 500);
	});
});
