import assert from 'node:assert/strict';
import { labelColors } from '../../../../src/tickets/model/label-colors.ts';

describe('The color of a label', () => {
	it('comes from the tracker, and is gray for a label that the tracker does not have', () => {
		const colors = { background: '#123', text: 'red' };
		const of = labelColors([{ name: 'bug', created: '', colors, tracker: null }]);
		assert.deepEqual(['bug', 'constructor'].map(of), ['#112233', '#888888']);
	});
});
