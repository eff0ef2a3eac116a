import assert from 'node:assert/strict';
import '../../../../kit/window/editor.ts';

const { FindRows } = await import('../../../../../src/repositories/commands/box-rows/find-rows.ts');

const found = (line: number, path = 'src/a$(x).c', excerpt = 'int $(y)') => ({
	...{ path, line, start: 0, end: 3, excerpt },
});
const result = {
	...{ found: [found(0), found(1)], files: 1200, searched: 7, missing: 1192 },
	...{ missingBytes: { least: 734_000, most: 48_000_000 }, tooLarge: 1, cutFiles: 2, isCut: false },
};

describe('A row of the list that finds lines in a repository', () => {
	const rows = new FindRows(true);
	const texts = ({ label, detail }: { readonly label: string; readonly detail?: string }) => [label, detail];

	it('shows a line with its path and number, without icons', () => {
		assert.deepEqual(texts(rows.line(found(11))), ['int \\$(y)', 'src/a\\$(x).c:12']);
		assert.notEqual(rows.line(found(11)).id, rows.line(found(12)).id);
	});

	it('says what was searched', () => {
		const about = 'Searched 7 of 1,200 files; 1 file is larger than 1 MB; 2 files have more results';
		assert.deepEqual(texts(rows.summary(result)), ['2 lines', about]);
		assert.equal(rows.summary({ ...result, isCut: true }).label, 'Only the first 2 lines are shown');
		const none = { ...result, found: [] };
		assert.equal(rows.summary({ ...none, missing: 1 }).label, 'No results yet');
		assert.equal(rows.summary({ ...none, missing: 0 }).label, 'No results');
	});

	it('says what loading takes, as a range', () => {
		const about = '1,192 requests, probably 734 KB to 48 MB (the forge does not say).';
		assert.deepEqual(texts(rows.confirm(result)), ['Load All 1,192 Files', about]);
	});

	it('says how many files are not on this computer', () => {
		assert.deepEqual(texts(rows.load(1)), ['Load 1 More File', 'It is not on this computer yet.']);
		assert.deepEqual(texts(rows.load(2)), ['Load 2 More Files', 'They are not on this computer yet.']);
	});
});
