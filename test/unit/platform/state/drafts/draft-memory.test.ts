import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/platform/state/drafts/draft.ts';
import { DraftMemory } from '../../../../../src/platform/state/drafts/draft-memory.ts';

const account = { id: 'a', name: '~ana', instance: 'forge.test' };
const draft = (key: string, saved = 1): Draft<string, string> => ({ account, key, body: 'text', saved });

describe('The drafts that a window knows', () => {
	it('are sorted by when they were saved, the newest first', () => {
		const known = new DraftMemory<string, string>();
		known.setFromFile('one', draft('one', 5));
		known.change('two', draft('two', 9));
		known.setFromFile('three', draft('three', 7));
		assert.deepEqual(
			known.all().map(({ key }) => key),
			['two', 'three', 'one'],
		);
		assert.deepEqual(known.names(), [
			['one', 'one'],
			['two', 'two'],
			['three', 'three'],
		]);
	});

	it('say whether a changed draft is a new one', () => {
		const known = new DraftMemory<string, string>();
		assert.deepEqual(
			[known.change('one', draft('one')), known.change('one', draft('one', 2))],
			[true, false],
		);
		assert.equal(known.get('one')?.saved, 2);
		assert.deepEqual([known.delete('one'), known.delete('one'), known.get('one')], [true, false, undefined]);
	});

	it('are newer than a read that began before they were changed, and not than a later one', () => {
		const known = new DraftMemory<string, string>();
		const before = known.beginRead();
		known.change('one', draft('one'));
		const after = known.beginRead();
		known.setFromFile('two', draft('two'));
		assert.deepEqual(
			[known.isNewer('one', before), known.isNewer('one', after), known.isNewer('two', before)],
			[true, false, false],
		);
		known.touch('one');
		assert.equal(known.isNewer('one', after), true, 'it was written again');
		known.forgetChange('one');
		assert.equal(known.isNewer('one', after), false);
	});

	it('are newer than every read while they wait to be sent', () => {
		const known = new DraftMemory<string, string>();
		known.change('one', draft('one'));
		known.beginWait('one');
		const began = known.beginRead();
		assert.deepEqual([known.isNewer('one', began), known.isChangedSince('one', began)], [true, false]);
		known.endWait('one');
		assert.equal(known.isNewer('one', began), false);
	});
});
