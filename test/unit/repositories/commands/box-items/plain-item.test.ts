import assert from 'node:assert/strict';
import '../../../../kit/window/editor.ts';

const { plainItem } = await import('../../../../../src/repositories/commands/box-items/plain-item.ts');

describe('An item of a box with a query language', () => {
	it('has its text as its label, and words of others have no icons', () => {
		const { label, description, alwaysShow } = plainItem(true, 'info', '$(bug) text', '$(x)');
		assert.deepEqual([label, description, alwaysShow], ['\\$(bug) text', '\\$(x)', true]);
	});

	it('has no label where VS Code would sort by it', () => {
		const { label, description, detail } = { detail: '', ...plainItem(false, 'info', 'text', 'about') };
		assert.deepEqual([label, description, detail], ['', 'text', 'about']);
	});
});
