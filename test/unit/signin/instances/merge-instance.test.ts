import assert from 'node:assert/strict';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { mergeInstance } from '../../../../src/signin/instances/merge-instance.ts';

const base: Instance = {
	name: 'a',
	lists: 'https://l',
	trackers: 'https://t',
	clientId: 'c',
	callbackPort: 1,
};

describe('A forge whose settings change while the user sets it up', () => {
	const cases: readonly [what: string, mine: Instance, current: Instance, merged: Instance][] = [
		['nothing', base, base, base],
		['what the user changed', { ...base, clientId: 'mine' }, base, { ...base, clientId: 'mine' }],
		['what changed in the settings', base, { ...base, clientId: 'new' }, { ...base, clientId: 'new' }],
		[
			'what both changed',
			{ ...base, clientId: 'mine' },
			{ ...base, clientId: 'new', allowHttp: true },
			{ ...base, clientId: 'mine', allowHttp: true },
		],
		[
			'what was removed',
			{ name: 'a', lists: 'https://l', trackers: 'https://t', callbackPort: 1 },
			{ name: 'a', lists: 'https://l', clientId: 'c' },
			{ name: 'a', lists: 'https://l' },
		],
	];
	for (const [what, mine, current, merged] of cases) {
		it(`has ${what}`, () => {
			assert.deepEqual(mergeInstance(base, mine, current), merged);
		});
	}
});
