import assert from 'node:assert/strict';
import { textsWithoutHunks } from '../../../../../src/patches/model/side-texts/content-notes.ts';
import { oldFileLines } from '../../../../../src/patches/model/side-texts/old-file-lines.ts';
import {
	missingLabel,
	padTexts,
	placeholderLines,
	SideText,
} from '../../../../../src/patches/model/side-texts/side-text.ts';
import { edited, parsed, text } from '../../../../kit/mails/diff-text.ts';

function fileOf(source: string) {
	const [file] = parsed(source).files;
	assert.ok(file);
	return { source, file };
}

describe('The lines of hunks in the two files', () => {
	it('are known for the file before both of two patches, the first one first', () => {
		const one = fileOf(edited() + text('@@ -5,2 +5,2 @@', ' e', '-f', '+F'));
		const other = fileOf(edited() + text('@@ -1,2 +1,1 @@', ' a', '-b', '@@ -5 +4 @@', '-X', '+Y'));
		const known = oldFileLines([one, other]);
		assert.deepEqual(
			known.lines.map(({ index, text, side }) => `${index} ${text} ${side}`),
			['0 a both', '1 b both', '4 e both', '5 f both'],
		);
		assert.equal(known.reachEnd, true);
	});
});

describe('Two texts whose ends are not known', () => {
	const textOf = (lines: number, first: string) => {
		const side = new SideText();
		side.add(first, true);
		side.addUnknown(lines - 2, true);
		side.addRest();
		return side.toString();
	};
	const countOf = (text: string | undefined) => text?.split('\n').length;

	it('get empty lines, as many on both sides, if VS Code would compare them slowly', () => {
		const cases: readonly [lines: number, padded: number][] = [
			[100, 100],
			[150, 850],
			[849, 850],
			[850, 850],
			[2000, 2000],
		];
		for (const [lines, padded] of cases) {
			const given = { old: textOf(lines, 'a'), new: textOf(lines, 'b') };
			const texts = padTexts(given);
			assert.deepEqual([countOf(texts.old), countOf(texts.new)], [padded, padded]);
			assert.ok(texts.old?.startsWith(given.old) && texts.new?.startsWith(given.new));
		}
	});

	it('stay as they are if the end of a file is known', () => {
		const old = textOf(300, 'a');
		for (const current of [undefined, 'b\n'.repeat(300)])
			assert.deepEqual(padTexts({ old, new: current }), { old, new: current });
	});
});

describe('The lines that stand for unknown ones', () => {
	it('are the labels, and no line that only contains one', () => {
		const side = new SideText();
		side.addUnknown(1, true);
		side.add('// 5 lines are not in this mail', true);
		side.add('5 lines are not in this mail, are they?', true);
		side.addUnknown(1200, true);
		side.addUnknown(3, false, missingLabel(3));
		side.addUnknown(1, false, missingLabel(1));
		side.addRest();
		for (const text of [`${side}`, `${side}`.replaceAll('\n', '\r\n')]) {
			const lines = text.split(/\r?\n/);
			assert.deepEqual(
				placeholderLines(text).map(({ line, length }) => `${line} ${lines[line]?.slice(0, length)}`),
				[
					'0 1 line is not in this mail',
					'3 1,200 lines are not in this mail',
					'1202 1,200 lines are not in this mail',
					'1203 3 lines of the hunk above not in this mail',
					'1204 1 line of the hunk above not in this mail',
					'1205 Further lines, if any, are not in this mail',
				],
			);
		}
	});
});

describe('What is said of a file without lines', () => {
	it('names the sizes of binary data', () => {
		const { source, file } = fileOf(text('diff --git a/x b/x', 'index 1111111..2222222 100644'));
		const block = { kind: 'literal', size: 12_345, start: 0, end: 0 } as const;
		const blocks = [block, { ...block, kind: 'delta' as const }];
		assert.deepEqual(textsWithoutHunks(source, { ...file, binary: 'data', blocks }), {
			old: 'Binary file\nObject ID 1111111\n',
			new: 'Binary file of 12,345 bytes\nObject ID 2222222\n',
		});
	});
});
