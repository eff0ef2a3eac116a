import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { ViewOutbox } from '../../../../src/platform/view/view-outbox.ts';
import { describedEntryOf as entryOf, now, refused, waiting } from '../../../kit/items/entries.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

describe('The row of waiting changes', () => {
	stopTheDate(now);

	function open() {
		const changes = new Emitter<void>();
		const outbox = {
			entries: [] as readonly DescribedEntry[],
			damagedCount: 0,
			onDidChange: changes.event,
		};
		const reported: string[] = [];
		const shown = new ViewOutbox(outbox, (row) => reported.push(row ? row.id : 'view'));
		/** What is reported when the outbox has these entries. */
		const put = (...entries: readonly DescribedEntry[]) => {
			outbox.entries = entries;
			reported.length = 0;
			changes.fire();
			return [...new Set(reported)];
		};
		return { shown, put, outbox };
	}

	it('appears and disappears, and is drawn again when it changes', () => {
		const { shown, put } = open();
		assert.deepEqual(shown.rows().waiting, []);
		assert.deepEqual(put(entryOf()), []);
		assert.deepEqual(put(entryOf({ state: waiting() })), ['view']);
		assert.equal(shown.rows().waiting.length, 1);
		assert.deepEqual(put(entryOf({ state: refused() }), entryOf({ ticket: 2 })), ['waiting']);
		assert.deepEqual(put(), ['view']);
		shown.dispose();
		assert.deepEqual(put(entryOf()), []);
	});

	it('has one about changes that could not be read above it, until they are removed', () => {
		const { shown, put, outbox } = open();
		assert.deepEqual(shown.rows().unreadable, []);
		outbox.damagedCount = 1;
		assert.deepEqual(put(), ['view']);
		assert.deepEqual(
			shown.rows().unreadable.map(({ label, command }) => [label, command?.id]),
			[['Unreadable changes', 'tildeforge.showLog']],
		);
		outbox.damagedCount = 0;
		assert.deepEqual(put(), ['view']);
		assert.deepEqual(shown.rows().unreadable, []);
	});
});
