import assert from 'node:assert/strict';
import { TabInputText, TabInputWebview, tabChanges } from '../../../kit/window/editor.ts';

const { onDidOpenTab } = await import('../../../../src/platform/editor/opened-tabs.ts');

describe('A tab that opens', () => {
	it('has the scheme of its file, or the type of its page', () => {
		const opened: string[] = [];
		const following = onDidOpenTab((kind) => opened.push(kind));
		const inputs = [
			new TabInputText({ scheme: 'tildeforge' }),
			new TabInputWebview('mainThreadWebview-tildeforge-patchset'),
			undefined,
		];
		tabChanges.fire({ opened: inputs.map((input) => ({ input })) });
		following.dispose();
		tabChanges.fire({ opened: inputs.map((input) => ({ input })) });
		assert.deepEqual(opened, ['tildeforge', 'tildeforge-patchset']);
	});
});
