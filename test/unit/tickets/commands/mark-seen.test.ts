import assert from 'node:assert/strict';
import type { Lifetime } from '../../../../src/base/lifetime.ts';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import type { TrackerKey } from '../../../../src/platform/model/keys.ts';
import { markSeen } from '../../../../src/tickets/commands/mark-seen.ts';
import { ticket } from '../page/view.ts';

const keyOf = (tracker: string): TrackerKey => ({ account: 'ana', owner: '~ana', tracker });

describe('Marking all tickets as seen', () => {
	/** Trackers by name, with the numbers of their tickets, which are known after they were opened. */
	async function mark(trackers: Readonly<Record<string, readonly number[]>>, ...names: readonly string[]) {
		const marked: string[] = [];
		const holders: Lifetime[] = [];
		const words = await markSeen(names.map(keyOf), {
			trackerCache: ({ tracker }, holder) => {
				holders.push(holder);
				const numbers = trackers[tracker];
				const tickets = new Map<number, Ticket>();
				const open = async () => {
					for (const id of numbers ?? []) tickets.set(id, { ...ticket, id });
				};
				return numbers && { tickets, open };
			},
			seen: {
				lookAtAll: ({ tracker }, all) => marked.push(`${tracker} ${[...all].map(({ id }) => id)}`),
			},
		});
		assert.ok(holders.every(({ ended }) => ended));
		return { words, marked };
	}

	it('covers all trackers, and says how many', async () => {
		assert.deepEqual(await mark({ editor: [1, 2], notes: [3] }, 'editor', 'notes'), {
			words: 'Marked all tickets of 2 trackers as seen',
			marked: ['editor 1,2', 'notes 3'],
		});
	});

	it('names a single tracker', async () => {
		assert.equal((await mark({ editor: [1] }, 'editor')).words, 'Marked all tickets of ~ana/editor as seen');
	});

	it('leaves out trackers that were never loaded, and those of accounts that are gone', async () => {
		assert.deepEqual((await mark({ editor: [1], empty: [] }, 'empty', 'gone', 'editor')).marked, [
			'editor 1',
		]);
	});
});
