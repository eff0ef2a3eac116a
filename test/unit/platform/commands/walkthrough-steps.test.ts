import assert from 'node:assert/strict';
import { WalkthroughSteps } from '../../../../src/platform/commands/walkthrough-steps.ts';

describe('A step of the walkthrough', () => {
	it('is done once, and is remembered by later windows', () => {
		const memory = new Map<string, unknown>();
		const open = () => {
			const completed: string[] = [];
			const steps = new WalkthroughSteps(
				{
					get: (name: string) => memory.get(name),
					update: async (name: string, value: unknown) => void memory.set(name, value),
				},
				['tildeforge.didTriage', 'tildeforge.didReview'],
				async (step) => completed.push(step),
			);
			return { steps, completed };
		};
		const { steps, completed } = open();
		assert.deepEqual(completed, []);
		steps.didDo('tildeforge.didTriage');
		steps.didDo('tildeforge.didTriage');
		assert.deepEqual(completed, ['tildeforge.didTriage']);
		assert.deepEqual(open().completed, ['tildeforge.didTriage']);
	});
});
