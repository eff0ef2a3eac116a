import assert from 'node:assert/strict';
import type { View } from '../../../../../src/platform/view/view.ts';
import type { Views } from '../../../../../src/platform/view/views.ts';
import { memory } from '../../../../tools/memory.ts';
import '../../../../kit/window/editor.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';

const vscode = await import('vscode');
const { createViewTree } = await import('../../../../../src/platform/view/tree/view-tree.ts');

function open(views: () => Promise<Partial<Views>>) {
	const view = vscode.window.createTreeView('tildeforge.inbox', { treeDataProvider: {} as never });
	const { log, lines } = readable();
	const load = async () => (await views()) as Views;
	const parts = { id: 'tildeforge.inbox', view, redraw: () => {} } as never;
	return { tree: createViewTree(parts, load, memory(), log), lines };
}

describe('The tree of a view', () => {
	it('shows the rows of its view, and tells the view which are displayed', async () => {
		const displayed: string[] = [];
		const view: View = { id: 'tildeforge.inbox', roots: () => [], didShow: ({ id }) => displayed.push(id) };
		const { tree } = open(async () => ({
			view: () => view,
			roots: async (id) => [{ id: `${id}/row`, label: 'Row' }],
			head: () => ({}),
		}));
		assert.deepEqual(
			(await tree.getChildren()).map(({ id }) => id),
			['tildeforge.inbox/row'],
		);
		await new Promise(setImmediate);
		assert.deepEqual(displayed, ['tildeforge.inbox/row']);
	});

	it('has a row that says so if its rows cannot be read, and logs why', async () => {
		const { tree, lines } = open(async () => ({
			view: () => undefined,
			roots: () => Promise.reject(new Error('The disk is full')),
			head: () => ({}),
		}));
		const [row, ...others] = await tree.getChildren();
		assert.deepEqual(others, []);
		assert.match(row?.label ?? '', /\S/);
		assert.match(lines.map(({ line }) => line).join(), /tildeforge\.inbox could not be shown/);
	});
});
