import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import {
	answerWith,
	choose,
	enter,
	type FakeBox,
	made,
	passTurns,
	setSetting,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { signedIn } from './signed-in.ts';

const { QuerySetting } = await import('../../../../src/platform/editor/query-setting.ts');
const { QueryCommands } = await import('../../../../src/tickets/commands/query-commands.ts');
const { defaultQueries } = await import('../../../../src/tickets/model/query/default-queries.ts');

const resources = stage();
const key = { account: 'ana', owner: '~ana', tracker: 'editor' };
const rowOf = (name: string): CommandArguments => [{ about: { kind: 'query', key, name } }];

/** The commands of a window whose settings have two queries. */
async function open() {
	const forge = await resources.forge();
	forge.fill(2);
	const tickets = await signedIn(forge, resources, 'ana');
	const lifetime = new Lifetime();
	resources.ending(() => lifetime.dispose());
	await tickets.trackerCache(key, lifetime)?.refresh();
	setSetting('tildeforge.ticketQueries', [
		{ name: 'Bugs', query: 'label:bug' },
		{ name: 'Mine', query: 'assigned:me' },
	]);
	const queries = new QuerySetting('tildeforge.ticketQueries', defaultQueries);
	const renamed: string[] = [];
	const willRename = (from: string, to: string) => renamed.push(`${from} to ${to}`);
	const commands = new QueryCommands(tickets, queries, async () => key, willRename);
	const saved = () => queries.queries.map(({ name, text }) => `${name}: ${text}`);
	return { commands, queries, renamed, saved };
}

/** The box that is shown now, or soon. */
async function nextBox(): Promise<FakeBox> {
	await until(() => made.boxes.at(-1)?.isShown === true);
	return made.boxes.at(-1) ?? assert.fail();
}

const press = (box: FakeBox, tooltip: string) =>
	box.pressed.fire(box.buttons.find((one) => Reflect.get(Object(one), 'tooltip') === tooltip));

describe('The command that edits a query', () => {
	it('begins with its text, counts what it finds, and saves it in its place', async () => {
		const { commands, saved } = await open();
		const row = commands.edit(rowOf('Bugs'));
		const box = await nextBox();
		assert.deepEqual([box.title, box.value], ['Edit Query: Bugs', 'label:bug']);
		box.type('status:open');
		await until(() => box.items[0]?.description === '2 tickets in ~ana/editor');
		assert.equal(box.items[0]?.label, '$(save) Save Query');
		box.choose('Save Query');
		assert.equal(await row, 'ana/~ana/editor/query/Bugs');
		assert.deepEqual(saved(), ['Bugs: status:open', 'Mine: assigned:me']);
	});

	it('writes nothing if the text is the same or the user cancels', async () => {
		const { commands } = await open();
		const same = commands.edit(rowOf('Bugs'));
		(await nextBox()).choose('Save Query');
		await same;
		const cancelled = commands.edit(rowOf('Bugs'));
		const box = await nextBox();
		box.type('status:open');
		assert.equal(box.ignoreFocusOut, true);
		box.hide();
		assert.equal(await cancelled, undefined);
		assert.deepEqual(takeCalls(), []);
	});

	it('returns to a renamed row if the user then cancels', async () => {
		const { commands, saved } = await open();
		const row = commands.edit(rowOf('Bugs'));
		const first = await nextBox();
		answerWith(enter('Faults'));
		press(first, 'Rename Query…');
		await until(() => made.boxes.at(-1) !== first);
		(await nextBox()).hide();
		assert.equal(await row, 'ana/~ana/editor/query/Faults');
		assert.deepEqual(saved(), ['Faults: label:bug', 'Mine: assigned:me']);
	});

	it('can remove the query', async () => {
		const { commands, saved } = await open();
		const row = commands.edit(rowOf('Bugs'));
		press(await nextBox(), 'Remove Query');
		assert.equal(await row, undefined);
		assert.deepEqual(saved(), ['Mine: assigned:me']);
	});

	it('asks for the query if it is not called on a row, and then has no row', async () => {
		const { commands, saved } = await open();
		answerWith(choose('Mine'));
		const row = commands.edit([]);
		const box = await nextBox();
		assert.equal(takeCalls()[0], 'pick: Edit Query: Select a query: Bugs (label:bug) | Mine (assigned:me)');
		box.type('no:label');
		await until(() => box.items[0]?.description === '2 tickets in ~ana/editor');
		box.choose('Save Query');
		assert.equal(await row, undefined);
		assert.deepEqual(saved(), ['Bugs: label:bug', 'Mine: no:label']);
	});

	for (const [what, args] of [
		['of a query that is gone', rowOf('Gone')],
		['that the view was redrawing', [undefined]],
	] as const) {
		it(`says that the list changed if it is called on a row ${what}`, async () => {
			const { commands } = await open();
			assert.equal(await commands.edit(args), undefined);
			assert.deepEqual(takeCalls(), ['status bar: The list changed. Try again.']);
		});
	}
});

describe('The command that renames a query', () => {
	it('changes nothing if the user cancels or keeps the name', async () => {
		const { commands, renamed } = await open();
		await commands.rename(rowOf('Bugs'));
		answerWith(enter('Bugs'));
		assert.equal(await commands.rename(rowOf('Bugs')), 'ana/~ana/editor/query/Bugs');
		assert.deepEqual(renamed, []);
		assert.deepEqual(
			takeCalls().filter((call) => !call.startsWith('input')),
			[],
		);
	});

	it('takes back what it told the view if the name cannot be saved', async () => {
		const { commands, renamed } = await open();
		setSetting('refused settings', 'No.');
		answerWith(enter('Faults'));
		assert.equal(await commands.rename(rowOf('Bugs')), 'ana/~ana/editor/query/Bugs');
		assert.deepEqual(renamed, ['Bugs to Faults', 'Faults to Bugs']);
	});
});

describe('The command that removes a query', () => {
	it('can be undone', async () => {
		const { commands, saved } = await open();
		answerWith(enter('Undo'));
		await commands.remove(rowOf('Bugs'));
		await passTurns();
		assert.ok(takeCalls().includes('information: Query "Bugs" removed.: Undo'));
		assert.deepEqual(saved(), ['Bugs: label:bug', 'Mine: assigned:me']);
	});
});
