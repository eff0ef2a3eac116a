import assert from 'node:assert/strict';
import { oldTexts } from '../../../../../src/platform/state/texts/old-texts.ts';
import { textOf } from '../letters.ts';

const hourMs = 60 * 60_000;
const now = 1_800_000_000_000;

describe('Old texts', () => {
	for (const [state, hours] of [
		['sent', 24],
		['discarded', 30 * 24],
	] as const)
		it(`are those that were ${state} more than ${hours} hours ago`, () => {
			const old = [hours - 1, hours + 1].map((age) =>
				textOf(`${age}`, 'Hm', { state, saved: now - age * hourMs }),
			);
			const texts = [textOf('last', 'Hm', { saved: now }), ...old];
			assert.deepEqual(oldTexts(texts, now), texts.slice(2));
		});

	it('are those that were sent longer ago than their format says', () => {
		const texts = [1, 3].map((age) => textOf(`${age}`, 'Hm', { state: 'sent', saved: now - age * hourMs }));
		assert.deepEqual(oldTexts(texts, now, 2 * hourMs), texts.slice(1));
	});

	it('are none that the user writes, nor those that the outbox has yet to take over from an earlier version', () => {
		const texts = [{}, { state: 'sent' as const, entries: [1] }].map((more) =>
			textOf('one', 'Hm', { ...more, saved: 0 }),
		);
		assert.deepEqual(oldTexts(texts, now), []);
	});

	it('are all discarded ones but the newest hundred', () => {
		const discarded = Array.from({ length: 102 }, (_, index) =>
			textOf(`${index}`, 'Hm', { state: 'discarded', saved: now - index }),
		);
		assert.deepEqual(oldTexts(discarded, now), discarded.slice(100));
	});
});
