import assert from 'node:assert/strict';
import type { StepExit } from '../../../../../src/platform/editor/boxes/wizard.ts';
import { type FakeBox, made } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { SearchBox } = await import('../../../../../src/platform/editor/boxes/search-box.ts');
const { TextBox } = await import('../../../../../src/platform/editor/boxes/text-box.ts');
const { Wizard } = await import('../../../../../src/platform/editor/boxes/wizard.ts');
const { QuickInputButtons } = await import('vscode');

type Wizard = InstanceType<typeof Wizard>;

const latest = (): FakeBox => made.boxes.at(-1) ?? assert.fail();

/** A wizard of three steps: a name, a color and a size. */
function start(wizard: Wizard = new Wizard()) {
	const given: string[] = [];
	const ask = async (title: string) => {
		const box = new TextBox({ title, prompt: '' });
		const entered = await box.askIn(wizard, title);
		if (typeof entered === 'string') return entered;
		given.push(entered.text);
		return undefined;
	};
	const askName = async () => (await ask('Name')) ?? askColor;
	const askColor = async (): Promise<StepExit | typeof askSize> => {
		const rows = (text: string) =>
			['red', 'blue']
				.filter((label) => label.includes(text))
				.map((label) => ({ label, id: label, enter: () => ({ label }) }));
		const color = await new SearchBox<{ label: string }>({ title: 'Color', rows }).askIn(wizard, 'color');
		if (typeof color === 'string') return color;
		given.push(color.label);
		return askSize;
	};
	const askSize = async () => (await ask('Size')) ?? { given };
	const run = () => wizard.run<{ readonly given: readonly string[] }>(askName);
	return { wizard, run, askName, askColor, answer: run() };
}

/** Waits for a box with this title. */
async function at(title: string): Promise<FakeBox> {
	await until(() => latest().isShown && latest().title === title, { what: title });
	return latest();
}

async function enter(title: string, text: string): Promise<void> {
	const box = await at(title);
	box.type(text);
	box.accept();
}

async function back(title: string): Promise<void> {
	(await at(title)).pressed.fire(QuickInputButtons.Back);
}

describe('A wizard', () => {
	it('goes back, and keeps what was typed in every step', async () => {
		const { answer } = start();
		await enter('Name', 'ana');
		(await at('Color')).type('bl');
		latest().choose('blue');
		(await at('Size')).type('half');
		await back('Size');
		const color = await at('Color');
		assert.deepEqual([color.value, color.items.length], ['bl', 1]);
		color.type('');
		assert.equal(color.items.length, 2);
		await back('Color');
		assert.equal((await at('Name')).value, 'ana');
		latest().accept();
		(await at('Color')).choose('red');
		assert.equal((await at('Size')).value, 'half');
		latest().accept();
		assert.deepEqual(await answer, { given: ['ana', 'blue', 'ana', 'red', 'half'] });
	});

	it('can begin in a later step, and has no button to go back in the first one', async () => {
		const { wizard, askName, askColor, answer } = start();
		(await at('Name')).hide();
		assert.equal(await answer, 'left');
		const later = wizard.run<{ readonly given: readonly string[] }>(askName, askColor);
		assert.deepEqual((await at('Color')).buttons, [QuickInputButtons.Back]);
		await back('Color');
		assert.deepEqual((await at('Name')).buttons, []);
		latest().hide();
		assert.equal(await later, 'left');
	});

	it('runs others in a step, from which the user goes back to the step before', async () => {
		const wizard = new Wizard();
		const inner = async () => {
			const entered = await new TextBox({ title: 'Inner', prompt: '' }).askIn(wizard, 'inner');
			return typeof entered === 'string' ? entered : { done: entered.text };
		};
		const outer = async () => {
			const entered = await new TextBox({ title: 'Outer', prompt: '' }).askIn(wizard, 'outer');
			return typeof entered === 'string' ? entered : () => wizard.run<{ done: string }>(inner);
		};
		const answer = wizard.run<{ done: string }>(outer);
		assert.deepEqual((await at('Outer')).buttons, []);
		await enter('Outer', 'x');
		assert.deepEqual((await at('Inner')).buttons, [QuickInputButtons.Back]);
		await back('Inner');
		await enter('Outer', 'y');
		await enter('Inner', 'z');
		assert.deepEqual(await answer, { done: 'z' });
	});

	it('that is cancelled ends its step, and shows no more', async () => {
		const { wizard, run, answer } = start();
		await at('Name');
		wizard.cancel();
		assert.equal(await answer, 'left');
		const { length } = made.boxes.filter(({ wasShown }) => wasShown);
		assert.equal(await run(), 'left');
		assert.deepEqual(
			[made.boxes.filter(({ wasShown }) => wasShown).length, wizard.isCancelled],
			[length, true],
		);
	});

	it('brings back the box of its step with what was typed, as long as there is one', async () => {
		const { wizard, answer } = start();
		const box = await at('Name');
		box.type('an');
		box.wasShown = false;
		assert.equal(wizard.bringBack(), true);
		assert.deepEqual([box.wasShown, box.isShown, box.value], [true, true, 'an']);
		box.accept();
		(await at('Color')).hide();
		assert.equal(await answer, 'left');
		assert.equal(wizard.bringBack(), false);
	});

	it('has a notice after the title of each step', async () => {
		const { wizard, answer } = start();
		wizard.notice = 'settings changed';
		const box = await at('Name · settings changed');
		wizard.notice = '';
		assert.equal(box.title, 'Name');
		wizard.notice = 'again';
		box.accept();
		await at('Color · again');
		latest().hide();
		await answer;
	});

	it('forgets what was entered in a field whose text the caller keeps', async () => {
		const wizard = new Wizard();
		const ask = (text: string) => new TextBox({ title: 'Port', prompt: '', text }).askIn(wizard, 'port');
		const first = ask('1');
		latest().type('2');
		latest().pressed.fire(QuickInputButtons.Back);
		assert.equal(await first, 'back');
		const second = ask('1');
		assert.equal(latest().value, '2');
		latest().accept();
		assert.deepEqual(await second, { text: '2' });
		void ask('3');
		assert.equal(latest().value, '3');
		latest().hide();
	});
});
