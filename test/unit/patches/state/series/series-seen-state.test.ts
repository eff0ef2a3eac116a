import assert from 'node:assert/strict';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { SeriesSeenState } from '../../../../../src/patches/state/series/series-seen-state.ts';
import { openSeen } from '../../../../kit/items/seen.ts';
import { patchsetOf } from '../a-patchset.ts';
import { listedMail, threadsIn } from '../lists/listed-mails.ts';

const list = { account: 'one', owner: '~ana', list: 'devel' };
const open = async () => new SeriesSeenState(await openSeen('one'));

const mail = (id: number, subject: string, by: string, parent: number | null = null): MailSummary =>
	listedMail(id, {
		...{ created: `2026-02-01T00:00:${id}Z`, subject, parent, thread: parent },
		sender: { canonical_name: by, name: by },
	});
const seriesOf = (...mails: readonly MailSummary[]) => threadsIn(mails).series;

const patch = mail(10, '[PATCH] one', '~bob');
const other = mail(11, '[PATCH] two', '~bob');
const reply = mail(12, 'Re: [PATCH] one', '~carol', 10);

describe('The series that a user has seen', () => {
	const titles = (seen: SeriesSeenState, all: ReturnType<typeof seriesOf>, me = '~ana') =>
		all.filter((one) => seen.countUnseen(list, one, me)).map(({ chain }) => chain.title);

	it('have as many new mails as others have sent since, none after an answer of the user', async () => {
		const seen = await open();
		seen.begin(list, seriesOf(patch));
		const count = (...mails: readonly MailSummary[]) =>
			seen.countUnseen(list, seriesOf(patch, ...mails)[0] ?? assert.fail(), '~ana');
		const own = mail(13, 'Re: [PATCH] one', '~ana', 10);
		const last = mail(14, 'Re: [PATCH] one', '~bob', 10);
		assert.deepEqual([count(), count(reply), count(reply, own), count(reply, own, last)], [0, 1, 0, 2]);
	});

	it("are remembered for the user's own threads in lists that they have never expanded", async () => {
		const seen = await open();
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
		assert.equal(seen.seenUpToOf({ ...list, mail: 10 }, all, '~ana'), all[0]?.active);
		seen.begin(list, all);
		assert.deepEqual(mine(), []);
	});

	it('are those that the user has opened, until another mail arrives', async () => {
		const seen = await open();
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

	it('are reported under each of their keys, up to their newest mail or status', async () => {
		const marks = await openSeen('one');
		const seen = new SeriesSeenState(marks);
		const reported = new Set<unknown>();
		marks.onDidSee((what) => 'upTo' in what && reported.add([what.at, what.upTo.slice(17)]));
		const mails = [patch, reply, mail(13, '[PATCH v2] one', '~bob'), mail(21, 'Re: Why?', '~bob', 20)];
		const patchset = patchsetOf(7, { subject: 'one', message_id: patch.messageId });
		const read = new Map([[7, patchset]]);
		const updated = new Map([[7, patchsetOf(7, { updated: '2026-02-01T00:00:30Z' })]]);
		const { series, discussions } = threadsIn(mails, [patchset]);
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
});
