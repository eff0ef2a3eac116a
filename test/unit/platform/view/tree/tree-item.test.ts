import assert from 'node:assert/strict';
import type { Row } from '../../../../../src/platform/view/row.ts';
import '../../../../kit/window/editor.ts';

const vscode = await import('vscode');
const { badges } = await import('../../../../../src/platform/view/tree/badges.ts');
const { addHover, treeItemOf } = await import('../../../../../src/platform/view/tree/tree-item.ts');

const anySignal = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };

describe('The item of a row', () => {
	it('has only what the row has', () => {
		assert.deepEqual(
			{ ...treeItemOf({ id: 'a', label: 'a' }, false) },
			{ label: 'a', collapsibleState: 0, id: 'a', accessibilityInformation: { label: 'a' } },
		);
	});

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

	it('has an icon without color, and a command without arguments', () => {
		const { iconPath, command } = treeItemOf(
			{
				...{ id: 'a', label: 'a' },
				icon: 'bug',
				command: { id: 'open', title: 'Open' },
			},
			false,
		);
		assert.deepEqual(
			[iconPath, command],
			[new vscode.ThemeIcon('bug', undefined), { command: 'open', title: 'Open' }],
		);
	});

	it('is expanded only if there are rows below it', () => {
		const row = { id: 'a', label: 'a' };
		const states = [row, { ...row, children: () => [] }].map((one) =>
			[false, true].map((isOpen) => treeItemOf(one, isOpen).collapsibleState),
		);
		assert.deepEqual(states, [
			[0, 0],
			[1, 2],
		]);
	});

	it('has its Markdown tooltip only when it is hovered over, and trusts none of it', async () => {
		const row: Row = { ...{ id: 'a', label: 'a' }, tooltip: { markdown: () => '**a**' } };
		const item = treeItemOf(row, false);
		assert.equal(item.tooltip, undefined);
		const { tooltip } = await addHover(item, row);
		assert.deepEqual(tooltip, Object.assign(new vscode.MarkdownString('**a**'), { supportHtml: true }));
		assert.equal((await addHover(new vscode.TreeItem('b'), { id: 'b', label: 'b' })).tooltip, undefined);
	});

	it('adds to a tooltip what has to be requested only when it is hovered over', async () => {
		for (const [more, whole] of [
			['**b**', '**a**\n\n**b**'],
			['', '**a**'],
		] as const) {
			let requests = 0;
			const row: Row = {
				...{ id: 'a', label: 'a' },
				tooltip: {
					markdown: () => '**a**',
					more: async (signal) => {
						requests += 1;
						assert.equal(signal.aborted, false);
						return more;
					},
				},
			};
			const item = treeItemOf(row, false);
			assert.equal(requests, 0);
			const { tooltip } = await addHover(item, row);
			assert.deepEqual(
				[tooltip, requests],
				[Object.assign(new vscode.MarkdownString(whole), { supportHtml: true }), 1],
			);
		}
	});
});
