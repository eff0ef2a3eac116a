import assert from 'node:assert/strict';
import type { Row } from '../../../../../src/platform/view/row.ts';
import type { TreeParts } from '../../../../../src/platform/view/tree/tree.ts';
import { made } from '../../../../kit/window/editor.ts';

const { TreeItem } = await import('vscode');
const { TreeRegistration } = await import('../../../../../src/platform/view/tree/tree-registration.ts');
const { Tree } = await import('../../../../../src/platform/view/tree/tree.ts');

const below: Row = { id: 'a1', label: 'A1', tooltip: { markdown: () => '**A1**' } };
const row: Row = { id: 'a', label: 'A', children: () => [below] };

/** A registered tree with a row, another one below it, and what was loaded for it. */
function register() {
	const loaded: TreeParts[] = [];
	const registered = new TreeRegistration('tickets', async (parts) => {
		loaded.push(parts);
		return new Tree(parts, {
			memory: { get: () => undefined, update: async () => {} },
			roots: async () => [row],
			head: async () => ({}),
			failureRow: async (error) => ({ id: 'failed', label: String(error) }),
		});
	});
	return { registered, loaded, view: made.trees.at(-1) ?? assert.fail() };
}

describe('A registered tree', () => {
	it('has several selected rows, and a button that collapses all', () => {
		const { registered, view } = register();
		assert.deepEqual(view.options, {
			treeDataProvider: registered,
			canSelectMany: true,
			showCollapseAll: true,
		});
	});

	it('is loaded once, when rows are first requested', async () => {
		const { registered, loaded } = register();
		assert.equal(loaded.length, 0);
		const [[shown], tree] = await Promise.all([registered.getChildren(), registered.tree()]);
		assert.deepEqual([shown?.id, loaded.map(({ id }) => id)], ['a', ['tickets']]);
		assert.equal(tree.view, registered.view);
	});

	it('shows what the loaded tree shows', async () => {
		const { registered } = register();
		await registered.getChildren();
		assert.deepEqual(await registered.getChildren(row), [below]);
		assert.equal((await registered.getTreeItem(below)).label, 'A1');
		assert.equal((await registered.getParent(below))?.id, 'a');
		const item = await registered.resolveTreeItem(new TreeItem('A1'), below);
		assert.match(JSON.stringify(item.tooltip), /\*\*A1\*\*/);
	});

	it('requests rows again when the loaded tree says so, until it is disposed of', async () => {
		const { registered, loaded } = register();
		const requested: unknown[] = [];
		registered.onDidChangeTreeData((rows) => requested.push(rows));
		await registered.tree();
		loaded[0]?.redraw([row]);
		loaded[0]?.redraw();
		registered.dispose();
		loaded[0]?.redraw();
		assert.deepEqual(requested, [[row], undefined]);
	});
});
