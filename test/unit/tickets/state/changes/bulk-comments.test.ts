import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { readDraft } from '../../../../../src/platform/state/drafts/draft.ts';
import { CommentFiles, commentAddress } from '../../../../../src/tickets/commands/comment/comment-files.ts';
import { bulkComments } from '../../../../../src/tickets/state/changes/bulk-comments.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { until } from '../../../../tools/until.ts';
import { accountsOf } from '../accounts.ts';
import { ticket } from '../comment-windows.ts';
import { readable, stage } from '../forge.ts';

const tickets = [ticket(1), ticket(2)];
const address = commentAddress(tickets);
const refuse = () => assert.fail('it must not be sent');

describe('A comment for several tickets in a window that is killed', () => {
	const { forge: start, folder, ending } = stage();

	/** Windows of ana. The first one has written `text`, and is offline. */
	async function open(text: string) {
		const forge = await start();
		forge.fill(2);
		const at = await folder();
		const { log } = readable();
		const window = async () => {
			const { forges, signIn } = accountsOf(forge, at, log);
			signIn('ana');
			const opened = await Tickets.open({ forges, folder: at, log });
			ending(() => opened.dispose());
			return { tickets: opened, files: new CommentFiles(opened.bulkComments) };
		};
		forge.line.cut = true;
		const first = await window();
		await first.files.write(address, text);
		/** The window is killed after it has written the outbox, or before. */
		const sendAndDie = (sent: string, isInOutbox: boolean) =>
			assert.rejects(
				first.files.send(address, sent, async (moved) => {
					if (isInOutbox)
						await first.tickets.comment(tickets, sent, first.tickets.basesOf(tickets), {}, moved);
					throw new Error('killed');
				}),
				/killed/,
			);
		return { forge, at, window, first, sendAndDie };
	}

	it('is not offered again if it is in the outbox, and what was added stays', async () => {
		const { window, first, sendAndDie } = await open('Thanks.\n\nAdded');
		await sendAndDie('Thanks.', true);
		first.tickets.dispose();
		const next = await window();
		await until(() => next.tickets.bulkComments.textOf(tickets) === 'Added');
		assert.equal(await next.files.read(address), 'Added');
		assert.equal(next.tickets.outbox.entries.length, 2);
	});

	it('is not offered again if it is a line below others, which stay', async () => {
		const { window, first } = await open('One\ntwo\n\nThanks.');
		const line = { text: 'Thanks.', above: 'One\ntwo' };
		const sending = first.files.sendLine(tickets, line, async (moved) => {
			await first.tickets.comment(tickets, line.text, first.tickets.basesOf(tickets), {}, moved);
			throw new Error('killed');
		});
		await assert.rejects(sending, /killed/);
		first.tickets.dispose();
		const next = await window();
		await until(() => next.tickets.bulkComments.textOf(tickets) === 'One\ntwo');
		assert.equal(await next.files.read(address), 'One\ntwo');
		assert.equal(next.tickets.outbox.entries.length, 2);
	});

	it('leaves its draft also while the outbox waits for the user to confirm it', async () => {
		const { at, window, first, sendAndDie } = await open('Thanks.');
		await sendAndDie('Thanks.', true);
		first.tickets.dispose();
		const file = join(at, 'outbox', 'queue', 'all');
		const old = Date.now() - 3_600_000;
		const queue: readonly { readonly steps: readonly object[] }[] = JSON.parse(await readFile(file, 'utf8'));
		const outdated = queue.map((entry) => ({
			...entry,
			steps: entry.steps.map((step) => ({ ...step, at: old })),
		}));
		await writeFile(file, JSON.stringify(outdated));
		const next = await window();
		await until(() => next.tickets.bulkComments.textOf(tickets) === '');
		assert.equal(next.tickets.outbox.entries.length, 2);
	});

	it('is not sent by the next window before that has removed the draft', async () => {
		const { forge, window, first, sendAndDie } = await open('Thanks.');
		const next = await window();
		const { bulkComments, outbox } = next.tickets;
		const order = forge.asked;
		bulkComments.settle = async () => {
			if (forge.line.cut) return;
			for (let nth = 0; nth < 5; nth++) await next.tickets.of('ana')?.trackers.own.refresh();
			order.push('settled');
		};
		await sendAndDie('Thanks.', true);
		first.tickets.dispose();
		await until(() => outbox.entries.length === 2);
		forge.line.cut = false;
		await outbox.sendNow(...outbox.entries.map(({ id }) => id));
		await until(() => outbox.entries.length === 0);
		// The first change names the draft.
		const steps = order.filter((what) => what === 'settled' || what === 'PUT /tickets/1');
		assert.deepEqual(steps, ['settled', 'PUT /tickets/1']);
	});

	it('is sent once, and not offered again', async () => {
		const { forge, window, first, sendAndDie } = await open('Thanks.');
		await sendAndDie('Thanks.', true);
		first.tickets.dispose();
		forge.line.cut = false;
		const next = await window();
		await next.tickets.outbox.sendNow(...next.tickets.outbox.entries.map(({ id }) => id));
		await until(() => next.tickets.outbox.entries.length === 0);
		assert.equal(next.tickets.bulkComments.textOf(tickets), '');
		await assert.rejects(next.files.send(address, 'Thanks.', refuse));
		assert.equal(forge.asked.filter((what) => what.startsWith('PUT')).length, 2);
	});

	it('is offered again, and can be sent, if it is not in the outbox', async () => {
		const { window, first, sendAndDie } = await open('Thanks.');
		await sendAndDie('Thanks.', false);
		first.tickets.dispose();
		const next = await window();
		assert.equal(await next.files.read(address), 'Thanks.');
		await next.files.send(address, 'Thanks.', (moved) =>
			next.tickets.comment(tickets, 'Thanks.', next.tickets.basesOf(tickets), {}, moved),
		);
		assert.equal(next.tickets.outbox.entries.length, 2);
		assert.equal(next.tickets.bulkComments.textOf(tickets), '');
	});

	it('is not removed if it was written after an equal one was sent', async () => {
		const { window, first } = await open('Thanks.');
		await first.files.send(address, 'Thanks.', (moved) =>
			first.tickets.comment(tickets, 'Thanks.', first.tickets.basesOf(tickets), {}, moved),
		);
		await first.files.read(address);
		await first.files.write(address, 'Thanks.');
		const next = await window();
		await next.tickets.outbox.sendNow(...next.tickets.outbox.entries.map(({ id }) => id));
		assert.equal(await next.files.read(address), 'Thanks.');
	});
});

describe('A comment for several tickets that the forge refuses', () => {
	const resources = stage();

	it('is returned with the versions of the tickets from when the user began to write it', async () => {
		const forge = await resources.forge();
		forge.fill(2);
		const folder = await resources.folder();
		const { log } = readable();
		const open = async () => {
			const { forges, signIn } = accountsOf(forge, folder, log);
			signIn('ana');
			const opened = await Tickets.open({ forges, folder, log });
			resources.ending(() => opened.dispose());
			const user = new Lifetime();
			resources.ending(() => user.dispose());
			const cache = opened.trackerCache(ticket(1), user) ?? assert.fail();
			await cache.refresh();
			return { opened, cache };
		};
		const first = await open();
		const seen = first.cache.tickets.get(1)?.updated;
		await new CommentFiles(first.opened.bulkComments).write(address, 'Tha');
		first.opened.dispose();

		const { opened, cache } = await open();
		cache.put({ ...(cache.tickets.get(1) ?? assert.fail()), updated: '2027-01-01T00:00:00Z' });
		const files = new CommentFiles(opened.bulkComments);
		await files.read(address);
		await files.write(address, 'Thanks.');
		forge.line.gateway = 403;
		await files.send(address, 'Thanks.', (moved) =>
			opened.comment(tickets, 'Thanks.', opened.basesOf(tickets), {}, moved),
		);
		await until(() => opened.outbox.entries.length === 0 && opened.drafts.get(ticket(1)));
		assert.equal(opened.drafts.get(ticket(1))?.body.base, seen);
	});
});

describe('The drafts of comments for several tickets', () => {
	it('are read if their versions are missing, as those of an earlier Tildeforge, or damaged', () => {
		const account = { id: 'ana', name: '~ana', instance: 'forge.test' };
		const stored = { account, key: tickets, body: { text: 'Thanks.' }, saved: 1 };
		assert.deepEqual(readDraft(bulkComments, stored), stored);
		const damaged = { ...stored, body: { ...stored.body, versions: { one: 1 } } };
		assert.equal(readDraft(bulkComments, damaged)?.body.text, 'Thanks.');
	});

	it('have the versions that the user saw first when two are merged', () => {
		const [early, late] = ['2026-03-04T05:06:07Z', '2026-03-05T05:06:07Z'];
		const merged = bulkComments.withEarlier(
			{ text: 'Later', versions: { one: late, two: early, three: late } },
			{ text: 'Earlier', versions: { one: early, two: late, four: late } },
		);
		const versions = { one: early, two: early, three: late, four: late };
		assert.deepEqual(merged, { text: 'Earlier\n\nLater', versions });
	});

	it('are one for the same tickets in any order', () => {
		const { spell } = bulkComments;
		assert.equal(spell(tickets), spell(tickets.toReversed()));
		const others = [[ticket(1)], [...tickets, ticket(3)], [ticket(1), { ...ticket(2), account: 'bob' }]];
		assert.equal(new Set([tickets, ...others].map(spell)).size, 4);
	});
});
