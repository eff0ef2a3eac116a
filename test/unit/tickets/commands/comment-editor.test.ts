import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/platform/state/memory-storage.ts';
import { commentAddress } from '../../../../src/tickets/commands/comment-files.ts';
import { BulkComments } from '../../../../src/tickets/state/bulk-comments.ts';
import { changeEditor } from '../../editor.ts';

const { CommentEditor } = await import('../../../../src/tickets/commands/comment-editor.ts');
const { Uri } = await import('vscode');

const tickets = [1, 2].map((ticket) => ({ account: 'ana', owner: '~ana', tracker: 'editor', ticket }));

describe('The editor of a comment for several tickets', () => {
	afterEach(() => changeEditor(undefined));

	/** The user has written this text, and the editor is in front. */
	async function open(text: string) {
		const comments = new BulkComments(memoryStorage());
		const id = await comments.begin(tickets);
		const document = {
			uri: Uri.from({ scheme: 'tildeforge-comment', ...commentAddress(id, tickets) }),
			getText: () => text,
			save: () => comments.save(id, text),
		};
		changeEditor({ document });
		const sent: [number, string][] = [];
		const editor = new CommentEditor(comments);
		const send = (answer: () => Promise<boolean> = async () => true) =>
			editor.send(async (keys, written) => {
				sent.push([keys.length, written]);
				return answer();
			});
		return { comments, id, document, send, sent };
	}

	it('sends the text to all of them, once, and the comment is gone', async () => {
		const { comments, id, send, sent } = await open('    code\r\n\r\nThanks.\n\n');
		await Promise.all([send(), send()]);
		assert.deepEqual(sent, [[2, '    code\n\nThanks.']]);
		assert.equal(await comments.read(id), undefined);
		await assert.rejects(send(), /already sent/);
		assert.equal(sent.length, 1);
	});

	it('keeps a text that is not sent', async () => {
		const { comments, id, send, sent } = await open('Thanks.');
		await send(async () => false);
		await assert.rejects(
			send(() => Promise.reject(new Error('The disk is full'))),
			/disk is full/,
		);
		assert.equal((await comments.read(id))?.text, 'Thanks.');
		await send();
		assert.equal(sent.length, 3);
	});

	it('sends nothing that could not be saved', async () => {
		const { document, send, sent } = await open('Thanks.');
		document.save = async () => false;
		await assert.rejects(send(), /could not be saved, so it was not sent/);
		assert.deepEqual(sent, []);
	});

	const refused: readonly (readonly [text: string, reason: RegExp])[] = [
		['', /at least 3 characters/],
		[' ok \n', /at least 3 characters/],
		['x'.repeat(16385), /at most 16,384 characters\. This one has 16,385\./],
	];
	for (const [text, reason] of refused) {
		it(`refuses a text of ${text.length} characters and keeps it`, async () => {
			const { comments, id, send, sent } = await open(text);
			await assert.rejects(send(), reason);
			assert.deepEqual(sent, []);
			assert.equal((await comments.read(id))?.text, text);
		});
	}

	it('does nothing while another editor is in front', async () => {
		const { send, sent } = await open('Thanks.');
		changeEditor({ document: { uri: Uri.file('/project/a.md'), getText: () => 'Other text' } });
		await send();
		changeEditor(undefined);
		await send();
		assert.deepEqual(sent, []);
	});
});
