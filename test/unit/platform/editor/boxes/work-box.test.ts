import assert from 'node:assert/strict';
import { made } from '../../../../kit/window/editor.ts';

const { workInBox } = await import('../../../../../src/platform/editor/boxes/work-box.ts');

describe('A box that shows work', () => {
	it('is open until the work is done, keeps the focus, and takes no input', async () => {
		const work = Promise.withResolvers<string>();
		const done = workInBox('New Garden', 'Creating roses…', () => work.promise);
		const box = made.boxes.at(-1) ?? assert.fail();
		assert.deepEqual(
			[box.title, box.placeholder, box.isShown, box.ignoreFocusOut, box.busy, box.enabled],
			['New Garden', 'Creating roses…', true, true, true, false],
		);
		work.resolve('roses');
		assert.equal(await done, 'roses');
		assert.equal(box.isShown, false);
	});

	it('is closed if the work fails', async () => {
		await assert.rejects(
			workInBox('New Garden', 'Creating roses…', () => Promise.reject(new Error('too dry'))),
			/too dry/,
		);
		assert.equal(made.boxes.at(-1)?.isShown, false);
	});

	it('tells the work that the user has left, and lets it go on', async () => {
		const work = Promise.withResolvers<void>();
		const left = Promise.withResolvers<AbortSignal>();
		const done = workInBox('New Garden', 'Creating roses…', async (signal) => {
			left.resolve(signal);
			await work.promise;
			return 'roses';
		});
		const signal = await left.promise;
		assert.equal(signal.aborted, false);
		made.boxes.at(-1)?.hide();
		assert.equal(signal.aborted, true);
		work.resolve();
		assert.equal(await done, 'roses');
	});
});
