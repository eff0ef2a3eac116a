import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { ReadQueue, type ReadResult } from '../../../../../src/inbox/live/polling/read-queue.ts';
import { settle, stopTheClock } from '../../../../kit/window/clock.ts';

const place = (id: string, server = 'forge.test') => ({ id, server });

describe('A refresh', () => {
	stopTheClock();

	/** Reads that end at once, as `result` says. */
	function create() {
		const reads: string[] = [];
		const made = {
			reads,
			result: async (_name: string): Promise<ReadResult> => ({ hasNews: false, requests: 3 }),
		};
		const intake = new ReadQueue<ReturnType<typeof place>>(({ id }) => {
			reads.push(id);
			return made.result(id);
		});
		const wait = async (ms: number) => {
			await settle();
			for (let left = ms; left > 0; left -= 100) {
				mock.timers.tick(Math.min(left, 100));
				await settle();
			}
		};
		return Object.assign(made, { intake, wait });
	}

	it('reads one resource after the other, with time for the requests of each', async () => {
		const { reads, intake, wait } = create();
		intake.refresh(['a', 'b', 'c'].map((name) => place(name)));
		await wait(299);
		assert.deepEqual(reads, ['a']);
		await wait(1);
		assert.deepEqual(reads, ['a', 'b']);
		await wait(60_000);
		assert.deepEqual(reads, ['a', 'b', 'c']);
	});

	it('reads no resource twice that was read for another reason meanwhile, or asked for again', async () => {
		const { reads, intake, wait } = create();
		const places = ['a', 'b', 'c'].map((name) => place(name));
		intake.refresh(places);
		intake.refresh(places.slice(1));
		intake.hint(place('c'), 'refresh');
		await wait(60_000);
		assert.deepEqual(reads, ['a', 'c', 'b']);
	});

	it('waits while the window has no focus', async () => {
		const { reads, intake, wait } = create();
		intake.refresh(['a', 'b'].map((name) => place(name)));
		intake.setFocus(false);
		await wait(60_000);
		assert.deepEqual(reads, ['a']);
		intake.setFocus(true);
		await wait(0);
		assert.deepEqual(reads, ['a', 'b']);
	});

	it('waits after each resource, also if one is read twice', async () => {
		const { reads, intake, wait } = create();
		intake.refresh(['a', 'b', 'c'].map((name) => place(name)));
		await wait(200);
		intake.hint(place('a'), 'refresh');
		await wait(100);
		assert.deepEqual(reads, ['a', 'a', 'b']);
		await wait(200);
		assert.deepEqual(reads, ['a', 'a', 'b']);
	});

	it('goes on after a failure, but asks nothing more of a server that cannot be reached', async () => {
		const made = create();
		made.result = async (name) => {
			if (name === 'lost') throw new ForgeError('missing', '');
			if (name === 'a') throw new ForgeError('offline', '');
			return { hasNews: false };
		};
		made.intake.refresh([place('lost'), place('a'), place('b'), place('c', 'other.test')]);
		await made.wait(10_000);
		assert.deepEqual(made.reads, ['lost', 'a', 'c']);
	});

	it('ends when it is disposed', async () => {
		const { reads, intake, wait } = create();
		intake.refresh([place('a'), place('b')]);
		intake.dispose();
		intake.refresh([place('c')]);
		await wait(10_000);
		assert.deepEqual(reads, ['a']);
	});
});
