import assert from 'node:assert/strict';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import {
	type ListFacts,
	listNews,
	statusEvents,
} from '../../../../../src/patches/state/watch/new-list-events.ts';
import { patchsetOf } from '../a-patchset.ts';
import { listedMail, threadsIn } from '../lists/listed-mails.ts';

const key = { account: 'session', owner: '~ana', list: 'devel' };
const user = (name: string) => ({ canonical_name: `~${name}`, name });
const [ana, bob, carol] = [user('ana'), user('bob'), user('carol')];
const submitter = 'Bob <bob@mail.test>';

const factsOf = (mails: readonly MailSummary[], patchsets: readonly Patchset[] = []): ListFacts => {
	const byId = new Map(mails.map((one) => [one.id, one]));
	const sets = new Map(patchsets.map((one) => [one.id, one]));
	return { key, mails: byId, patchsets: sets, threads: threadsIn(mails, patchsets), me: '~ana' };
};

/** What is new of a list with these mails and patchsets, of which those up to `after` are reported. */
function news(
	mails: readonly MailSummary[],
	patchsets: readonly Patchset[] = [],
	{ after = 0, waiting = [], now = 0 }: { after?: number; waiting?: readonly string[]; now?: number } = {},
) {
	const isNew = ({ id }: { readonly id: number }) => id > after;
	const ids = (all: readonly { readonly id: number }[]) => new Set(all.filter(isNew).map(({ id }) => id));
	return listNews(factsOf(mails, patchsets), {
		...{ mails: ids(mails), patchsets: ids(patchsets), waiting: new Set(waiting), now },
	});
}

const patch = (id: number, subject: string, more: Partial<MailSummary> = {}) =>
	listedMail(id, { subject, sender: bob, patchset: { id: 40, submitter }, ...more });

describe('What is new in a mailing list', () => {
	it('has one event for a complete series, with the facts that a row shows', () => {
		const mails = [
			patch(1, '[PATCH v2 0/2] Undo'),
			patch(2, '[PATCH v2 1/2] Undo one', { parent: 1, thread: 1 }),
			patch(3, '[PATCH v2 2/2] Undo two', { parent: 1, thread: 1 }),
		];
		const { events, waiting } = news(mails, [patchsetOf(40, { subject: 'Undo', version: 2 })]);
		assert.deepEqual(events, [
			{
				...{ key: 'series 1', at: mails[2]?.created, by: '~bob', title: 'Undo', concerns: ['watched'] },
				...{ kind: 'patchset', place: key, item: { ...key, patchset: 40 }, version: 2, patchCount: 2 },
				versions: ['patchset 40', 'mail 1'],
			},
		]);
		assert.deepEqual([...waiting.mails, ...waiting.patchsets, ...waiting.keys], []);
	});

	it('has the names of all versions of a series in what happens to any of them', () => {
		const mails = [
			patch(1, '[PATCH 0/1] Undo', { patchset: { id: 40, submitter } }),
			patch(2, '[PATCH 1/1] Undo one', { parent: 1, thread: 1, patchset: { id: 40, submitter } }),
			patch(3, '[PATCH v2 0/1] Undo', { patchset: { id: 41, submitter } }),
			patch(4, '[PATCH v2 1/1] Undo one', { parent: 3, thread: 3, patchset: { id: 41, submitter } }),
			listedMail(5, { subject: 'Re: Undo', sender: carol, parent: 2, thread: 1 }),
			listedMail(6, { subject: 'Question', sender: carol }),
		];
		const sets = [patchsetOf(40, { subject: 'Undo' }), patchsetOf(41, { subject: 'Undo', version: 2 })];
		const { events } = news(mails, sets);
		const versions = ['patchset 40', 'mail 1', 'patchset 41', 'mail 3'];
		assert.deepEqual(
			events.map((event) => [event.key, event.versions]),
			[
				['series 1', versions],
				['series 3', versions],
				['mail 5', versions],
				['mail 6', undefined],
			],
		);
		const [status] = statusEvents(factsOf(mails, sets), { 40: 'applied' }, () => false);
		assert.deepEqual(status?.versions, versions);
	});

	it('has an event for a series of which a patch is missing, an hour after its last mail', () => {
		const mails = [
			patch(1, '[PATCH 0/3] Undo', { patchset: null }),
			patch(3, '[PATCH 2/3] Undo two', { parent: 1, thread: 1, patchset: null }),
		];
		const hourLater = Date.parse(mails[1]?.created ?? '') + 60 * 60_000;
		assert.deepEqual(news(mails, [], { now: hourLater }).events, []);
		const { events, waiting } = news(mails, [], { now: hourLater + 1 });
		assert.deepEqual(
			events.map((event) => [event.key, event.title, event.patchCount, event.missingCount]),
			[['series 1', 'Undo', 3, 2]],
		);
		assert.deepEqual([...waiting.mails], []);
		const reply = patch(4, 'Re: [PATCH 0/3] Undo', { parent: 1, thread: 1, patchset: null });
		const replies = news([...mails, reply], [], { now: hourLater, after: 3 });
		assert.deepEqual(
			replies.events.map(({ key }) => key),
			['mail 4'],
		);
	});

	it('waits once for the patchset of the mails, and for the mails of the patchset', () => {
		const mails = [patch(2, '[PATCH] Undo', { patchset: null })];
		assert.deepEqual(news(mails).waiting.keys, ['series 2']);
		const waited = news(mails, [], { waiting: ['series 2'] });
		assert.deepEqual(
			waited.events.map((event) => [event.key, event.kind, event.item]),
			[['series 2', 'patchset', { ...key, mail: 2 }]],
		);
		assert.deepEqual(waited.waiting.keys, []);
		const sets = [patchsetOf(40, { subject: 'Undo' })];
		const early = news([], sets);
		assert.deepEqual(
			[early.events, early.waiting.keys, [...early.waiting.patchsets]],
			[[], ['patchset 40'], [40]],
		);
		const late = news([], sets, { waiting: ['patchset 40'] });
		assert.deepEqual(
			late.events.map((event) => [event.key, event.by, event.title]),
			[['patchset 40', 'Bob', 'Undo']],
		);
	});

	it('does not report a series again that gets another mail', () => {
		const sets = [patchsetOf(40, { subject: 'Undo' })];
		const mails = [
			patch(41, '[PATCH 1/1] Undo one'),
			patch(50, '[PATCH 0/1] Undo', { parent: 41, thread: 41 }),
		];
		assert.deepEqual(news(mails, sets, { after: 41 }).events, []);
	});

	it('names senders without an account as far as they are known', () => {
		const mails = [patch(1, '[PATCH] Undo', { sender: null }), listedMail(2, { subject: 'Hello' })];
		const { events } = news(mails, [patchsetOf(40, { subject: 'Undo' })]);
		assert.deepEqual(
			events.map(({ by }) => by),
			['Bob', ''],
		);
	});

	it('says why a mail concerns the user', () => {
		const mails = [
			patch(1, '[PATCH] Undo', { sender: ana }),
			listedMail(2, { subject: 'Question', sender: bob }),
			listedMail(3, { subject: 'Re: Question', sender: ana, parent: 2, thread: 2 }),
			listedMail(4, { subject: 'Other', sender: bob }),
			listedMail(11, { subject: 'Re: Undo', sender: bob, parent: 1, thread: 1 }),
			listedMail(12, { subject: 'Re: Undo', sender: carol, parent: 11, thread: 1 }),
			listedMail(13, { subject: 'Re: Question', sender: carol, parent: 3, thread: 2 }),
			listedMail(14, { subject: 'Re: Question', sender: carol, parent: 2, thread: 2 }),
			listedMail(15, { subject: 'Re: Other', sender: carol, parent: 4, thread: 4 }),
			listedMail(16, { subject: 'Re: Other', sender: ana, parent: 15, thread: 4 }),
			listedMail(17, { subject: 'Re: gone', sender: carol, parent: 9, thread: 9 }),
		];
		const { events } = news(mails, [patchsetOf(5, { subject: 'Undo' })], { after: 10 });
		assert.deepEqual(
			events.map((event) => [event.key, ...event.concerns]),
			[
				['mail 11', 'patch-sent'],
				['mail 12', 'patch-sent'],
				['mail 13', 'patch-sent'],
				['mail 14', 'participated'],
				['mail 15', 'participated'],
				['mail 17', 'watched'],
			],
		);
	});
});

describe('A changed status of a patchset', () => {
	const mails = [patch(1, '[PATCH] Undo'), patch(2, '[PATCH v2] Undo', { patchset: { id: 41, submitter } })];
	const sets = (first: string, second: string) => [
		patchsetOf(40, { subject: 'Undo', status: first, updated: 'then' }),
		patchsetOf(41, { subject: 'Undo', status: second, version: 2, updated: 'then' }),
	];
	const before = { 40: 'proposed', 41: 'proposed', 99: 'proposed' };
	const changes = (first: string, second: string, isOwn = (_: Patchset) => false) =>
		statusEvents(factsOf(mails, sets(first, second)), before, isOwn).map((event) => event.key);

	it('is an event, unless the user has changed it or a later version supersedes it', () => {
		assert.deepEqual(changes('proposed', 'applied'), ['patchset 41 applied then']);
		assert.deepEqual(changes('superseded', 'rejected'), ['patchset 41 rejected then']);
		assert.deepEqual(changes('proposed', 'superseded'), ['patchset 41 superseded then']);
		assert.deepEqual(
			changes('rejected', 'applied', ({ id }) => id === 41),
			['patchset 40 rejected then'],
		);
	});
});
