import assert from 'node:assert/strict';
import { mock } from 'node:test';
import '../../tools/unit-tests.ts';

describe('A clock that a test has stopped', () => {
	afterEach(() => mock.timers.reset());

	for (const apis of [['setTimeout'], ['setInterval']] as const)
		it(`runs its timers also if one of an earlier clock is ended (${apis})`, () => {
			const [api] = apis;
			const end = () => (api === 'setTimeout' ? clearTimeout : clearInterval);
			mock.timers.enable({ apis: [...apis] });
			const earlier = globalThis[api](() => assert.fail(), 10);
			mock.timers.reset();
			mock.timers.enable({ apis: [...apis] });
			end()(earlier);
			let ran = 0;
			const own = globalThis[api](() => ran++, 10);
			mock.timers.tick(10);
			end()(own);
			mock.timers.tick(10);
			assert.equal(ran, 1);
		});

	it('is not there where only the date is stopped', () => {
		const before = setTimeout;
		mock.timers.enable({ apis: ['Date'] });
		assert.equal(setTimeout, before);
	});
});
