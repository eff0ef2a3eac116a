import assert from 'node:assert/strict';
import type { TrackerKey } from '../../../../src/platform/model/keys.ts';
import type { TicketServices } from '../../../../src/tickets/commands/ticket-services.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { answerWith, choose, enter, made, signInOffer, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { ViewCommands } = await import('../../../../src/tickets/commands/view-commands.ts');
const { TicketSettings } = await import('../../../../src/tickets/settings/settings.ts');

const resources = stage();
const editor: TrackerKey = { account: 'ana', owner: '~ana', tracker: 'editor' };
const tools: TrackerKey = { ...editor, tracker: 'tools' };
const rowOf = (key: TrackerKey) => [{ id: 'row', label: 'A', about: { kind: 'tracker', key } }] as const;

async function open(...names: readonly ('ana' | 'bob')[]) {
	const forge = await resources.forge();
	forge.fill(2);
	forge.fill(1, 'tools');
	const tickets = await signedIn(forge, resources, ...names);
	await tickets.of('ana')?.trackers.own.refresh();
	const stored = new Map<string, unknown>();
	const memory = {
		get: (name: string) => stored.get(name),
		update: async (name: string, value: unknown) => void stored.set(name, value),
	} as never;
	const settings = new TicketSettings(memory);
	const project = projectItems();
	/** The tracker of the page in front or of the selected row. */
	const current = { of: undefined as TrackerKey | undefined };
	const renamed: string[] = [];
	const commands = new ViewCommands(
		{ tickets, settings } as TicketServices,
		navigationWith({ currentTracker: async () => current.of }),
		(from, to) => renamed.push(`${from} to ${to}`),
		project.items,
	);
	return { tickets, settings, setProject: project.set, commands, current, renamed };
}

/** Answers the input box of a filter. */
async function type(command: Promise<void>, answer: (box: (typeof made.boxes)[number]) => void) {
	await until(() => made.boxes.length === 1);
	const box = made.boxes[0] ?? assert.fail();
	answer(box);
	await command;
	return box;
}

describe('The command that filters a tracker', () => {
	it('asks nothing for the tracker that the user is working with', async () => {
		const { settings, commands, current } = await open('ana');
		current.of = tools;
		await type(commands.filter([]), (shown) => {
			shown.type('label:bug');
			shown.selectedItems = shown.items.slice(0, 1);
			shown.accept();
		});
		assert.equal(settings.filterOf(tools), 'label:bug');
		assert.deepEqual(takeCalls(), []);
		await settings.setFilter(editor, 'label:easy');
		await commands.clearFilter([]);
		assert.equal(settings.filterOf(tools), undefined);
		assert.equal(settings.filterOf(editor), 'label:easy');
	});
});

describe('The command that saves a filter as a query', () => {
	it('moves the filter to the queries, under the name that the user enters', async () => {
		const { settings, commands } = await open('ana');
		await settings.setFilter(editor, 'label:bug');
		answerWith(enter(' Bugs '));
		await commands.saveFilter(rowOf(editor));
		const { name, text } = settings.queries.at(-1) ?? assert.fail();
		assert.deepEqual([name, text], ['Bugs', 'label:bug']);
		assert.equal(settings.filterOf(editor), undefined);
		assert.equal(
			takeCalls()[0],
			'input: Save Filter as Query: Name of the query "label:bug". It will appear under every tracker.',
		);
	});
});

describe('The command that edits a query, without a row', () => {
	for (const [what, name, of] of [
		['the user works with', 'tools', tools],
		['is first by name', 'editor', undefined],
	] as const) {
		it(`counts the tickets of the tracker that ${what}`, async () => {
			const { commands, current } = await open('ana');
			current.of = of;
			answerWith(choose('Assigned to me'));
			const done = commands.queries.edit([]);
			await until(() => made.boxes.length === 1);
			const [box = assert.fail()] = made.boxes;
			await until(() => box.items[0]?.description?.includes(`in ~ana/${name}`) === true);
			box.hide();
			await done;
		});
	}
});

describe('The command that clears a filter', () => {
	it('takes the only one without asking', async () => {
		const { settings, commands } = await open('ana');
		await settings.setFilter(tools, 'label:bug');
		await commands.clearFilter([]);
		assert.deepEqual([settings.filterOf(tools), takeCalls()], [undefined, []]);
	});

	it('takes that of a tracker of the workspace that is neither own nor pinned', async () => {
		const { settings, commands, setProject } = await open('bob');
		setProject('~ana/editor');
		const seenByBob = { ...editor, account: 'bob' };
		await settings.setFilter(seenByBob, 'label:bug');
		await commands.clearFilter([]);
		assert.equal(settings.filterOf(seenByBob), undefined);
	});

	it('asks which one if there are several', async () => {
		const { settings, commands } = await open('ana');
		for (const key of [editor, tools]) await settings.setFilter(key, 'label:bug');
		answerWith(choose('tools'));
		await commands.clearFilter([]);
		assert.deepEqual([settings.filterOf(editor), settings.filterOf(tools)], ['label:bug', undefined]);
		assert.deepEqual(takeCalls(), [
			'pick: Clear Filter: Select a filter: ~ana/editor (label:bug) | ~ana/tools (label:bug)',
		]);
	});
});

it('Commands on a row that was redrawn change no other tracker', async () => {
	const { settings, commands, current } = await open('ana');
	current.of = tools;
	await settings.setFilter(tools, 'label:bug');
	for (const act of ['filter', 'saveFilter', 'clearFilter', 'markSeen'] as const) {
		await commands[act]([undefined]);
		assert.deepEqual(takeCalls(), ['status bar: The list changed. Try again.'], act);
	}
	assert.deepEqual([made.boxes, settings.filterOf(tools)], [[], 'label:bug']);
});

it('Commands on filters begin with signing in if no account is signed in', async () => {
	const { commands } = await open();
	for (const run of [
		() => commands.filter([]),
		() => commands.saveFilter([]),
		() => commands.clearFilter([]),
		() => commands.markSeen([]),
		() => commands.markAllSeen(),
	]) {
		await run();
		assert.deepEqual(takeCalls(), [signInOffer]);
	}
});

describe('The command that groups or sorts the view', () => {
	it('marks what is in effect, and changes it', async () => {
		const { settings, commands } = await open('ana');
		answerWith(choose('By label'));
		await commands.group();
		await commands.group();
		assert.equal(settings.grouping, 'label');
		answerWith(choose('Oldest'));
		await commands.sort();
		await commands.sort();
		assert.deepEqual(settings.order, { by: 'created', isReversed: true });
		const sorting = "pick: Sort Tickets: Doesn't affect queries with sort: or rsort:";
		assert.deepEqual(takeCalls(), [
			'pick: Group Tickets: None (current) | By status | By label | By assignee',
			'pick: Group Tickets: None | By status | By label (current) | By assignee',
			`${sorting}: Recently updated (current) | Least recently updated | Newest | Oldest | By title`,
			`${sorting}: Recently updated | Least recently updated | Newest | Oldest (current) | By title`,
		]);
	});

	it('opens the setting of the queries', async () => {
		const { commands } = await open('ana');
		await commands.editQueries();
		assert.deepEqual(takeCalls(), ['command: workbench.action.openSettings: @id:tildeforge.ticketQueries']);
	});
});
