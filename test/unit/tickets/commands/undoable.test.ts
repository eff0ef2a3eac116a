import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Undoable } from '../../../../src/tickets/commands/undoable.ts';
import { stopTheClock } from '../../base/clock.ts';

describe('The last change', () => {
	stopTheClock();

	/** Records what is shown to the user, and how often pages are told of a change. */
	function open() {
		const undoable = new Undoable<string>();
		let shown: string | undefined;
		let changes = 0;
		undoable.onDidChange(() => {
			changes += 1;
		});
		const show = (undo: string) => {
			shown = undo;
			return {
				dispose: () => {
					shown = undefined;
				},
			};
		};
		const offer = (undo: string) => undoable.offer(undo, () => show(undo));
		return { undoable, offer, shown: () => shown, changes: () => changes };
	}

	it('can be undone for ten seconds, and no longer', () => {
		const { undoable, shown, offer, changes } = open();
		offer('one');
		mock.timers.tick(9_999);
		assert.equal(undoable.last, 'one');
		assert.equal(shown(), 'one');
		const before = changes();
		mock.timers.tick(1);
		assert.equal(undoable.last, undefined);
		assert.equal(shown(), undefined);
		assert.equal(changes(), before + 1, 'pages are told');
	});

	it('can be undone for ten seconds of its own, even soon after another change', () => {
		const { undoable, shown, offer } = open();
		offer('one');
		mock.timers.tick(6_000);
		offer('two');
		assert.equal(shown(), 'two');
		mock.timers.tick(6_000);
		assert.equal(undoable.last, 'two');
		mock.timers.tick(4_000);
		assert.equal(undoable.last, undefined);
	});

	it('cannot be undone twice, and is shown no more when the window closes', () => {
		const { undoable, shown, offer } = open();
		offer('one');
		undoable.forget();
		assert.equal(undoable.last, undefined);
		assert.equal(shown(), undefined);
		offer('two');
		undoable.dispose();
		assert.equal(shown(), undefined);
	});
});
