import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Drafts } from '../../../../../src/platform/state/drafts/drafts.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { DraftCleanup } from '../../../../../src/tickets/state/changes/draft-cleanup.ts';
import { ticketDrafts } from '../../../../../src/tickets/state/changes/draft-format.ts';
import type { TicketEntry } from '../../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { until } from '../../../../tools/until.ts';
import { key as place, readable, stage } from '../forge.ts';
import { draftFor } from '../ticket-drafts.ts';

const key = { ...place, account: 'ana', ticket: 1 };
const draft = draftFor(key, { text: 'A comment.' });

describe('A comment in the outbox', () => {
	const { folder, ending } = stage();

	/** A comment that a window has moved to the outbox before it was killed, and the next window. */
	async function open() {
		const { log, lines } = readable();
		const storage = fileStorage(join(await folder(), 'drafts'), log);
		const drafts = new Drafts({ storage, format: ticketDrafts, log });
		await drafts.open();
		ending(() => drafts.dispose());
		await drafts.save(draft);
		await drafts.settled();
		const change = { change: { comment: 'A comment.' }, draft: draft.body };
		const entry: TicketEntry = {
			...{ id: 'left', key, due: 0, origin: 'killed', isForced: false, state: { kind: 'pending' } },
			steps: [{ group: 'left', change, at: Date.now() }],
		};
		const moved = new DraftCleanup({ drafts, bulkComments: { settle: async () => {} }, log });
		return { storage, drafts, entry, change, moved, lines };
	}

	it('does not count as sent before the next window has removed it from its draft', async () => {
		const { storage, drafts, entry, change, moved } = await open();
		const order: string[] = [];
		const [sent, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const locked = Promise.withResolvers<void>();
		const held = storage.lock(['writing', drafts.nameOf(key)], () => {
			locked.resolve();
			return release.promise;
		});
		await locked.promise;
		const sending = moved
			.send(
				key,
				change,
				() => [entry],
				async () => sent.resolve(),
			)
			.then(() => order.push('sent'));
		await sent.promise;
		// The draft cannot be removed yet.
		await until(() => drafts.get(key) === undefined);
		order.push('the draft is removed');
		release.resolve();
		await held;
		await sending;
		assert.deepEqual(order, ['the draft is removed', 'sent']);
		assert.equal(await storage.read(['drafts', drafts.nameOf(key)]), undefined);
	});

	it('leaves a draft that this window has not read yet', async () => {
		const { storage, drafts, entry, change, moved } = await open();
		const name = ['drafts', drafts.nameOf(key)] as const;
		const text = (await storage.read(name)) ?? assert.fail();
		await drafts.remove(key);
		await drafts.settled();
		// Another window writes it just before it is killed.
		const send = () => storage.replace(name, text);
		await moved.send(key, change, () => [entry], send);
		assert.equal(await storage.read(name), undefined);
	});

	it('that cannot be sent says why, and leaves its draft, because the outbox has it', async () => {
		const { drafts, entry, change, moved } = await open();
		const offline = new Error('offline');
		const send = () => Promise.reject(offline);
		await assert.rejects(
			moved.send(key, change, () => [entry], send),
			offline,
		);
		assert.equal(drafts.get(key), undefined);
	});

	it('for several tickets leaves its draft before it is sent', async () => {
		const { drafts } = await open();
		const order: string[] = [];
		const settle = async () => void order.push('left its draft');
		const moved = new DraftCleanup({ drafts, bulkComments: { settle }, log: readable().log });
		const several = { change: {}, moved: { tickets: [key], at: 7 } };
		const send = async () => void order.push('sent');
		await moved.send(key, several, () => [], send);
		assert.deepEqual(order, ['left its draft', 'sent']);
	});

	it('leaves its draft also if it came to the outbox while another comment was being sent', async () => {
		const { drafts, entry, change, moved } = await open();
		const outbox: TicketEntry[] = [];
		const send = async () => void outbox.push(entry);
		await moved.send(key, change, () => [...outbox], send);
		assert.equal(drafts.get(key), undefined);
	});

	it('leaves its draft once this window no longer sends that', async () => {
		const { drafts, entry, change, moved } = await open();
		const release = Promise.withResolvers<void>();
		const other = drafts.sendAlone(draft, () => release.promise);
		await until(() => drafts.isSending(key));
		// A draft counts as saved when its sending begins. The outbox gets the comment after that.
		const steps = entry.steps.map((step) => ({ ...step, at: Date.now() }));
		const sent = Promise.withResolvers<void>();
		const sending = moved.send(
			key,
			change,
			() => [{ ...entry, steps }],
			async () => sent.resolve(),
		);
		await sent.promise;
		for (let turns = 0; turns < 5; turns++) await setImmediate();
		release.resolve();
		await Promise.all([other, sending]);
		assert.equal(drafts.get(key), undefined);
	});

	it('for several tickets leaves its draft later if that fails at first', async () => {
		const { drafts, entry } = await open();
		const { log, lines } = readable();
		const settled: number[] = [];
		const settle = async ({ at }: { readonly at: number }) => {
			settled.push(at);
			if (settled.length === 1) throw new Error('The disk fails.');
		};
		const moved = new DraftCleanup({ drafts, bulkComments: { settle }, log });
		const step = { group: 'several', change: { change: {}, moved: { tickets: [key], at: 7 } }, at: 7 };
		for (let nth = 0; nth < 3; nth++) await moved.remove([{ ...entry, steps: [step] }]);
		assert.deepEqual([settled, lines.length], [[7, 7], 1]);
	});
});
