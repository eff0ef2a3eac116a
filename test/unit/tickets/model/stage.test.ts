import assert from 'node:assert/strict';
import { stageIcons, stageOf } from '../../../../src/tickets/model/stage.ts';

describe('The stage of a ticket', () => {
	it('has an icon of its own, so that it can be recognised without colours', () => {
		const icons = Object.values(stageIcons);
		assert.equal(new Set(icons).size, icons.length);
	});

	it('is unknown for a status that is not in the contract', () => {
		assert.equal(stageOf('constructor', ''), 'unknown');
		assert.equal(stageOf('resolved', 'duplicate'), 'dropped');
	});
});
