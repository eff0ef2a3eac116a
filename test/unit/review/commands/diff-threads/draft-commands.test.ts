import assert from 'node:assert/strict';
import type { Comment } from 'vscode';
import type { ReviewComment } from '../../../../../src/review/state/review-comments.ts';
import { mailer } from '../../../../kit/forge/lists-forge.ts';
import { refuseReplies } from '../../../../kit/forge/refuse-replies.ts';
import {
	answerWith,
	changeEditor,
	enter,
	type FakeDocument,
	takeCalls,
} from '../../../../kit/window/editor.ts';
import { commentControllers, commentThreads, FakeThread } from '../../../../kit/window/fake-comments.ts';
import { until } from '../../../../tools/until.ts';
import { diffEditors } from './diff-editors.ts';

const { Range, Selection } = await import('vscode');
const { DraftCommands } = await import('../../../../../src/review/commands/diff-threads/draft-commands.ts');

describe('The comments that the user writes in diff editors', () => {
	const { open, forge } = diffEditors();

	async function openFile() {
		const window = await open();
		const { lists, texts, comments, threads, show, file } = window;
		const commands = new DraftCommands({ lists, documents: texts, comments, threads });
		const document = await show({ kind: 'file', side: 'new', file: file(0) });
		const lineOf = (words: string) =>
			document
				.getText()
				.split('\n')
				.findIndex((line) => line.includes(words));
		return {
			...{ ...window, commands, document, lineOf },
			/** Types into the box of a new comment, and saves it. */
			write: async (words: string, text: string) => {
				const line = lineOf(words);
				const thread = new FakeThread(document.uri, new Range(line, 0, line, 0), []);
				commentThreads.add(thread);
				await commands.save({ thread, text });
				return thread;
			},
		};
	}
	type Written = Awaited<ReturnType<typeof openFile>> & { readonly draft: ReviewComment };
	const drafts = (document: FakeDocument) =>
		[...commentThreads]
			.filter(({ uri }) => uri === document.uri)
			.flatMap(({ range, comments }) =>
				comments
					.filter(({ author }) => author.name.endsWith('(draft)'))
					.map(({ body, mode }) => [document.lineAt(range?.end.line ?? -1).text.trim(), body, mode]),
			);
	const draftIn = (document: FakeDocument): Comment => {
		const thread = [...commentThreads].find(({ uri }) => uri === document.uri);
		return thread?.comments[0] ?? assert.fail();
	};

	it('are kept as drafts of the review at their lines', async () => {
		const { document, write, comments, mails } = await openFile();
		const box = await write('t->columns < 1', 'Why *80*?');
		assert.ok(!commentThreads.has(box));
		await until(() => drafts(document).length === 1);
		assert.deepEqual(drafts(document), [['if (t->columns < 1)', 'Why *80*?', 1]]);
		const [{ key, body, account } = assert.fail()] = comments.editing;
		assert.deepEqual(key, {
			...{ account: 'ana', owner: '~ana', list: 'editor-devel', mail: mails[0]?.id },
			lines: { kind: 'diff', patch: 0, file: 0, hunk: 0, first: 3, last: 3 },
		});
		assert.deepEqual([body.text, account.name, account.instance], ['Why *80*?', '~ana', 'forge.test']);
	});

	it('are kept once if the button is clicked twice', async () => {
		const { document, lineOf, commands, comments } = await openFile();
		const line = lineOf('t->columns < 1');
		const thread = new FakeThread(document.uri, new Range(line, 0, line, 0), []);
		const save = () => commands.save({ thread, text: 'Why?' });
		await Promise.all([save(), save()]);
		assert.equal(comments.editing.length, 1);
	});

	it('are not lost if they cannot be kept', async () => {
		const { write, comments, signOut } = await openFile();
		const box = await write('t->columns < 1', ' \n');
		assert.ok(commentThreads.has(box));
		await assert.rejects(write('36 lines are not', 'Hm.'), /No mail has this line/);
		signOut('ana');
		await assert.rejects(write('t->columns < 1', 'Hm.'));
		assert.equal(commentThreads.has(box), true);
		assert.deepEqual(comments.editing, []);
	});

	it('are edited and discarded in place, with undo', async () => {
		const { document, write, comments, commands } = await openFile();
		await write('t->columns < 1', 'Why?');
		await until(() => drafts(document).length === 1);
		commands.edit(draftIn(document));
		assert.deepEqual(drafts(document), [['if (t->columns < 1)', 'Why?', 0]]);
		draftIn(document).body = 'Why not?';
		commands.cancel(draftIn(document));
		assert.deepEqual(drafts(document), [['if (t->columns < 1)', 'Why?', 1]]);
		commands.edit(draftIn(document));
		draftIn(document).body = 'Why so?';
		await commands.save(draftIn(document));
		await until(() => drafts(document)[0]?.[1] === 'Why so?');
		assert.deepEqual(
			comments.editing.map(({ body }) => body.text),
			['Why so?'],
		);
		takeCalls();
		answerWith(enter('Undo'));
		await commands.discard(draftIn(document));
		assert.deepEqual(takeCalls(), ['information: Draft comment discarded.: Undo']);
		await until(() => drafts(document).length === 1 && comments.editing.length === 1);
		takeCalls();
		draftIn(document).body = ' \n';
		await commands.save(draftIn(document));
		await until(() => drafts(document).length === 0);
		assert.deepEqual(takeCalls(), ['information: Draft comment discarded.: Undo']);
	});

	it('change where another page or window changes them, but not while they are edited', async () => {
		const { document, write, comments, commands, file, show } = await openFile();
		await write('t->columns < 1', 'Why?');
		const [{ id, key, account, revision, writer } = assert.fail()] = comments.editing;
		const type = (text: string, next: number) =>
			comments.write({
				...{ id, key, account, body: { text }, revision: next, writer: 'page' },
				base: { revision, writer },
			});
		await type('Why not?', 2);
		await until(() => drafts(document)[0]?.[1] === 'Why not?');
		commands.edit(draftIn(document));
		await type('Why not 1?', 3);
		const other = await show({ kind: 'version', side: 'new', old: undefined, new: file(0) });
		await until(() => drafts(other)[0]?.[1] === 'Why not 1?');
		assert.deepEqual(drafts(document), [['if (t->columns < 1)', 'Why not?', 0]]);
		commands.cancel(draftIn(document));
		await comments.discard(id);
		await until(() => commentThreads.size === 0);
	});

	for (const [what, change] of [
		['discarded', ({ comments, draft: { id } }) => comments.discard(id)],
		[
			'carried over to another version',
			({ comments, draft, file }) =>
				comments.write({
					...{ ...draft, key: { ...draft.key, mail: file(1).mail }, revision: draft.revision + 1 },
					base: draft,
				}),
		],
	] as const satisfies readonly (readonly [string, (at: Written) => Promise<unknown>])[])
		it(`keep what the user types while they are ${what} elsewhere`, async () => {
			const window = await openFile();
			const { document, write, comments, commands, file, show } = window;
			await write('t->columns < 1', 'Why?');
			await until(() => drafts(document).length === 1);
			commands.edit(draftIn(document));
			const other = await show({ kind: 'version', side: 'new', old: undefined, new: file(0) });
			await until(() => drafts(other).length === 1);
			await change({ ...window, draft: comments.editing[0] ?? assert.fail() });
			await until(() => drafts(other).length === 0);
			assert.deepEqual(drafts(document), [['if (t->columns < 1)', 'Why?', 0]]);
			draftIn(document).body = 'Or so?';
			await commands.save(draftIn(document));
			await until(() => [other, document].every((one) => drafts(one)[0]?.[1] === 'Or so?'));
			assert.deepEqual(drafts(document), [['if (t->columns < 1)', 'Or so?', 1]]);
		});

	it('stay at their lines while they are sent, until the list has them', async () => {
		const { document, write, comments, setOutbox, mails, cache } = await openFile();
		await write('t->columns < 1', 'Why *80*?');
		await until(() => drafts(document).length === 1);
		const names = () => [...commentThreads].flatMap((one) => one.comments.map(({ author }) => author.name));
		setOutbox({
			...{ id: 'one', due: 0, origin: 'here', state: { kind: 'sending', since: 0 } },
			...{ key: { account: 'ana', owner: '~ana', list: 'editor-devel', messageId: '<1@x>' }, steps: [] },
		});
		await until(() => names().join().endsWith(' (sending)'));
		assert.equal(draftIn(document).contextValue, 'sent', 'so it cannot be edited');
		const [comment = assert.fail()] = comments.editing;
		const messageId = '<sent@example.org>';
		const { id, revision, writer } = comment;
		await comments.markSent(id, { revision, writer }, (body) => ({ ...body, sentIn: messageId }));
		setOutbox(undefined);
		await until(() => names().join().endsWith(' (not on the list yet)'));
		const { send, end } = await mailer(forge().smtp.port);
		const mail = [
			...['From: Ana <ana@example.org>', 'Subject: Re: wrap', `In-Reply-To: ${mails[0]?.messageId}`],
			...[`Message-ID: ${messageId}`, '', '> +\tif (t->columns < 1)', 'Why *80*?', ''],
		].join('\r\n');
		assert.match(await send('ana@example.org', ['~ana/editor-devel@lists.localhost'], mail), /^250 /);
		end();
		await cache.refresh({ newestOnly: true });
		await until(() => draftIn(document).contextValue === 'reply');
		assert.equal(names().join().includes('(not on'), false);
	});

	it('are also about a whole file or patch', async () => {
		const { commands, comments, show, file, mails, document } = await openFile();
		const { account, owner, list, mail, patch } = file(0);
		const message = await show({ kind: 'message', patch: { account, owner, list, mail, patch } });
		const old = await show({ kind: 'file', side: 'old', file: file(0) });
		for (const [one, text] of [
			[document, 'Split it.'],
			[message, 'Nice.'],
		] as const) {
			const thread = new FakeThread(one.uri, new Range(0, 0, 0, 0), []);
			thread.range = undefined;
			commentThreads.add(thread);
			await commands.save({ thread, text });
		}
		const linesOf = (words: string) => {
			const { key } = comments.editing.find(({ body }) => body.text === words) ?? assert.fail();
			return [key.mail, key.lines];
		};
		assert.deepEqual(linesOf('Split it.'), [mails[0]?.id, { kind: 'file', patch: 0, file: 0 }]);
		assert.deepEqual(linesOf('Nice.'), [mails[0]?.id, { kind: 'whole' }]);
		const onDocument = (one: FakeDocument) =>
			[...commentThreads]
				.filter(({ uri, range }) => uri === one.uri && range === undefined)
				.flatMap((thread) => thread.comments.map(({ body }) => body));
		await until(() => onDocument(document).length > 0 && onDocument(message).length > 0);
		assert.deepEqual([document, message, old].map(onDocument), [['Split it.'], ['Nice.'], []]);
	});

	it('have a prompt that says why the user may not answer', async () => {
		const window = await open('bob');
		const { show, file } = window;
		const document = await show({ kind: 'file', side: 'new', file: file(0) });
		const [controller = assert.fail()] = commentControllers;
		const promptOf = async () => {
			await controller.commentingRangeProvider?.provideCommentingRanges(document as never, {} as never);
			return controller.options?.placeHolder ?? '';
		};
		assert.match(await promptOf(), /^Write a comment of your review/);
		refuseReplies(window);
		await window.cache.refresh();
		assert.equal(await promptOf(), '~ana, the owner of the list, does not let you reply to it.');
	});

	it('can be written on mailed lines only, and the command says which are near', async () => {
		const { document, commands, lineOf, show, file } = await openFile();
		const [{ commentingRangeProvider } = assert.fail()] = commentControllers;
		const ranges = await commentingRangeProvider?.provideCommentingRanges(document as never, {} as never);
		const first = lineOf('return;');
		assert.deepEqual(ranges, { enableFileComments: true, ranges: [new Range(first, 0, first + 7, 0)] });
		takeCalls();
		await commands.commentOnLine();
		const at = (one: FakeDocument, line: number) =>
			changeEditor({ document: one, selection: { end: { line } } });
		at(document, first);
		await commands.commentOnLine();
		at(document, 2);
		await commands.commentOnLine();
		const editor = {
			...{ document: await show({ kind: 'file', side: 'old', file: file(1) }), revealRange: () => {} },
			selection: new Selection(2, 0, 2, 0),
		};
		changeEditor(editor);
		answerWith(enter('Go to Line 22'));
		await commands.commentOnLine();
		const { start, end } = editor.selection;
		assert.deepEqual(
			[start, end].map(({ line, character }) => [line, character]),
			[
				[21, 0],
				[21, 0],
			],
		);
		at(await show({ kind: 'file', side: 'old', file: file(0) }), 2);
		await commands.commentOnLine();
		const oldSide = 'information: On the old side, you can comment on the lines that the patch removes.';
		assert.deepEqual(takeCalls(), [
			'information: Place the cursor in a file or message of a patch first.',
			'command: workbench.action.addComment',
			`information: Line 3 of x.c is not in the mail, so you cannot comment on it. The nearest lines are ${first + 1} to ${first + 8}.: Go to Line ${first + 1}`,
			`${oldSide} The nearest line is 22.: Go to Line 22`,
			oldSide,
		]);
		changeEditor(undefined);
	});
});
