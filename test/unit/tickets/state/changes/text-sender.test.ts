import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { mock } from 'node:test';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { EntryState } from '../../../../../src/platform/state/outbox/entry.ts';
import { Texts } from '../../../../../src/platform/state/texts/texts.ts';
import { emptyBody } from '../../../../../src/tickets/model/ticket-draft.ts';
import type { RequestedChange } from '../../../../../src/tickets/state/changes/change.ts';
import { takeOldEntries } from '../../../../../src/tickets/state/changes/old-entries.ts';
import {
	creationOf,
	type TicketText,
	ticketTexts,
} from '../../../../../src/tickets/state/changes/text-format.ts';
import { TextSender } from '../../../../../src/tickets/state/changes/text-sender.ts';
import { markOf } from '../../../../../src/tickets/state/has-comment.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../../kit/forge/ticket-accounts.ts';
import { ana, bob, key as place, readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { writeText } from '../../../../kit/items/written-texts.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { until } from '../../../../tools/until.ts';

const key = { ...place, account: 'ana', ticket: 1 };
const tracker = { ...place, account: 'ana' };

describe('What the user sends', () => {
	const { forge: start, folder, ending } = stage();
	const time = skippableTime();

	/** Windows of ana with the same files. */
	async function open() {
		const forge = await start();
		forge.fill(1);
		const at = await folder();
		const window = async ({ reads = true, delayMs = 0 } = {}) => {
			const { log, lines } = readable();
			const { forges, signIn, answer } = accountsOf(forge, at, log);
			signIn('ana');
			const tickets = await Tickets.open({ forges, folder: at, undoDelayMs: () => delayMs, log });
			const user = new Lifetime();
			if (reads) await tickets.trackerCache(key, user)?.refresh();
			forge.asked.length = 0;
			ending(() => {
				user.dispose();
				tickets.dispose();
			});
			const { texts, outbox, textSender } = tickets;
			/** Writes a comment and sends it. */
			const send = async (text: string, more: RequestedChange = {}) => {
				const written = textSender.newText(key, { ...emptyBody, text }, texts.editingOf(key));
				await textSender.send(written, [{ key, change: { change: { comment: text.trimEnd(), ...more } } }]);
			};
			/** Creates a ticket. */
			const create = async (title: string, addLabels: readonly string[] = [], newest = 0) => {
				const written = textSender.newText(tracker, { ...emptyBody, title, addLabels });
				const creation = { ...creationOf(written.body), newest };
				await textSender.send(written, [{ key: tracker, change: { change: {}, creation } }]);
			};
			const isSent = () => until(() => outbox.entries.length === 0);
			const states = () => outbox.entries.map(({ state }) => state.kind);
			const drafts = () => texts.editing.map(({ body }) => body.text);
			return { tickets, texts, outbox, textSender, send, create, isSent, states, drafts, answer, lines };
		};
		const puts = () => forge.asked.filter((what) => what.startsWith('PUT')).length;
		const comments = (nth = 0) =>
			forge.tracker.tickets[nth]?.events.flatMap(({ comment }) => comment?.text ?? []) ?? [];
		const first = await window();
		/** Leaves the comment of the first window as it is when that is killed after it has written the outbox. */
		const leave = async (state: EntryState, change: RequestedChange = { comment: 'A comment.' }) => {
			const { id: textId, revision, writer } = await writeText(first.tickets, key, { text: 'A comment.' });
			const entry = {
				...{ id: 'left', key, due: 0, origin: 'killed', textId, textVersion: { revision, writer } },
				...{ mark: markOf(undefined, 1, 0), checkAt: 0, state },
				steps: [{ group: 'left', change: { change }, at: Date.now() }],
			};
			first.tickets.dispose();
			await stored('outbox').replace(['queue', 'all'], JSON.stringify([entry]));
		};
		const stored = (name: string) => fileStorage(`${at}/${name}`, readable().log);
		return { forge, at, stored, window, puts, comments, leave, ...first };
	}

	it('has the next revision of a text, and the account of it while that is signed out', async () => {
		const { tickets } = await open();
		const { texts, outbox, sender } = tickets;
		const { log } = readable();
		const signedOut = new TextSender({
			texts,
			outbox,
			sender,
			sessionOf: () => undefined,
			undoDelayMs: () => 0,
			log,
		});
		const first = tickets.textSender.newText(key, { ...emptyBody, text: 'One' });
		const next = signedOut.newText(key, { ...emptyBody, text: 'Two' }, first);
		const { revision, writer } = first;
		assert.deepEqual([first.base, revision], [null, 1]);
		assert.deepEqual([next.base, next.revision], [{ revision, writer }, 2]);
		assert.deepEqual([next.id, next.account], [first.id, first.account]);
		assert.equal(first.account.name, '~ana');
	});

	it('waits to be undone, in any window, and is a draft again then, with all that is sent with it', async () => {
		const { forge, window, puts, comments } = await open();
		const { tickets, outbox, send, texts, states, drafts, isSent } = await window({ delayMs: 60_000 });
		await send('One.');
		await send('Two.', { status: 'resolved', resolution: 'fixed' });
		assert.deepEqual([states(), drafts(), puts()], [['pending', 'pending'], [], 0]);
		assert.deepEqual((await outbox.undo()).length, 1);
		assert.deepEqual(drafts(), ['Two.']);
		await texts.discard(texts.editing[0]?.id ?? '');
		// What is written before the next undo stays.
		await send('Three.');
		await writeText(tickets, key, { text: 'Four.' });
		const other = await window();
		assert.equal((await other.outbox.undo()).length, 1);
		await until(() => drafts().length === 2);
		assert.deepEqual(drafts().sort(), ['Four.', 'Three.']);
		await outbox.sendNow(...outbox.entries.map(({ id }) => id));
		await isSent();
		assert.deepEqual([comments(), puts(), await outbox.undo()], [['One.'], 1, []]);
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'reported');
	});

	describe('follows an earlier change of its ticket', () => {
		const seen = { status: 'confirmed', resolution: 'unresolved', labels: [] };
		const change = { comment: 'A comment.', status: 'in_progress' as const };

		it('although the clock was set back in between', async () => {
			const { forge, tickets, textSender, outbox, states } = await open();
			await tickets.change([key], { status: 'confirmed' }, 30_000, tickets.basesOf([key]));
			const written = textSender.newText(key, { ...emptyBody, text: 'A comment.' });
			const real = Date.now;
			mock.method(Date, 'now', () => real() - 20_000);
			await textSender.send(written, [{ key, change: { change, base: seen } }]);
			await until(() => outbox.entries.length === 0 || states().includes('conflict'));
			assert.deepEqual([states(), forge.tracker.tickets[0]?.standing.status], [[], 'in_progress']);
		});
	});

	it('is on its way in one request after everything earlier of the ticket, with no conflict between them', async () => {
		const { forge, tickets, texts, textSender, send, isSent } = await open();
		await tickets.change([key], { status: 'confirmed' }, 3_600_000, tickets.basesOf([key]));
		const base = { status: 'confirmed', resolution: 'unresolved', labels: [] };
		const written = textSender.newText(key, { ...emptyBody, text: 'A comment.' });
		const change = { comment: 'A comment.', status: 'in_progress' as const };
		await textSender.send(written, [{ key, change: { change, base } }]);
		assert.equal(texts.editingOf(key), undefined);
		await isSent();
		assert.deepEqual(
			forge.asked.filter((what) => /PUT|GET .tickets.1$/.test(what)),
			['GET /tickets/1', 'PUT /tickets/1', 'GET /tickets/1', 'PUT /tickets/1'],
		);
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'in_progress');
		forge.asked.length = 0;
		await send('More.');
		await isSent();
		assert.deepEqual(forge.asked, ['PUT /tickets/1']);
	});

	it('is not sent by a window that hung while another one sent it', async () => {
		const { window, tickets, send, comments, isSent, drafts } = await open();
		await writeText(tickets, key, { text: 'A comment.' });
		const other = await window();
		const before = other.texts.editingOf(key) ?? assert.fail();
		await send('A comment.');
		await isSent();
		await until(() => other.texts.editingOf(key) === undefined);
		const change = { key, change: { change: { comment: 'A comment.' } } };
		await other.textSender.send({ ...before, base: before }, [change]);
		await other.isSent();
		assert.deepEqual([comments(), drafts()], [['A comment.'], []]);
	});

	it('is sent once if two windows send it at the same moment', async () => {
		const { window, tickets, textSender, texts, comments, isSent, drafts } = await open();
		const text = await writeText(tickets, key, { text: 'A comment.' });
		const other = await window();
		const changes = [{ key, change: { change: { comment: 'A comment.' } } }];
		const written = { ...text, base: null };
		await Promise.allSettled([textSender, other.textSender].map((one) => one.send(written, changes)));
		await isSent();
		await other.isSent();
		await texts.readNow();
		assert.deepEqual([comments(), drafts()], [['A comment.'], []]);
	});

	it('is not sent by a window that is about to send it when another one has done so', async () => {
		const { window, tickets, textSender, texts, comments, isSent } = await open();
		const text = await writeText(tickets, key, { text: 'A comment.' });
		const other = await window();
		const changes = [{ key, change: { change: { comment: 'A comment.' } } }];
		const write = texts.write.bind(texts);
		texts.write = async (written) => {
			const stored = await write(written);
			await other.textSender.send({ ...text, base: null }, changes);
			await other.isSent();
			return stored;
		};
		await assert.rejects(textSender.send({ ...text, base: null }, changes), /has sent or discarded/);
		await isSent();
		assert.deepEqual(comments(), ['A comment.']);
	});

	it('is not sent if the outbox has another version of it, also while it cannot be written', async () => {
		const { window, leave, comments } = await open();
		const other = await window();
		await leave({ kind: 'refused', reason: '', mayBeDone: false });
		await until(() => other.states().length === 1 && other.drafts().length === 1);
		await assert.rejects(other.send('A comment. And more.'), /Another window has sent this draft/);
		const restore = failing('rename', 'ENOSPC', { path: /(?<!locks)\/texts\// });
		await other.send('A comment. And more!').finally(restore);
		assert.deepEqual([comments(), other.states()], [[], ['refused']]);
	});

	it('is not sent again by a page that has added a letter meanwhile', async () => {
		const { window, tickets, send, comments, isSent } = await open();
		await writeText(tickets, key, { text: 'A comment.' });
		const other = await window();
		const before = other.texts.editingOf(key) ?? assert.fail();
		await send('A comment.');
		await isSent();
		await until(() => other.texts.editingOf(key) === undefined);
		const text = 'A comment.!';
		const next = { ...before, body: { ...before.body, text }, base: before, writer: 'other page' };
		const change = { key, change: { change: { comment: text } } };
		await assert.rejects(
			other.textSender.send({ ...next, revision: before.revision + 1 }, [change]),
			/Another window has sent this draft/,
		);
		assert.deepEqual([comments(), other.drafts()], [['A comment.'], [text]]);
	});

	it('is sent even if nothing can be written to the disk', async () => {
		const { at, texts, outbox, send, comments, lines } = await open();
		const restore = failing('rename', 'ENOSPC', { path: new RegExp(at) });
		try {
			await send('A comment.');
		} finally {
			restore();
		}
		assert.deepEqual([comments(), outbox.entries, texts.editing], [['A comment.'], [], []]);
		assert.match(lines.map(({ line }) => line).join(), /sent without it/);
	});

	it('is sent once if the file of the outbox cannot be written', async () => {
		const { tickets, send, comments, isSent } = await open();
		// The comment overtakes what is in the file.
		await tickets.change([key], { status: 'confirmed' }, 2000, tickets.basesOf([key]));
		const restore = failing('rename', 'ENOSPC', { path: /\/queue\// });
		try {
			await send('A comment.');
		} finally {
			restore();
		}
		await isSent();
		assert.deepEqual(comments(), ['A comment.']);
	});

	it('to several tickets is sent once to each, if one refuses it while the disk is full', async () => {
		const { forge, at, tickets, textSender, comments } = await open();
		forge.fill(1);
		const both = [key, { ...key, ticket: 2 }];
		const comment = textSender.newText({ tickets: both }, { ...emptyBody, text: 'For all.' });
		const restore = failing('rename', 'ENOSPC', { path: new RegExp(at) });
		try {
			forge.line.gateway = 403;
			forge.line.throughGateway = /tickets.2/;
			await assert.rejects(textSender.comment(both, comment, tickets.basesOf(both)));
			forge.line.gateway = undefined;
			const first = forge.tracker.tickets[0] ?? assert.fail();
			forge.trackers.tickets.update(first, bob, { status: 'confirmed' });
			const reader = new Lifetime();
			ending(() => reader.dispose());
			await tickets.trackerCache(key, reader)?.read(key.ticket);
			// The user sees the refusal, and sends it again.
			await textSender.comment(both, comment, tickets.basesOf(both));
		} finally {
			restore();
		}
		assert.deepEqual([comments(0), comments(1)], [['For all.'], ['For all.']]);
	});

	it('is sent once although a backup program keeps a copy of its file', async () => {
		const { forge, at, tickets, window, send, states, comments } = await open();
		forge.line.cut = true;
		await send('A comment.');
		await until(() => states()[0] === 'waiting');
		const { id } = tickets.texts.of(key)[0] ?? assert.fail();
		const storage = fileStorage(`${at}/texts`, readable().log);
		const copy = ['texts', `${id} (1)`] as const;
		await storage.replace(copy, (await storage.read(['texts', id])) ?? assert.fail());
		tickets.dispose();
		forge.line.cut = false;
		time.skip(3000);
		const next = await window();
		await next.isSent();
		assert.deepEqual([comments(), next.drafts()], [['A comment.'], []]);
	});

	it('stays on the disk, and listed, while its account is signed out', async () => {
		const { forge, at, send, tickets, states } = await open();
		forge.line.cut = true;
		await send('A comment.');
		await until(() => states().includes('waiting'));
		tickets.dispose();
		const { log } = readable();
		const { forges } = accountsOf(forge, at, log);
		const next = await Tickets.open({ forges, folder: at, log });
		ending(() => next.dispose());
		assert.deepEqual(
			next.outbox.entries.map(({ steps }) => steps[0]?.change.change.comment),
			['A comment.'],
		);
		assert.deepEqual(next.texts.editing, []);
	});

	describe('in a window that was killed', () => {
		for (const [what, isMade, state] of [
			['while it was sent, and that the forge has', true, { kind: 'sending', since: 0 }],
			['while it was sent, and that the forge does not have', false, { kind: 'sending', since: 0 }],
			['before it was sent', false, { kind: 'pending' }],
			['while it waited to be checked', false, { kind: 'waiting', reason: '', mayBeDone: true }],
		] as const) {
			it(`${what}, is on the forge once, and no draft`, async () => {
				const { forge, window, leave, comments, puts } = await open();
				const [ticket = assert.fail()] = forge.tracker.tickets;
				if (isMade) forge.trackers.tickets.update(ticket, ana, { comment: 'A comment.' });
				await leave(state);
				const next = await window();
				await next.isSent();
				assert.deepEqual([comments(), next.drafts(), puts()], [['A comment.'], [], isMade ? 0 : 1]);
			});
		}

		it('sends the choices that were made with it if only they are missing', async () => {
			const { forge, window, leave, comments } = await open();
			const [ticket = assert.fail()] = forge.tracker.tickets;
			forge.trackers.tickets.update(ticket, ana, { comment: 'A comment.' });
			await leave({ kind: 'sending', since: 0 }, { comment: 'A comment.', status: 'confirmed' });
			const next = await window();
			await next.isSent();
			assert.deepEqual([comments(), ticket.standing.status], [['A comment.'], 'confirmed']);
		});
		it('is not edited again if it has arrived, but the choices that were refused are', async () => {
			const { forge, window, leave, comments } = await open();
			const [ticket = assert.fail()] = forge.tracker.tickets;
			forge.trackers.tickets.update(ticket, ana, { comment: 'A comment.' });
			await leave({ kind: 'sending', since: 0 }, { comment: 'A comment.', status: 'confirmed' });
			forge.line.gateway = 403;
			forge.line.throughGateway = /^PUT/;
			const next = await window();
			await until(() => next.states()[0] === 'refused');
			await next.outbox.discard(next.outbox.entries[0]?.id ?? '');
			assert.deepEqual([comments(), next.drafts()], [['A comment.'], []]);
		});

		it('is no draft while it waits, although that window could not mark it', async () => {
			const { leave, window } = await open();
			await leave({ kind: 'refused', reason: '', mayBeDone: false });
			const { drafts, states } = await window();
			assert.deepEqual([drafts(), states()], [[], ['refused']]);
		});

		it('is edited again beside what the user has written since', async () => {
			const { leave, stored, texts, window } = await open();
			await leave({ kind: 'refused', reason: '', mayBeDone: false });
			const { id } = texts.editing[0] ?? assert.fail();
			const text = JSON.parse((await stored('texts').read(['texts', id])) ?? '');
			const later = { ...text, revision: text.revision + 1, body: { ...text.body, text: 'Something else.' } };
			await stored('texts').replace(['texts', id], JSON.stringify(later));
			const next = await window();
			await next.outbox.discard('left');
			assert.deepEqual(next.drafts().toSorted(), ['A comment.', 'Something else.']);
		});

		it('is edited again although its text is no longer kept, because it has waited for so long', async () => {
			const { at, leave, window } = await open();
			await leave({ kind: 'refused', reason: '', mayBeDone: false }, { comment: 'Hm', status: 'confirmed' });
			await rm(`${at}/texts/texts`, { recursive: true });
			const next = await window();
			await next.outbox.discard('left');
			const [draft] = next.texts.editing;
			assert.deepEqual(
				[draft?.key, draft?.body, draft?.account.name],
				[key, { ...emptyBody, text: 'Hm', status: 'confirmed' }, '~ana'],
			);
		});
	});

	describe('that an earlier version has left on its way, with its text', () => {
		/** Stores a text with an entry as an earlier version did. */
		const left = ({ id, account, ...text }: TicketText, steps: readonly object[]) => {
			const entry = {
				id: 'left',
				key: text.key,
				due: 0,
				origin: 'killed',
				state: { kind: 'pending' },
				steps,
			};
			return JSON.stringify({ id, account, ...text, state: 'queued', entries: [entry] });
		};
		const made = { group: 'left', at: Date.now() };

		it('is sent once, before what the user has changed since', async () => {
			const { forge, tickets, stored, window, comments } = await open();
			const text = await writeText(tickets, key, { text: 'A comment.\n' });
			const change = { comment: '', status: 'confirmed' };
			tickets.dispose();
			await stored('texts').replace(['texts', text.id], left(text, [{ ...made, change: { change } }]));
			const later = {
				...{ id: 'later', key, due: 0, origin: 'killed', state: { kind: 'pending' } },
				steps: [{ ...made, at: made.at + 1, change: { change: { status: 'in_progress' } } }],
			};
			await stored('outbox').replace(['queue', 'all'], JSON.stringify([later]));
			for (let time = 0; time < 2; time++) {
				const next = await window();
				await next.isSent();
				const status = forge.tracker.tickets[0]?.standing.status;
				assert.deepEqual([comments(), status, next.drafts()], [['A comment.'], 'in_progress', []]);
			}
			assert.deepEqual(JSON.parse((await stored('texts').read(['texts', text.id])) ?? '').entries, []);
		});

		it('is not added again by a window that has read it before another one has sent it', async () => {
			const { tickets, stored, window, comments } = await open();
			const text = await writeText(tickets, key, { text: 'A comment.' });
			tickets.dispose();
			const steps = [{ ...made, change: { change: { comment: '' } } }];
			await stored('texts').replace(['texts', text.id], left(text, steps));
			const { log } = readable();
			const late = new Texts({ storage: stored('texts'), format: ticketTexts, log });
			await late.readNow();
			const next = await window();
			await next.isSent();
			await takeOldEntries(late, next.outbox, log);
			assert.deepEqual([next.outbox.entries, comments()], [[], ['A comment.']]);
		});

		it('is created if it is a new ticket', async () => {
			const { forge, tickets, stored, window } = await open();
			const text = await writeText(tickets, tracker, { title: 'It is slow', text: 'Very.' });
			const change = { change: {}, creation: { title: '', newest: 0 } };
			tickets.dispose();
			await stored('texts').replace(['texts', text.id], left(text, [{ ...made, change }]));
			await (await window()).isSent();
			const { title, description } = forge.tracker.tickets[1] ?? assert.fail();
			assert.deepEqual([title, description], ['It is slow', 'Very.']);
		});
	});

	describe('to several tickets', () => {
		for (const isTogether of [true, false])
			it(`is a draft for ${isTogether ? 'all of them' : 'each of them'} if it is discarded ${isTogether ? 'at once' : 'one by one'}`, async () => {
				const { forge, tickets, texts, outbox, textSender, states } = await open();
				forge.fill(1);
				const both = [key, { ...key, ticket: 2 }];
				forge.line.gateway = 403;
				await textSender.comment(both, 'For all.', tickets.basesOf(both));
				await until(() => states().join() === 'refused,refused');
				const ids = outbox.entries.map(({ id }) => id);
				for (const some of isTogether ? [ids] : ids.map((id) => [id])) await outbox.discard(...some);
				const drafts = texts.editing.map(({ key: one, body }) => [one, body.text]);
				const expected = isTogether ? [{ tickets: both }] : both.toReversed();
				assert.deepEqual(
					drafts,
					expected.map((one) => [one, 'For all.']),
				);
			});

		it('names the original of duplicates above it', async () => {
			const { tickets, textSender, comments, isSent } = await open();
			const direct = { status: 'resolved', resolution: 'duplicate', duplicateOf: '#3' } as const;
			await textSender.comment([key], 'Thanks.', tickets.basesOf([key]), direct);
			await isSent();
			assert.deepEqual(comments(), ['Duplicate of #3\n\nThanks.']);
		});
	});

	describe('as a new ticket', () => {
		it('is created once, even if the answer is lost', async () => {
			const { forge, tickets, create, isSent, drafts } = await open();
			const made: number[] = [];
			tickets.onDidCreate(({ ticket }) => made.push(ticket.id));
			forge.line.lost = /^POST/;
			await create(' It is slow ');
			await isSent();
			forge.line.lost = undefined;
			assert.deepEqual([forge.tracker.tickets.length, made, drafts()], [2, [2], []]);
		});

		it('is not mistaken for an older one with the same title by a window that has read nothing', async () => {
			const { forge, tickets, window } = await open();
			forge.trackers.tickets.open(forge.tracker, ana, { title: 'Weekly report' });
			tickets.dispose();
			const before = forge.tracker.tickets.length;
			const next = await window({ reads: false });
			forge.line.cut = true;
			await next.create('Weekly report', [], before);
			await until(() => next.states()[0] === 'waiting');
			forge.line.cut = false;
			// The request never arrives.
			forge.line.gateway = 502;
			forge.line.throughGateway = /^POST/;
			const sendNow = () => next.outbox.sendNow(...next.outbox.entries.map(({ id }) => id));
			await sendNow();
			await until(() => forge.asked.some((what) => what.startsWith('POST')));
			await until(() => next.states()[0] === 'waiting');
			forge.line.gateway = undefined;
			time.skip(3000);
			await until(async () => {
				next.answer('trackers');
				await sendNow();
				return next.outbox.entries.length === 0;
			});
			assert.equal(forge.tracker.tickets.length, before + 1);
		});
	});
});
