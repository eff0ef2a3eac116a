import assert from 'node:assert/strict';
import '../../../../kit/window/editor.ts';

const { plainRow } = await import('../../../../../src/platform/editor/boxes/plain-row.ts');

describe('A row of a box with a query language', () => {
	it('has its text as its label, and words of others have no icons', () => {
		const { label, description, alwaysShow } = plainRow(true, 'info', '$(bug) text', '$(x)');
		assert.deepEqual([label, description, alwaysShow], ['\\$(bug) text', '\\$(x)', true]);
	});

	it('has no label where VS Code would sort by it', () => {
		const { label, description, detail } = { detail: '', ...plainRow(false, 'info', 'text', 'about') };
		assert.deepEqual([label, description, detail], ['', 'text', 'about']);
	});
});
