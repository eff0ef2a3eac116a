import assert from 'node:assert/strict';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { outboxRow } from '../../../../src/platform/view/outbox-rows.ts';
import { describedEntryOf as entryOf, lacking, now, refused, waiting } from '../../../kit/items/entries.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

describe('The waiting changes in the Tickets view', () => {
	stopTheDate(now);

	const rowsOf = (...entries: readonly DescribedEntry[]) => outboxRow(() => entries);

	it('name the change first, then the ticket and why it is not made, and open the ticket', async () => {
		const conflict = { kind: 'conflict', theirs: 'Pending' } as const;
		const rows =
			(await rowsOf(
				entryOf({ state: waiting() }),
				entryOf({ ticket: 2, state: refused() }),
				entryOf({ ticket: 3, state: conflict }),
				entryOf({ ticket: 4, state: waiting(), ageMs: 3_600_000 }),
				entryOf({ ticket: 5, state: lacking() }),
			)?.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label, description, icon }) => [label, description, icon]),
			[
				['Confirmed · #1', 'waiting', 'cloud-upload'],
				['Confirmed · #2', 'refused', 'error'],
				['Conflict: Confirmed · #3', 'now Pending', 'warning'],
				['Confirmed · #4', 'waiting: send now?', 'question'],
				['Confirmed · #5', 'missing permission', 'error'],
			],
		);
		assert.deepEqual(
			[1, 2, 4].map((nth) => rows[nth]?.context),
			['change ticket', 'change ticket hasConflict', 'change ticket lacksPermission'],
		);
		assert.equal(rows[2]?.spokenLabel, 'Conflict: Confirmed, now Pending, ~ana/editor#3, ticket 3');
		const [first] = rows;
		assert.deepEqual(first?.about, { kind: 'change', key: entryOf().key, entry: 'entry 1' });
		assert.deepEqual(first?.command?.arguments, [first?.about]);
		assert.equal(first?.spokenLabel, 'Confirmed, waiting, ~ana/editor#1, ticket 1');
	});
});
