import assert from 'node:assert/strict';
import {
	setSetting,
	TabInputText,
	TabInputTextDiff,
	TabInputWebview,
	tabChanges,
} from '../../../kit/window/editor.ts';

const { onDidActivateTab, onDidOpenTab } = await import('../../../../src/platform/editor/opened-tabs.ts');

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

describe('A tab that becomes active', () => {
	it('is reported if it has a file, two compared files or a page, and was not active before', () => {
		const file = { input: new TabInputText({ scheme: 'file' }) };
		const page = { input: new TabInputWebview('mainThreadWebview-tildeforge-ticket') };
		const compared = { input: new TabInputTextDiff() };
		const changesOfCommit = { input: undefined };
		setSetting('active tab', page);
		let activations = 0;
		const following = onDidActivateTab(() => activations++);
		const counts = [page, changesOfCommit, undefined, file, compared].map((tab) => {
			setSetting('active tab', tab);
			tabChanges.fire({ opened: [] });
			return activations;
		});
		following.dispose();
		tabChanges.fire({ opened: [] });
		assert.deepEqual([counts, activations], [[0, 0, 0, 1, 2], 2]);
	});
});
