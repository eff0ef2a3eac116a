import assert from 'node:assert/strict';
import { productSources, source } from './sources.ts';

/** Built-in commands that act on the list that has the focus, whichever view that is in. Colors have names of the same form. */
const onFocusedList = /^list\.[a-zA-Z]+$(?<!(Fore|Back)ground)/;

const found = (sources: ReturnType<typeof productSources>) =>
	sources.flatMap(({ path, strings }) =>
		strings.filter((text) => onFocusedList.test(text)).map((text) => `${path}: ${text}`),
	);

describe('A command', () => {
	it('never uses the built-in commands for the focused list', () => {
		assert.deepEqual(
			found(productSources()),
			[],
			'Reveal the row in its tree view, or take it as a parameter.',
		);
	});

	it('that toggles the focused list is found', () => {
		const code = "await vscode.commands.executeCommand('list.toggleExpand');";
		assert.deepEqual(found([source('src/a.ts', code)]), ['src/a.ts: list.toggleExpand']);
	});
});
