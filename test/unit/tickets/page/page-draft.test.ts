import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { idOfTicket } from '../../../../src/platform/model/keys.ts';
import { describeError } from '../../../../src/platform/page/error-messages.ts';
import { answerTo } from '../../../../src/platform/page/requests.ts';
import { Drafts } from '../../../../src/platform/state/drafts/drafts.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import type { Storage } from '../../../../src/platform/state/store/storage.ts';
import { PageDraft } from '../../../../src/tickets/page/page-draft.ts';
import { ticketRequests } from '../../../../src/tickets/page/protocol.ts';
import { Sendings } from '../../../../src/tickets/page/sendings.ts';
import { emptyDraft, type ShownDraft } from '../../../../src/tickets/page/ticket-draft-rules.ts';
import { ticketDrafts } from '../../../../src/tickets/state/changes/draft-format.ts';
import { until } from '../../../tools/until.ts';
import { readable, stage } from '../state/forge.ts';
import { draftFor, edited } from '../state/ticket-drafts.ts';
import { key } from './view.ts';
import { windowTickets } from './window-tickets.ts';

const table = {
	draft: ticketRequests.draft,
	send: ticketRequests.send,
	discard: ticketRequests.discard,
	restoreDraft: ticketRequests.restoreDraft,
};

let written = 0;
const draft = (text: string): ShownDraft => {
	written += 1;
	return { ...emptyDraft(written), text };
};

describe('The draft of a page', () => {
	const { folder, ending } = stage();

	async function open(storage?: (real: Storage) => Storage) {
		const { log, lines } = readable();
		const real = fileStorage(await folder(), log);
		const clock = { now: 1_800_000_000_000 };
		const now = () => clock.now;
		const drafts = new Drafts({
			storage: storage?.(real) ?? real,
			format: ticketDrafts,
			pauseMs: 0,
			log,
			now,
		});
		await drafts.open();
		const sent: string[] = [];
		const forge = { answer: (): Promise<unknown> => Promise.resolve() };
		const queue = fileStorage(await folder(), log);
		const tickets = windowTickets({
			...{ drafts, log, now, storage: storage?.(queue) ?? queue },
			send: async (text) => {
				sent.push(text);
				await forge.answer();
			},
		});
		const { outbox } = tickets;
		const sendings = new Sendings({ tickets, log, now });
		ending(() => {
			sendings.dispose();
			outbox.dispose();
			drafts.dispose();
		});
		/** A page that the test can close and reopen. */
		const page = () => {
			const lifetime = new Lifetime();
			ending(() => lifetime.dispose());
			const snapshots = { count: 0 };
			const work = lifetime.add(
				new PageDraft({
					key,
					host: { tickets: { drafts, of: () => undefined }, sendings },
					changed: () => {
						snapshots.count += 1;
					},
					send: (one) => sendings.comment({ ...one, key }, { change: { comment: one.body.text } }),
				}),
			);
			const ask = async (
				name: 'draft' | 'send' | 'discard' | 'restoreDraft',
				draft?: ShownDraft,
				asking = idOfTicket(key),
			) => {
				const body = {
					...(name === 'draft' && { key: asking }),
					...(draft && { draft }),
					...(name === 'send' && { version: '1' }),
				};
				const message = { name, id: '1', key: asking, body };
				return (
					await answerTo(
						{ table, handlers: work.handlers, shownKey: idOfTicket(key), describeError },
						message,
					)
				)?.answer;
			};
			return { ask, snapshots, shown: () => work.shown('UTC'), close: () => lifetime.dispose() };
		};
		return { drafts, outbox, sent, forge, page, lines, clock };
	}

	it('is shown with the last version that the host has received, and as empty after it was removed', async () => {
		const { page, drafts } = await open();
		const one = page();
		assert.deepEqual(one.shown(), { draft: null, saved: '', lastReceived: null, sending: null, sent: null });
		const typed = draft('one');
		assert.deepEqual(await one.ask('draft', typed), { ok: { saved: '08:00' } });
		const { lastReceived, draft: shown, saved } = one.shown();
		assert.deepEqual([lastReceived, shown?.text, saved], [typed.saved, 'one', '08:00']);
		await drafts.remove(key);
		assert.equal(one.shown().draft?.text, '');
		assert.ok((one.shown().draft?.saved ?? 0) > 0);
	});

	it('causes no snapshot when the page itself writes it, and one for any other change', async () => {
		const { page, drafts } = await open();
		const one = page();
		for (const text of ['o', 'on', 'one', '']) await one.ask('draft', draft(text));
		await one.ask('draft', draft('one'));
		assert.equal(one.snapshots.count, 0);
		const stored = drafts.get(key) ?? assert.fail();
		await drafts.save(edited(stored, { text: 'one\n\nmore' }));
		assert.equal(one.snapshots.count, 1);
		await drafts.save({ ...stored, key: { ...key, ticket: 43 } });
		await drafts.save({ ...stored, key: { ...key, account: 'other' } });
		assert.equal(one.snapshots.count, 1);
		await drafts.discard(key);
		assert.equal(one.snapshots.count, 2);
	});

	it('causes a snapshot when it is restored, even though the page itself wrote it', async () => {
		const { page, drafts } = await open();
		const one = page();
		await one.ask('draft', draft('one'));
		await drafts.discard(key);
		assert.equal(one.snapshots.count, 1);
		await drafts.restore(key);
		assert.equal(one.snapshots.count, 2);
	});

	it('is kept for its own ticket if the page shows another one by then, and nothing else is done', async () => {
		const { page, drafts, sent } = await open();
		const one = page();
		const other = { ...key, ticket: 43 };
		assert.deepEqual(await one.ask('draft', draft('of 43'), idOfTicket(other)), { ok: { saved: '08:00' } });
		assert.equal(drafts.get(other)?.body.text, 'of 43');
		assert.equal(drafts.get(key), undefined);
		for (const name of ['send', 'discard', 'restoreDraft'] as const) {
			const typed = name === 'send' ? draft('of 43, too') : undefined;
			const answer = await one.ask(name, typed, idOfTicket(other));
			assert.deepEqual(answer, {
				problem: 'Nothing was done, because the page now shows something else. Try again here if you want.',
			});
		}
		assert.deepEqual(sent, []);
		assert.equal(drafts.get(other)?.body.text, 'of 43');
	});

	it('does not return from a page that VS Code restores to its state before the send', async () => {
		const at = await folder();
		const storageOf = () => fileStorage(at, readable().log);
		const before = await open(storageOf);
		const typed = draft('Said once.');
		await before.page().ask('send', typed);
		const after = await open(storageOf);
		const restored = after.page();
		await restored.ask('draft', typed);
		assert.equal(after.drafts.get(key), undefined);
		assert.equal(restored.shown().sent?.text, 'Said once.');
		await restored.ask('draft', draft('Said once.\n\nAnd more.'));
		assert.equal(after.drafts.get(key)?.body.text, 'And more.');
	});

	it('is sent once, even if its page is closed and opened again during the send', async () => {
		const { page, sent, forge, drafts } = await open();
		const { promise, resolve } = Promise.withResolvers<void>();
		forge.answer = () => promise;
		const first = page();
		const answer = first.ask('send', draft('Said once.'));
		assert.equal(first.shown().sending?.kind, 'sending');
		first.close();
		const again = page();
		assert.equal(again.shown().sending?.kind, 'sending');
		assert.match(JSON.stringify(await again.ask('send', draft('Said once.'))), /still being sent/);
		assert.equal(again.shown().draft?.text, 'Said once.');
		resolve();
		assert.deepEqual(await answer, { ok: { kind: 'sent' } });
		assert.deepEqual(sent, ['Said once.']);
		assert.deepEqual([again.shown().sending?.kind, drafts.get(key)], ['sent', undefined]);
		assert.ok(again.snapshots.count > 0);
	});

	it('counts as sent until the user writes something new, or for a while', async () => {
		const { page, clock } = await open();
		const one = page();
		await one.ask('send', draft('first'));
		await one.ask('draft', draft('second'));
		assert.equal(one.shown().sending, null);
		await one.ask('send', draft('second'));
		assert.equal(one.shown().sending?.kind, 'sent');
		clock.now += 60 * 60_000;
		assert.equal(one.shown().sending, null);
	});

	it('that was refused is kept with the reason, even on a page that is opened again, until it is discarded', async () => {
		const { page, forge, drafts } = await open();
		forge.answer = () => Promise.reject(new ForgeError('forbidden', 'Not yours.'));
		const first = page();
		const refusal = { problem: 'Not yours.' };
		assert.deepEqual(await first.ask('send', draft('Said.')), refusal);
		assert.ok(first.snapshots.count >= 2, 'one while it is being sent, and one for the result');
		first.close();
		const again = page();
		assert.deepEqual(again.shown().sending, { kind: 'refused', refusal });
		assert.equal(again.shown().draft?.text, 'Said.');
		await drafts.discard(key);
		assert.equal(again.shown().sending, null);
	});

	it('that grows during the send keeps only the added text, even if its page is closed', async () => {
		const { page, forge, drafts } = await open();
		const { promise, resolve } = Promise.withResolvers<void>();
		forge.answer = () => promise;
		const one = page();
		const answer = one.ask('send', draft('Said.'));
		await one.ask('draft', draft('Said.\n\nAnd more.'));
		one.close();
		resolve();
		await answer;
		assert.equal(drafts.get(key)?.body.text, 'And more.');
		assert.equal(page().shown().draft?.text, 'And more.');
	});

	it('that was sent does not return through a late message of the page, and can be written again', async () => {
		const { page, drafts } = await open();
		const one = page();
		const said = draft('Thanks!');
		await one.ask('send', said);
		await one.ask('draft', draft('Thanks!'));
		assert.equal(drafts.get(key), undefined);
		await one.ask('draft', draft('Thanks! More'));
		assert.equal(drafts.get(key)?.body.text, 'More');
		const { sent } = one.shown();
		assert.equal(sent?.text, 'Thanks!');
		await one.ask('draft', { ...draft('Thanks!'), after: sent?.saved ?? null });
		assert.equal(drafts.get(key)?.body.text, 'Thanks!');
		assert.equal(one.shown().draft?.after, sent?.saved);
	});

	it('that another window writes during the send stays', async () => {
		const { page, forge, drafts } = await open();
		const { promise, resolve } = Promise.withResolvers<void>();
		forge.answer = () => promise;
		const one = page();
		const answer = one.ask('send', draft('Said.'));
		await until(() => drafts.get(key) === undefined);
		await drafts.save(draftFor(key, { text: 'Of another window.' }));
		resolve();
		await answer;
		assert.equal(drafts.get(key)?.body.text, 'Of another window.');
	});

	const full = (real: Storage): Storage => ({
		...real,
		replace: async () => {
			throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
		},
	});
	it('is reported as not saved when the disk is full, and is sent nevertheless', async () => {
		const { page, sent, lines } = await open(full);
		const one = page();
		assert.deepEqual(await one.ask('draft', draft('Said.')), { problem: 'The disk is full.' });
		assert.deepEqual(await one.ask('send', draft('Said.')), { ok: { kind: 'sent' } });
		assert.deepEqual(sent, ['Said.']);
		assert.match(lines.map(({ line }) => line).join('\n'), /no space left/);
	});

	it('that was sent counts as sent even if its file cannot be removed', async () => {
		const stuck = (real: Storage): Storage => ({
			...real,
			remove: async () => {
				throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
			},
		});
		const { page } = await open(stuck);
		const one = page();
		assert.deepEqual(await one.ask('send', draft('Said.')), { ok: { kind: 'sent' } });
		assert.equal(one.shown().sending?.kind, 'sent');
	});

	for (const [why, error] of [
		['its account is signed out during the send', new DOMException('', 'AbortError')],
		['the forge is busy', new ForgeError('busy', 'It has too much to do.')],
		['of an internal error, after which it may have arrived', new TypeError('x is undefined')],
	] as const) {
		it(`leaves the box and waits in the outbox because ${why}`, async () => {
			const { page, forge, drafts, outbox } = await open();
			forge.answer = () => Promise.reject(error);
			const one = page();
			assert.deepEqual(await one.ask('send', draft('Said.')), { ok: { kind: 'waiting' } });
			assert.equal(outbox.entries.length, 1);
			assert.equal(drafts.get(key), undefined);
			assert.deepEqual([one.shown().sending, one.shown().sent?.text], [{ kind: 'waiting' }, 'Said.']);
			await one.ask('draft', draft('Said.'));
			assert.equal(drafts.get(key), undefined);
		});
	}

	it('that is refused after more was written is whole again, in the order in which it was written', async () => {
		const { page, forge, drafts, sent } = await open();
		const { promise, reject } = Promise.withResolvers<void>();
		forge.answer = () => promise;
		const one = page();
		const answer = one.ask('send', draft('Said.'));
		await until(() => drafts.get(key) === undefined && sent.length === 1);
		await one.ask('draft', draft('Said.\n\nAnd more.'));
		assert.equal(drafts.get(key)?.body.text, 'And more.');
		assert.equal(page().shown().draft?.text, 'Said.\n\nAnd more.');
		reject(new ForgeError('forbidden', 'Not yours.'));
		await answer;
		// A closed page leaves this. An open one saves what it shows.
		assert.equal(drafts.get(key)?.body.text, 'And more.\n\nSaid.');
		assert.equal(one.shown().sent, null);
		await one.ask('draft', draft('Said.\n\nAnd more.'));
		assert.equal(drafts.get(key)?.body.text, 'Said.\n\nAnd more.');
	});
});
