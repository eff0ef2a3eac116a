import assert from 'node:assert/strict';
import { stopTheDate } from '../../../kit/window/clock.ts';
import '../../../kit/window/editor.ts';

const { isOpeningKey, RowActivations, RowOpener } = await import(
	'../../../../src/platform/editor/row-activation.ts'
);

describe('The command of a row', () => {
	const clock = stopTheDate();

	/** Each step is the time in milliseconds, and `enter`, `space` or the row whose command runs. */
	const gestures = (steps: string, opensByDoubleClick = false) => {
		const begun = Date.now();
		const activations = new RowActivations(() => opensByDoubleClick);
		return steps.split(', ').flatMap((step) => {
			const [at, what = ''] = step.split(' ');
			clock.now = begun + Number(at);
			if (!isOpeningKey(what)) return [activations.didRun(what)];
			activations.didPress(what);
			return [];
		});
	};

	const cases: readonly [what: string, steps: string, expected: readonly string[]][] = [
		['runs by a click', '0 a', ['click']],
		['runs by a double click if it runs twice within a short time', '0 a, 300 a', ['click', 'double-click']],
		['runs by two clicks if they are far apart', '0 a, 601 a', ['click', 'click']],
		['runs by two clicks on two rows', '0 a, 300 b', ['click', 'click']],
		[
			'runs by one double click and one click if there are three',
			'0 a, 200 a, 400 a',
			['click', 'double-click', 'click'],
		],
		['runs by Enter if it was just pressed', '0 enter, 200 a', ['enter']],
		['runs by a click long after Enter was pressed on a row without a command', '0 enter, 601 a', ['click']],
		[
			'runs by the key that was pressed for it, however fast the keys follow each other',
			'0 space, 10 space, 20 enter, 100 a, 110 a, 120 a, 130 b',
			['space', 'space', 'enter', 'click'],
		],
		[
			'runs by the later key if the earlier one was pressed long before on a row without a command',
			'0 enter, 500 space, 700 a, 800 a',
			['space', 'click'],
		],
		['runs by Enter once', '0 enter, 100 a, 200 b', ['enter', 'click']],
		['runs by Enter right after a click on the same row', '0 a, 100 enter, 200 a', ['click', 'enter']],
		[
			'runs by Space each time that it is pressed, however quickly',
			'0 space, 10 a, 100 space, 110 a',
			['space', 'space'],
		],
		['runs by a click right after Space on the same row', '0 space, 10 a, 200 a', ['space', 'click']],
	];
	for (const [what, steps, expected] of cases) it(what, () => assert.deepEqual(gestures(steps), expected));

	it('runs by a double click if the user has set VS Code to open rows only by these', () => {
		assert.deepEqual(gestures('0 a', true), ['double-click']);
		assert.deepEqual(gestures('0 space, 10 a', true), ['space']);
	});
});

describe('A row that the user opens', () => {
	const clock = stopTheDate();

	it('is previewed by a click or Space, and gets the focus by Enter or a double click', () => {
		const opener = new RowOpener(new RowActivations(() => false));
		const open = (row: string, key?: unknown) => {
			clock.now += 100;
			opener.didPress(key);
			const { preserveFocus, stays } = opener.didRun(row);
			return `${preserveFocus ? 'previewed' : 'focused'}${stays ? ', stays' : ''}`;
		};
		assert.equal(open('a', 'tab'), 'previewed, stays');
		assert.equal(open('a'), 'focused, stays');
		assert.equal(open('b', 'space'), 'previewed');
		assert.equal(open('b', 'enter'), 'focused');
		assert.equal(open('b', 'enter'), 'focused, stays');
		assert.equal(open('c', 'enter'), 'focused');
	});
});
