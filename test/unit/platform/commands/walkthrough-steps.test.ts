import assert from 'node:assert/strict';
import { WalkthroughSteps } from '../../../../src/platform/commands/walkthrough-steps.ts';

describe('A step of the walkthrough', () => {
	/** A window of VS Code with this memory. */
	function open(memory = new Map<string, unknown>()) {
		const completed: string[] = [];
		const steps = new WalkthroughSteps(
			{
				get: (name: string) => memory.get(name),
				update: async (name: string, value: unknown) => void memory.set(name, value),
			},
			{
				'tildeforge.didTriage': ['tildeforge.findTicket', 'tildeforge.confirmTicket'],
				'tildeforge.didReview': ['tildeforge.findPatchset'],
			},
			async (step) => completed.push(step),
		);
		const handlers = steps.recording({
			'tildeforge.findTicket': async () => 'found',
			'tildeforge.findPatchset': () => Promise.reject(new Error('not found')),
			'tildeforge.showLog': async () => 'shown',
		});
		return { memory, completed, run: (name: string) => handlers[name]?.() ?? assert.fail() };
	}

	it('is done by its command, once, and is remembered by later windows', async () => {
		const { memory, completed, run } = open();
		assert.deepEqual(completed, []);
		assert.equal(await run('tildeforge.findTicket'), 'found');
		await run('tildeforge.findTicket');
		assert.deepEqual(completed, ['tildeforge.didTriage']);
		assert.deepEqual(open(memory).completed, ['tildeforge.didTriage']);
	});

	it('is not done by a command that fails, nor by another one', async () => {
		const { memory, completed, run } = open();
		await assert.rejects(run('tildeforge.findPatchset'));
		assert.equal(await run('tildeforge.showLog'), 'shown');
		assert.deepEqual([completed, memory.size], [[], 0]);
	});
});
