import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { TicketKey } from '../../../../../src/platform/model/keys.ts';
import { CommentFiles, commentAddress } from '../../../../../src/tickets/commands/comment/comment-files.ts';
import { createLineDraft } from '../../../../../src/tickets/commands/comment/line-draft.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { until } from '../../../../tools/until.ts';
import { documents, FakeDocument, setSetting, takeCalls } from '../../../editor.ts';
import { accountsOf } from '../../state/accounts.ts';
import { ticket } from '../../state/comment-windows.ts';
import { readable, stage } from '../../state/forge.ts';
import { draftFor } from '../../state/ticket-drafts.ts';
import { signedIn } from '../signed-in.ts';

const { CommentEditor } = await import('../../../../../src/tickets/commands/comment/comment-editor.ts');
const { CommentTyping } = await import('../../../../../src/tickets/commands/comment/comment-typing.ts');
const { TabInputText, Uri } = await import('vscode');

/** The line that the user writes in a window in which no editor is open. */
const unsent = (tickets: Tickets, keys: readonly TicketKey[]) =>
	createLineDraft(tickets, keys, new CommentEditor(new CommentFiles(tickets.bulkComments)));

describe('A comment that the user writes for a command', () => {
	const resources = stage();

	async function open() {
		const forge = await resources.forge();
		forge.fill(3);
		const tickets = await signedIn(forge, resources, 'ana');
		return Object.assign(tickets, { asked: forge.asked, line: forge.line });
	}

	for (const [what, keys, others] of [
		['a ticket', [ticket(1)], [ticket(2)]],
		['several tickets', [ticket(1), ticket(2)], [ticket(1), ticket(3)]],
	] as const) {
		describe(`on ${what}`, () => {
			it('is there again for the same tickets, and not for others', async () => {
				const tickets = await open();
				unsent(tickets, keys).keep('Thanks.');
				assert.equal(unsent(tickets, keys.toReversed()).text, 'Thanks.');
				assert.equal(unsent(tickets, others).text, '');
			});

			it('is a draft until it is sent', async () => {
				const tickets = await open();
				const comment = unsent(tickets, keys);
				comment.keep('Thank');
				const drafts = () => [...tickets.drafts.all(), ...tickets.bulkComments.drafts.all()];
				assert.equal(drafts().length, 1);
				await assert.rejects(
					comment.send('Thanks.', () => Promise.reject(new Error('The disk is full'))),
					/disk is full/,
				);
				assert.deepEqual(
					drafts().map(({ body }) => body.text),
					['Thanks.'],
				);
				await comment.send('Thanks.', async () => {});
				assert.deepEqual(drafts(), []);
			});

			it('is below a text of several lines that was written elsewhere, which stays', async () => {
				const tickets = await open();
				const text = (all: readonly TicketKey[]) =>
					all.length > 1
						? tickets.bulkComments.textOf(all)
						: all.map((key) => tickets.drafts.get(key)?.body.text).join();
				const before = 'One\ntwo';
				if (keys.length > 1) await tickets.bulkComments.save(keys, before);
				else await tickets.drafts.save(draftFor(ticket(1), { text: before, addLabels: ['bug'] }));
				const comment = unsent(tickets, keys);
				assert.equal(comment.text, '');
				comment.keep('Thanks.');
				assert.equal(text(keys), 'One\ntwo\n\nThanks.');
				comment.keep('');
				assert.equal(text(keys), before);
				await comment.send('Thanks.', async () => assert.equal(text(keys), 'One\ntwo\n\nThanks.'));
				assert.equal(text(keys), before);
				if (keys.length === 1)
					assert.deepEqual(tickets.drafts.get(ticket(1))?.body.addLabels, ['bug'], 'its choices stay');
			});
		});
	}

	describe('on a ticket', () => {
		const key = ticket(1);

		/** Windows of ana. The first one has a draft with this text and a status, and is offline. */
		async function open(text: string) {
			const forge = await resources.forge();
			forge.fill(2);
			const at = await resources.folder();
			const window = async () => {
				const { log, lines } = readable();
				const { forges, signIn } = accountsOf(forge, at, log);
				signIn('ana');
				const tickets = await Tickets.open({ forges, folder: at, log });
				resources.ending(() => tickets.dispose());
				return { tickets, text: () => tickets.drafts.get(key)?.body.text, lines };
			};
			forge.line.cut = true;
			const first = await window();
			await first.tickets.drafts.save(draftFor(key, { text, status: 'confirmed' }));
			return { forge, window, first };
		}

		const cases = [
			['below several lines', 'One\ntwo', 'Thanks.', 'One\ntwo'],
			['that is sent with more than it', '', 'Duplicate of #2\n\nThanks.', ''],
		] as const;
		for (const [what, before, comment, after] of cases) {
			it(`leaves the draft ${what} in the next window, if its window was killed before that`, async () => {
				const { forge, window, first } = await open(before);
				const { tickets } = first;
				tickets.drafts.runAfterSending = async () => {};
				const sending = unsent(tickets, [key]).send('Thanks.', async (moved) => {
					await tickets.comment([key], comment, tickets.basesOf([key]), {}, moved);
					throw new Error('killed');
				});
				await assert.rejects(sending, /killed/);
				tickets.dispose();
				assert.match(first.text() ?? '', /Thanks\.$/);
				const next = await window();
				await until(() => next.text() === after);
				assert.equal(next.tickets.drafts.get(key)?.body.status, 'confirmed', 'its choices stay');
				assert.equal(next.tickets.outbox.entries.length, 1);
				assert.deepEqual(
					forge.asked.filter((call) => call.startsWith('PUT')),
					[],
				);
			});
		}

		it('leaves the draft before it is sent', async () => {
			const { forge, window, first } = await open('One\ntwo');
			const { tickets } = first;
			tickets.drafts.runAfterSending = async () => {};
			const sending = unsent(tickets, [key]).send('Thanks.', async (moved) => {
				await tickets.comment([key], 'Thanks.', tickets.basesOf([key]), {}, moved);
				throw new Error('killed');
			});
			await assert.rejects(sending, /killed/);
			tickets.dispose();
			const next = await window();
			const { drafts, outbox } = next.tickets;
			await drafts.runAfterSending(key, async () => {});
			drafts.runAfterSending = async () => {
				for (let nth = 0; nth < 5; nth++) await next.tickets.of('ana')?.trackers.own.refresh();
				forge.asked.push('removed');
			};
			forge.line.cut = false;
			await outbox.sendNow(...outbox.entries.map(({ id }) => id));
			await until(() => outbox.entries.length === 0);
			const steps = forge.asked.filter((what) => what === 'removed' || what === 'PUT /tickets/1');
			assert.deepEqual(steps, ['removed', 'PUT /tickets/1']);
		});

		it('is sent even if its draft can be neither read nor written', async () => {
			const { forge, first } = await open('One\ntwo');
			const { drafts, outbox } = first.tickets;
			const line = { text: 'Thanks.', above: 'One\ntwo' };
			await drafts.save(draftFor(key, { text: 'One\ntwo\n\nThanks.' }));
			const fail = () => Promise.reject(new Error('The disk is full'));
			Object.assign(drafts, { readNow: fail, save: fail });
			forge.line.cut = false;
			await first.tickets.comment(
				[key],
				'Thanks.',
				first.tickets.basesOf([key]),
				{},
				{ line, at: Date.now() },
			);
			await until(() => outbox.entries.length === 0);
			assert.ok(forge.asked.includes('PUT /tickets/1'));
		});

		it('does not leave a draft that was written after it was sent', async () => {
			const { first } = await open('');
			const { tickets } = first;
			await unsent(tickets, [key]).send('Thanks.', (moved) =>
				tickets.comment([key], 'Thanks.', tickets.basesOf([key]), {}, moved),
			);
			const text = 'Thanks. And more.';
			await tickets.drafts.save(draftFor(key, { text }));
			await tickets.drafts.runAfterSending(key, async () => {});
			assert.equal(first.text(), text);
		});

		it('leaves the draft in the window that sends it, while another one only follows', async () => {
			const { window, first } = await open('One\ntwo');
			const other = await window();
			const { tickets } = first;
			await unsent(tickets, [key]).send('Thanks.', (moved) =>
				tickets.comment([key], 'Thanks.', tickets.basesOf([key]), {}, moved),
			);
			await until(() => other.tickets.outbox.entries.length === 1 && other.text() === 'One\ntwo');
			await other.tickets.drafts.runAfterSending(key, async () => {});
			await other.tickets.drafts.settled();
			assert.deepEqual(
				[...first.lines, ...other.lines].filter(({ line }) => /replaced/.test(line)),
				[],
			);
		});
	});

	it('on a ticket is returned to its draft if it is refused at once', async () => {
		const tickets = await open();
		await unsent(tickets, [ticket(9)]).send('Thanks.', async () => {
			await tickets.comment([ticket(9)], 'Thanks.', tickets.basesOf([ticket(9)]));
			await until(() => tickets.asked.some((what) => what.endsWith('/tickets/9')));
			// Long enough for the refusal to be written.
			for (let nth = 0; nth < 20; nth++) {
				await tickets.drafts.save(draftFor(ticket(1), { text: `${nth}` }));
				await tickets.drafts.settled();
			}
		});
		await until(() => tickets.outbox.entries.length === 0 && tickets.drafts.get(ticket(9)));
		assert.equal(tickets.drafts.get(ticket(9))?.body.text, 'Thanks.');
	});

	for (const [what, base] of [
		['the version of its draft', '2026-03-01T00:00:00Z'],
		['the version from before the user wrote it', undefined],
	] as const) {
		it(`on a ticket is returned with ${what}`, async () => {
			const tickets = await open();
			const key = ticket(1);
			const user = new Lifetime();
			resources.ending(() => user.dispose());
			const cache = tickets.trackerCache(key, user) ?? assert.fail();
			await cache.refresh();
			const seen = cache.tickets.get(1)?.updated;
			if (base !== undefined) await tickets.drafts.save(draftFor(key, { text: 'Tha', base }));
			const comment = unsent(tickets, [key]);
			cache.put({ ...(cache.tickets.get(1) ?? assert.fail()), updated: '2027-01-01T00:00:00Z' });
			comment.keep('Thanks.');
			tickets.line.gateway = 403;
			await comment.send('Thanks.', (moved) =>
				tickets.comment([key], 'Thanks.', tickets.basesOf([key]), {}, moved),
			);
			await until(() => tickets.outbox.entries.length === 0 && tickets.drafts.get(key));
			assert.equal(tickets.drafts.get(key)?.body.base, base ?? seen);
		});
	}

	describe('on several tickets, while an editor shows their comment', () => {
		const keys = [ticket(1), ticket(2)];

		/** The editor shows the comment `before`. The user may type in it and in the box for a line. */
		async function edit(before: string) {
			const tickets = await open();
			const files = new CommentFiles(tickets.bulkComments);
			await tickets.bulkComments.save(keys, before);
			const address = commentAddress(keys);
			const uri = Uri.from({ scheme: 'tildeforge-comment', ...address });
			const document = new FakeDocument(uri, await files.read(address), (text) => files.write(address, text));
			documents.push(document);
			setSetting('tabs', [{ label: 'Comment', input: new TabInputText(uri) }]);
			const typing = new CommentTyping(files);
			const type = (text: string) => {
				document.type(text);
				return typing.didChange(document);
			};
			const editor = new CommentEditor(files);
			const comment = createLineDraft(tickets, keys, editor);
			const kept = () => tickets.bulkComments.textOf(keys);
			return { tickets, editor, document, type, comment, kept };
		}

		for (const [what, before, after] of [
			['instead of a line', 'One line', 'Thanks.'],
			['below several lines', 'One\ntwo', 'One\ntwo\n\nThanks.'],
		] as const) {
			it(`is shown there ${what} when the user has left its box, and is kept with what is typed next`, async () => {
				const { document, type, comment, kept } = await edit(before);
				for (const text of ['Thank', 'Thanks.']) comment.keep(text);
				assert.equal(document.getText(), before, 'not while the user may type in both');
				await comment.didLeave();
				assert.deepEqual([document.getText(), document.isDirty, kept()], [after, false, after]);
				await type(`${after} More`);
				assert.equal(kept(), `${after} More`);
			});

			it(`leaves it ${what} when it is sent`, async () => {
				const { document, type, comment, kept } = await edit(before);
				comment.keep('Thanks.');
				await comment.didLeave();
				await comment.send('Thanks.', async () => {});
				const rest = what === 'instead of a line' ? '' : before;
				assert.deepEqual([document.getText(), document.isDirty, kept()], [rest, false, rest]);
				assert.deepEqual(takeCalls(), rest === '' ? ['close: Comment: the focus stays'] : []);
				await type(`${rest}Thanks.`);
				assert.equal(kept(), `${rest}Thanks.`, 'the same can be written again');
			});

			it(`does not overwrite what is typed there meanwhile ${what}`, async () => {
				const { document, type, comment, kept } = await edit(before);
				comment.keep('Thank');
				await type(`${before} Typed`);
				comment.keep('Thanks.');
				await comment.didLeave();
				assert.deepEqual([document.getText(), kept()], [`${before} Typed`, `${before} Typed`]);
				await comment.send('Thanks.', async () => {});
				assert.equal(kept(), `${before} Typed`);
			});
		}

		it('does not replace what is typed there and not kept yet', async () => {
			const { document, comment } = await edit('One line');
			comment.keep('Thanks.');
			document.type('One line, typed');
			await comment.didLeave();
			assert.equal(document.getText(), 'One line, typed');
		});

		it('does not let the editor overwrite what another window has written', async () => {
			const { tickets, editor, document, type, kept } = await edit('One\ntwo');
			await tickets.bulkComments.save(keys, 'By another\nwindow');
			const later = createLineDraft(tickets, keys, editor);
			later.keep('Thanks.');
			await later.didLeave();
			await type('One\ntwo, three');
			assert.equal(kept(), 'By another\nwindow\n\nThanks.');
			assert.equal(document.getText(), 'One\ntwo, three');
		});
	});
});
