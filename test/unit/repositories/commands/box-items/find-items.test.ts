import assert from 'node:assert/strict';
import {
	confirmItems,
	isSameItem,
	lineItem,
	loadItem,
	stopItem,
	summaryItem,
	warningItem,
} from '../../../../../src/repositories/commands/box-items/find-items.ts';

const found = (line: number, path = 'src/a$(x).c', excerpt = 'int $(y)') => ({
	...{ path, line, start: 0, end: 3, excerpt },
});
const result = {
	...{ found: [found(0), found(1)], files: 1200, searched: 7, missing: 1192 },
	...{ missingBytes: { least: 734_000, most: 48_000_000 }, tooLarge: 1, cutFiles: 2, isCut: false },
};

describe('An item of the list that finds lines in a repository', () => {
	const items = [
		...[lineItem(found(0)), summaryItem(result), warningItem('Not all', 'One is left out.')],
		...[loadItem(1192), ...confirmItems(result), stopItem('1 of 2 files')],
	];

	it('has an icon but no text in its label, by which VS Code would sort it, and is always shown', () => {
		for (const { label, alwaysShow, description = '' } of items) {
			assert.match(label, /^\$\([a-z-]+\)$/, description);
			assert.equal(alwaysShow, true, description);
		}
	});

	it('shows a line with its path and number, without icons', () => {
		const { description, detail } = lineItem(found(11));
		assert.deepEqual([description, detail], ['int \\$(y)', 'src/a\\$(x).c:12']);
	});

	it('says what was searched', () => {
		const { description, detail } = summaryItem(result);
		assert.equal(description, '2 lines');
		assert.equal(detail, 'Searched 7 of 1,200 files; 1 file is larger than 1 MB; 2 files have more results');
		assert.equal(summaryItem({ ...result, isCut: true }).description, 'Only the first 2 lines are shown');
		const none = { ...result, found: [] };
		assert.equal(summaryItem({ ...none, missing: 1 }).description, 'No results yet');
		assert.equal(summaryItem({ ...none, missing: 0 }).description, 'No results');
	});

	it('says what loading takes, as a range, and offers to clone', () => {
		const [load, clone] = confirmItems(result);
		assert.equal(load?.detail, '1,192 requests, probably 734 KB to 48 MB (the forge does not say).');
		assert.deepEqual([clone?.id, clone?.description], ['clone', 'Clone the Repository…']);
	});

	it('says how many files are not on this computer', () => {
		const words = (missing: number) => [loadItem(missing).description, loadItem(missing).detail];
		assert.deepEqual(words(1), ['Load 1 More File', 'It is not on this computer yet.']);
		assert.deepEqual(words(2), ['Load 2 More Files', 'They are not on this computer yet.']);
	});

	it('is the same as an earlier one if it is for the same line, or does the same', () => {
		const line = lineItem(found(1));
		const cases = [
			[line, lineItem(found(1, 'src/a$(x).c', 'changed')), true],
			[line, lineItem(found(2)), false],
			[line, lineItem(found(1, 'src/b.c')), false],
			[line, loadItem(1), false],
			[stopItem('2 of 3 files'), stopItem('1 of 3 files'), true],
			[loadItem(2), stopItem(''), false],
			[summaryItem(result), summaryItem(result), false],
			[line, undefined, false],
		] as const;
		for (const [item, other, isSame] of cases)
			assert.equal(isSameItem(item, other), isSame, `${item.detail} and ${other?.detail}`);
	});
});
