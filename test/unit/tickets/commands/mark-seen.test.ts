import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { TrackerKey } from '../../../../src/platform/model/keys.ts';
import { markSeen } from '../../../../src/tickets/commands/mark-seen.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { signedIn } from './signed-in.ts';

const keyOf = (tracker: string, account = 'ana'): TrackerKey => ({ account, owner: '~ana', tracker });

describe('Marking all tickets as seen', () => {
	const resources = stage();

	/** Marks those of these trackers. Of `editor` two tickets are known, of `tools` one and of `empty` none. */
	async function mark(...keys: readonly TrackerKey[]) {
		const forge = await resources.forge();
		forge.fill(2);
		forge.fill(1, 'tools');
		const tickets = await signedIn(forge, resources, 'ana');
		const lifetime = new Lifetime();
		resources.ending(() => lifetime.dispose());
		for (const name of ['editor', 'tools']) await tickets.trackerCache(keyOf(name), lifetime)?.refresh();
		const marked: string[] = [];
		tickets.seen.lookAtAll = ({ tracker }, all) =>
			marked.push(`${tracker} ${[...all].map(({ id }) => id).sort()}`);
		return { words: await markSeen(keys, tickets), marked };
	}

	it('covers all trackers, and says how many', async () => {
		assert.deepEqual(await mark(keyOf('editor'), keyOf('tools')), {
			words: 'Marked all tickets of 2 trackers as seen',
			marked: ['editor 1,2', 'tools 1'],
		});
	});

	it('leaves out trackers that were never loaded, and those of accounts that are gone', async () => {
		const { marked } = await mark(keyOf('empty'), keyOf('editor', 'gone'), keyOf('editor'));
		assert.deepEqual(marked, ['editor 1,2']);
	});
});
