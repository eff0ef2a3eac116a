import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { showTemporaryTip } from '../../../media/kit/temporary-tip.ts';

describe('A temporary tooltip', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
	afterEach(() => mock.timers.reset());

	it('is not ended early by an earlier one of the same button', () => {
		const button = { dataset: {} };
		const ended: string[] = [];
		showTemporaryTip(button, 'Copied', () => ended.push('first'));
		mock.timers.tick(1000);
		showTemporaryTip(button, 'Copied again', () => ended.push('second'));
		mock.timers.tick(1499);
		assert.deepEqual([button.dataset, ended], [{ temporaryTip: 'Copied again' }, []]);
		mock.timers.tick(1);
		assert.deepEqual([button.dataset, ended], [{}, ['second']]);
	});

	it('is not ended by that of another button', () => {
		const [one, other] = [{ dataset: {} }, { dataset: {} }];
		showTemporaryTip(one, 'Copied', () => {});
		mock.timers.tick(1000);
		showTemporaryTip(other, 'Copied', () => {});
		mock.timers.tick(500);
		assert.deepEqual([one.dataset, other.dataset], [{}, { temporaryTip: 'Copied' }]);
	});
});
