import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { changeTicket } from '../../../../src/tickets/state/change-ticket.ts';
import type { DirectChange } from '../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

const ofAna = { ...key, account: 'ana' };

describe('The tickets of an account', () => {
	const { forge: start, folder, ending } = stage();

	async function open() {
		const forge = await start();
		const at = await folder();
		const { log, lines } = readable();
		const { forges, signIn, signOut } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		const trackerCache = (user = new Lifetime()) => {
			const found = tickets.trackerCache(ofAna, user);
			assert.ok(found);
			return found;
		};
		return { forge, tickets, signIn, signOut, trackerCache, lines, cache: join(at, 'cache', 'ana') };
	}

	it('of a sample forge are not on the disk, and the next sample forge starts empty', async () => {
		const at = await folder();
		const { log } = readable();
		const sample = async (count: number) => {
			const forge = await start();
			forge.fill(count);
			const { forges, signIn, signOut } = accountsOf(forge, at, log, () => undefined);
			const tickets = await Tickets.open({ forges, folder: at, log });
			ending(() => tickets.dispose());
			signIn('ana');
			return { trackerCache: tickets.trackerCache(ofAna, new Lifetime()) ?? assert.fail(), signOut };
		};
		const { trackerCache, signOut } = await sample(3);
		await trackerCache.refresh();
		const events = trackerCache.discussions.of(1);
		await events.refresh();
		await trackerCache.settled();
		assert.deepEqual(
			[trackerCache.tickets.size, (events.value ?? []).length > 0, existsSync(join(at, 'cache'))],
			[3, true, false],
		);
		const { trackerCache: next } = await sample(1);
		const nextEvents = next.discussions.of(1);
		await Promise.all([next.open(), nextEvents.open()]);
		assert.deepEqual([next.tickets.size, nextEvents.value], [0, undefined]);
		await next.refresh();
		await signOut('ana');
		assert.equal(next.tickets.size, 1);
	});

	it('have direct changes while a status or label is to be sent, and not because of a comment', async () => {
		const { forge, tickets, trackerCache } = await open();
		forge.fill(1);
		await trackerCache().refresh();
		const ticket = { ...ofAna, ticket: 1 };
		const found: boolean[] = [];
		tickets.outbox.onDidChange(() => found.push(tickets.hasDirectChanges));
		const base = tickets.basesOf([ticket]);
		await tickets.textSender.comment([ticket], 'I see it, too.', base);
		await until(() => tickets.outbox.entries.length === 0);
		assert.ok(found.length > 0 && !found.includes(true), `${found}`);
		await tickets.change([ticket], { status: 'confirmed' }, 60_000, base);
		assert.equal(found.at(-1), true);
	});

	it('stay on the disk for another client of the remote machine, which has another encryption key', async () => {
		const forge = await start();
		forge.fill(3);
		const at = await folder();
		const { log } = readable();
		const client = async (key: string) => {
			const { forges, signIn, signOut } = accountsOf(forge, at, log, (account) => `${account}-${key}`);
			const tickets = await Tickets.open({ forges, folder: at, log });
			ending(() => tickets.dispose());
			signIn('ana');
			const trackerCache = tickets.trackerCache(ofAna, new Lifetime()) ?? assert.fail();
			await trackerCache.refresh();
			await trackerCache.settled();
			return signOut;
		};
		const signOut = await client('desktop');
		await client('laptop');
		await signOut('ana');
		assert.deepEqual(readdirSync(join(at, 'cache')), ['ana-laptop']);
	});

	it('are removed from the disk at sign-out, even if an answer arrives at that moment', async () => {
		const { forge, signOut, trackerCache, lines, cache } = await open();
		forge.fill(120);
		const [editor, changes] = [trackerCache(), { count: 0 }];
		const signedOut = new Promise<void>((resolve) => {
			editor.onDidChange(() => {
				changes.count += 1;
				if (editor.tickets.size >= 50) resolve(signOut('ana'));
			});
		});
		const refreshed = editor.refresh();
		await signedOut;
		await refreshed;
		await editor.settled();
		assert.equal(existsSync(cache), false);
		assert.deepEqual(
			lines.filter(({ level }) => level === 'warn' || level === 'error'),
			[],
		);
	});

	it('include a change on the disk even if no view shows its tracker', async () => {
		const { forge, tickets, trackerCache } = await open();
		forge.fill(3);
		const user = new Lifetime();
		const editor = trackerCache(user);
		await editor.refresh();
		const ticket = editor.tickets.get(2);
		const client = tickets.of('ana')?.client;
		assert.ok(ticket && client);
		await changeTicket(
			{
				client,
				trackerCache: editor,
				me: '~ana',
				quirks: { resolveOnly: false, reopenFirst: false },
				learn: () => {},
			},
			{ ...ofAna, ticket: 2 },
			{ addLabels: ['bug'] },
			ticket,
		);
		user.dispose();
		forge.line.cut = true;
		await until(
			async () => {
				const reader = new Lifetime();
				const again = trackerCache(reader);
				await again.open();
				reader.dispose();
				return again.tickets.get(2)?.labels.includes('bug');
			},
			{ what: 'the label is read from the disk' },
		);
	});
});

describe('A change of a ticket that another window sends', () => {
	const { forge: start, folder, ending } = stage();
	const ticket = { ...ofAna, ticket: 1 };

	it('is shown without a request, so that a later one is no conflict with it', async () => {
		const forge = await start();
		forge.fill(1);
		const at = await folder();
		const window = async () => {
			const { log } = readable();
			const { forges, signIn } = accountsOf(forge, at, log);
			signIn('ana');
			const tickets = await Tickets.open({ forges, folder: at, log });
			const user = new Lifetime();
			const trackerCache = tickets.trackerCache(ofAna, user) ?? assert.fail();
			await trackerCache.refresh();
			await trackerCache.settled();
			ending(() => {
				user.dispose();
				tickets.dispose();
			});
			return tickets;
		};
		const [one, other] = [await window(), await window()];
		const send = async (from: Tickets, to: Tickets, change: DirectChange) => {
			forge.asked.length = 0;
			forge.line.held = /^PUT/;
			await from.change([ticket], change, 0, from.basesOf([ticket]));
			await until(() => to.outbox.entries.length === 1 && forge.line.waiting.length === 1);
			forge.release();
			await until(() => [from, to].every(({ outbox }) => outbox.entries.length === 0));
		};
		await send(other, one, { status: 'confirmed' });
		await until(() => one.known(ticket)?.status === 'confirmed');
		assert.deepEqual(forge.asked, ['GET /tickets/1', 'PUT /tickets/1']);
		await send(one, other, { status: 'in_progress' });
		await until(() => other.known(ticket)?.status === 'in_progress');
		assert.deepEqual(one.outbox.entries, []);
	});
});
