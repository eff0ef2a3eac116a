import assert from 'node:assert/strict';
import { Dialogue } from '../../../../src/accounts/dialogue/dialogue.ts';
import { Emitter } from '../../../../src/base/emitter.ts';

/** A field that the user can type into. */
class Field {
	value = '';
	readonly changed = new Emitter<string>();
	readonly onDidChangeValue = this.changed.event;

	type(text: string): void {
		this.value = text;
		this.changed.fire(text);
	}
}

describe('What the steps of a sign-in share', () => {
	it('is what the user typed in each field, until it is forgotten', () => {
		const dialogue = new Dialogue();
		const [one, other] = [new Field(), new Field()];
		const kept = dialogue.keepTyped(one, 'one', 'initial');
		dialogue.keepTyped(other, 'other');
		assert.deepEqual([one.value, other.value], ['initial', '']);
		one.type('typed');
		kept.dispose();
		one.type('after the step');
		const again = new Field();
		dialogue.keepTyped(again, 'one', 'initial');
		assert.equal(again.value, 'typed');
		dialogue.forget('one');
		dialogue.keepTyped(again, 'one', 'initial');
		assert.equal(again.value, 'initial');
	});

	it('is a notice, whose changes are reported once', () => {
		const dialogue = new Dialogue();
		const notices: string[] = [];
		dialogue.onDidChangeNotice(() => notices.push(dialogue.notice));
		for (const notice of ['gone', 'gone', '']) dialogue.notice = notice;
		assert.deepEqual(notices, ['gone', '']);
	});

	it('is that the sign-in was cancelled', () => {
		const dialogue = new Dialogue();
		const ended: string[] = [];
		dialogue.onCancel(() => ended.push('first'));
		dialogue.onCancel(() => ended.push('gone')).dispose();
		assert.equal(dialogue.isCancelled, false);
		dialogue.cancel();
		assert.deepEqual([ended, dialogue.isCancelled], [['first'], true]);
	});

	it('is the box of the current step, which can be brought back', () => {
		const dialogue = new Dialogue();
		const shown: string[] = [];
		const first = dialogue.didOpenBox(() => shown.push('first'));
		const second = dialogue.didOpenBox(() => shown.push('second'));
		first.dispose();
		assert.equal(dialogue.bringBack(), true);
		second.dispose();
		assert.equal(dialogue.bringBack(), false);
		assert.deepEqual(shown, ['second']);
	});
});
