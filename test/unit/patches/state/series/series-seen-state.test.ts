import assert from 'node:assert/strict';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import { type MailSummary, mailSummaryOf } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { SeriesSeenState } from '../../../../../src/patches/state/series/series-seen-state.ts';
import { patchsetOf } from '../a-patchset.ts';
import { memory } from '../memory.ts';

const list = { account: 'one', owner: '~ana', list: 'devel' };

const mail = (id: number, subject: string, sender: string, parent: number | null = null): MailSummary =>
	mailSummaryOf(
		{
			...{ id, created: `2026-02-01T00:00:${id}Z`, subject, message_id: `<${id}@mail.test>`, list: null },
			...{ parent_id: parent, thread_id: parent, patchset: null },
			sender: { canonical_name: sender, name: sender },
		},
		false,
	);
const seriesOf = (...mails: readonly MailSummary[]) =>
	findThreads(new Map(mails.map((one) => [one.id, one])), new Map()).series;

const patch = mail(10, '[PATCH] one', '~bob');
const other = mail(11, '[PATCH] two', '~bob');
const reply = mail(12, 'Re: [PATCH] one', '~carol', 10);

describe('The series that a user has seen', () => {
	const titles = (seen: SeriesSeenState, all: ReturnType<typeof seriesOf>, me = '~ana') =>
		all.filter((one) => seen.countUnseen(list, one, me)).map(({ chain }) => chain.title);

	it('are all those that are there at the first look, also after a restart', () => {
		const stored = memory();
		const seen = new SeriesSeenState(stored);
		const before = seriesOf(patch);
		assert.deepEqual(
			[titles(seen, before), seen.seenUpTo(list, before[0] ?? assert.fail())],
			[[], undefined],
		);
		seen.begin(list, before);
		const after = seriesOf(patch, other, reply);
		seen.begin(list, after);
		assert.deepEqual(titles(seen, after).sort(), ['one', 'two']);
		assert.deepEqual(titles(new SeriesSeenState(stored), after).sort(), ['one', 'two']);
	});

	it('have as many new mails as others have sent since, none after an answer of the user', () => {
		const seen = new SeriesSeenState(memory());
		seen.begin(list, seriesOf(patch));
		const count = (...mails: readonly MailSummary[]) =>
			seen.countUnseen(list, seriesOf(patch, ...mails)[0] ?? assert.fail(), '~ana');
		const own = mail(13, 'Re: [PATCH] one', '~ana', 10);
		const last = mail(14, 'Re: [PATCH] one', '~bob', 10);
		assert.deepEqual([count(), count(reply), count(reply, own), count(reply, own, last)], [0, 1, 0, 2]);
	});

	it('are forgotten with the list that was looked at longest ago, if there are more than 500', () => {
		const stored = memory();
		const seen = new SeriesSeenState(stored);
		const lists = Array.from({ length: 501 }, (_, nth) => ({ ...list, list: `list-${nth}` }));
		const all = seriesOf(patch);
		const [series = assert.fail()] = all;
		for (const one of lists) seen.begin(one, all);
		const known = lists.filter((one) => seen.seenUpTo(one, series) !== undefined);
		assert.deepEqual(known, lists.slice(1));
	});

	it('include discussions, whichever of their mails is known first', () => {
		const seen = new SeriesSeenState(memory());
		const question = mail(20, 'Why?', '~bob');
		const known = findThreads(new Map([[20, question]]), new Map()).discussions;
		seen.begin(list, known);
		const answer = mail(21, 'Re: Why?', '~carol', 20);
		const now = findThreads(new Map([question, answer].map((one) => [one.id, one])), new Map()).discussions;
		const unseen = (me: string) => now.filter((one) => seen.countUnseen(list, one, me)).length;
		assert.deepEqual([unseen('~ana'), unseen('~carol')], [1, 0]);
		assert.equal(seen.seenUpToOf({ ...list, mail: 20 }, now, '~ana'), known[0]?.active);
		const mine = new SeriesSeenState(memory());
		mine.beginMine('one', 1);
		const pageSeesUpTo = (me: string) => mine.seenUpToOf({ ...list, mail: 20 }, now, me);
		assert.deepEqual([pageSeesUpTo('~bob'), pageSeesUpTo('~carol')], [1, undefined]);
		seen.see({ ...list, mail: 20 }, now);
		assert.equal(unseen('~ana'), 0);
	});

	it("are remembered for the user's own threads in lists that they have never expanded", () => {
		const stored = memory();
		const seen = new SeriesSeenState(stored);
		const before = Date.parse('2026-02-01T00:00:11Z');
		const all = seriesOf(patch, other, reply);
		const mine = (me = '~ana') =>
			all.filter((one) => seen.countUnseenOfMine(list, one, me)).map(({ chain }) => chain.title);
		assert.deepEqual(mine(), []);
		seen.beginMine('one', before);
		seen.beginMine('one', before + 60_000);
		assert.deepEqual([mine(), mine('~carol'), titles(seen, all)], [['one'], [], []]);
		const pageSeesUpTo = (me: string) => seen.seenUpToOf({ ...list, mail: 10 }, all, me);
		assert.deepEqual([pageSeesUpTo('~bob'), pageSeesUpTo('~ana')], [before, undefined]);
		seen.see({ ...list, mail: 10 }, all);
		assert.deepEqual(mine(), []);
		assert.equal(new SeriesSeenState(stored).seenUpToOf({ ...list, mail: 10 }, all, '~ana'), all[0]?.active);
		seen.begin(list, all);
		assert.deepEqual(mine(), []);
		seen.forget(['one']);
		seen.beginMine('one', before);
		assert.deepEqual(mine(), ['one']);
		seen.seeThreads(list, all);
		assert.deepEqual(mine(), []);
	});

	it('are not new because of mails of the user', () => {
		const seen = new SeriesSeenState(memory());
		seen.begin(list, seriesOf(patch));
		assert.deepEqual(titles(seen, seriesOf(patch, other, reply), '~carol'), ['two']);
		assert.deepEqual(titles(seen, seriesOf(patch, other, reply), '~bob'), ['one']);
	});

	it('are those that the user has opened, until another mail arrives', () => {
		const seen = new SeriesSeenState(memory());
		const changes: unknown[] = [];
		seen.onDidChange((one) => changes.push(one));
		seen.begin(list, seriesOf(patch));
		const all = seriesOf(patch, other, reply);
		seen.see({ ...list, mail: 10 }, all);
		assert.deepEqual([titles(seen, all), changes.length], [['two'], 2]);
		seen.see({ ...list, mail: 10 }, all);
		seen.see({ ...list, mail: 99 }, all);
		assert.equal(changes.length, 2);
		const more = seriesOf(patch, other, reply, mail(13, 'Re: [PATCH] one', '~carol', 10));
		assert.deepEqual(titles(seen, more).sort(), ['one', 'two']);
		seen.seeAll(list, more);
		assert.deepEqual(titles(seen, more), []);
	});

	it('are found by the patchset of any version', () => {
		const patchset = patchsetOf(7, { subject: 'one', submitter: null, message_id: '<10@mail.test>' });
		const { series } = findThreads(
			new Map([patch, reply].map((one) => [one.id, one])),
			new Map([[7, patchset]]),
		);
		const seen = new SeriesSeenState(memory());
		seen.begin(list, []);
		assert.equal(titles(seen, series).length, 1);
		seen.see({ ...list, patchset: 7 }, series);
		assert.deepEqual(titles(seen, series), []);
	});

	it('are reported under each of their keys, up to their newest mail or status', () => {
		const seen = new SeriesSeenState(memory());
		const reported = new Set<unknown>();
		seen.onDidSee(({ at, upTo }) => reported.add([at, upTo.slice(17)]));
		const mails = [patch, reply, mail(13, '[PATCH v2] one', '~bob'), mail(21, 'Re: Why?', '~bob', 20)];
		const read = new Map([[7, patchsetOf(7, { subject: 'one', message_id: '<10@mail.test>' })]]);
		const updated = new Map([[7, patchsetOf(7, { updated: '2026-02-01T00:00:30Z' })]]);
		const { series, discussions } = findThreads(new Map(mails.map((one) => [one.id, one])), read);
		const ofSeries = [{ patchset: 7 }, { mail: 10 }, { mail: 13 }];
		for (const [see, upTo, keys] of [
			[() => seen.seeThreads(list, series, read), '13.000Z', ofSeries],
			[() => seen.see({ ...list, mail: 10 }, series, updated), '30.000Z', ofSeries],
			[() => seen.see({ ...list, mail: 21 }, discussions), '21.000Z', [{ mail: 21 }, { mail: 20 }]],
			[() => seen.seeAll(list, discussions, read), '21.000Z', [{}]],
			[() => seen.seeAll(list, discussions, updated), '30.000Z', [{}]],
			[() => seen.seeAll(list, [], read), '00.000Z', [{}]],
		] as const) {
			reported.clear();
			see();
			assert.deepEqual(reported, new Set(keys.map((key) => [{ ...list, ...key }, upTo])));
		}
	});

	it('are forgotten when the account signs out', () => {
		const seen = new SeriesSeenState(memory());
		const all = seriesOf(patch);
		seen.begin(list, all);
		seen.forget(['other']);
		assert.notEqual(seen.seenUpTo(list, all[0] ?? assert.fail()), undefined);
		seen.forget(['one']);
		assert.equal(seen.seenUpTo(list, all[0] ?? assert.fail()), undefined);
	});
});
