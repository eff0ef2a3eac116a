import assert from 'node:assert/strict';
import { stageIcons, stageOf } from '../../../../src/tickets/model/stage.ts';

describe('How far a ticket is', () => {
	it('is seen without colours', () => {
		const icons = Object.values(stageIcons);
		assert.equal(new Set(icons).size, icons.length);
	});

	it('is not known for a status that no contract has', () => {
		assert.equal(stageOf('constructor', ''), 'unknown');
		assert.equal(stageOf('resolved', 'duplicate'), 'dropped');
	});
});
