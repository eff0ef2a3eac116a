import assert from 'node:assert/strict';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { describedEntryOf as entryOf, refused } from '../../../kit/items/entries.ts';
import { takeCalls } from '../../../kit/window/editor.ts';
import { outboxOf } from './an-outbox.ts';

const { discardChanges } = await import('../../../../src/platform/commands/discard.ts');

/** Discards changes of these tickets, of which some have meanwhile been sent or are being sent. Returns what was asked and said. */
async function discard(tickets: readonly number[], became: readonly ('' | 'sending' | 'sent')[]) {
	const chosen = tickets.map(
		(ticket, nth): DescribedEntry => ({
			...entryOf({ ticket, state: refused() }),
			id: `entry ${nth}`,
		}),
	);
	const asked: string[] = [];
	const isSending = (nth: number) => became[nth] === 'sending';
	await discardChanges(
		outboxOf({
			entries: chosen.flatMap((entry, nth) => (isSending(nth) ? [{ ...entry, state: sending }] : [])),
			discard: async (...ids) => {
				asked.push(`discard ${ids}`);
				return ids.filter((_, nth) => !became[nth]);
			},
		}),
		chosen,
		0,
	);
	return [...asked, ...takeCalls()];
}

const sending = { kind: 'sending', since: 0 } as const;

describe('Discarding changes', () => {
	for (const [what, tickets, became, told] of [
		['one was sent', [1, 2, 3], ['', 'sent', ''], '1 change was already sent or discarded'],
		['all were sent', [1, 2, 3], ['sent', 'sent', 'sent'], '3 changes were already sent or discarded'],
		['one is being sent', [1, 2, 3], ['sending', '', ''], '#1 is being sent'],
		['several are being sent', [1, 2, 3], ['sending', 'sending', ''], '2 tickets are being sent'],
		['two of one ticket are being sent', [1, 1, 3], ['sending', 'sending', ''], '#1 is being sent'],
		[
			'one is being sent, and others were sent',
			[1, 2, 3],
			['sending', 'sent', 'sent'],
			'#1 is being sent and 2 changes were already sent or discarded',
		],
	] as const) {
		it(`says what is not discarded: ${what}`, async () => {
			assert.deepEqual(await discard(tickets, became), [
				'discard entry 0,entry 1,entry 2',
				`status bar: Not discarded: ${told}`,
			]);
		});
	}

	it('waits for a retry, and discards what it could not send', async () => {
		const entry: DescribedEntry = entryOf({ ticket: 1, state: sending });
		let didFail = () => {};
		const asked: string[] = [];
		const outbox = {
			entries: [entry] as readonly DescribedEntry[],
			discard: async (...ids: readonly string[]) => {
				const isOver = outbox.entries.every(({ state }) => state.kind !== 'sending');
				asked.push(isOver ? 'discard' : 'refuse');
				return isOver ? ids : [];
			},
			onDidChange: (listener: () => unknown) => {
				didFail = () => {
					outbox.entries = [{ ...entry, state: refused() }];
					listener();
				};
				return { dispose: () => asked.push('over') };
			},
		};
		const discarding = discardChanges(outboxOf(outbox), [entry]);
		await new Promise(setImmediate);
		didFail();
		await discarding;
		assert.deepEqual([...asked, ...takeCalls()], ['refuse', 'over', 'discard']);
	});

	it('says nothing if all are discarded, and does nothing without any', async () => {
		assert.deepEqual(await discard([1, 2], []), ['discard entry 0,entry 1']);
		assert.deepEqual(await discard([], []), []);
	});
});
