import assert from 'node:assert/strict';
import { productSources, source } from './sources.ts';
import { wordsProblems } from './words.ts';

describe('What a forge says', () => {
	it('reaches the messages of the editor, and its browser, only where it is made safe', () => {
		assert.deepEqual(wordsProblems(productSources()), []);
	});

	for (const [what, code] of [
		['a message', 'await vscode.window.showErrorMessage(error.message);'],
		['a message of a window that was taken apart', 'const { showWarningMessage } = vscode.window;'],
		['a name in quotes', "vscode.window['showInputBox']({});"],
		['a progress', 'vscode.window.withProgress(options, work);'],
		['an address', 'vscode.env.openExternal(vscode.Uri.parse(address));'],
	] as const) {
		it(`does not pass by as ${what}`, () => {
			const problems = wordsProblems([source('src/accounts/a.ts', code)]);
			assert.equal(problems.length, 1, problems.join('\n'));
			assert.match(problems[0] ?? '', /^src\/accounts\/a\.ts calls \w+, and .* src\/platform\/editor\//);
		});
	}
});
