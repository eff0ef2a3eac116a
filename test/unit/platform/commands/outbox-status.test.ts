import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import type { WaitingChanges } from '../../../../src/platform/state/outbox/waiting-changes.ts';
import { describedEntryOf as entryOf, now, refused } from '../../../kit/items/entries.ts';
import { made, takeCalls } from '../../../kit/window/editor.ts';
import { outboxOf } from './an-outbox.ts';

const { showOutboxStatus } = await import('../../../../src/platform/commands/outbox-status.ts');

function open() {
	const changes = new Emitter<void>();
	const outbox = {
		entries: [] as readonly DescribedEntry[],
		undoable: undefined as WaitingChanges['undoable'],
	};
	const status = showOutboxStatus(
		outboxOf(Object.assign(outbox, { onDidChange: changes.event })),
		'show.waiting',
	);
	const item = made.statusItems[0] ?? assert.fail();
	const become = (entries: readonly DescribedEntry[], group?: string) => {
		Object.assign(outbox, { entries, undoable: group && { group, at: now, isOwn: true } });
		changes.fire();
		return [item.isShown, item.text, item.command];
	};
	return { status, item, become };
}

/** A change that is about to be sent. */
const pending = (): DescribedEntry => ({
	...entryOf({ ticket: 1, ageMs: now - Date.now() }),
	due: Date.now() + 60_000,
});

describe('The status bar', () => {
	it('offers to undo the change that it names, and then shows what waits', () => {
		const { become } = open();
		takeCalls();
		const [isShown, text, command] = become([pending()], 'group 1');
		const undo = { command: 'tildeforge.undo', title: 'Undo', arguments: ['group 1'] };
		assert.deepEqual([isShown, command], [true, undo]);
		assert.match(String(text), /^\$\(discard\) .*#1… Undo$/);
		assert.deepEqual(takeCalls(), ['command: setContext: tildeforge.canUndo: true']);
		assert.deepEqual(become([entryOf({ ticket: 1, state: refused() })]), [
			true,
			'$(warning) 1 change refused',
			'show.waiting',
		]);
		const conflict = entryOf({ state: { kind: 'conflict', theirs: 'Pending' } });
		assert.deepEqual(become([conflict])[1], '$(warning) 1 conflict');
		assert.deepEqual(takeCalls(), [
			'command: setContext: tildeforge.canUndo: false',
			'command: setContext: tildeforge.hasWaiting: true',
		]);
		assert.equal(become([])[0], false);
	});
});
