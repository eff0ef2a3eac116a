import assert from 'node:assert/strict';
import { findMailAddresses } from '../../../../src/platform/model/markdown/insert-links.ts';
import { renderer } from '../../../../src/platform/model/markdown/renderer.ts';
import { textLinks } from '../../../../src/platform/model/markdown/text-links.ts';
import { htmlProblems, textOf } from '../../../kit/pages/html.ts';

const currentTracker = { owner: '~ana', tracker: 'editor' };
const render = renderer({ addresses: { trackers: 'https://todo.example.org' }, currentTracker });

/** The texts of the links in Markdown. */
function links(markdown: string): readonly string[] {
	const { html } = render(markdown);
	assert.deepEqual(htmlProblems(html), []);
	return [...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, words = '']) => textOf(words));
}

const plainLinks = (text: string) => textLinks(text, []).map(({ start, end }) => text.slice(start, end));

describe('The end of a link excludes the punctuation after it', () => {
	const page = 'https://example.org/a';
	const nested = 'https://example.org/wiki/C_(language)';
	/** The text around a link, with `@` for the link. */
	const around = [
		...[
			'@',
			'@.',
			'@,',
			'@;',
			'@:',
			'@!',
			'@?',
			'@...',
			'@…',
			'(@)',
			'(@).',
			'(see @, or not)',
			'[@]',
			'{@}',
		],
		...["'@'", '"@"', '"@".', '‘@’', '“@”,', '„@“', '«@»', '(“@”)', '*@*', '**@**.', '~~@~~'],
		...["@'s page", '@’s', '@|', '|@|', '@\\', '(@),', '(@)[1]', '@」', '「@」。', '@›', '@)]}'],
		...['请看@。', '（@）', '「@」を', '@，然后', '@、また', '@：', '@！'],
	];
	for (const shape of around) {
		for (const link of [page, nested]) {
			const text = shape.replace('@', link);
			it(`in Markdown and in plain text: ${text}`, () => {
				assert.deepEqual(links(text), [link]);
				assert.deepEqual(plainLinks(text), [link]);
			});
		}
	}

	const references: readonly [text: string, ...links: string[]][] = [
		['Ask ~bob.', '~bob'],
		['Ask ~bob, (~carol) or "~dan"; ~eve: no?', '~bob', '~carol', '~dan', '~eve'],
		['See #12, #13. (#14) [#15] "#16"; #17: #18!', '#12', '#13', '#14', '#15', '#16', '#17', '#18'],
		['As tracker#12.', 'tracker#12'],
		['As ~bob/tracker#12, or', '~bob/tracker#12'],
		['参照 #12。 ~bob、', '#12', '~bob'],
	];
	for (const [text, ...expected] of references)
		it(`in references: ${text}`, () => assert.deepEqual(links(text), expected));

	it('except in angle brackets', () => {
		assert.deepEqual(links('<https://example.org/a.>,'), ['https://example.org/a.']);
	});

	it('even if there is a lot of it', () => {
		for (const mark of [')', ']', '.', '(', '。', '…', "'s"])
			assert.ok(textLinks(`https://a.example/${mark.repeat(100_000)}`, []).length <= 1);
		assert.equal(textLinks('https://a)'.repeat(100_000), []).length, 500);
	});
});

describe('A mail address in Markdown', () => {
	const cases: readonly [text: string, ...links: string[]][] = [
		['bob@example.org', 'bob@example.org'],
		['Mail bob@example.org.', 'bob@example.org'],
		['(bob.x+y_z@mail.example.org), "a@b.example";', 'bob.x+y_z@mail.example.org', 'a@b.example'],
		['**bob@example.org**: hello', 'bob@example.org'],
		['_bob_x@example.org_', 'bob_x@example.org'],
		['Bob <bob@example.org>', 'bob@example.org'],
		['send to ~ana/editor-devel@lists.example.org', '~ana/editor-devel@lists.example.org'],
		['| a |\n|-|\n| bob@example.org |', 'bob@example.org'],
		['[mail bob@example.org](https://a.example/)', 'mail bob@example.org'],
		['mailto:bob@example.org', 'mailto:bob@example.org'],
	];
	for (const [text, ...expected] of cases)
		it(`is a link: ${text}`, () => assert.deepEqual(links(text), expected));

	it('opens the mail program', () => {
		assert.match(render('bob@example.org').html, /data-open="mailto:bob@example\.org"/);
	});

	const others: readonly string[] = [
		'bob@localhost bob@ @example.org @bob@social.example react@18.2.0 icon@2x.png',
		'git@git.example.org:~ana/editor git@git.example.org:ana/editor.git',
		'ssh://git@git.example.org/x xmpp:bob@example.org bob@example.org/phone',
		'bob@example.org@evil.example bob@example.o bob@-',
		'`bob@example.org` bob\\@example.org',
	];
	for (const text of others) it(`is not found in: ${text}`, () => assert.deepEqual(links(text), []));

	it('is found in linear time', () => {
		for (const piece of ['a', 'a@', 'a.', 'a@a.', '~a/', '@', '-', 'a@b.example '])
			findMailAddresses(piece.repeat(1_048_576 / piece.length));
	}).timeout(30_000);
});
