import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { targetOf } from '../../../../../src/patches/commands/patches-command-target.ts';
import type { SeriesPages } from '../../../../../src/patches/commands/series-pages.ts';
import type { SeriesKey } from '../../../../../src/platform/model/keys.ts';
import { mailer } from '../../../../kit/forge/lists-forge.ts';
import { ofPatchset } from '../../../../kit/mails/read-summary.ts';
import { documentEvents, type FakeDocument, takeCalls } from '../../../../kit/window/editor.ts';
import { commentControllers, commentThreads } from '../../../../kit/window/fake-comments.ts';
import { until } from '../../../../tools/until.ts';
import { diffEditors } from './diff-editors.ts';

const { copyReplyLink, showInDiscussion } = await import(
	'../../../../../src/review/commands/diff-threads/reply-comment.ts'
);

describe('The threads of diff editors', () => {
	const { open, forge, close } = diffEditors();
	/** The threads: their last lines, and the authors of their comments. */
	const shown = (document: FakeDocument) =>
		[...commentThreads]
			.filter(({ uri }) => uri === document.uri)
			.map(({ range, comments }) => [
				document.lineAt(range?.end.line ?? -1).text.trim(),
				...comments.map(({ author }) => author.name),
			]);

	it('are at the lines that replies quote, as long as VS Code has the document open', async () => {
		const { show, file } = await open();
		assert.deepEqual(commentControllers, []);
		const old = await show({ kind: 'file', side: 'old', file: file(1) });
		const current = await show({ kind: 'file', side: 'new', file: file(1) });
		await until(() => commentThreads.size === 2);
		assert.deepEqual(
			commentControllers.map(({ id }) => id),
			['tildeforge.patches'],
		);
		assert.deepEqual(shown(old), []);
		assert.deepEqual(shown(current), [
			['/* A line that just fits is not followed by an empty row. */', '~ana'],
			["if (text.text[at] != '\\n' && at + 1 < text.length && text.text[at + 1] == '\\n')", '~ana'],
		]);
		for (const thread of commentThreads)
			assert.deepEqual([thread.canReply, thread.collapsibleState], [false, 1]);
		documentEvents.closed.fire(current);
		assert.equal(commentThreads.size, 0);
		close();
		assert.deepEqual(commentControllers, []);
	});

	it('get the replies that arrive, and keep the others as they are', async () => {
		const { show, file, mails, cache } = await open();
		const document = await show({ kind: 'file', side: 'new', file: file(1) });
		await until(() => commentThreads.size === 2);
		const [first] = commentThreads;
		const [comment] = first?.comments ?? [];
		const { send, end } = await mailer(forge().smtp.port);
		const line = '> +\t\t\t/* A line that just fits is not followed by an empty row. */';
		const mail = [
			...['From: Bob <bob@example.org>', 'Subject: Re: wrap', 'Message-ID: <good@example.org>'],
			...[`In-Reply-To: ${mails[1]?.messageId}`, ''],
			...[line, 'Good.', '', '> +\t\t\t\tat++;', 'Hm.', ''],
		].join('\r\n');
		assert.match(await send('bob@example.org', ['~ana/editor-devel@lists.localhost'], mail), /^250 /);
		end();
		await cache.refresh({ newestOnly: true });
		await until(() => commentThreads.size === 3);
		assert.equal(first?.comments[0], comment);
		assert.deepEqual(shown(document), [
			['/* A line that just fits is not followed by an empty row. */', '~ana', '~bob'],
			["if (text.text[at] != '\\n' && at + 1 < text.length && text.text[at + 1] == '\\n')", '~ana'],
			['at++;', '~bob'],
		]);
	});

	it('are shown later if the lines of their document cannot be read at first', async () => {
		const { show, file, texts } = await open();
		const lines = texts.lines.bind(texts);
		let failed = false;
		texts.lines = () => {
			failed = true;
			return Promise.reject(new ForgeError('offline', 'No connection.'));
		};
		const document = await show({ kind: 'file', side: 'new', file: file(1) });
		await until(() => failed);
		texts.lines = lines;
		await show({ kind: 'file', side: 'new', file: file(0) });
		await until(() => shown(document).length > 0);
	});

	it('that are too many are shown when other documents are closed', async () => {
		const { show, file } = await open();
		const documents: FakeDocument[] = [];
		for (let nth = 0; nth <= 150; nth++)
			documents.push(await show({ kind: 'file', side: 'new', file: file(1) }, `/${nth}.c`));
		await until(() => commentThreads.size === 300);
		const last = documents.pop() ?? assert.fail();
		assert.deepEqual(shown(last), []);
		for (const one of documents) documentEvents.closed.fire(one);
		await until(() => shown(last).length > 0);
	});

	it('end when the user signs out', async () => {
		const { show, file, signOut } = await open();
		await show({ kind: 'file', side: 'new', file: file(1) });
		await until(() => commentThreads.size > 0);
		signOut('ana');
		await until(() => commentThreads.size === 0);
	});

	it('lead to the mails of their replies', async () => {
		const { show, file } = await open();
		await show({ kind: 'file', side: 'new', file: file(1) });
		await until(() => commentThreads.size > 0);
		const [comment] = [...commentThreads][0]?.comments ?? [];
		const opened: [SeriesKey, number][] = [];
		const pages: Partial<SeriesPages> = {
			open: async (series, { mail = 0 } = {}) => void opened.push([series, mail]),
		};
		await showInDiscussion(comment, pages as SeriesPages);
		assert.deepEqual(opened, [[ofPatchset(12), 110]]);
		assert.deepEqual(
			targetOf([comment]),
			{ kind: 'patch', series: ofPatchset(12), mail: 110, message: '', listId: undefined },
			'the commands for rows take it',
		);
		takeCalls();
		await copyReplyLink(comment);
		const [copied = '', message] = takeCalls();
		assert.match(
			copied,
			/^clipboard: http.*\/~ana\/editor-devel\/%3C20260208104800\.20\.ana%40example\.org%3E$/,
		);
		assert.equal(message, 'status bar: Link copied');
		await assert.rejects(copyReplyLink({}), /Use the menu of a reply/);
	});
});
