import assert from 'node:assert/strict';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { takeCalls } from '../../../kit/window/editor.ts';
import { row } from '../../../kit/window/list-commands.ts';

const { openRowInDiffEditor } = await import('../../../../src/patches/commands/open-diff.ts');

const key = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };

describe('A row in the diff editor', () => {
	const { open } = demoLists();

	it('has the patches of its patchset, which are read first', async () => {
		const { lists, requests } = { ...(await open({ names: ['ana'] })), requests: [] as string[] };
		const opener = {
			open: async ({ title, patches }: { readonly title: string; readonly patches: readonly unknown[] }) =>
				void requests.push(`${title}: ${patches.length}`),
			openNet: async () => assert.fail(),
			showsNetDiff: () => false,
		};
		await openRowInDiffEditor([row('editor-devel', { kind: 'patchset', key })], lists, undefined, opener);
		await openRowInDiffEditor([undefined], lists, key, opener);
		assert.deepEqual(requests, ['Wrap long lines: 3']);
		assert.match(takeCalls().at(-1) ?? '', /The list changed/);
	});
});
