import assert from 'node:assert/strict';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { missingCount } from '../../../../../src/patches/state/lists/series-summary.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { patchsetOf } from '../a-patchset.ts';
import { listedMail, threadsIn } from './listed-mails.ts';

const mail = (id: number, subject: string, more: Partial<MailSummary> = {}): MailSummary =>
	listedMail(id, {
		...{ subject, created: `2026-02-01T00:00:${String(id).padStart(2, '0')}Z` },
		sender: { canonical_name: '~bob', name: 'bob' },
		...more,
	});
const submitter = 'Bob <bob@mail.test>';
const patchset = (id: number, subject: string, more: Partial<Patchset> = {}): Patchset =>
	patchsetOf(id, { subject, updated: '2026-02-01T00:00:00Z', ...more });
describe('The threads of a mailing list', () => {
	it('folds versions under the newest, which decides the status', () => {
		const { series } = threadsIn(
			[],
			[
				patchset(1, 'Undo', { status: 'needs_revision' }),
				patchset(2, 'Undo', { version: 2, status: 'approved', created: '2026-02-03T00:00:00Z' }),
				patchset(3, 'Redo'),
			],
		);
		assert.deepEqual(
			series.map(({ chain, status, patchset }) => [chain.title, status, patchset?.id, chain.versions.length]),
			[
				['Undo', 'approved', 2, 2],
				['Redo', 'proposed', 3, 1],
			],
		);
	});

	it('has patches that a sender without an account sent again as replies with their series', () => {
		const unknown = { sender: null, parent: 1, thread: 1 };
		const mails = [
			mail(1, '[PATCH v2 0/2] Undo', { sender: null, patchset: { id: 4, submitter } }),
			mail(2, '[PATCH v2 1/2] One', { ...unknown, patchset: { id: 4, submitter } }),
			mail(3, '[PATCH v2 2/2] Two', { ...unknown, patchset: { id: 4, submitter } }),
			mail(4, '[PATCH v3 2/2] Two', { ...unknown, parent: 3 }),
		];
		const { series } = threadsIn(mails, [patchset(4, 'Undo', { version: 2, message_id: '<1@example.org>' })]);
		assert.deepEqual(
			series.map(({ chain }) => chain.versions.map(({ version, isPartial }) => [version, isPartial])),
			[
				[
					[2, false],
					[3, true],
				],
			],
		);
	});

	it('joins threads of a sender without an account once their texts are read', () => {
		const unread = [
			mail(1, '[PATCH] Undo', { sender: null }),
			mail(2, '[PATCH v2] Undo', { sender: null }),
			mail(3, '[PATCH v3] Undo', { sender: null }),
		];
		const read = unread.map((one) => ({ ...one, from: { name: 'Bob', email: 'bob@mail.test' } }));
		const versionsIn = (mails: readonly MailSummary[]) =>
			threadsIn(mails).series.map(({ chain }) => chain.versions.length);
		assert.deepEqual([versionsIn(unread), versionsIn(read)], [[1, 1, 1], [3]]);
	});

	it('uses the newest patchset if a forge has made several of one version', () => {
		const of = (id: number) => ({ id, submitter });
		const mails = [
			mail(1, '[PATCH 0/1] Undo', { patchset: of(4) }),
			mail(2, '[PATCH 1/1] undo: add it', { parent: 1, thread: 1, patchset: of(5) }),
		];
		const patchsets = [
			patchset(4, 'Undo', { message_id: '<1@example.org>' }),
			patchset(5, 'Undo', { message_id: '<2@example.org>', status: 'applied' }),
		];
		const { series } = threadsIn(mails, patchsets);
		assert.deepEqual(
			series.map(({ status, newest }) => [status, newest.patchsets]),
			[['applied', [4, 5]]],
		);
	});

	it('counts the mails of the threads that belong to no version, and has the time of the last', () => {
		const { series, discussions } = threadsIn([
			mail(1, '[PATCH] Undo'),
			mail(2, 'Re: [PATCH] Undo', { parent: 1, thread: 1 }),
			mail(9, 'Re: [PATCH] Undo', { parent: 2, thread: 1 }),
			mail(3, 'Plans'),
			mail(5, 'Re: Plans', { parent: 3, thread: 3 }),
		]);
		assert.deepEqual(
			series.map(({ replies, active }) => [replies, new Date(active).getSeconds()]),
			[[2, 9]],
		);
		assert.deepEqual(
			discussions.map(({ mail: { id }, replies, active }) => [id, replies, new Date(active).getSeconds()]),
			[[3, 1, 5]],
		);
	});

	it('has the trailers for the newest version: for the patch that has them or is answered, or for all of them', () => {
		const by = (...names: readonly string[]) => ({
			trailers: names.map((name) => ({ key: 'Acked-by', name, email: `${name}@mail.test` }) as const),
		});
		const reply = (id: number, parent: number, more = {}) =>
			mail(id, 'Re: Undo', { parent, thread: parent, ...more });
		const trailersIn = (...more: readonly MailSummary[]) => {
			const first = [
				mail(1, '[PATCH 0/2] Undo'),
				mail(2, '[PATCH 1/2] one', { parent: 1, ...by('Ana', 'Cid') }),
			];
			const { series } = threadsIn([...first, mail(3, '[PATCH 2/2] two', { parent: 1 }), ...more]);
			return series[0]?.trailers.map(({ person, patches }) => [person.name, ...patches]);
		};
		const replies = [reply(4, 3, by('Ana', 'Bob')), reply(5, 1), reply(6, 5, by('Eve'))];
		assert.deepEqual(trailersIn(...replies), [['Ana'], ['Cid', 1], ['Bob', 2], ['Eve']]);
		assert.deepEqual(trailersIn(...replies, mail(7, '[PATCH v2] Undo'), reply(8, 7, by('Dan'))), [['Dan']]);
	});

	it('misses patches only of a series for which the forge has no patchset', () => {
		const mails = [mail(1, '[PATCH 1/3] one'), mail(3, '[PATCH 3/3] three', { parent: 1, thread: 1 })];
		const [incomplete] = threadsIn(mails).series;
		assert.deepEqual([incomplete?.status, incomplete && missingCount(incomplete.newest)], ['unknown', 1]);
		const [complete] = threadsIn(mails, [patchset(1, 'one', { message_id: '<3@example.org>' })]).series;
		assert.deepEqual([complete?.status, complete && missingCount(complete.newest)], ['proposed', 0]);
	});

	it('keeps requests to pull apart, which have no status', () => {
		const { series } = threadsIn([mail(1, 'Undo history', { isPull: true })]);
		assert.deepEqual(
			series.map(({ status, chain }) => [status, chain.kind]),
			[['pull', 'pull']],
		);
	});

	it('has the most recently active first', () => {
		const { series, discussions } = threadsIn([
			mail(1, '[PATCH] one'),
			mail(2, '[PATCH] two'),
			mail(3, 'three'),
			mail(4, 'four'),
			mail(9, 'Re: [PATCH] one', { parent: 1, thread: 1 }),
			mail(10, 'Re: three', { parent: 3, thread: 3 }),
		]);
		assert.deepEqual(
			[...series.map(({ chain }) => chain.title), ...discussions.map((one) => one.mail.subject)],
			['one', 'two', 'three', 'four'],
		);
	});

	it('folds a version without a patchset, whose status is that of the version before it', () => {
		const of = { id: 1, submitter: 'Robert Ellis <robert@mail.test>' };
		const { series } = threadsIn(
			[
				mail(1, '[PATCH] Undo', { patchset: of }),
				mail(2, '[PATCH v2] Undo', { parent: 1, thread: 1 }),
				mail(3, '[PATCH v3] Undo', { parent: 1, thread: 1 }),
			],
			[patchset(1, 'Undo', { submitter: of.submitter, message_id: '<1@example.org>', status: 'approved' })],
		);
		assert.deepEqual(
			series.map(({ chain, status, newest, patchset }) => [
				chain.versions.length,
				newest.version,
				status,
				patchset?.id,
			]),
			[[3, 3, 'approved', 1]],
		);
	});

	it('keeps a discussion in which patches are sent, and counts replies to each series', () => {
		const reply = { parent: 1, thread: 1 };
		const { series, discussions } = threadsIn([
			mail(1, 'Plans'),
			mail(2, '[PATCH] one', reply),
			mail(3, '[PATCH] two', reply),
			mail(4, 'Re: Plans', reply),
			mail(5, 'Re: [PATCH] two', { parent: 3, thread: 1 }),
			mail(6, 'Re: [PATCH] two', { parent: 5, thread: 1 }),
		]);
		assert.deepEqual(
			series.map(({ chain, replies }) => [chain.title, replies]),
			[
				['two', 2],
				['one', 0],
			],
		);
		assert.deepEqual(
			discussions.map(({ mail, replies }) => [mail.subject, replies]),
			[['Plans', 1]],
		);
	});

	it('ignores copies of a mail, and mails that are above themselves', () => {
		const { series, discussions } = threadsIn([
			mail(1, '[PATCH] Undo'),
			mail(2, '[PATCH] Undo', { messageId: '<1@example.org>' }),
			mail(3, 'Re: odd', { parent: 4, thread: 3 }),
			mail(4, 'Re: odd', { parent: 3, thread: 3 }),
		]);
		assert.deepEqual(
			series.map(({ replies }) => replies),
			[0],
		);
		assert.deepEqual(
			discussions.map(({ mail, replies }) => [mail.id, replies]),
			[[3, 1]],
		);
	});

	it('survives times that cannot be read, and mails whose thread is not known', () => {
		const { series, discussions } = threadsIn(
			[mail(1, '[PATCH] one', { created: 'soon' }), mail(2, 'Re: gone', { parent: 0, thread: 0 })],
			[patchset(1, 'two', { created: '' })],
		);
		assert.deepEqual(
			series.map(({ active }) => active),
			[0, 0],
		);
		assert.deepEqual(
			discussions.map(({ mail, active }) => [mail.id, active > 0]),
			[[2, true]],
		);
	});
});
