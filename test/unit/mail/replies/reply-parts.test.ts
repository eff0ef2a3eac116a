import assert from 'node:assert/strict';
import { isOmission, replyParts } from '../../../../src/mail/replies/reply-parts.ts';

describe('The parts of a reply', () => {
	const text = [
		'Hi',
		'',
		'Ana wrote:',
		'> one',
		'> two',
		'rest',
		'',
		'Mine',
		'',
		'> three',
		'',
		'[...]',
		'',
		'More',
		'',
	];
	const whole = text.join('\n');
	const { quotes, parts } = replyParts(whole);

	it('are what its author wrote, without empty lines and omissions at the ends', () => {
		assert.deepEqual(
			parts.map(({ start, end }) => whole.slice(start, end)),
			['Hi\n', 'rest\n\nMine\n', 'More\n'],
		);
	});

	it('have the quotes between them, and lines that may belong to a wrapped quote', () => {
		const above = parts.map(({ from, to }) => quotes.slice(from, to).map(({ content }) => content));
		assert.deepEqual(above, [[], ['one', 'two', 'rest'], ['three']]);
		const loose = quotes.filter(({ looseEnd }) => looseEnd !== undefined);
		assert.deepEqual(
			loose.map(({ looseEnd }) => whole.slice(0, looseEnd).split('\n').at(-2)),
			['rest'],
		);
	});
});

describe('An omission', () => {
	for (const line of [
		'[...]',
		'...',
		'[…]',
		'<snip>',
		'(snip)',
		'[snip]',
		' [ ... ] ',
		'-- snip --',
		'--8<--',
	])
		it(`may be ${line}`, () => assert.equal(isOmission(line), true));
	for (const line of ['', 'cut it', '... and so on', '-- ', 'snippet', '[x]'])
		it(`is not ${JSON.stringify(line)}`, () => assert.equal(isOmission(line), false));
});
