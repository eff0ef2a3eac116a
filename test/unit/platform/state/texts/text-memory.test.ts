import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { TextEvents } from '../../../../../src/platform/state/texts/text-events.ts';
import { TextMemory } from '../../../../../src/platform/state/texts/text-memory.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { type Letter, type LetterKey, letters, textOf } from '../letters.ts';

const never = () => false;

describe('What a window knows of texts', () => {
	function open() {
		const events = new TextEvents<LetterKey>(new Lifetime(), readable().log);
		const memory = new TextMemory<LetterKey, Letter>(letters, events);
		const fired: string[] = [];
		events.onDidChange(({ to }) => fired.push(`changed ${to}`));
		events.onDidWrite(({ to }) => fired.push(`written ${to}`));
		return { memory, fired };
	}

	it('has what must still be written until that version is on the disk', () => {
		const { memory } = open();
		const [first, second] = [textOf('one', 'H'), textOf('one', 'Hm')];
		memory.willWrite(first);
		memory.willWrite(second);
		memory.didWrite(first);
		assert.deepEqual([memory.unwritten, memory.storedOf('one')], [[second], first]);
		memory.didWrite(second);
		assert.deepEqual([memory.isUnwritten('one'), memory.storedOf('one')], [false, second]);
	});

	it('accepts what was read unless it has something newer, and tells of it once', () => {
		const { memory, fired } = open();
		const read = textOf('one', 'Read');
		memory.accept([read], () => true);
		assert.equal(memory.get('one'), undefined);
		memory.accept([read], never);
		memory.accept([read], never);
		assert.deepEqual([memory.get('one'), fired], [read, ['written ~bob', 'changed ~bob']]);
	});

	it('knows which texts were changed since a read began', () => {
		const { memory } = open();
		memory.put(textOf('one', 'H'));
		const before = memory.changes;
		memory.put(textOf('two', 'H'));
		assert.deepEqual(
			['one', 'two'].map((id) => memory.isChangedSince(id, before)),
			[false, true],
		);
		memory.willWrite(textOf('one', 'Hm'));
		assert.equal(memory.isChangedSince('one', memory.changes), true);
		memory.forgetUnwritten('one');
		assert.equal(memory.isChangedSince('one', memory.changes), false);
	});

	it('forgets a text that is no longer on the disk', () => {
		const { memory, fired } = open();
		memory.putStored(textOf('one', 'H'));
		memory.forgetStored('one');
		assert.deepEqual([memory.get('one')?.body.text, memory.storedOf('one')], ['H', undefined]);
		fired.length = 0;
		memory.remove('one');
		assert.deepEqual([memory.all, fired], [[], ['written ~bob', 'changed ~bob']]);
	});
});
