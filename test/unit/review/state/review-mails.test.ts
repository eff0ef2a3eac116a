import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { mailDocument } from '../../../../src/mail/compose/mail-document.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { sendMail } from '../../../../src/review/state/mail-server/send-mail.ts';
import type { OutgoingMail, SendOutcome } from '../../../../src/review/state/mail-server/send-outcome.ts';
import { draftsOf } from '../../../../src/review/state/outbox-mail.ts';
import { outgoingMail } from '../../../../src/review/state/outgoing-mail.ts';
import type { ReviewMails } from '../../../../src/review/state/review-mails.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { until } from '../../../tools/until.ts';
import { aMail, asDraft, firstVersion } from '../commands/a-mail.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const series = { ...list, patchset: 12 };
const from = { name: 'Ana', email: 'ana@example.org' };
const toList = '~ana/editor-devel@lists.forge.test';
const sent: SendOutcome = { kind: 'sent', answer: 'OK' };
const refused: SendOutcome = { kind: 'refused', message: 'No thanks.', recipients: [] };
const lost: SendOutcome = { kind: 'unknown', message: 'The connection was lost.' };
/** What a review decides. */
const approved = { patchset: 12, change: { status: 'approved', base: 'proposed' } } as const;

/** What is chosen for the series. */
const chosen = ({ choices }: ReviewMails) => [...choices.of(idOfSeries(series))];

describe('The mails of a review', () => {
	const { open: openLists, forge } = demoLists();

	/** A window whose mail server answers with `outcomes`, and then takes every mail. `arrives`: what it takes is on the list at once. */
	async function open({
		outcomes = [],
		arrives = false,
		folder,
		lookAfterMs = [],
		deliver: deliverInstead,
		...more
	}: {
		readonly outcomes?: readonly SendOutcome[];
		readonly arrives?: boolean;
		readonly folder?: string;
		readonly lookAfterMs?: readonly number[];
		/** What the mail server does instead. */
		readonly deliver?: (signal: AbortSignal) => Promise<SendOutcome>;
		readonly setStatus?: () => Promise<unknown>;
		readonly canSetStatus?: () => boolean;
		readonly isTemporary?: boolean;
	} = {}) {
		const window = await openLists(folder === undefined ? {} : { folder });
		const left = [...outcomes];
		const delivered: OutgoingMail[] = [];
		const deliver = async (_account: unknown, mail: OutgoingMail, signal: AbortSignal) => {
			delivered.push(mail);
			if (deliverInstead) return deliverInstead(signal);
			if (arrives) await arrive(mail);
			return left.shift() ?? sent;
		};
		const opened = await window.reviewMails(deliver, { lookAfterMs, ...more });
		const { mails, comments } = opened;
		const write = (id: string, text: string, revision = 1, answered = 1) =>
			comments.write({
				...{ id, revision, writer: 'page', base: null, body: { text } },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { ...list, mail: answered, lines: { kind: 'whole' } },
			});
		const mail = (answered: number, commented: readonly string[] = []) =>
			aMail(answered, {
				comments: commented.map(firstVersion),
				to: toList,
				body: `${answered} ${commented.join()} ${crypto.randomUUID()}`,
			});
		const send = (one: ReturnType<typeof mail>, delayMs = 0) =>
			mails.send({ series, mails: [one], from }, delayMs);
		const settled = () =>
			until(() => mails.entries.every(({ state }) => state.kind === 'refused'), {
				what: 'the mails were sent or refused',
			});
		return {
			...{ ...window, ...opened, delivered, write, mail, send, settled },
			mailDrafts: opened.drafts,
			stateOf: (id: string) => comments.get(id)?.state,
			drafts: () => draftsOf(comments, mails).map(({ id }) => id),
			reason: () => {
				const [state] = mails.entries.map((entry) => entry.state);
				return state && 'reason' in state ? state.reason : '';
			},
		};
	}

	/** The list gets the mail. */
	async function arrive(mail: OutgoingMail): Promise<void> {
		const server = { ...forge().smtp, security: 'none', user: undefined } as const;
		const outcome = await sendMail(server, { ...mail, to: [toList] }, new AbortController().signal);
		assert.equal(outcome.kind, 'sent');
	}

	it('leave no drafts of what was sent', async () => {
		const { write, mail, send, settled, drafts, stateOf, comments, delivered, mails } = await open();
		await write('a', 'One.');
		await write('b', 'Two.');
		await send(mail(1, ['a']), 3_600_000);
		assert.deepEqual([drafts(), stateOf('a')], [['b'], 'editing'], 'it can still be undone');
		assert.ok(mails.mailWith('a'));
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await settled();
		assert.deepEqual([drafts(), stateOf('a'), delivered.length], [['b'], 'sent', 1]);
		assert.match(
			delivered[0]?.raw ?? '',
			new RegExp(`^Message-ID: ${comments.get('a')?.body.sentIn}\r?$`, 'm'),
		);
	});

	it('wait while their account is signed out, and are sent when it signs in again', async () => {
		const { mail, send, settled, mails, delivered, signOut } = await open();
		await send(mail(1), 3_600_000);
		const signIn = signOut('ana');
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await until(() => mails.entries[0]?.state.kind === 'waiting');
		signIn();
		await until(() => delivered.length === 1);
		await settled();
	});

	it('are kept without their quotes after they were sent, also if they have no comments, but are no drafts', async () => {
		const { mail, send, settled, comments, drafts, folder } = await open();
		const { mail: composed, ...answer } = mail(7);
		const body =
			'Hello Bob,\n\n> Shall I send it again?\n\nYes, please.\n\nReviewed-by: Ana <ana@example.org>\n';
		await send({ ...answer, mail: { ...composed, body } });
		await send({ ...answer, mail: { ...composed, body, to: 'bob@example.org' } });
		await send({ ...answer, mail: { ...composed, body: '> Shall I?\n' } });
		await settled();
		const next = await open({ folder });
		await next.comments.open();
		for (const all of [comments, next.comments])
			assert.deepEqual(
				all.sent.map(({ key, body: { text } }) => [key.mail, key.lines.kind, text]).toSorted(),
				[
					[7, 'whole', 'Hello Bob,\n\nYes, please.\n\nReviewed-by: Ana <ana@example.org>'],
					[7, 'whole', 'Re: Mail 7'],
				],
			);
		assert.deepEqual([...drafts(), ...next.drafts()], []);
	});

	it('are not there for the next window if theirs closes when the server has just taken them', async () => {
		const one = await open({
			deliver: async (signal) => {
				await new Promise((resolve) => signal.addEventListener('abort', resolve));
				return sent;
			},
		});
		await one.send(one.mail(1));
		await until(() => one.delivered.length === 1);
		await one.mails.finish(AbortSignal.abort());
		const next = await open({ folder: one.folder });
		assert.deepEqual(next.mails.entries, []);
	});

	it('become drafts again when they are undone or discarded', async () => {
		const { write, mail, send, drafts, mails } = await open();
		await write('a', 'One.');
		await send(mail(1, ['a']), 3_600_000);
		await mails.undo();
		assert.deepEqual(drafts(), ['a']);
	});

	it('are not sent twice', async () => {
		const { write, mail, send, delivered } = await open();
		await write('a', 'One.');
		const [one, trailer] = [mail(1, ['a']), mail(2)];
		await send(one, 3_600_000);
		await assert.rejects(send(one), /is already waiting to be sent/);
		await assert.rejects(send(mail(1, ['a'])), /is already waiting to be sent/);
		await send(trailer);
		await until(() => delivered.length === 1);
		await until(() =>
			send(trailer).then(
				() => false,
				(error) => /already sent this mail/.test(error.message),
			),
		);
		assert.equal(delivered.length, 1);
	});

	it('are sent again if the user has written the same once more, as people who wait for an answer do', async () => {
		const one = await open({ arrives: true });
		const next = await open({ folder: one.folder });
		const body = `> A patch\n\nPing? ${crypto.randomUUID()}\n`;
		for (const { write, send, settled, delivered, stateOf, comments, mailDrafts } of [one, next]) {
			await comments.readNow();
			const id = crypto.randomUUID();
			await write(id, 'Ping?');
			await send(aMail(1, { comments: [firstVersion(id)], to: toList, body }));
			await settled();
			await send(await asDraft(mailDrafts, aMail(1, { to: toList, body }), crypto.randomUUID()));
			await settled();
			assert.deepEqual([delivered.length, stateOf(id)], [2, 'sent']);
		}
	});

	it('are no drafts after they were sent, nor is what the user has only read, unless they have written on', async () => {
		const { mailDrafts, send, settled, mails } = await open();
		const states = () => mailDrafts.all.map(({ id, state }) => [id, state]).toSorted();
		const typed = await asDraft(mailDrafts, { ...aMail(1), composed: 'Before' }, 'typed');
		const { mail } = aMail(1);
		await asDraft(mailDrafts, { ...aMail(1), composed: mailDocument(mail) }, 'read');
		await asDraft(mailDrafts, { ...aMail(2), composed: mailDocument(aMail(2).mail) }, 'of another mail');
		await send(typed, 3_600_000);
		await assert.rejects(send(typed), /already waiting to be sent/);
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await settled();
		assert.deepEqual(states(), [
			['of another mail', 'editing'],
			['read', 'sent'],
			['typed', 'sent'],
		]);
		await assert.rejects(send(typed), /already sent this mail|sent or discarded this draft/);
		const more = await asDraft(mailDrafts, { ...aMail(3), composed: 'Before' }, 'more');
		await send(more, 3_600_000);
		const { id, body, revision, writer } = mailDrafts.get('more') ?? assert.fail();
		const text = { ...(mailDrafts.get(id) ?? assert.fail()), base: { revision, writer }, revision: 2 };
		await mailDrafts.write({ ...text, body: { ...body, text: `${body.text}And this.\n` } });
		await mails.sendNow(...mails.entries.map((entry) => entry.id));
		await settled();
		assert.equal(mailDrafts.get('more')?.state, 'editing');
	});

	it('have a comment only once if two windows send it at the same time', async () => {
		const one = await open();
		await one.write('a', 'One.');
		const other = await open({ folder: one.folder });
		await other.comments.readNow();
		const sends = [one, other].map(({ send, mail }) => send(mail(1, ['a']), 3_600_000));
		const results = await Promise.allSettled(sends);
		assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
	});

	/** A window whose mail server takes the mails and says nothing until `answer` does. */
	async function openSilent(more: { readonly lookAfterMs?: readonly number[] } = {}) {
		const answer = Promise.withResolvers<SendOutcome>();
		const message = 'The server has not confirmed it yet.';
		const cancelled: SendOutcome = { kind: 'unknown', message };
		const window = await open({
			...more,
			deliver: async (signal) => {
				const stopped = new Promise<SendOutcome>((resolve) =>
					signal.addEventListener('abort', () => resolve(cancelled)),
				);
				return { ...cancelled, answered: Promise.race([answer.promise, stopped]) };
			},
		});
		await window.write('a', 'One.');
		return { ...window, answer: answer.resolve };
	}

	it('do not wait for a server that says nothing about an earlier one, which counts as sent when it answers', async () => {
		const { mail, send, settled, answer, mails, delivered, stateOf } = await openSilent();
		await send(mail(1, ['a']));
		await send(mail(2));
		await until(() => delivered.length === 2);
		await settled();
		assert.deepEqual(
			mails.entries.map(({ state }) => state.kind === 'refused' && state.mayBeDone),
			[true, true],
		);
		answer(sent);
		await until(() => mails.entries.length === 0);
		assert.deepEqual([delivered.length, stateOf('a')], [2, 'sent']);
	});

	it('are refused for the reason that a slow server gives in the end', async () => {
		const { mail, send, settled, answer, reason } = await openSilent();
		await send(mail(1, ['a']));
		await settled();
		answer(refused);
		await until(() => reason() === 'No thanks.');
	});

	it('are not sent again because a slow server confirms them after the user has made their comments drafts again', async () => {
		const { mail, send, settled, answer, mails, stateOf } = await openSilent();
		await send(mail(1, ['a']));
		await settled();
		await mails.discard(...mails.entries.map(({ id }) => id));
		assert.equal(stateOf('a'), 'editing');
		answer(sent);
		await until(() => stateOf('a') === 'sent');
	});

	it('are found on their list while the server says nothing', async () => {
		const { write, mail, send, mails, delivered, stateOf } = await open({
			lookAfterMs: [1, 20, 50, 100, 200],
			deliver: async (signal) => {
				await arrive(delivered[0] ?? assert.fail());
				await new Promise((resolve) => signal.addEventListener('abort', resolve));
				return lost;
			},
		});
		await write('a', 'One.');
		await send(mail(1, ['a']));
		await until(() => mails.entries.length === 0);
		assert.deepEqual([delivered.length, stateOf('a')], [1, 'sent']);
	});

	it('that did not arrive are sent again by any window with the same Message-ID, unless they are on the list by then', async () => {
		const first = await open();
		await first.write('a', 'One.');
		await first.write('b', 'Two.');
		await first.send(first.mail(1, ['a', 'b']));
		await until(() => first.stateOf('b') === 'sent');
		await first.settled();
		const { sentIn = '' } = first.comments.get('a')?.body ?? {};
		const next = await open({ folder: first.folder, arrives: true });
		await next.comments.open();
		const again = async () => {
			const entry = (await next.mails.takeBack(sentIn)) ?? assert.fail();
			assert.equal(await next.mails.takeBack(sentIn), entry);
			assert.deepEqual([next.drafts(), next.stateOf('a'), next.stateOf('b')], [[], 'editing', 'editing']);
			assert.match(next.reason(), /^It was sent at .* and is not on the list\. Before it is sent again/);
			await next.mails.sendNow(entry);
			await until(() => next.stateOf('a') === 'sent' && next.mails.entries.length === 0);
		};
		await again();
		assert.deepEqual(next.delivered, first.delivered);
		await again();
		assert.equal(next.delivered.length, 1);
		assert.equal(await next.mails.takeBack('<unknown@x>'), undefined);
	});

	it('that did not arrive become drafts again if the user wants that, except the text that is kept of one without comments', async () => {
		const { write, mail, send, settled, comments, drafts, mails } = await open();
		await write('a', 'One.');
		await send(mail(1, ['a']));
		await send(mail(7));
		await until(() => comments.sent.length === 2);
		await settled();
		const ids = comments.sent.map(({ body }) => body.sentIn ?? '');
		for (const id of ids) await mails.takeBack(id);
		assert.deepEqual([comments.sent, drafts()], [[], []]);
		assert.equal(ids.map((id) => mails.mailWith(id)?.key.messageId).join(), ids.join());
		await mails.discard(...mails.entries.map(({ id }) => id));
		assert.deepEqual([comments.editing.map(({ id }) => id), drafts()], [['a'], ['a']]);
		assert.deepEqual(Object.keys(comments.get('a')?.body ?? {}), ['text']);
	});

	for (const isWaiting of [true, false])
		it(`keep what was written ${isWaiting ? 'in the meantime' : 'after they were composed'} as a draft`, async () => {
			const { write, mail, send, settled, mails, stateOf, comments, delivered } = await open();
			await write('a', 'One.');
			const composed = mail(1, ['a']);
			if (isWaiting) await send(composed, 3_600_000);
			await write('a', 'One, and more.', 2);
			if (isWaiting) await mails.sendNow(...mails.entries.map(({ id }) => id));
			else await send(composed);
			await until(() => delivered.length === 1);
			await settled();
			assert.deepEqual([stateOf('a'), comments.get('a')?.body.text], ['editing', 'One, and more.']);
		});

	it('are refused if another window has sent their comments', async () => {
		const one = await open();
		await one.write('a', 'One.');
		const other = await open({ folder: one.folder });
		await other.comments.readNow();
		await one.send(one.mail(1, ['a']));
		await other.send(other.mail(1, ['a']), 3_600_000).catch(() => {});
		await until(() => one.stateOf('a') === 'sent');
		await other.mails.sendNow(...other.mails.entries.map(({ id }) => id));
		await until(() => other.mails.entries.every(({ state }) => state.kind === 'refused'));
		assert.equal(one.delivered.length + other.delivered.length, 1);
	});

	it('are refused if the user has carried over a comment since, which is then sent with the newer version', async () => {
		const { write, mail, send, settled, reason, mails, delivered, stateOf } = await open();
		await write('a', 'One.');
		const one = mail(1, ['a']);
		await send(one, 3_600_000);
		// Another window may not know yet that the comment is on its way.
		await write('a', 'One.', 2, 2);
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await settled();
		assert.match(reason(), /carried over/);
		await mails.discard(...mails.entries.map(({ id }) => id));
		await assert.rejects(send(one), /carried over/);
		assert.deepEqual([delivered.length, stateOf('a')], [0, 'editing']);
		await send({ ...mail(2), comments: [{ id: 'a', revision: 2, writer: 'page' }] });
		await settled();
		assert.deepEqual([delivered.length, stateOf('a')], [1, 'sent']);
	});

	for (const isRefused of [false, true])
		it(`set the status by their header if ${isRefused ? 'the forge has refused to set it for the user' : 'the token may not'}`, async () => {
			const { mails, mail, settled, set, delivered, lists } = await open({ canSetStatus: () => !isRefused });
			const session = lists.of('ana')?.session ?? assert.fail();
			if (!isRefused) Object.assign(session, { scopes: ['lists:read', 'patches:read'] });
			await mails.send({ series, mails: [mail(1), mail(2)], from, status: approved }, 0);
			await settled();
			assert.deepEqual(set, []);
			assert.deepEqual(
				delivered.map(({ raw }) => /^X-Sourcehut-Patchset-Update: APPROVED/m.test(raw)),
				[false, true],
			);
		});

	it('return the status of a header only with the mail that has it', async () => {
		const outcomes = [refused, refused, refused, refused];
		const { mails, mail, settled } = await open({ canSetStatus: () => false, outcomes });
		const chosenThen = new Set(['trailer Acked-by', 'status approved']);
		const sendBoth = async () => {
			await mails.send({ series, mails: [mail(1), mail(2)], from, status: approved, chosen: chosenThen }, 0);
			await settled();
			return mails.entries.map(({ id }) => id);
		};
		const [first = '', last = ''] = await sendBoth();
		await mails.discard(first);
		assert.deepEqual(chosen(mails), ['trailer Acked-by']);
		await mails.discard(last);
		assert.deepEqual(chosen(mails), ['trailer Acked-by', 'status approved']);
		mails.choices.set(idOfSeries(series), new Set());
		const replaced = await sendBoth();
		const later = { patchset: 12, change: { status: 'rejected' } } as const;
		await mails.send({ series, mails: [mail(3)], from, status: later }, 3_600_000);
		await mails.discard(...replaced);
		assert.deepEqual(chosen(mails), ['trailer Acked-by'], 'the mail no longer has it');
	});

	it('are sent, with all that belongs to them, if they are on the list already', async () => {
		const { write, mail, settled, stateOf, delivered, mails, set, cache } = await open();
		await write('a', 'One.');
		const one = mail(1, ['a']);
		await arrive(outgoingMail(one, from, new Date()));
		await (await cache('ana', 'editor-devel')).refreshMails();
		await mails.send({ series, mails: [one], from, status: approved }, 0);
		await until(() => mails.entries.length === 0);
		await settled();
		assert.deepEqual([delivered.length, stateOf('a'), set.length], [0, 'sent', 1]);
	});

	it('set the status only when all of them were sent, also those that were refused at first', async () => {
		const { mails, mail, settled, set, delivered } = await open({ outcomes: [refused] });
		await mails.send({ series, mails: [mail(1), mail(2)], from, status: approved }, 0);
		await until(() => delivered.length === 2);
		await settled();
		assert.deepEqual([set, mails.entries.length], [[], 1]);
		assert.deepEqual(chosen(mails), []);
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await until(() => mails.entries.length === 0);
		assert.deepEqual(set, [[series, approved.change]]);
	});

	it('set the status once after all of them were sent, also the one that takes the place of a refused one', async () => {
		const answer = Promise.withResolvers<SendOutcome>();
		const answers = [refused, answer.promise];
		const { write, mails, mail, send, settled, set, delivered } = await open({
			deliver: async () => answers.shift() ?? sent,
		});
		await write('a', 'One.');
		await mails.send({ series, mails: [mail(1, ['a']), mail(2)], from, status: approved }, 0);
		await until(() => delivered.length === 2, { what: 'the second mail is being sent' });
		await send(mail(1, ['a']), 3_600_000);
		answer.resolve(sent);
		await until(() => mails.entries.length === 1, { what: 'the second mail was sent' });
		assert.deepEqual(set, [], 'the corrected mail can still be undone');
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await settled();
		assert.deepEqual(set, [[series, approved.change]]);
	});

	describe('with a status that is chosen with a corrected mail', () => {
		const corrected = { patchset: 12, change: { status: 'needs_revision' } } as const;

		/** Three refused mails, the first of which was corrected and sent with another status. Returns the ids of the others. */
		async function correct(
			{ write, mails, mail, settled, delivered }: Awaited<ReturnType<typeof open>>,
			{ first, beforeCorrection }: { first?: typeof approved; beforeCorrection?: () => unknown } = {},
		) {
			await write('a', 'One.');
			const all = [mail(1, ['a']), mail(2), mail(3)];
			await mails.send({ series, mails: all, from, ...(first && { status: first }) }, 0);
			await until(() => delivered.length === 3);
			await settled();
			await beforeCorrection?.();
			await mails.send({ series, mails: [mail(1, ['a'])], from, status: corrected }, 0);
			await until(() => mails.entries.length === 2, { what: 'the corrected mail was sent' });
			return mails.entries.map(({ id }) => id);
		}

		for (const first of [approved, undefined])
			it(`set it once, ${first ? 'and not the one before, also' : 'also'} when the others are sent`, async () => {
				const window = await open({ outcomes: [refused, refused, refused] });
				const { mails, set, settled } = window;
				const others = await correct(window, first && { first });
				await mails.sendNow(...others);
				await settled();
				assert.deepEqual(set, [[series, corrected.change]]);
			});

		it('set it once when the others are discarded', async () => {
			const window = await open({ outcomes: [refused, refused, refused] });
			await window.mails.discard(...(await correct(window, { first: approved })));
			assert.deepEqual(window.set, [[series, corrected.change]]);
			assert.deepEqual(chosen(window.mails), [], 'it is not chosen again');
		});

		it('set it once if the refused one was discarded before, such as to edit it', async () => {
			const window = await open({ outcomes: [refused, refused, refused] });
			const { mails, set, settled } = window;
			const discardFirst = () => mails.discard(mails.entries[0]?.id ?? assert.fail());
			const others = await correct(window, { first: approved, beforeCorrection: discardFirst });
			await mails.sendNow(...others);
			await settled();
			assert.deepEqual(set, [[series, corrected.change]]);
		});

		it('return it if the corrected mail is undone and the others are discarded', async () => {
			const { write, mails, mail, settled, set, delivered } = await open({ outcomes: [refused, refused] });
			await write('a', 'One.');
			await mails.send({ series, mails: [mail(1, ['a']), mail(2)], from, status: approved }, 0);
			await until(() => delivered.length === 2);
			await settled();
			await mails.send({ series, mails: [mail(1, ['a'])], from, status: corrected }, 3_600_000);
			await mails.undo();
			await mails.discard(...mails.entries.map(({ id }) => id));
			assert.deepEqual([set, chosen(mails)], [[], ['status needs_revision']]);
		});

		for (const couldBefore of [true, false])
			it(`set only that of its header if ${couldBefore ? 'the forge no longer lets the user set statuses' : 'statuses are set by headers'}`, async () => {
				let canSetStatus = couldBefore;
				const outcomes = [refused, refused, refused];
				const window = await open({ outcomes, canSetStatus: () => canSetStatus });
				const { mails, set, settled, delivered } = window;
				const others = await correct(window, {
					first: approved,
					beforeCorrection: () => {
						canSetStatus = false;
					},
				});
				await mails.sendNow(...others);
				await settled();
				const fields = delivered
					.slice(3)
					.map(({ raw }) => /^X-Sourcehut-Patchset-Update: (.*)/m.exec(raw)?.[1]);
				assert.deepEqual([fields, set], [['NEEDS_REVISION', undefined, undefined], []]);
			});

		it('set only it if the last of the others is being sent meanwhile', async () => {
			const answer = Promise.withResolvers<SendOutcome>();
			const answers = [refused, answer.promise];
			const { write, mails, mail, settled, set, delivered } = await open({
				deliver: async () => answers.shift() ?? sent,
			});
			await write('a', 'One.');
			await mails.send({ series, mails: [mail(1, ['a']), mail(2)], from, status: approved }, 0);
			await until(() => delivered.length === 2, { what: 'the second mail is being sent' });
			await mails.send({ series, mails: [mail(1, ['a'])], from, status: corrected }, 0);
			answer.resolve(sent);
			await until(() => mails.entries.length === 0);
			await settled();
			assert.deepEqual(set, [[series, corrected.change]]);
		});
	});

	it('keep their status if another review with a later one is undone', async () => {
		const { mails, mail, settled, set } = await open();
		const later = { patchset: 12, change: { status: 'rejected' } } as const;
		await mails.send({ series, mails: [mail(1)], from, status: approved }, 3_600_000);
		await mails.send({ series, mails: [mail(2)], from, status: later }, 3_600_000);
		await mails.undo();
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await settled();
		assert.deepEqual([set, chosen(mails)], [[[series, approved.change]], ['status rejected']]);
	});

	it('return the status if the one that takes the place of a refused one is undone after all others were sent', async () => {
		const { write, mails, mail, send, set, delivered } = await open({ outcomes: [refused] });
		await write('a', 'One.');
		await mails.send({ series, mails: [mail(1, ['a']), mail(2)], from, status: approved }, 3_600_000);
		const [first, second] = mails.entries.map(({ id }) => id);
		await mails.sendNow(first ?? '');
		await until(() => mails.entries[0]?.state.kind === 'refused', { what: 'the first is refused' });
		await send(mail(1, ['a']), 3_600_000);
		await mails.sendNow(second ?? '');
		await until(() => delivered.length === 2 && mails.entries.length === 1);
		await mails.undo();
		assert.deepEqual([mails.entries, set, chosen(mails)], [[], [], ['status approved']]);
	});

	it('return the status when the last one that was not sent is discarded', async () => {
		const { mails, mail, settled, set, delivered } = await open({ outcomes: [refused, refused] });
		await mails.send({ series, mails: [mail(1), mail(2)], from, status: approved }, 0);
		await until(() => delivered.length === 2);
		await settled();
		const [first = '', last = ''] = mails.entries.map(({ id }) => id);
		await mails.discard(first);
		assert.deepEqual(chosen(mails), [], 'it is still set with the other one');
		await mails.discard(last);
		assert.deepEqual([set, chosen(mails)], [[], ['status approved']]);
	});

	it('set the status once if the last one is sent while another window discards the refused one', async () => {
		const one = await open({ outcomes: [refused] });
		const other = await open({ folder: one.folder });
		await one.write('b', 'Why?');
		const { markSent } = one.comments;
		// The mail is sent, and not recorded as such yet.
		one.comments.markSent = async (...marked) => {
			await until(() => other.mails.entries.some(({ state }) => state.kind === 'refused'));
			const entry = other.mails.entries.find(({ state }) => state.kind === 'refused');
			assert.equal((await other.mails.discard(entry?.id ?? '')).length, 1);
			return markSent.apply(one.comments, marked);
		};
		await one.mails.send({ series, mails: [one.mail(2), one.mail(1, ['b'])], from, status: approved }, 0);
		await until(() => one.mails.entries.length === 0);
		await until(() => one.set.length > 0, { what: 'the status is set' });
		assert.deepEqual([one.set, other.set], [[[series, approved.change]], []]);
		assert.deepEqual(
			[one, other].map(({ mails }) => chosen(mails)),
			[[], []],
			'it is not chosen again',
		);
	});

	it('set the status before the last one leaves the outbox if another one is discarded while its comments are marked', async () => {
		const waiting: number[] = [];
		const { write, mails, mail, comments, settled } = await open({
			outcomes: [refused],
			setStatus: async () => waiting.push(mails.entries.length),
		});
		await write('a', 'One.');
		const markSent = comments.markSent.bind(comments);
		comments.markSent = async (...sentOne) => {
			await mails.discard(mails.entries[0]?.id ?? '');
			return markSent(...sentOne);
		};
		await mails.send({ series, mails: [mail(2), mail(1, ['a'])], from, status: approved }, 0);
		await settled();
		assert.deepEqual(waiting, [1]);
	});

	it('return the status when they are undone, until they are sent again', async () => {
		const { mails, mail } = await open();
		const review = { series, mails: [mail(1), mail(2)], from, status: approved };
		await mails.send(review, 3_600_000);
		assert.equal((await mails.undo()).length, 2);
		assert.deepEqual(chosen(mails), ['status approved']);
		await mails.send(review, 3_600_000);
		assert.deepEqual(chosen(mails), []);
	});

	it('set the status with the one that takes the place of the last refused one, unless its review has another choice', async () => {
		for (const chosen of [undefined, new Set<string>()]) {
			const { mails, mail, settled, write, set } = await open({ outcomes: [refused] });
			await write('a', 'Why?');
			await mails.send({ series, mails: [mail(1, ['a']), mail(2)], from, status: approved }, 0);
			await until(() => mails.entries.length === 1);
			await settled();
			await mails.send({ series, mails: [mail(1, ['a'])], from, ...(chosen && { chosen }) }, 0);
			await until(() => mails.entries.length === 0);
			assert.deepEqual(set, chosen ? [] : [[series, approved.change]]);
		}
	});

	it('are read from the list soon after they were sent', async () => {
		const { mail, send, cache, settled, delivered } = await open({
			arrives: true,
			lookAfterMs: [10, 100, 1000, 5000],
		});
		const read = await cache('ana', 'editor-devel');
		await send(mail(1));
		await settled();
		const [, id] = /^Message-ID: (.*)$/m.exec(delivered[0]?.raw ?? '') ?? [];
		const hasIt = () => [...read.mails.values()].some(({ messageId }) => messageId === id);
		await until(hasIt, { what: 'the list has the mail' });
	});

	it('are looked for on the list if it is not known whether they were sent', async () => {
		const { write, mail, send, mails, reason, stateOf, settled, delivered } = await open({
			outcomes: [lost],
		});
		await write('a', 'One.');
		await send(mail(1, ['a']));
		await until(() => reason() !== '');
		assert.match(reason(), /^The connection was lost\. It is not on the list yet, but may still arrive\./);
		const [uncertain] = delivered;
		if (!uncertain) return assert.fail();
		await arrive(uncertain);
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await until(() => mails.entries.length === 0);
		await settled();
		assert.deepEqual([delivered.length, stateOf('a')], [1, 'sent']);
	});

	it('are not looked for on a list that does not get them', async () => {
		const { mails, settled, delivered, asked } = await open();
		await mails.send({ series, mails: [aMail(1, { to: 'bob@example.org' })], from }, 0);
		await until(() => delivered.length === 1);
		await settled();
		assert.deepEqual(asked(), []);
	});

	it('are sent again only if the user wants that', async () => {
		const { mail, send, mails, reason, delivered } = await open({ outcomes: [lost] });
		await send(mail(1));
		await until(() => reason() !== '');
		assert.equal(delivered.length, 1);
		await mails.sendNow(...mails.entries.map(({ id }) => id));
		await until(() => mails.entries.length === 0);
		assert.equal(delivered.length, 2);
		assert.equal(delivered[0]?.raw, delivered[1]?.raw, 'readers know it by its Message-ID and date');
	});

	it('set the status once if two windows find them on the list', async () => {
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		let count = 0;
		const setStatus = async () => {
			count += 1;
			await released;
		};
		const one = await open({ outcomes: [lost], arrives: true, lookAfterMs: [10], setStatus });
		const other = await open({ folder: one.folder, lookAfterMs: [10, 10, 10], setStatus });
		await one.mails.send({ series, mails: [one.mail(1)], from, status: approved }, 0);
		await until(() => count > 0);
		release();
		await until(() => [one, other].every(({ mails }) => mails.entries.length === 0));
		assert.equal(count, 1);
	});

	it('set the status even if the window that has found them on the list ends before', async () => {
		const { promise: released, resolve: release } = Promise.withResolvers<void>();
		let isSetting = false;
		const setStatus = async () => {
			isSetting = true;
			await released;
		};
		const one = await open({ outcomes: [lost], arrives: true, lookAfterMs: [10], setStatus });
		const other = await open({ folder: one.folder });
		await one.mails.send({ series, mails: [one.mail(1)], from, status: approved }, 0);
		await until(() => isSetting);
		one.mails.dispose();
		// What another window does when it finds that this one has ended.
		const { pathOf } = fileStorage(join(one.folder, 'mail-outbox'), one.log);
		rmSync(`${pathOf(['sending', 'ana'])}.lock`, { recursive: true });
		await until(() => other.set.length === 1, { what: 'the other window has set the status' });
		await until(() => other.mails.entries.length === 0);
		release();
	});

	it('take the place of refused ones with the same comments', async () => {
		const refused: SendOutcome = { kind: 'refused', message: 'No such user.', recipients: [] };
		const { write, mail, send, reason, mails, delivered, stateOf, drafts } = await open({
			outcomes: [refused],
		});
		await write('a', 'One.');
		await write('b', 'Two.');
		await send(mail(1, ['a', 'b']));
		await until(() => reason() !== '');
		const counts: number[] = [];
		mails.onDidChange(() => counts.push(mails.entries.length));
		await send(mail(1, ['a']));
		assert.ok(Math.max(...counts) === 1, 'both at once, so that a kill in between would leave both');
		await until(() => mails.entries.length === 0);
		assert.deepEqual([delivered.length, stateOf('a'), drafts()], [2, 'sent', ['b']]);
	});

	it('take the place of no mail that may have been sent', async () => {
		const { write, mail, send, reason, mails } = await open({ outcomes: [lost] });
		await write('a', 'One.');
		await send(mail(1, ['a']));
		await until(() => reason() !== '');
		await assert.rejects(send(mail(1, ['a'])), /may have been sent/);
		assert.equal(mails.entries.length, 1);
	});

	it('stay in their window if their account exists only there', async () => {
		const one = await open({ isTemporary: true });
		await one.send(one.mail(1), 3_600_000);
		const other = await open({ folder: one.folder });
		assert.deepEqual([one.mails.entries.length, other.mails.entries.length], [1, 0]);
	});

	it('leave no drafts if another window finds them, which did not know their comments', async () => {
		const one = await open({ outcomes: [lost], arrives: true });
		const other = await open({ folder: one.folder, lookAfterMs: [10, 10, 10_000] });
		await one.write('a', 'One.');
		await one.send(one.mail(1, ['a']));
		await until(() => one.reason() !== '');
		await until(() => other.mails.entries.length === 0 && one.mails.entries.length === 0);
		await one.comments.readNow();
		assert.equal(one.stateOf('a'), 'sent');
	});

	it('are not sent again by themselves if a window has ended while it sent them', async () => {
		const first = await open();
		const window = await openLists({ folder: first.folder });
		const handedOver = Promise.withResolvers<void>();
		const hanging = await window.reviewMails((_account, _mail, signal) => {
			handedOver.resolve();
			return new Promise((resolve) => signal.addEventListener('abort', () => resolve(lost)));
		});
		await hanging.mails.send({ series, mails: [first.mail(1)], from }, 0);
		await handedOver.promise;
		hanging.mails.dispose();
		await until(() => first.reason() !== '', { what: 'the other window has looked for it' });
		assert.match(
			first.reason(),
			/^VS Code was closed while this mail was being sent\. It is not on the list yet/,
		);
		assert.equal(first.delivered.length, 0);
	});

	it('take two requests each, which show that they were not sent before', async () => {
		const { mails, mail, asked, forget, settled, write, cache } = await open({ arrives: true });
		const list = await cache('ana', 'editor-devel');
		await list.refreshMails();
		const numbers = [1, 2, 3, 4, 5];
		for (const number of numbers) await write(`${number}`, 'Why?', 1, number);
		forget();
		const five = numbers.map((number) => mail(number, [`${number}`]));
		await mails.send({ series, mails: five, from }, 0);
		await settled();
		assert.ok(asked().length <= 10, asked().join('\n'));
	});
});
