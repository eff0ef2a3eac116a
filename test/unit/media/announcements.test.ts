import assert from 'node:assert/strict';
import { Announcements } from '../../../media/kit/announcements.ts';
import type { ShownEntry } from '../../../src/platform/page/snapshot-parts.ts';
import { comment, user, when } from '../../kit/pages/sample.ts';

const by = (name: string, ...keys: readonly string[]) =>
	keys.map((key) => comment(key, user(name), '<p>Text</p>', { name: `${key} by ${name}` }));
const first = by('~bob', 'a');
const others: readonly ShownEntry[] = [
	{ kind: 'since', key: 'since', text: 'New' },
	{ kind: 'event', key: 'event', icon: 'tag', tone: null, pieces: ['did a thing'], time: when('today') },
];

describe('What a page announces', () => {
	/** Shows one timeline after the other to ana, and returns what is announced for the last one. */
	function lastOf(...timelines: readonly (readonly ShownEntry[])[]) {
		const announcements = new Announcements('comments');
		const said = timelines.map((timeline) =>
			announcements.describeNew({ key: 'one', timeline, isLoading: false, me: '~ana' }),
		);
		return said.at(-1);
	}

	const cases: readonly (readonly [what: string, added: readonly ShownEntry[], said: string])[] = [
		['nothing if nothing is new', [], ''],
		['the name of a new comment', by('~bob', 'b'), 'b by ~bob'],
		['the names of three', by('~bob', 'b', 'c', 'd'), 'b by ~bob, c by ~bob, d by ~bob'],
		['the number of more', by('~bob', 'b', 'c', 'd', 'e'), '4 new comments'],
		['no comment of the user', by('~ana', 'b'), ''],
		['only comments', others, ''],
	];
	for (const [what, added, said] of cases) {
		it(`is ${what}`, () => assert.equal(lastOf(first, [...first, ...added]), said));
	}

	it('is the comments of all if the user is unknown', () => {
		const announcements = new Announcements('comments');
		const of = (timeline: readonly ShownEntry[]) =>
			announcements.describeNew({ key: 'one', timeline, isLoading: false, me: undefined });
		of(first);
		assert.equal(of([...first, ...by('~ana', 'b')]), 'b by ~ana');
	});

	it('calls several entries what the page calls them', () => {
		const announcements = new Announcements('mails');
		const of = (timeline: readonly ShownEntry[]) =>
			announcements.describeNew({ key: 'one', timeline, isLoading: false, me: '~ana' });
		of(first);
		assert.equal(of([...first, ...by('~bob', 'b', 'c', 'd', 'e')]), '4 new mails');
	});

	it('is the first comment on a page that has none', () => {
		assert.equal(lastOf([], first), 'a by ~bob');
	});

	it('is each comment once', () => {
		const later = [...first, ...by('~bob', 'b')];
		assert.equal(lastOf(first, later, later), '');
		assert.equal(lastOf(first, later, [...later, ...by('~bob', 'c')]), 'c by ~bob');
	});

	it('is nothing that was there when all was read for the first time', () => {
		const announcements = new Announcements('comments');
		const of = (isLoading: boolean, ...timeline: readonly ShownEntry[]) =>
			announcements.describeNew({ key: 'one', timeline, isLoading, me: '~ana' });
		assert.deepEqual([of(true), of(true, ...first), of(false, ...first, ...by('~bob', 'b'))], ['', '', '']);
		// What is read again later is loading, too.
		assert.equal(of(true, ...first, ...by('~bob', 'b', 'c')), 'c by ~bob');
		assert.equal(of(false, ...first, ...by('~bob', 'b', 'c', 'd')), 'd by ~bob');
	});

	it('is nothing of another page that the panel shows, also if it returns to the first one', () => {
		const announcements = new Announcements('comments');
		const of = (key: string, ...timeline: readonly ShownEntry[]) =>
			announcements.describeNew({ key, timeline, isLoading: false, me: '~ana' });
		const said = [
			of('one', ...first),
			of('two', ...by('~bob', 'b')),
			of('one', ...first, ...by('~bob', 'c')),
		];
		assert.deepEqual(said, ['', '', '']);
	});
});
