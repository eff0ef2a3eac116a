import assert from 'node:assert/strict';
import type { ShownMailBlock } from '../../../../../src/patches/page/protocol/mail-protocol.ts';
import type { Piece } from '../../../../../src/platform/page/snapshot-parts.ts';
import { replyMarkdown } from '../../../../../src/review/page/diff-editor/reply-markdown.ts';

const text = (...pieces: readonly Piece[]): ShownMailBlock => ({
	...{ kind: 'text', level: 0, line: 0, pieces },
});
const quote = (words: string, level = 1): ShownMailBlock => ({
	kind: 'quote',
	level,
	line: 0,
	pieces: [words],
});
const diff = (words: string): ShownMailBlock => ({
	...{ kind: 'diff', level: 0, line: 0, runs: [{ kind: 'head', text: words }], suggestion: undefined },
});

describe('A reply as the Markdown of a comment', () => {
	it('has the lines, paragraphs, indentations and quotes of the mail', () => {
		const written = replyMarkdown([quote('One\n\ntwo', 2), text('Yes\nand  no\n\n  indented\n\tmore')]);
		const lines = [
			...['> > One', '> >', '> > two', ''],
			...['Yes  ', 'and&nbsp;&nbsp;no', '', '&nbsp;&nbsp;indented  ', '&nbsp;&nbsp;&nbsp;&nbsp;more'],
		];
		assert.deepEqual(written.split('\n'), lines);
	});

	it('has no deeper quotes than the page', () => {
		assert.equal(replyMarkdown([quote('One\ntwo', 4000)]), '> > > > One  \n> > > > two');
	});

	it('has no Markdown, HTML, icon, picture or command of the mail', () => {
		const hostile =
			'# a <b> ![x](https://example.org/y.png) [z](command:a) $(bug) `c` * _d_\n- e\n1. f\n---\n> g\n    h';
		const written = replyMarkdown([text(hostile), text({ link: 'run', open: 'command:a' })]);
		for (const mark of ['<b>', '![', '](', '$(', ' `', ' _', '\n-', '1. ', '\n>', '\n    '])
			assert.ok(!written.includes(mark), `${mark} is in ${written}`);
		assert.ok(written.endsWith('\n\nrun'));
	});

	it('has links to web addresses only', () => {
		const links = replyMarkdown([
			text('See ', { link: 'https://example.org/a_b', open: 'https://example.org/a_b' }, '.'),
			text({ link: '~bob', open: 'user:~bob' }, ' ', { link: 'x', open: 'https://me@example.org/' }),
		]);
		assert.equal(
			links,
			'See [https\\:\\/\\/example\\.org\\/a\\_b](<https://example.org/a_b>)\\.\n\n\\~bob x',
		);
	});

	it('has diffs as code that does not end earlier', () => {
		assert.equal(replyMarkdown([diff('+a\n```\n+b')]), '````diff\n+a\n```\n+b\n````');
	});

	it('has no signatures, footers or repeated mails, and only the beginning of a long text', () => {
		const other = (['signature', 'footer', 'original'] as const).map(
			(kind) => ({ ...text('Other'), kind }) as ShownMailBlock,
		);
		assert.equal(replyMarkdown(other), '');
		const long = replyMarkdown([text('x'.repeat(15_000)), text('y'.repeat(50_000)), text('More')]);
		assert.match(long, /^x+\n\ny+…\n\n…$/);
		assert.ok(long.length < 20_010);
		assert.ok(replyMarkdown([diff('z'.repeat(50_000))]).length < 20_020);
	});
});
