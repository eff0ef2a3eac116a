import assert from 'node:assert/strict';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { showUnsupportedLink } = await import('../../../../src/platform/editor/unsupported-link.ts');

describe('A link with an unsupported scheme', () => {
	const message = "information: Tildeforge can't open matrix: links.: Copy Link";

	it('is copied if the user wants it', async () => {
		answerWith(enter('Copy Link'));
		await showUnsupportedLink('matrix:r/editor:example.org');
		assert.deepEqual(takeCalls(), [message, 'clipboard: matrix:r/editor:example.org']);
	});

	it('leaves the clipboard as it is if the user closes the message', async () => {
		await showUnsupportedLink('matrix:r/editor:example.org');
		assert.deepEqual(takeCalls(), [message]);
	});
});
