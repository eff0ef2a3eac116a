import assert from 'node:assert/strict';
import { displayStatusIcons, displayStatusOf } from '../../../../src/tickets/model/display-status.ts';

describe('The stage of a ticket', () => {
	it('has an icon of its own, so that it can be recognized without colors', () => {
		const icons = Object.values(displayStatusIcons);
		assert.equal(new Set(icons).size, icons.length);
	});

	it('is unknown for a status that is not in the contract', () => {
		assert.equal(displayStatusOf('constructor', ''), 'unknown');
		assert.equal(displayStatusOf('resolved', 'duplicate'), 'dropped');
	});
});
