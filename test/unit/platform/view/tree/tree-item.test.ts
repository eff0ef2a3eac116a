import assert from 'node:assert/strict';
import type { Row } from '../../../../../src/platform/view/row.ts';
import '../../../../kit/window/editor.ts';

const vscode = await import('vscode');
const { badges } = await import('../../../../../src/platform/view/tree/badges.ts');
const { addHover, treeItemOf } = await import('../../../../../src/platform/view/tree/tree-item.ts');

const anySignal = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };

describe('The item of a row', () => {
	it('has everything that the row has', () => {
		const { ThemeColor, ThemeIcon, Uri } = vscode;
		const item = treeItemOf(
			{
				...{
					id: 'a',
					label: 'A',
					description: 'of b',
					tooltip: 'About a',
					context: 'row',
					icon: 'bug',
					color: 'red',
				},
				badge: { letters: '2', tooltip: '2 new' },
				command: { id: 'open', title: 'Open', arguments: [1] },
			},
			false,
		);
		const { resourceUri, ...rest } = item;
		assert.deepEqual(
			{ ...rest },
			{
				...{
					label: 'A',
					collapsibleState: 0,
					id: 'a',
					description: 'of b',
					tooltip: 'About a',
					contextValue: 'row',
				},
				accessibilityInformation: { label: 'A, of b' },
				iconPath: new ThemeIcon('bug', new ThemeColor('red')),
				command: { command: 'open', title: 'Open', arguments: [1] },
			},
		);
		assert.ok(resourceUri);
		assert.deepEqual(badges.provideFileDecoration(resourceUri, anySignal), { badge: '2', tooltip: '2 new' });
		assert.equal(badges.provideFileDecoration(Uri.parse('file:/a'), anySignal), undefined);
	});

	it('has its Markdown tooltip only when it is hovered over, and trusts none of it', async () => {
		const row: Row = { ...{ id: 'a', label: 'a' }, tooltip: { markdown: () => '**a**' } };
		const item = treeItemOf(row, false);
		assert.equal(item.tooltip, undefined);
		const { tooltip } = await addHover(item, row);
		assert.deepEqual(tooltip, Object.assign(new vscode.MarkdownString('**a**'), { supportHtml: true }));
		assert.equal((await addHover(new vscode.TreeItem('b'), { id: 'b', label: 'b' })).tooltip, undefined);
	});
});
