import assert from 'node:assert/strict';
import { count } from '../../../../src/base/text/numbers.ts';
import { linkAddress, safeAddress } from '../../../../src/platform/model/addresses.ts';
import {
	exactDate,
	joinWords,
	longAge,
	nearDate,
	person,
	personKey,
	personText,
	resolutionName,
	shortAge,
	statusName,
	timeOf,
	wireWord,
} from '../../../../src/platform/model/words.ts';

const now = Date.parse('2026-11-20T08:12:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe('An age', () => {
	const cases: readonly [ms: number, short: string, long: string][] = [
		[-hour, 'now', 'just now'],
		[59 * second, 'now', 'just now'],
		[minute, '1m', '1 minute ago'],
		[32 * minute, '32m', '32 minutes ago'],
		[hour - 1, '59m', '59 minutes ago'],
		[hour, '1h', '1 hour ago'],
		[day - 1, '23h', '23 hours ago'],
		[day, '1d', '1 day ago'],
		[5 * day, '5d', '5 days ago'],
		[29 * day, '29d', '29 days ago'],
		[30 * day, '1mo', '1 month ago'],
		[70 * day, '2mo', '2 months ago'],
		[364 * day, '11mo', '11 months ago'],
		[365 * day, '1y', '1 year ago'],
		[3 * 366 * day, '3y', '3 years ago'],
	];
	for (const [ms, short, long] of cases) {
		it(`is ${short} or ${long} after ${ms} ms`, () => {
			assert.equal(shortAge(ago(ms), now), short);
			assert.equal(longAge(ago(ms), now), long);
		});
	}

	it('is empty without a date', () => {
		for (const none of ['', 'soon', null, undefined]) {
			assert.equal(
				shortAge(none, now) + longAge(none, now) + exactDate(none) + nearDate(none, Date.now()),
				'',
			);
		}
	});
});

describe('A date', () => {
	it('is exact and in the time zone of the user', () => {
		assert.equal(exactDate('2026-11-15T09:12:00Z', 'UTC'), '15 Nov 2026, 09:12');
		assert.equal(exactDate('2026-11-15T00:12:00.123456+01:00', 'America/New_York'), '14 Nov 2026, 18:12');
	});

	const times: readonly [at: string, text: string, tip: string][] = [
		['2026-11-20T07:40:00+00:00', '32 minutes ago', '20 Nov 2026, 07:40'],
		['2026-10-21T08:12:01Z', '29 days ago', '21 Oct 2026, 08:12'],
		['2026-10-21T08:12:00Z', '21 Oct 2026', '21 Oct 2026, 08:12 (1 month ago)'],
		['2024-11-15T23:00:00Z', '15 Nov 2024', '15 Nov 2024, 23:00 (2 years ago)'],
		['2027-01-01T00:00:00Z', 'just now', '1 Jan 2027, 00:00'],
		['soon', '', ''],
	];
	for (const [at, text, tip] of times) {
		it(`is ${text || 'nothing'} on a page, for ${at}`, () => {
			assert.deepEqual(timeOf(at, now, 'UTC'), { at, text, tip });
		});
	}

	const cases: readonly [zone: string, now: string, at: string, near: string][] = [
		['UTC', '2026-11-20T08:12Z', '2026-11-20T00:00Z', 'today 00:00'],
		['UTC', '2026-11-20T08:12Z', '2026-11-19T18:03Z', 'yesterday 18:03'],
		['UTC', '2026-11-20T23:59Z', '2026-11-19T00:00Z', 'yesterday 00:00'],
		['UTC', '2026-11-20T00:00Z', '2026-11-18T23:59Z', '18 Nov 2026, 23:59'],
		['Asia/Tokyo', '2026-11-20T16:00Z', '2026-11-20T08:00Z', 'yesterday 17:00'],
		// Clocks go back that night, so the day has 25 hours. When they go forward, it has 23.
		['Europe/Berlin', '2026-10-25T22:30Z', '2026-10-24T21:30Z', 'yesterday 23:30'],
		['Europe/Berlin', '2026-10-26T00:30Z', '2026-10-24T21:30Z', '24 Oct 2026, 23:30'],
		['Europe/Berlin', '2026-03-29T22:30Z', '2026-03-29T12:00Z', 'yesterday 14:00'],
		['Europe/Berlin', '2026-03-29T22:30Z', '2026-03-28T22:30Z', '28 Mar 2026, 23:30'],
	];
	for (const [zone, at, then, near] of cases) {
		it(`is ${near} on ${at} in ${zone}`, () => assert.equal(nearDate(then, Date.parse(at), zone), near));
	}
});

describe('The wording of', () => {
	it('a count uses singular, plural and thousands separators', () => {
		assert.equal(count(1, 'comment'), '1 comment');
		assert.equal(count(0, 'comment'), '0 comments');
		assert.equal(count(1024, 'reply', 'replies'), '1,024 replies');
		assert.equal(count(1_234_567, 'line'), '1,234,567 lines');
		assert.equal(count(-1000, 'line'), '-1,000 lines');
	});

	it('a list uses commas and “and”', () => {
		assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords), [
			'',
			'a',
			'a and b',
			'a, b and c',
		]);
	});

	const names: readonly [word: string, name: string][] = [
		['reported', 'Reported'],
		['in_progress', 'In progress'],
		['IN_PROGRESS', 'In progress'],
		['wont_fix', 'Won’t fix'],
		['not_our_bug', 'Not our bug'],
		['closed', 'Closed'],
		['needs-more_info', 'Needs more info'],
		['', 'Unknown'],
		['__proto__', 'Proto'],
		['constructor', 'Constructor'],
		['a\u202eb', 'A‹U+202E›b'],
		['x'.repeat(1000), `X${'x'.repeat(59)}…`],
	];
	for (const [word, name] of names) {
		it(`a status or resolution is readable: ${JSON.stringify(word).slice(0, 30)} is ${name}`, () => {
			assert.equal(statusName(word), name);
			assert.equal(resolutionName(word), name);
		});
	}

	it('a status within a sentence is in lower case', () =>
		assert.equal(wireWord('in_progress'), 'in progress'));
});

describe('A person', () => {
	const user = { type: 'user', canonical_name: '~ana', name: 'ana' } as const;
	const email = { type: 'email', address: 'j@Example.org', name: 'Jörg  Müller' } as const;
	const external = {
		type: 'external',
		external_id: 'github:octo',
		external_url: 'https://github.com/octo',
	} as const;

	it('with an account has a name and initials', () => {
		assert.deepEqual(person(user), { kind: 'user', name: '~ana', initials: 'an' });
	});

	it('who wrote a mail has a name, or an address if there is no name', () => {
		const shown = { kind: 'email', name: 'Jörg Müller', address: 'j@Example.org', from: 'by email' } as const;
		assert.deepEqual(person(email), shown);
		for (const name of [null, '', ' ']) assert.equal(person({ ...email, name }).name, 'j@Example.org');
		assert.equal(personText(person(email)), 'Jörg Müller by email');
	});

	it('from another site has a name, a site, and only a valid link', () => {
		const shown = { kind: 'external', name: 'octo', from: 'github.com', url: 'https://github.com/octo' };
		assert.deepEqual(person(external), shown);
		for (const external_url of [null, 'javascript:x', 'mailto:a@b', 'https://x@y']) {
			assert.deepEqual(person({ ...external, external_url }), { ...shown, from: 'github', url: undefined });
		}
		assert.equal(person({ ...external, external_id: 'octo' }).name, 'octo');
		assert.equal(person({ ...external, external_id: '' }).name, 'unknown user');
		assert.equal(personText(person(external)), 'octo from github.com');
	});

	it('who is unknown is called “unknown user”', () => {
		assert.deepEqual(person(null), { kind: 'unknown', name: 'unknown user' });
		assert.equal(personText(person(undefined)), 'unknown user');
	});

	it('has a name without invisible characters and of limited length', () => {
		assert.equal(person({ ...email, name: 'a\u202eb\n' }).name, 'a‹U+202E›b');
		assert.equal(person({ ...user, canonical_name: `~${'a'.repeat(1000)}` }).name.length, 101);
	});

	it('has a key that differs from that of other people', () => {
		const keys = [user, email, external, { ...user, canonical_name: '~bob' }, null].map(personKey);
		assert.deepEqual(keys, ['~ana', 'mailto:j@example.org', 'external:github:octo', '~bob', '']);
	});
});

describe('A safe address', () => {
	const cases: readonly [written: string, safe: string | undefined][] = [
		['https://a.example', 'https://a.example/'],
		['HTTP://A.example/%7Eb?c=d#e', 'http://a.example/%7Eb?c=d#e'],
		['https://münchen.example', 'https://xn--mnchen-3ya.example/'],
		['mailto:a@b.example', 'mailto:a@b.example'],
		['mailto:a@b.example?Subject=c+d%20e&attach=f&bcc=g#h', 'mailto:a@b.example?Subject=c+d%20e'],
		['ftp://a.example', undefined],
		['https://a@b.example', undefined],
		['/a', undefined],
		['', undefined],
	];
	for (const [written, safe] of cases) {
		it(`is ${safe} for ${written}`, () => assert.equal(safeAddress(written), safe));
	}

	it('stays on its instance if it is relative', () => {
		const base = 'https://a.example/x/';
		assert.equal(linkAddress('../b', base), 'https://a.example/b');
		assert.equal(linkAddress('?c', base), 'https://a.example/x/?c');
		for (const away of [
			'///b.example',
			'//ana@b.example',
			'/\\b.example',
			'\\\\b.example',
			'/\t/b.example',
			'\t//b.example',
			'',
		]) {
			assert.equal(linkAddress(away, base), undefined, away);
		}
		assert.equal(linkAddress('b', undefined), undefined);
		assert.equal(linkAddress('//b.example', undefined), undefined);
	});

	it('has the scheme of its page if it begins with a host', () => {
		assert.equal(linkAddress('//b.example/c', 'https://a.example/x/'), 'https://b.example/c');
		assert.equal(linkAddress('//b.example/c', 'http://a.example/x/'), 'http://b.example/c');
	});

	it('is empty for an anchor', () => {
		assert.equal(linkAddress('#c', 'https://a.example/x/'), '');
		assert.equal(linkAddress('#c', undefined), '');
	});
});
