import assert from 'node:assert/strict';
import { diffRanges } from '../../../../src/mail/patch/diff-ranges.ts';
import { edited, parsed, text } from '../../../kit/mails/diff-text.ts';

const diff = `${edited()}${text('@@ -1 +1 @@', '-a', '+b')}`;
const ranges = (...sources: readonly string[]) => {
	const source = sources.join('');
	return diffRanges(source, [parsed(source)]).map(({ start, end }) => source.slice(start, end));
};

describe('The ranges of diffs in a text', () => {
	const stat = text(' x | 2 +-', ' ... | Bin 0 -> 2 bytes', ' 1 file changed, 1 insertion(+)');

	it('have the diffstats above them', () => {
		assert.deepEqual(ranges(text('a | 1', ''), stat, text(''), diff, text('end')), [`${stat}\n${diff}`]);
	});

	it('have no diffstat if other lines are between', () => {
		assert.deepEqual(ranges(stat, text('x'), diff), [diff]);
	});

	it('are that of a diffstat alone', () => assert.deepEqual(ranges(text('Why.'), stat, text('end')), [stat]));

	for (const start of ['\n', '\n\n', '\r\n', '\n x | 2 +-\n'])
		it(`are found in a text that starts with ${JSON.stringify(start)}`, () => {
			const summary = ' 1 file changed\n';
			const stat = start.replace(/^[\r\n]+/, '');
			assert.deepEqual(ranges(`${start}${summary}`), [`${stat}${summary}`]);
			assert.deepEqual(ranges(`${start}${summary}\n${diff}`), [`${stat}${summary}\n${diff}`]);
		});

	it('are those of each patch, in order', () => {
		const source = `${diff}x\n${diff}`;
		const { files } = parsed(source);
		const patches = files.toReversed().map((file) => ({ source, files: [file] }));
		assert.deepEqual(
			diffRanges(source, patches).map(({ start }) => start),
			[0, diff.length + 2],
		);
	});

	it('are not those of other texts', () => assert.deepEqual(diffRanges(diff, [parsed(`${diff} `)]), []));
});
