import assert from 'node:assert/strict';
import type { MoveComment } from '../../../../../src/tickets/commands/comment/comment-editor.ts';
import { commentAddress } from '../../../../../src/tickets/commands/comment/comment-files.ts';
import { until } from '../../../../tools/until.ts';
import { changeEditor, documents, FakeDocument, setSetting, takeCalls } from '../../../editor.ts';
import { commentWindows, ticket } from '../../state/comment-windows.ts';
import { stage } from '../../state/forge.ts';

const { CommentEditor } = await import('../../../../../src/tickets/commands/comment/comment-editor.ts');
const { CommentTyping } = await import('../../../../../src/tickets/commands/comment/comment-typing.ts');
const { TabInputText, Uri } = await import('vscode');

const tickets = [ticket(1), ticket(2)];
const address = commentAddress(tickets);

describe('The editor of a comment for several tickets', () => {
	const resources = stage();
	const { windows } = commentWindows(resources);
	afterEach(() => changeEditor(undefined));

	/** A window whose editor in front shows the comment, after the user has typed `text`. */
	async function open(text?: string, window?: Awaited<ReturnType<typeof windows>>) {
		const { files, comments } = await (window ?? (await windows()))();
		const uri = Uri.from({ scheme: 'tildeforge-comment', ...address });
		const document = new FakeDocument(uri, await files.read(address), (written) =>
			files.write(address, written),
		);
		const typing = new CommentTyping(files);
		const type = (typed: string) => {
			document.type(typed);
			return typing.didChange(document);
		};
		if (text !== undefined) await type(text);
		documents.push(document);
		changeEditor({ document });
		setSetting('tabs', [{ label: 'Comment', input: new TabInputText(uri) }]);
		const sent: [number, string][] = [];
		const editor = new CommentEditor(files);
		const send = (work: (move: MoveComment) => unknown = () => true) =>
			editor.send(async (keys, written, move) => {
				sent.push([keys.length, written]);
				let isMoved = false;
				await move(async () => {
					isMoved = (await work(move)) !== false;
				});
				return isMoved;
			});
		const kept = () => comments.textOf(tickets);
		return { comments, files, document, editor, type, send, sent, kept };
	}

	it('sends the text to all of them, once, and the comment is gone', async () => {
		const { kept, send, sent } = await open('    code\r\n\r\nThanks.\n\n');
		await Promise.all([send(), send()]);
		assert.deepEqual(sent, [[2, '    code\n\nThanks.']]);
		assert.equal(kept(), '');
		assert.deepEqual(takeCalls(), ['close: Comment']);
	});

	it('says that the text was sent, and sends nothing, if another window has sent it', async () => {
		const window = await windows();
		const before = await open('Thanks.', window);
		await before.document.save();
		const { document, send, sent } = await open(undefined, window);
		changeEditor({ document: before.document });
		await before.send();
		changeEditor({ document });
		await assert.rejects(send(), /already sent/);
		assert.equal(document.getText(), 'Thanks.');
		assert.deepEqual([before.sent.length, sent.length], [1, 1]);
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

	for (const isSaved of [false, true])
		it(`stays open with what the user types while the comment is being sent${isSaved ? ', also if VS Code saves it' : ''}`, async () => {
			const { document, kept, type, send, sent } = await open('First');
			let typing: Promise<unknown> | undefined;
			await send(() => {
				typing = type('First\n\n\tand a second one');
				if (isSaved) document.isDirty = false;
			});
			await typing;
			assert.deepEqual(sent, [[2, 'First']]);
			assert.deepEqual([document.getText(), kept()], ['\tand a second one', '\tand a second one']);
			assert.deepEqual([document.isDirty, takeCalls()], [false, []]);
			await type('\tand a second one, longer');
			assert.equal(kept(), '\tand a second one, longer');
			await send();
			assert.deepEqual(sent.at(-1), [2, '\tand a second one, longer']);
			assert.deepEqual([kept(), takeCalls()], ['', ['close: Comment']]);
		});

	it('leaves a text that cannot be replaced while the user types, and keeps only what was not sent', async () => {
		const { document, kept, type, send } = await open('First');
		setSetting('typing', true);
		await send(() => document.type('First\nSecond'));
		await type('First\nSecond.');
		assert.deepEqual([document.getText(), kept(), takeCalls()], ['First\nSecond.', 'Second.', []]);
	});

	it('sends the text from before the user typed on, so that VS Code could not save it', async () => {
		const { document, kept, type, send, sent } = await open('First');
		const save = document.save.bind(document);
		let saves = 0;
		document.save = async () => {
			saves += 1;
			if (saves > 1) return save();
			await type('First\n\nSecond');
			return false;
		};
		await send();
		assert.deepEqual(sent, [[2, 'First']]);
		assert.deepEqual([document.getText(), kept(), saves], ['Second', 'Second', 2]);
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

	it('sends nothing if another window has discarded the saved text', async () => {
		const window = await windows();
		const before = await open('Thanks.', window);
		await before.document.save();
		const { comments } = await window();
		await comments.drafts.remove(tickets);
		await comments.drafts.settled();
		before.comments.drafts.readChanges();
		await until(() => before.kept() === '');
		const send = () => before.send(() => assert.fail('it was discarded'));
		await assert.rejects(send, /changed outside this editor/);
		assert.equal(before.kept(), '');
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
		const { document, editor, files, type } = await open('Old');
		await document.save();
		const shown = 'show: /~ana/editor#1, #2/Comment on 2 tickets.md: {"preview":false,"preserveFocus":false}';
		await editor.open(tickets.toReversed());
		assert.deepEqual(takeCalls(), [shown]);
		await files.write(address, 'Old, changed elsewhere');
		await editor.open(tickets);
		assert.deepEqual(takeCalls(), [shown, 'command: workbench.action.files.revert']);
		await type('Old, changed elsewhere, and here');
		await editor.open(tickets);
		assert.deepEqual(takeCalls(), [shown], 'an unsaved text is never reverted');
	});

	it('closes when the comment is discarded', async () => {
		const { document, editor, kept } = await open('Thanks.');
		await editor.close(tickets);
		assert.deepEqual([document.getText(), document.isDirty, kept()], ['', false, '']);
		assert.deepEqual(takeCalls(), ['close: Comment: the focus stays']);
	});
});

describe('What the user types in the editor of a comment', () => {
	const { windows } = commentWindows(stage());
	const uri = Uri.from({ scheme: 'tildeforge-comment', ...address });

	it('is kept before the file is saved', async () => {
		const window = await windows();
		const { files } = await window();
		const document = new FakeDocument(uri, await files.read(address), assert.fail);
		await new CommentTyping(files).didChange(document);
		document.type('Hello\r\nworld');
		await new CommentTyping(files).didChange(document);
		assert.equal(await (await window()).files.read(address), 'Hello\nworld');
	});

	it('is there again, with its last words, if VS Code has restored an older text', async () => {
		const window = await windows();
		await (await window()).files.write(address, 'Hello world');
		const { files, comments } = await window();
		const document = new FakeDocument(uri, '', assert.fail);
		documents.push(document);
		document.type('Hello');
		await new CommentTyping(files).didChange(document);
		assert.deepEqual([document.getText(), comments.textOf(tickets)], ['Hello world', 'Hello world']);
	});

	it('does not replace what another window has written', async () => {
		const window = await windows();
		const [a, b] = [await window(), await window()];
		const document = new FakeDocument(uri, await b.files.read(address), assert.fail);
		await b.files.read(address);
		await a.files.write(address, 'From the first window');
		b.comments.drafts.readChanges();
		document.type('From the second window');
		await b.comments.drafts.settled();
		await until(() => b.comments.textOf(tickets) !== '');
		await new CommentTyping(b.files).didChange(document);
		assert.equal(b.comments.textOf(tickets), 'From the first window');
	});
});
