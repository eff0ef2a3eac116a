import assert from 'node:assert/strict';
import { productSources, source } from './sources.ts';
import { tokens } from './tokens.ts';

const mechanism = 'src/platform/editor/boxes/';
/** The box goes on while another one is in its place. */
const exception = 'src/accounts/dialog/browser-step.ts';

function boxProblems(sources: ReturnType<typeof productSources>): string[] {
	return sources
		.filter(({ path }) => !path.startsWith(mechanism) && path !== exception)
		.flatMap(({ path, text }) =>
			tokens(text)
				.filter(({ text: word }) => /^['"]?create(?:QuickPick|InputBox)['"]?$/.test(word))
				.map(({ text: word }) => `${path} uses ${word}. Ask with a SearchBox or a TextBox of ${mechanism}.`),
		);
}

describe('A box', () => {
	it('that changes while it is open is made by one mechanism', () => {
		assert.deepEqual(boxProblems(productSources()), []);
	});

	for (const name of ['createQuickPick', 'createInputBox'])
		it(`is caught in other files: ${name}`, () => {
			const problems = boxProblems([source('src/accounts/a.ts', `const box = vscode.window.${name}();`)]);
			assert.deepEqual(problems, [
				`src/accounts/a.ts uses ${name}. Ask with a SearchBox or a TextBox of ${mechanism}.`,
			]);
		});
});
