import assert from 'node:assert/strict';
import type { CodeAction, Disposable } from 'vscode';
import { codeActions, setSetting } from '../../../../kit/window/editor.ts';

const { registerTodoActions } = await import('../../../../../src/tickets/commands/code/todo-action.ts');
const { Range } = await import('vscode');

describe('The quick fix for a TODO comment', () => {
	let registered: Disposable;
	let isSignedIn = true;
	beforeEach(() => {
		setSetting('tildeforge.todoWords', ['TODO']);
		isSignedIn = true;
		registered = registerTodoActions(() => isSignedIn);
	});
	afterEach(() => registered.dispose());

	const lines = ['one', '// TODO: mend this', '// LATER: paint it'];
	const document = { lineAt: (line: number) => ({ text: lines[line] }) };
	/** The lines on which the editor offers the quick fix. */
	const offeredOn = () => {
		const found = lines.map((_, line) => codeActions(document, new Range(line, 0, line, 3)));
		return found.flatMap((actions, line) => (actions.length > 0 ? [line] : []));
	};

	it('creates a ticket about its line', () => {
		const [action] = codeActions(document, new Range(1, 0, 1, 3));
		const { title, kind, command } = (action ?? assert.fail()) as CodeAction;
		assert.deepEqual([title, kind], ['New Ticket from TODO…', 'quickfix']);
		assert.deepEqual(command, { command: 'tildeforge.newTicketFromSelection', title, arguments: [1] });
	});

	it('is offered on lines with the words that the setting has now', () => {
		assert.deepEqual(offeredOn(), [1]);
		setSetting('tildeforge.todoWords', []);
		assert.deepEqual(offeredOn(), []);
		setSetting('tildeforge.todoWords', ['LATER']);
		assert.deepEqual(offeredOn(), [2]);
	});

	it('is offered only while an account is signed in', () => {
		isSignedIn = false;
		assert.deepEqual(offeredOn(), []);
		isSignedIn = true;
		assert.deepEqual(offeredOn(), [1]);
	});
});
