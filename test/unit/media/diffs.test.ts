import assert from 'node:assert/strict';
import { Diffs } from '../../../media/patchset/diffs/diffs.ts';
import { file } from './patchset-sample.ts';

/** Does nothing, as an observer of elements that never come into view. */
class IdleObserver {
	observe() {}
	disconnect() {}
}

describe('A diff that the user goes to', () => {
	const names = ['IntersectionObserver', 'CSS', 'document', 'innerHeight'];

	after(() => {
		for (const name of names) Reflect.deleteProperty(globalThis, name);
	});

	it('is not waited for after the page shows another series', async () => {
		const lines = { dataset: {}, replaceChildren: () => {} };
		const section = {
			dataset: { file: 'undo' },
			querySelector: () => lines,
			getBoundingClientRect: () => ({ top: 0, bottom: 10 }),
		};
		const document = { querySelectorAll: () => [section] };
		Object.assign(globalThis, { IntersectionObserver: IdleObserver, CSS: {}, document, innerHeight: 100 });
		const diffs = new Diffs(
			() => new Promise(() => {}),
			() => false,
			(replaceLines) => replaceLines(),
		);
		diffs.didDraw('one', [file('undo')]);
		const waiting = diffs.whenDrawn('undo');
		diffs.didDraw('other', []);
		assert.equal(await Promise.race([waiting.then(() => 'ended'), new Promise(setImmediate)]), 'ended');
	});
});
