import assert from 'node:assert/strict';
import type { User } from '../../../../src/forge/shapes/people.ts';
import { shownUser, Users } from '../../../../src/platform/page/users.ts';

const bob: User = {
	canonical_name: '~bob',
	name: 'bob',
	email: 'bob@example.org',
	url: 'https://bob.example.org/',
	location: 'Utrecht',
	bio: 'Writes\r\neditors.',
};

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

describe('The users of an account', () => {
	const account = () => {
		const asked: string[] = [];
		const answers: (() => Promise<User>)[] = [];
		const user = ({ owner }: { readonly owner: string }) => {
			asked.push(owner);
			return (answers.shift() ?? (async () => ({ ...bob, canonical_name: owner })))();
		};
		return { asked, answers, client: { user } };
	};

	it('are read once for each account', async () => {
		const users = new Users();
		const [one, other] = [account(), account()];
		for (const reference of ['user:~bob', 'user:~bob', 'user:~ana']) await users.of(one, reference);
		assert.equal((await users.of(other, 'user:~bob')).user, '~bob');
		assert.deepEqual([one.asked, other.asked], [['~bob', '~ana'], ['~bob']]);
	});

	it('are read again after a failure', async () => {
		const users = new Users();
		const one = account();
		one.answers.push(() => Promise.reject(new Error('offline')));
		await assert.rejects(users.of(one, 'user:~bob'));
		assert.equal((await users.of(one, 'user:~bob')).location, 'Utrecht');
	});

	for (const reference of ['', 'user:', 'user:bob', 'user:~bob/../x', 'https://example.org', 'ticket:~a/b#1'])
		it(`are not read for "${reference}"`, async () => {
			const one = account();
			await assert.rejects(new Users().of(one, reference), { kind: 'missing' });
			assert.deepEqual(one.asked, []);
		});
});
