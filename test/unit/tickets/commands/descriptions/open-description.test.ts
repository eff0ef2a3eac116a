import assert from 'node:assert/strict';
import { documents, FakeDocument, takeCalls } from '../../../../kit/window/editor.ts';
import { session } from '../../../../kit/window/sessions.ts';

const { Uri } = await import('vscode');
const { openDescription } = await import(
	'../../../../../src/tickets/commands/descriptions/open-description.ts'
);

const editor = { account: 'session', owner: '~ana', tracker: 'editor' };

describe('The editor of a description', () => {
	const path = '/~ana/editor/Description of editor.md';
	const shown = `show: ${path}: {"preview":false}`;

	/** It is open already, with the text `Now`. */
	function open(): FakeDocument {
		const uri = Uri.from({ scheme: 'tildeforge-description', path, query: '~ana (forge.test)' });
		const document = new FakeDocument(uri, 'Now', assert.fail);
		documents.push(document);
		return document;
	}

	it('gets the text of the forge if it has an older one', async () => {
		open();
		await openDescription(editor, session, 'Now');
		assert.deepEqual(takeCalls(), [shown]);
		await openDescription(editor, session, 'Later');
		assert.deepEqual(takeCalls(), [shown, 'command: workbench.action.files.revert']);
	});

	it('keeps what the user has typed', async () => {
		open().type('Typed');
		await openDescription(editor, session, 'Later');
		assert.deepEqual(takeCalls(), [shown]);
	});
});
