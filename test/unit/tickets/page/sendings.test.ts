import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { EntryState } from '../../../../src/platform/state/outbox/entry.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { Sendings } from '../../../../src/tickets/page/sendings.ts';
import type { Change } from '../../../../src/tickets/state/changes/change.ts';
import { markOf } from '../../../../src/tickets/state/has-comment.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { failing } from '../../../tools/failing-files.ts';
import { until } from '../../../tools/until.ts';
import { accountsOf } from '../state/accounts.ts';
import { ana, key as place, readable, stage } from '../state/forge.ts';
import { draftFor, edited } from '../state/ticket-drafts.ts';

const key = { ...place, account: 'ana', ticket: 1 };
const draft = { ...draftFor(key, { text: 'A comment.', base: '2026-03-04T05:06:07+00:00' }), key };

describe('A comment', () => {
	const { forge: start, folder, ending } = stage();

	/** Windows of ana with the same files. */
	async function open() {
		const forge = await start();
		forge.fill(1);
		const at = await folder();
		const window = async ({ now = Date.now } = {}) => {
			const { log, lines } = readable();
			const { forges, signIn, answer } = accountsOf(forge, at, log);
			signIn('ana');
			const tickets = await Tickets.open({ forges, folder: at, log });
			const user = new Lifetime();
			await tickets.trackerCache(key, user)?.refresh();
			forge.asked.length = 0;
			const sendings = new Sendings({ tickets, log, now });
			ending(() => {
				user.dispose();
				sendings.dispose();
				tickets.dispose();
			});
			const { drafts, outbox } = tickets;
			const send = (one = draft, more: Change = {}) =>
				sendings.comment(one, { change: { comment: one.body.text.trimEnd(), ...more } });
			return { tickets, drafts, outbox, sendings, send, answer, lines };
		};
		const puts = () => forge.asked.filter((what) => what.startsWith('PUT')).length;
		const comments = () =>
			forge.tracker.tickets[0]?.events.flatMap(({ comment }) => comment?.text ?? []) ?? [];
		/** Leaves a comment as a window that was killed does. */
		const leave = async (state: EntryState, change: Change = { comment: 'A comment.' }) => {
			const isKilledNow = state.kind === 'sending' && state.since !== 0;
			if (!isKilledNow) first.tickets.dispose();
			await fileStorage(join(at, 'outbox'), readable().log).replace(
				['queue', 'all'],
				JSON.stringify([
					{
						...{
							id: 'left',
							key,
							due: 0,
							origin: 'killed',
							isForced: false,
							mark: markOf(undefined, 1),
							checkAt: isKilledNow ? undefined : 0,
							state,
						},
						steps: [{ group: 'left', change: { change, draft: draft.body }, at: Date.now() }],
					},
				]),
			);
		};
		const sendLock = async (drafts: Tickets['drafts'], work: () => Promise<void>) => {
			const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			const storage = fileStorage(join(at, 'drafts'), readable().log);
			const held = storage.lock(['sending', drafts.nameOf(key)], async () => {
				begun.resolve();
				await end.promise;
			});
			await begun.promise;
			try {
				await work();
			} finally {
				end.resolve();
				await held;
			}
		};
		const first = await window();
		await first.drafts.save(draft);
		return { forge, at, window, puts, comments, leave, sendLock, ...first };
	}

	const isRefused = (words: RegExp) => (error: unknown) =>
		error instanceof Error && words.test(error.message);
	const isElsewhere = isRefused(/has sent or discarded this draft|still being sent/);

	it('is in the outbox on the disk before it leaves its draft, and gone from both when it is sent', async () => {
		const { forge, at, drafts, outbox, sendings, send, comments } = await open();
		forge.line.held = /^PUT/;
		const sending = send();
		const inOutbox: number[] = [];
		const listener = drafts.onDidWrite(() => drafts.get(key) ?? inOutbox.push(outbox.of(key).length));
		await until(() => forge.line.waiting.length === 1 && drafts.get(key) === undefined);
		listener.dispose();
		assert.deepEqual(inOutbox, [1]);
		const onDisk = await fileStorage(join(at, 'outbox'), readable().log).read(['queue', 'all']);
		assert.match(onDisk ?? '', /A comment\./);
		assert.deepEqual([sendings.of(key)?.kind, sendings.beingSent(key)?.text], ['sending', 'A comment.']);
		assert.equal(sendings.lastSent(key), undefined);
		forge.release();
		assert.equal(await sending, 'sent');
		assert.deepEqual([outbox.entries, sendings.of(key)?.kind, comments()], [[], 'sent', ['A comment.']]);
		assert.equal(sendings.lastSent(key)?.text, 'A comment.');
	});

	it('and its choices are one request, after everything earlier of the ticket, with no conflict between them', async () => {
		const { forge, tickets, send, sendings } = await open();
		await tickets.change([key], { status: 'confirmed' }, 3_600_000, tickets.basesOf([key]));
		const base = { status: 'confirmed', resolution: 'unresolved', labels: [] };
		await sendings.comment(draft, { change: { comment: 'A comment.', status: 'in_progress' }, base });
		assert.deepEqual(
			forge.asked.filter((what) => /PUT|GET .tickets.1$/.test(what)),
			['GET /tickets/1', 'PUT /tickets/1', 'GET /tickets/1', 'PUT /tickets/1'],
		);
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'in_progress');
		forge.asked.length = 0;
		await tickets.drafts.save(edited(draft, { text: 'More.' }));
		await send({ ...edited(draft, { text: 'More.' }), key });
		assert.deepEqual(forge.asked, ['PUT /tickets/1']);
	});

	it('is sent once by two windows at the same moment, even if the forge is slow', async () => {
		const { forge, window, drafts, send, puts } = await open();
		const other = await window();
		forge.line.held = /^PUT/;
		const both = [send(), other.send()];
		await assert.rejects(Promise.race(both), isElsewhere);
		forge.release();
		const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
		assert.deepEqual(outcomes.sort(), ['fulfilled', 'rejected']);
		assert.equal(puts(), 1);
		await until(() => drafts.get(key) === undefined && other.drafts.get(key) === undefined);
	});

	it('keeps its text while it waits to be sent, even if another window writes an earlier version', async () => {
		const { window, drafts, sendLock, comments } = await open();
		const other = await window();
		const longer = { ...edited(draft, { text: 'A comment.\n\nAnd more.' }), key };
		let sending: Promise<unknown> = Promise.resolve();
		await sendLock(drafts, async () => {
			sending = other.send(longer);
			await drafts.save(draft);
			other.drafts.readChanges();
			await new Promise((resolve) => setTimeout(resolve, 200));
			assert.equal(other.drafts.get(key)?.body.text, 'A comment.\n\nAnd more.');
		});
		await sending;
		assert.deepEqual(comments(), ['A comment.\n\nAnd more.']);
		assert.equal(other.drafts.get(key), undefined);
	});

	for (const [what, act, words] of [
		['sent it', ({ drafts }: { drafts: Tickets['drafts'] }) => drafts.remove(key), /sent or discarded/],
		[
			'written another',
			({ drafts }: { drafts: Tickets['drafts'] }) => drafts.save(edited(draft, { text: 'The next one.' })),
			/was changed in another window/,
		],
	] as const) {
		it(`is not sent by a window that waits while another one has ${what}`, async () => {
			const first = await open();
			const other = await first.window();
			let sending: Promise<unknown> = Promise.resolve();
			await first.sendLock(first.drafts, async () => {
				sending = other.send();
				sending.catch(() => {});
				await act(first);
			});
			await assert.rejects(sending, isRefused(words));
			assert.equal(first.puts(), 0);
		});
	}

	it('is not sent by a window that does not know yet that another one has sent it', async () => {
		const { window, send, puts } = await open();
		const other = await window();
		await send();
		await until(() => other.drafts.get(key) === undefined && other.outbox.entries.length === 0);
		assert.equal(await other.send({ ...draft, saved: Date.now() - 60_000 }), 'sent');
		assert.deepEqual([puts(), other.drafts.get(key)], [1, undefined]);
	});

	it('is not sent by a window that has hung since before another one sent it and the next one', async () => {
		const { window, send, comments, drafts } = await open();
		const other = await window();
		const before = other.drafts.get(key) ?? assert.fail();
		await send();
		const next = { ...edited(draft, { text: 'The next one.' }), key };
		await drafts.save(next);
		await send({ ...next, saved: Date.now() });
		// It has read what the others did, but its page still shows what it had before.
		await until(() => other.drafts.get(key) === undefined && other.outbox.entries.length === 0);
		assert.equal(await other.send({ ...before, key }), 'sent');
		assert.deepEqual(comments(), ['A comment.', 'The next one.']);
	});

	it('can be sent again with the same words, and by another window if the first one failed', async () => {
		const { forge, window, send, comments, drafts } = await open();
		const other = await window();
		forge.line.gateway = 403;
		await assert.rejects(send());
		assert.equal(drafts.get(key)?.body.text, 'A comment.');
		forge.line.gateway = undefined;
		// The other window may see the draft before it sees that the outbox is empty.
		await until(() => other.drafts.get(key) !== undefined && other.outbox.entries.length === 0);
		const now = other.drafts.get(key) ?? assert.fail();
		assert.equal(await other.send({ ...now, key }), 'sent');
		const again = { ...edited(draft, { base: '2026-04-04T05:06:07+00:00' }), key };
		await other.drafts.save(again);
		assert.equal(await other.send({ ...again, saved: Date.now() }), 'sent');
		assert.deepEqual(comments(), ['A comment.', 'A comment.']);
	});

	it('is refused, and a draft again, if another window has returned it to the draft', async () => {
		const { at, window, outbox, sendings, send, comments, drafts } = await open();
		const other = await window();
		let sending: Promise<unknown> = Promise.resolve();
		await fileStorage(join(at, 'outbox'), readable().log).lock(['sending', key.account], async () => {
			sending = send();
			sending.catch(() => {});
			await until(() => other.outbox.entries.length === 1 && outbox.entries.length === 1);
			await other.outbox.discard(other.outbox.entries[0]?.id ?? '');
			await until(() => outbox.entries.length === 0);
		});
		await assert.rejects(sending, isRefused(/Another window/));
		await until(() => drafts.get(key)?.body.text === 'A comment.');
		assert.deepEqual(
			[sendings.of(key)?.kind, sendings.lastSentOrBeingSent(key), comments()],
			['refused', undefined, []],
		);
	});

	it('is sent even if nothing can be written to the disk', async () => {
		const { at, drafts, outbox, send, comments, lines } = await open();
		const restore = [failing('rename', 'ENOSPC', { path: new RegExp(at) })];
		try {
			assert.equal(await send(), 'sent');
		} finally {
			for (const one of restore) one();
		}
		assert.deepEqual([comments(), outbox.entries, drafts.get(key)], [['A comment.'], [], undefined]);
		assert.match(lines.map(({ line }) => line).join(), /sent without it/);
	});

	it('waits without a network, leaves the box free, and is sent when the forge answers', async () => {
		const { forge, window, drafts, outbox, sendings, send, answer, comments } = await open();
		const other = await window();
		forge.line.cut = true;
		assert.equal(await send(), 'waiting');
		assert.deepEqual(
			[sendings.of(key)?.kind, sendings.beingSent(key), drafts.get(key)],
			['waiting', undefined, undefined],
		);
		const next = { ...edited(draft, { text: 'The next one.' }), key };
		await drafts.save(next);
		assert.equal(await send(next), 'waiting');
		assert.deepEqual(
			outbox.entries.map(({ state }) => state.kind),
			['waiting', 'waiting'],
		);
		assert.deepEqual(await outbox.undo(), []);
		await until(() => other.outbox.entries.length === 2);
		forge.line.cut = false;
		await until(() => {
			answer('trackers');
			return outbox.entries.length === 0;
		});
		assert.deepEqual(comments(), ['A comment.', 'The next one.']);
		assert.notEqual(sendings.of(key)?.kind, 'waiting');
	});

	it('that waits is a draft again when it is discarded, below the draft that was begun since', async () => {
		const { forge, drafts, outbox, send, sendings } = await open();
		forge.line.cut = true;
		await send();
		await outbox.discard(outbox.entries[0]?.id ?? '');
		assert.equal(drafts.get(key)?.body.text, 'A comment.');
		assert.equal(drafts.get(key)?.body.base, draft.body.base);
		await send();
		await drafts.save(edited(draft, { text: 'Begun since.', status: 'confirmed' }));
		await outbox.discard(outbox.entries[0]?.id ?? '');
		const { text, status } = drafts.get(key)?.body ?? emptyBody;
		assert.deepEqual([text, status], ['Begun since.\n\nA comment.', 'confirmed']);
		assert.deepEqual(outbox.entries, []);
		assert.equal(sendings.of(key), null);
	});

	it('that is refused is a draft again, also if it has waited and no page asks for it', async () => {
		const { forge, drafts, outbox, send, sendings, answer } = await open();
		forge.line.gateway = 403;
		await assert.rejects(send());
		assert.deepEqual([drafts.get(key)?.body.text, sendings.of(key)?.kind], ['A comment.', 'refused']);
		assert.equal(sendings.lastSentOrBeingSent(key), undefined);
		forge.line.gateway = undefined;
		forge.line.cut = true;
		assert.equal(await send(), 'waiting');
		forge.line.cut = false;
		forge.line.gateway = 403;
		const told: (string | undefined)[] = [];
		sendings.onDidChange((one) => told.push(sendings.of(one)?.kind));
		await until(() => {
			answer('trackers');
			return outbox.entries.length === 0;
		});
		assert.deepEqual([drafts.get(key)?.body.text, told], ['A comment.', ['refused']]);
	});

	it('that is being tried again does not block the box', async () => {
		const { forge, drafts, outbox, send, sendings, answer } = await open();
		forge.line.cut = true;
		await send();
		forge.line.cut = false;
		forge.line.held = /^PUT/;
		await until(() => {
			answer('trackers');
			return forge.line.waiting.length === 1;
		});
		assert.equal(sendings.beingSent(key), undefined);
		const next = { ...edited(draft, { text: 'The next one.' }), key };
		await drafts.save(next);
		const sending = send(next);
		forge.release();
		assert.equal(await sending, 'sent');
		assert.deepEqual(outbox.entries, []);
	});

	it('that fails in Tildeforge after it may have arrived waits for the user, and is checked when sent again', async () => {
		const { forge, drafts, outbox, tickets, send, comments } = await open();
		forge.line.lost = /^PUT|events/;
		assert.equal(await send(), 'waiting');
		assert.equal(drafts.get(key), undefined);
		forge.line.lost = undefined;
		await outbox.sendNow(...outbox.entries.map(({ id }) => id));
		await until(() => outbox.entries.length === 0);
		assert.deepEqual([comments(), tickets.drafts.all()], [['A comment.'], []]);
	});

	describe('of a window that was killed while it sent it', () => {
		it('is not sent again if the forge has it, and is no draft anymore', async () => {
			const { forge, window, leave, puts } = await open();
			forge.trackers.tickets.update(forge.tracker.tickets[0] ?? assert.fail(), ana, {
				comment: 'A comment.',
			});
			await leave({ kind: 'sending', since: 0 });
			forge.line.held = /\/events/;
			const next = await window();
			assert.equal(next.sendings.of(key)?.kind, 'sending');
			forge.release();
			await until(() => next.outbox.entries.length === 0);
			await until(() => next.drafts.get(key) === undefined);
			assert.deepEqual([puts(), next.sendings.of(key)?.kind], [0, 'sent']);
		});

		it('is sent if the forge does not have it', async () => {
			const { window, leave, comments } = await open();
			await leave({ kind: 'sending', since: 0 });
			const next = await window();
			await until(() => next.outbox.entries.length === 0);
			assert.deepEqual([comments(), next.drafts.all()], [['A comment.'], []]);
		});

		it('is taken over by a window that was open', async () => {
			const { drafts, outbox, leave, comments } = await open();
			await leave({ kind: 'sending', since: Date.now() });
			await until(() => outbox.entries.length === 1);
			await until(() => drafts.get(key) === undefined);
			await until(() => outbox.entries.length === 0);
			assert.deepEqual(comments(), ['A comment.']);
		});

		it('leaves what was written after it', async () => {
			const { drafts, window, leave, comments } = await open();
			await drafts.save(edited(draft, { text: 'A comment.\n\nAnd more.' }));
			await drafts.settled();
			await leave({ kind: 'pending' });
			const next = await window();
			await until(() => next.outbox.entries.length === 0);
			await until(() => next.drafts.get(key)?.body.text === 'And more.');
			assert.deepEqual(comments(), ['A comment.']);
		});

		it('stays if the forge cannot be asked', async () => {
			const { forge, window, leave, comments } = await open();
			forge.line.cut = true;
			await leave({ kind: 'sending', since: 0 });
			const next = await window();
			await until(() => next.outbox.entries[0]?.state.kind === 'waiting');
			forge.line.cut = false;
			await until(() => {
				next.answer('trackers');
				return next.outbox.entries.length === 0;
			});
			assert.deepEqual(comments(), ['A comment.']);
		});

		it('sends the choices that were made with it if only they are missing', async () => {
			const { forge, window, leave, comments } = await open();
			forge.trackers.tickets.update(forge.tracker.tickets[0] ?? assert.fail(), ana, {
				comment: 'A comment.',
			});
			await leave({ kind: 'sending', since: 0 }, { comment: 'A comment.', status: 'confirmed' });
			const next = await window();
			await until(() => next.outbox.entries.length === 0);
			assert.deepEqual(
				[comments(), forge.tracker.tickets[0]?.standing.status],
				[['A comment.'], 'confirmed'],
			);
		});

		it('is sent without a check after it was discarded', async () => {
			const { forge, window, leave, comments } = await open();
			await leave({ kind: 'waiting', reason: '', mayBeDone: true });
			forge.line.cut = true;
			const next = await window();
			await until(() => next.drafts.get(key) === undefined);
			await next.outbox.discard('left');
			forge.line.cut = false;
			forge.asked.length = 0;
			const again = next.drafts.get(key) ?? assert.fail();
			await next.send({ ...again, key });
			const asked = forge.asked.filter((what) => /PUT|tickets.1/.test(what));
			assert.deepEqual([asked, comments()], [['PUT /tickets/1'], ['A comment.']]);
		});
	});

	it('on several tickets is one command, and each that is refused becomes the draft of its ticket', async () => {
		const { forge, tickets, drafts, outbox, comments } = await open();
		await drafts.discard(key);
		forge.fill(1);
		forge.line.gateway = 403;
		const both = [key, { ...key, ticket: 2 }];
		await tickets.comment(both, 'For all.\n', tickets.basesOf(both));
		await until(() => outbox.entries.length === 0);
		for (const one of both) assert.equal(drafts.get(one)?.body.text.trim(), 'For all.');
		forge.line.gateway = undefined;
		await tickets.comment(both, 'For all.', tickets.basesOf(both));
		await until(() => outbox.entries.length === 0);
		assert.deepEqual(comments(), ['For all.']);
		assert.deepEqual(drafts.all(), [], 'the drafts with the same words were sent');
	});
});
