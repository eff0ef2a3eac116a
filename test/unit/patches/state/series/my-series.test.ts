import assert from 'node:assert/strict';
import type { Page } from '../../../../../src/forge/client/pages.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import type { Email, Patchset } from '../../../../../src/forge/shapes/lists.ts';
import type { SentListMail } from '../../../../../src/patches/state/lists/mail-with-patchset.ts';
import { createSentMails } from '../../../../../src/patches/state/lists/sent-mails.ts';
import { listsOfSent, type MyThreads } from '../../../../../src/patches/state/series/my-series.ts';
import { MyThreadIndex } from '../../../../../src/patches/state/series/my-thread-index.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { patchsetOf } from '../a-patchset.ts';
import { anEmail } from '../an-email.ts';
import { listedMail, threadsIn } from '../lists/listed-mails.ts';

const list = { owner: '~ana', name: 'devel' };
const other = { owner: '~bob', name: 'devel' };

const short = (id: number, status: string, updated = '2026-02-01T00:00:00Z') =>
	patchsetOf(id, { status, updated });
const mailOf = (id: number, subject: string, patchset: Patchset | null, parent: number | null = null) =>
	listedMail(id, {
		...{ created: '2026-02-01T00:00:00Z', subject, parent, thread: parent },
		patchset: patchset && { id: patchset.id, submitter: patchset.submitter },
	});
const sent = (id: number, subject: string, patchset: Patchset | null = null, where = list): SentListMail => ({
	...{ mail: mailOf(id, subject, patchset), list: where, patchset },
});
const shown = ({ series }: MyThreads) =>
	series.map(({ list: { owner }, series: { chain, status, replies } }) => [
		owner,
		chain.title,
		status,
		replies,
	]);
const nothing = () => undefined;
type ThreadsOfList = Parameters<MyThreadIndex['of']>[2];
const byId = (mails: readonly SentListMail[]) => new Map(mails.map((one) => [one.mail.id, one]));
const myThreads = (mails: readonly SentListMail[], threadsOfList: ThreadsOfList) =>
	new MyThreadIndex().of(byId(mails), 1, threadsOfList);

describe('The discussions that a user has begun', () => {
	const begun = (threads: MyThreads) =>
		threads.discussions.map(({ list: { owner }, discussion: { mail, replies } }) => [
			...[owner, mail.subject, replies],
		]);

	it('are those of the list where it is known, with the replies of others', () => {
		const known = [mailOf(1, 'Plans', null), mailOf(2, 'Re: Plans', null, 1), mailOf(3, 'Of another', null)];
		const threads = threadsIn(known);
		const own: SentListMail = { mail: mailOf(5, 'Re: Not listed yet', null, 4), list, patchset: null };
		const mails = [sent(1, 'Plans'), sent(4, 'Not listed yet'), own];
		assert.deepEqual(begun(myThreads(mails, () => threads)).sort(), [
			['~ana', 'Not listed yet', 0],
			['~ana', 'Plans', 1],
		]);
	});

	it('are neither replies to others nor patches', () => {
		const reply: SentListMail = { mail: mailOf(3, 'Re: Of another', null, 2), list, patchset: null };
		const mails = [sent(1, '[PATCH] one', short(1, 'applied')), reply];
		assert.deepEqual(begun(myThreads(mails, nothing)), []);
	});
});

describe('The series that a user has sent', () => {
	it('are found in each list, without replies to others', () => {
		const mails = [
			sent(1, '[PATCH] one', short(1, 'applied')),
			sent(2, '[PATCH] one', short(2, 'proposed'), other),
			sent(3, 'Re: [PATCH] of another'),
			sent(4, 'A question'),
		];
		assert.deepEqual(listsOfSent(mails), [list, other]);
		assert.deepEqual(shown(myThreads(mails, nothing)).sort(), [
			['~ana', 'one', 'applied', 0],
			['~bob', 'one', 'proposed', 0],
		]);
	});

	it('are those of the list where it is known, each once, with the replies and the newer status', () => {
		const listed = (status: string, updated?: string) => {
			const patchset = short(1, status, updated);
			const mails = [mailOf(1, '[PATCH] one', patchset), mailOf(2, 'Re: [PATCH] one', null, 1)];
			return threadsIn(mails, [{ ...patchset, message_id: '<1@example.org>' }]);
		};
		const mails = [
			sent(1, '[PATCH] one', short(1, 'applied', '2026-02-03T00:00:00Z')),
			sent(9, '[PATCH] two', short(9, 'rejected')),
		];
		assert.deepEqual(shown(myThreads(mails, () => listed('proposed', '2026-02-02T00:00:00Z'))).sort(), [
			['~ana', 'one', 'applied', 1],
			['~ana', 'two', 'rejected', 0],
		]);
		assert.deepEqual(
			shown(myThreads(mails, () => listed('approved', '2026-02-04T00:00:00Z')))[0]?.[2],
			'approved',
		);
	});

	it('survive mails without a Message-ID, a time or a known status, and a patchset without mails', () => {
		const odd = sent(1, '[PATCH] odd', { ...short(1, 'in_quarantine'), submitter: null, created: '' });
		const mails = [{ ...odd, mail: { ...odd.mail, messageId: '', created: 'never', parent: 1, thread: 1 } }];
		assert.equal(shown(myThreads(mails, nothing))[0]?.[2], 'in_quarantine');
	});
});

describe('The threads of a user in several lists', () => {
	it('are searched again only where something has changed', () => {
		const mails = byId([sent(1, '[PATCH] one'), sent(2, '[PATCH] two', null, other)]);
		const threadsOf = (...ids: readonly number[]) =>
			threadsIn(ids.map((id) => mailOf(id, `[PATCH] of ${id}`, null)));
		const known = new Map([
			[list.owner, threadsOf(1)],
			[other.owner, threadsOf(2)],
		]);
		const index = new MyThreadIndex();
		const find = (revision: number) => {
			const threads = index.of(mails, revision, ({ owner }) => known.get(owner));
			const seriesOf = ({ owner }: typeof list) => threads.series.filter((one) => one.list.owner === owner);
			return { threads, ana: seriesOf(list), bob: seriesOf(other) };
		};
		const first = find(1);
		assert.equal(find(1).threads, first.threads);
		known.set(list.owner, threadsOf(1, 3));
		mails.set(3, sent(3, '[PATCH] three'));
		const second = find(2);
		assert.deepEqual([second.ana.length, second.bob.length], [2, 1]);
		assert.equal(second.bob[0], first.bob[0]);
		mails.set(4, sent(4, '[PATCH] four', null, other));
		const third = find(3);
		assert.deepEqual([third.ana.length, third.bob.length], [2, 2]);
		assert.ok(third.ana.every((one) => second.ana.includes(one)));
		mails.delete(2);
		mails.delete(4);
		assert.deepEqual(find(4).bob, []);
	});
});

describe('The mails that a user has sent', () => {
	const { storage, ending } = stage();
	const time = skippableTime();
	const email = (id: number) =>
		anEmail(id, {
			list: id === 3 ? null : { id: 1, name: 'devel', owner: { canonical_name: '~ana', name: 'ana' } },
		});
	const openMails = async (emails: () => AsyncGenerator<Page<Email>>) => {
		const client = clientOf(listRows, { emails });
		const mails = createSentMails(client, { cache: await storage(), log: readable().log });
		ending(() => mails.dispose());
		return mails;
	};

	it('are read up to a limit, and kept if they are not listed again', async () => {
		let pages = 0;
		const mails = await openMails(async function* () {
			for (let nth = 100; nth > 0; nth--) {
				pages += 1;
				yield { rows: [email(nth)], total: 100, isLast: nth === 1 };
			}
		});
		await mails.refresh();
		assert.deepEqual([pages, mails.items.size, mails.isComplete], [20, 20, true]);
	});

	it('are kept if the forge may have left them out', async () => {
		let listed = [4, 3, 2];
		let total: number | undefined;
		const mails = await openMails(async function* () {
			yield { rows: listed.map(email), total, isLast: true };
		});
		await mails.refresh();
		listed = [4];
		total = Number.POSITIVE_INFINITY;
		time.skip(3_600_000);
		await mails.refresh();
		assert.deepEqual([...mails.items.keys()], [4, 2]);
	});
});
