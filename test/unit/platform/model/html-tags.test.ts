import assert from 'node:assert/strict';
import { beginsBlock, inlineTagAt, splitAtTags } from '../../../../src/platform/model/markdown/html-tags.ts';

describe('A tag in a text', () => {
	const inline: readonly [source: string, name: string | undefined][] = [
		['<kbd>', 'kbd'],
		['<KBD >', 'kbd'],
		['</sup\n>', 'sup'],
		['<br/>', 'br'],
		['<br />', 'br'],
		['</br>', undefined],
		['<del cite="a>b" class=\'c"d\' id=e>', 'del'],
		['<del cite="a>', undefined],
		['<del title>', undefined],
		['<kbd/x>', undefined],
		['< kbd>', undefined],
		['<kbdx>', undefined],
		['<details>', undefined],
		['<b>', undefined],
	];
	for (const [source, name] of inline) {
		it(`within a line is ${name ?? 'nothing'} if it is ${JSON.stringify(source)}`, () => {
			assert.equal(inlineTagAt(`<i>${source} a`, 3)?.name, name);
			assert.equal(inlineTagAt(`<i>${source} a`, 3)?.source, name && source);
		});
	}

	const blocks: readonly [line: string, begins: boolean][] = [
		['<details>', true],
		['</TABLE> a', true],
		['<td align="left">', true],
		['<table of contents>', false],
		[' <details>', false],
		['a <details>', false],
		['<kbd>', false],
		['<tracker>', false],
	];
	for (const [line, begins] of blocks)
		it(`${begins ? 'begins' : 'does not begin'} a block if it is ${JSON.stringify(line)}`, () =>
			assert.equal(beginsBlock(line), begins));

	it('keeps only allowed attributes with valid values, each once', () => {
		const html =
			'<td COLSPAN=2 colspan=3 rowspan="51" onclick="a" align="center"><details open class=a><tr align=right>';
		assert.deepEqual(
			splitAtTags(html).map((part) => typeof part !== 'string' && part.attributes),
			[
				[
					['colspan', '2'],
					['style', 'text-align:center'],
				],
				[['open', '']],
				[],
			],
		);
	});

	it('separates texts, without those that are empty', () => {
		const parts = splitAtTags('<tr>\n<td>a <kbd>b</kbd></td> c');
		assert.deepEqual(
			parts.map((part) => (typeof part === 'string' ? part : `${part.name} ${part.isEnd}`)),
			['tr false', 'td false', 'a <kbd>b</kbd>', 'td true', ' c'],
		);
	});
});
