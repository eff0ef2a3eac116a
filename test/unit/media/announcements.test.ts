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
	/** A page of ana that announces what is new in the timelines that it shows. */
	function announcer(noun = 'comments') {
		const announcements = new Announcements(noun);
		return (
			timeline: readonly ShownEntry[],
			more: Partial<Parameters<Announcements['describeNew']>[0]> = {},
		) => announcements.describeNew({ key: 'one', timeline, isLoading: false, me: '~ana', ...more });
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
		it(`is ${what}, once`, () => {
			const show = announcer();
			const later = [...first, ...added];
			assert.deepEqual(
				[first, later, later].map((timeline) => show(timeline)),
				['', said, ''],
			);
		});
	}

	it('is the comments of all if the user is unknown', () => {
		const show = announcer();
		show(first, { me: undefined });
		assert.equal(show([...first, ...by('~ana', 'b')], { me: undefined }), 'b by ~ana');
	});

	it('calls several entries what the page calls them', () => {
		const show = announcer('mails');
		show(first);
		assert.equal(show([...first, ...by('~bob', 'b', 'c', 'd', 'e')]), '4 new mails');
	});

	it('is the first comment on a page that has none', () => {
		const show = announcer();
		assert.deepEqual([show([]), show(first)], ['', 'a by ~bob']);
	});

	it('is nothing that was there when all was read for the first time', () => {
		const show = announcer();
		const said = [
			show([], { isLoading: true }),
			show(first, { isLoading: true }),
			show([...first, ...by('~bob', 'b')]),
		];
		assert.deepEqual(said, ['', '', '']);
		// What is read again later is loading, too.
		assert.equal(show([...first, ...by('~bob', 'b', 'c')], { isLoading: true }), 'c by ~bob');
		assert.equal(show([...first, ...by('~bob', 'b', 'c', 'd')]), 'd by ~bob');
	});

	it('is nothing of another page that the panel shows, also if it returns to the first one', () => {
		const show = announcer();
		const said = [show(first), show(by('~bob', 'b'), { key: 'two' }), show([...first, ...by('~bob', 'c')])];
		assert.deepEqual(said, ['', '', '']);
	});
});
