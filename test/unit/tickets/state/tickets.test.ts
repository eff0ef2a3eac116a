import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { changeTicket } from '../../../../src/tickets/state/change-ticket.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { until } from '../../../tools/until.ts';
import { accountsOf } from './accounts.ts';
import { key, readable, stage } from './forge.ts';

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
		const shelf = (user = new Lifetime()) => {
			const found = tickets.shelf(ofAna, user);
			assert.ok(found);
			return found;
		};
		return { forge, tickets, signIn, signOut, shelf, lines, cache: join(at, 'cache', 'ana') };
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
			return { shelf: tickets.shelf(ofAna, new Lifetime()) ?? assert.fail(), signOut };
		};
		const { shelf, signOut } = await sample(3);
		await shelf.refresh();
		const events = shelf.events(1);
		await events.refresh();
		await shelf.settled();
		assert.deepEqual(
			[shelf.tickets.size, (events.value ?? []).length > 0, existsSync(join(at, 'cache'))],
			[3, true, false],
		);
		const { shelf: next } = await sample(1);
		const nextEvents = next.events(1);
		await Promise.all([next.open(), nextEvents.open()]);
		assert.deepEqual([next.tickets.size, nextEvents.value], [0, undefined]);
		await next.refresh();
		await signOut('ana');
		assert.equal(next.tickets.size, 1);
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
			const shelf = tickets.shelf(ofAna, new Lifetime()) ?? assert.fail();
			await shelf.refresh();
			await shelf.settled();
			return signOut;
		};
		const signOut = await client('desktop');
		await client('laptop');
		await signOut('ana');
		assert.deepEqual(readdirSync(join(at, 'cache')), ['ana-laptop']);
	});

	it('are removed from the disk at sign-out, even if an answer arrives at that moment', async () => {
		const { forge, signOut, shelf, lines, cache } = await open();
		forge.fill(120);
		const [editor, changes] = [shelf(), { count: 0 }];
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

	it('are stored again after the account signs in again, starting empty', async () => {
		const { forge, signIn, signOut, shelf, cache } = await open();
		forge.fill(3);
		await shelf().refresh();
		const removed = signOut('ana');
		signIn('ana');
		const again = shelf();
		await again.open();
		assert.equal(again.tickets.size, 0);
		await removed;
		await again.refresh();
		await again.settled();
		assert.equal(existsSync(join(cache, 'tickets')), true);
	});

	it('include a change on the disk even if no view shows its tracker', async () => {
		const { forge, tickets, shelf } = await open();
		forge.fill(3);
		const user = new Lifetime();
		const editor = shelf(user);
		await editor.refresh();
		const ticket = editor.tickets.get(2);
		const client = tickets.of('ana')?.client;
		assert.ok(ticket && client);
		await changeTicket(
			{ client, shelf: editor, habit: { resolveOnly: false, reopenFirst: false }, learn: () => {} },
			{ ...ofAna, ticket: 2 },
			{ addLabels: ['bug'] },
			ticket,
		);
		user.dispose();
		forge.line.cut = true;
		await until(
			async () => {
				const reader = new Lifetime();
				const again = shelf(reader);
				await again.open();
				reader.dispose();
				return again.tickets.get(2)?.labels.includes('bug');
			},
			{ seconds: 3, what: 'the label is read from the disk' },
		);
	});
});
