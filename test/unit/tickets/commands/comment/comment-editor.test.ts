import assert from 'node:assert/strict';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import {
	changeEditor,
	documents,
	FakeDocument,
	setSetting,
	takeCalls,
} from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';
import { commentWindows, ticket } from './comment-windows.ts';

const { CommentEditor } = await import('../../../../../src/tickets/commands/comment/comment-editor.ts');
const { TabInputText, Uri } = await import('vscode');

const both = [ticket(1), ticket(2)];

describe('The editor of a comment for several tickets', () => {
	const resources = stage();
	const { windows } = commentWindows(resources);
	afterEach(() => changeEditor(undefined));

	/** A window whose editor in front shows the comment, after the user has typed `text`. */
	async function open(text?: string, window?: Awaited<ReturnType<typeof windows>>) {
		const { files, tickets, forge } = await (window ?? (await windows()))();
		const address = files.addressOf(both);
		const uri = Uri.from({ scheme: 'tildeforge-comment', ...address });
		const document = new FakeDocument(uri, await files.read(address), (written) =>
			files.write(address, written),
		);
		const editor = new CommentEditor(files);
		const type = (typed: string) => {
			document.type(typed);
			return editor.didChange(document);
		};
		if (text !== undefined) await type(text);
		documents.push(document);
		changeEditor({ document });
		setSetting('tabs', [{ label: 'Comment', input: new TabInputText(uri) }]);
		const sent: [number, string][] = [];
		/** Sends the comment. `work` runs before it is on its way. */
		const send = (work: () => unknown = () => true) =>
			editor.send(async (keys, comment) => {
				sent.push([keys.length, comment.body.text]);
				if ((await work()) === false) return false;
				await tickets.textSender.comment(keys, comment, () => undefined);
				return true;
			});
		const kept = () => tickets.texts.editing.map(({ body }) => body.text).join(' | ');
		return { tickets, files, forge, address, document, editor, type, send, sent, kept };
	}

	it('says above the text how many tickets get it', async () => {
		const { editor, document } = await open();
		const [{ range, command } = assert.fail()] = editor.lenses(document.uri);
		assert.deepEqual(
			[command?.title, command?.command],
			['Send to 2 tickets', 'tildeforge.sendTicketComment'],
		);
		assert.equal(range.start.line, 0);
	});

	it('sends the text to all of them, once, and the comment is gone', async () => {
		const { kept, send, sent, document } = await open('    code\r\n\r\nThanks.\n\n');
		await Promise.all([send(), send()]);
		assert.deepEqual(sent, [[2, '    code\n\nThanks.']]);
		assert.deepEqual([kept(), document.isDirty], ['', false]);
		assert.deepEqual(takeCalls(), ['close: Comment']);
	});

	it('sends it once, even if two windows do', async () => {
		const window = await windows();
		const before = await open('Thanks.', window);
		await before.document.save();
		const { document, send, forge, tickets } = await open(undefined, window);
		changeEditor({ document: before.document });
		await before.send();
		changeEditor({ document });
		await send();
		await until(() => tickets.outbox.entries.length === 0 && before.tickets.outbox.entries.length === 0);
		assert.equal(forge.asked.filter((what) => what.startsWith('PUT')).length, 2);
	});

	it('keeps a text that is not sent', async () => {
		const { kept, editor, send, sent } = await open('Thanks.');
		await editor.send(async () => false);
		await assert.rejects(
			send(() => Promise.reject(new Error('The disk is full'))),
			/disk is full/,
		);
		assert.deepEqual([kept(), takeCalls()], ['Thanks.', []]);
		await send();
		assert.deepEqual([kept(), sent.length], ['', 2]);
	});

	it('sends what was there when the key was pressed, and what is typed then is the next comment', async () => {
		const { kept, type, send, sent, editor } = await open('First');
		const opened: unknown[] = [];
		editor.open = async (tickets) => void opened.push(tickets);
		await send(() => type('First\n\n\tand a second one'));
		assert.deepEqual([sent, kept()], [[[2, 'First']], '\tand a second one']);
		assert.deepEqual([opened, takeCalls()], [[both], ['close: Comment']]);
	});

	for (const isSaved of [false, true])
		it(`keeps what is typed${isSaved ? ' and saved' : ''} meanwhile if the comment is not sent`, async () => {
			const { kept, type, send, document } = await open('First');
			await send(async () => {
				await type('First, and more');
				if (isSaved) await document.save();
				return false;
			});
			assert.equal(kept(), 'First, and more');
		});

	it('sends the text as VS Code has changed it while it was saved', async () => {
		const { document, kept, type, send, sent } = await open('One  \ntwo');
		const save = document.save.bind(document);
		document.save = async () => {
			await type('One\ntwo');
			return save();
		};
		await send();
		assert.deepEqual([sent, kept()], [[[2, 'One\ntwo']], '']);
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
			const { kept, send, sent } = await open(text);
			await assert.rejects(send(), reason);
			assert.deepEqual([sent, kept()], [[], text]);
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

	it('shows the newest version when it is opened again, in whatever order the tickets are chosen', async () => {
		const { document, editor, files, type, address } = await open('Old');
		await document.save();
		const shown = 'show: /~ana/editor#1, #2/Comment on 2 tickets.md: {"preview":false,"preserveFocus":false}';
		await editor.open(both.toReversed());
		assert.deepEqual(takeCalls(), [shown]);
		await files.write(address, 'Old, changed elsewhere');
		await editor.open(both);
		assert.deepEqual(takeCalls(), [shown, 'command: workbench.action.files.revert']);
		await type('Old, changed elsewhere, and here');
		await editor.open(both);
		assert.deepEqual(takeCalls(), [shown], 'an unsaved text is never reverted');
	});

	it('shows what was written elsewhere in the window, unless the user is typing', async () => {
		const { document, editor, files, type, address } = await open('Old');
		await document.save();
		await files.write(address, 'New');
		await editor.showCurrent(document.uri);
		assert.deepEqual([document.getText(), document.isDirty], ['New', false]);
		document.type('Typed');
		await editor.showCurrent(document.uri);
		assert.deepEqual([document.getText(), document.isDirty], ['Typed', true]);
		await type('Typed');
	});

	it('closes when the comment is discarded', async () => {
		const { document, editor, kept, tickets } = await open('Thanks.');
		const [{ id } = assert.fail()] = tickets.texts.editing;
		await tickets.texts.discard(id);
		await editor.close(document.uri);
		assert.deepEqual([document.getText(), document.isDirty, kept()], ['', false, '']);
		assert.deepEqual(takeCalls(), ['close: Comment: the focus stays']);
	});
});

describe('What the user types in the editor of a comment', () => {
	const { windows } = commentWindows(stage());

	it('is kept before the file is saved', async () => {
		const window = await windows();
		const { files } = await window();
		const address = files.addressOf(both);
		const uri = Uri.from({ scheme: 'tildeforge-comment', ...address });
		const document = new FakeDocument(uri, await files.read(address), assert.fail);
		await new CommentEditor(files).didChange(document);
		document.type('Hello\r\nworld');
		await new CommentEditor(files).didChange(document);
		assert.equal(await (await window()).files.read(address), 'Hello\nworld');
	});

	it('is there again, with its last words, if VS Code has restored an older text', async () => {
		const window = await windows();
		const first = await window();
		const address = first.files.addressOf(both);
		await first.files.write(address, 'Hello world');
		const { files, tickets } = await window();
		const document = new FakeDocument(
			Uri.from({ scheme: 'tildeforge-comment', ...address }),
			'',
			assert.fail,
		);
		documents.push(document);
		document.type('Hello');
		await new CommentEditor(files).didChange(document);
		assert.equal(document.getText(), 'Hello world');
		assert.deepEqual(
			tickets.texts.editing.map(({ body }) => body.text),
			['Hello world'],
		);
	});
});
