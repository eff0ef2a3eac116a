import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { showBulkProgress } from '../../../../src/platform/commands/bulk-progress.ts';
import type { DescribedEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { describedEntryOf as entryOf, waiting } from '../../../kit/items/entries.ts';
import { stopTheClock } from '../../../kit/window/clock.ts';
import { outboxOf } from './an-outbox.ts';

describe('The progress of a change of several tickets', () => {
	stopTheClock();

	function open() {
		const changes = new Emitter<void>();
		const shown: string[] = [];
		let cancel = async (): Promise<unknown> => assert.fail('nothing is shown');
		const outbox = {
			entries: [] as readonly DescribedEntry[],
			isOwn: ({ origin }: Pick<DescribedEntry, 'origin'>) => origin === 'here',
			onDidChange: changes.event,
			undo: async (group = '') => {
				shown.push(`undo ${group}`);
				return [];
			},
			discard: async (...ids: readonly string[]) => {
				shown.push(`discard ${ids.join(', ')}`);
				return ids;
			},
		};
		const progress = showBulkProgress(outboxOf(outbox), (title, asked) => {
			cancel = asked;
			shown.push(title);
			return {
				report: (done, total) => shown.push(`${done} of ${total}`),
				dispose: () => shown.push('ended'),
			};
		});
		const change = (...entries: readonly DescribedEntry[]) => {
			outbox.entries = entries;
			changes.fire();
		};
		return { shown, change, progress, cancel: () => cancel() };
	}
	const entries = (count: number) =>
		Array.from({ length: count }, (_, nth) => entryOf({ ticket: nth + 1, group: 'all' }));
	const sending = (entry: DescribedEntry): DescribedEntry => ({
		...entry,
		state: { kind: 'sending', since: 0 },
	});
	const second = () => mock.timers.tick(1000);

	it('is shown when sending takes longer than a second, until everything is sent', () => {
		const { shown, change } = open();
		const [one, two, three] = entries(3);
		assert.ok(one && two && three);
		change(one, two, three);
		second();
		assert.deepEqual(shown, [], 'it can still be undone');
		change(sending(one), two, three);
		change(two, three);
		second();
		assert.deepEqual(shown, ['Confirming 3 tickets', '1 of 3']);
		change(three);
		change();
		assert.deepEqual(shown.slice(2), ['2 of 3', 'ended']);
	});

	for (const [what, all] of [
		['of one ticket', entries(1)],
		['of another window', entries(2).map((entry) => ({ ...entry, origin: 'there' }))],
	] as const) {
		it(`is not shown for a change ${what}`, () => {
			const { shown, change } = open();
			change(...all);
			change(...all.map(sending));
			second();
			assert.deepEqual(shown, []);
		});
	}

	it('ends when the rest waits, and when the window closes', () => {
		for (const end of ['wait', 'close'] as const) {
			const { shown, change, progress } = open();
			const [one, two] = entries(2);
			assert.ok(one && two);
			change(one, two);
			change(sending(one), two);
			second();
			if (end === 'wait') change({ ...two, state: waiting() });
			else progress.dispose();
			assert.equal(shown.at(-1), 'ended');
		}
	});

	it('undoes the rest when the user cancels, and makes comments drafts', async () => {
		const { shown, change, cancel } = open();
		const all = entries(3).map((_, nth) =>
			entryOf({ ticket: nth + 1, change: { comment: 'Thanks!' }, group: 'all', textId: 'thanks' }),
		);
		const [one, ...rest] = all;
		assert.ok(one);
		change(...all);
		change(sending(one), ...rest);
		second();
		await cancel();
		assert.deepEqual(shown, ['Commenting on 3 tickets', '0 of 3', 'discard entry 2, entry 3', 'undo all']);
	});
});
