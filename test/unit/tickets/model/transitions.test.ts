import assert from 'node:assert/strict';
import { statusesFor } from '../../../../src/tickets/model/transitions.ts';

describe('The statuses offered', () => {
	const all = 'reported confirmed in_progress pending resolved';
	const cases = [
		['reported', false, all],
		['resolved', false, all],
		['something new', false, all],
		[undefined, false, all],
		['reported', true, 'reported resolved'],
		['in_progress', true, 'in_progress resolved'],
		['resolved', true, 'reported resolved'],
		['something new', true, 'resolved'],
		[undefined, true, 'reported resolved'],
	] as const;
	for (const [from, resolveOnly, to] of cases) {
		it(`from ${from ?? 'several statuses'}${resolveOnly ? ' on a forge that can only resolve' : ''} are ${to}`, () => {
			assert.equal(statusesFor(from, { resolveOnly }).join(' '), to);
		});
	}
});
