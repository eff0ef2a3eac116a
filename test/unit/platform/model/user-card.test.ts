import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import type { User } from '../../../../src/forge/shapes/people.ts';
import { userHover } from '../../../../src/platform/model/markdown/user-hover.ts';
import { shownUser } from '../../../../src/platform/model/user-card.ts';
import { bob } from '../../../kit/items/bobs-profile.ts';
import { anything, schemes } from './hostile.ts';

describe('What a card says about a user', () => {
	it('has name, bio, location and web page', () => {
		assert.deepEqual(shownUser(bob), {
			user: '~bob',
			name: '',
			bio: 'Writes\neditors.',
			location: 'Utrecht',
			link: { text: 'bob.example.org', open: 'https://bob.example.org/' },
		});
		assert.equal(shownUser({ ...bob, name: 'Bob Ellis' }).name, 'Bob Ellis');
	});

	for (const url of [
		'javascript:alert(1)',
		'mailto:a@b.c',
		'https://bank.example@evil.test/',
		'no address',
		'',
		null,
	])
		it(`has no link to ${url}`, () => assert.equal(shownUser({ ...bob, url }).link, null));

	const shortened: readonly (readonly [field: 'name' | 'location' | 'bio', text: string, shown: string])[] = [
		['name', 'x'.repeat(200), 'x'.repeat(200)],
		['name', 'x'.repeat(201), `${'x'.repeat(200)}…`],
		['name', '😀'.repeat(200), '😀'.repeat(200)],
		['location', ' a\n\tb ', 'a b'],
		['bio', 'x'.repeat(600), 'x'.repeat(600)],
		['bio', 'x'.repeat(601), `${'x'.repeat(600)}…`],
		['bio', 'a\rb\n\nc\n\n\n\nd\n', 'a\nb\n\nc\n\nd'],
	];
	for (const [field, text, shown] of shortened) {
		it(`has the ${field} ${JSON.stringify(shown.slice(0, 20))} for ${JSON.stringify(text.slice(0, 20))} (${text.length} characters)`, () =>
			assert.equal(shownUser({ ...bob, [field]: text })[field], shown));
	}

	for (const [url, text] of [
		['http://bob.example.org/a/', 'bob.example.org/a'],
		['https://bob.example.org/http://x', 'bob.example.org/http://x'],
	])
		it(`names the page ${url} by ${text}`, () =>
			assert.deepEqual(shownUser({ ...bob, url: url ?? '' }).link, { text, open: url }));

	it('is short, and shows invisible characters', () => {
		const shown = shownUser({
			...bob,
			bio: 'x'.repeat(100_000),
			location: 'a\u202eb',
			name: 'n'.repeat(10_000),
		});
		assert.ok(shown.bio.length < 700 && shown.name.length < 300);
		assert.doesNotMatch(shown.location, /\u202e/);
	});
});

describe('The hover of a user', () => {
	const md = new MarkdownIt({ html: true, linkify: true });
	const hover = (other: Partial<User>) => userHover(shownUser({ ...bob, ...other }));

	it('has name, bio, location and web page, and the address as the text of the link', () => {
		assert.equal(
			hover({ name: 'Bob *Ellis*' }),
			'**Bob \\*Ellis\\*** \\~bob\n\nWrites<br>editors\\.\n\nUtrecht\n\n[bob\\.example\\.org](<https://bob.example.org/>)',
		);
	});

	it('has only what is known', () =>
		assert.equal(hover({ bio: null, location: '', url: null }), '**\\~bob**'));

	it('shows the beginning of a long bio, and splits no character', () =>
		assert.equal(
			hover({ bio: `a${'😀'.repeat(300)}`, location: null, url: null }),
			`**\\~bob**\n\na${'😀'.repeat(239)}…`,
		));

	it('has no link, image or tag besides its own, whatever the user has written', () => {
		const links = (markdown: string) =>
			[...md.render(markdown).matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to);
		const tags = /<(?:\/?(?:p|strong|a)|br|a href="https?:[^"<>]*")>/g;
		const all = fc.oneof(anything, fc.constantFrom(...schemes));
		fc.assert(
			fc.property(all, all, all, all, (name, bio, location, url) => {
				for (const web of [
					url,
					`https://bob.example.org/${url}`,
					`https://bob.example.org/?a=${url}&lt;b#${url}`,
				]) {
					const shown = shownUser({ ...bob, name, bio, location, url: web });
					const markdown = userHover(shown);
					assert.deepEqual(
						md
							.render(markdown)
							.replace(tags, '')
							.match(/<.{0,60}/gs) ?? [],
						[],
					);
					assert.equal(links(markdown).length, shown.link ? 1 : 0, markdown);
				}
			}),
			{ numRuns: 300 },
		);
	}).timeout(20_000);

	it('links to the very address, also if it has characters of Markdown', () => {
		for (const end of ['?a=1&lt;=2', '(a)_*b*[c]', '?\\>', '#`|`', '$(zap)']) {
			const url = `https://bob.example.org/${end}`;
			const [, to = ''] = /href="([^"]*)"/.exec(md.render(hover({ url }))) ?? [];
			const read = new URL(md.utils.unescapeAll(to));
			assert.equal(decodeURIComponent(read.href), decodeURIComponent(new URL(url).href));
		}
	});
});
