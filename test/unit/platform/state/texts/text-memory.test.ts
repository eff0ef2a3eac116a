import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { TextEvents } from '../../../../../src/platform/state/texts/text-events.ts';
import { TextMemory } from '../../../../../src/platform/state/texts/text-memory.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { type Letter, type LetterKey, letter, letters, postcard, textOf } from '../letters.ts';

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

	it('has the text that was changed last first, and those of a key alone', () => {
		const { memory } = open();
		const [one, two] = [textOf('one', 'Hm', { saved: 1 }), textOf('two', 'Hm', { saved: 2 })];
		const other = textOf('other', 'Hm', { key: postcard, saved: 3 });
		for (const text of [one, two, other]) memory.put(text);
		assert.deepEqual(memory.all, [other, two, one]);
		assert.deepEqual(memory.of(letter), [two, one]);
	});

	it('tells only pages of each letter, and all of another state', () => {
		const { memory, fired } = open();
		memory.put(textOf('one', 'H'));
		fired.length = 0;
		memory.put(textOf('one', 'Hm'));
		assert.deepEqual(fired, ['written ~bob']);
		fired.length = 0;
		memory.put(textOf('one', 'Hm', { state: 'discarded' }));
		assert.deepEqual(fired, ['written ~bob', 'changed ~bob']);
	});

	it('has no text of which nothing is left', () => {
		const { memory } = open();
		memory.put(textOf('one', 'H'));
		memory.put(textOf('one', ''));
		assert.deepEqual(memory.all, []);
	});

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

	it('keeps what the user has added to a text when it was stored', () => {
		const { memory } = open();
		const [created, more] = [textOf('one', 'H'), textOf('one', 'Hm', { revision: 2 })];
		memory.put(more);
		memory.willWrite(more);
		memory.didStore(created);
		assert.deepEqual([memory.get('one'), memory.storedOf('one')], [more, created]);
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

	it('knows what a writer has added to a text that was sent', () => {
		const { memory } = open();
		memory.put(textOf('one', 'H', { state: 'sent' }));
		memory.put(textOf('one.page', 'Hm', { state: 'discarded' }));
		const of = (writer: string) => memory.editableId({ id: 'one', writer });
		assert.deepEqual([of('page'), of('other')], ['one.page.page', 'one.other']);
		assert.equal(memory.editableId({ id: 'two', writer: 'page' }), 'two');
	});

	it('knows whether something is lost if a text is replaced on the disk', () => {
		const { memory } = open();
		const [seen, unseen] = [textOf('one', 'Seen'), textOf('one', 'Unseen', { revision: 2, writer: 'other' })];
		memory.putStored(seen);
		const isReplaced = (onDisk: typeof seen, text: string) =>
			memory.isReplacedBy(onDisk, textOf('one', text));
		assert.deepEqual([isReplaced(seen, 'New'), isReplaced(unseen, 'New')], [true, false]);
		assert.equal(isReplaced(unseen, 'Unseen, and more'), true);
	});

	for (const [what, onDisk, problem] of [
		['changed', { revision: 2, writer: 'other' }, /changed in another window/],
		['discarded', { state: 'discarded' }, /sent or discarded/],
	] as const)
		it(`refuses to send a text that another window has ${what}`, () => {
			const { memory } = open();
			const known = textOf('one', 'Hm');
			memory.putStored(known);
			assert.doesNotThrow(() => memory.checkToSend('one', known));
			assert.throws(() => memory.checkToSend('one', textOf('one', 'Other', onDisk)), problem);
			assert.throws(() => memory.checkToSend('one', undefined), /sent or discarded/);
		});
});
