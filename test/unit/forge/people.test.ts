import assert from 'node:assert/strict';
import { read } from '../../../src/forge/contract/read.ts';
import { Participant } from '../../../src/forge/shapes/people.ts';

describe('a participant', () => {
	const ada = { type: 'user', canonical_name: '~ada', name: 'ada' };
	const cases: readonly [wire: object, who: Participant | undefined][] = [
		[
			{ type: 'user', canonical_name: '~ada', name: 'ada' },
			{ ...ada, type: 'user' },
		],
		[{ canonical_name: '~ada' }, { ...ada, type: 'user' }],
		[
			{ type: 'constructor', canonical_name: '~ada' },
			{ ...ada, type: 'user' },
		],
		[
			{ type: 7, canonical_name: '~ada' },
			{ ...ada, type: 'user' },
		],
		[
			{ type: 'email', address: 'a@b.c' },
			{ type: 'email', address: 'a@b.c', name: null },
		],
		[
			{ type: 'external', external_id: 'x:1', external_url: 'https://x' },
			{ type: 'external', external_id: 'x:1', external_url: 'https://x' },
		],
		[{ type: 'email' }, undefined],
		[{ type: 'user' }, undefined],
		[[], undefined],
	];
	for (const [wire, who] of cases) {
		it(`is ${who ? `read as ${who.type}` : 'rejected'} for ${JSON.stringify(wire)}`, () => {
			if (who) assert.deepEqual(read(Participant, wire, assert.fail), who);
			else assert.throws(() => read(Participant, wire, assert.fail), { kind: 'surprise' });
		});
	}
});
