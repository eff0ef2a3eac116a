import assert from 'node:assert/strict';
import { describedEntryOf } from '../../../kit/items/entries.ts';
import { passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { outboxOf } from './an-outbox.ts';

const { UndoCommand } = await import('../../../../src/platform/commands/undo.ts');

/** The command, with what is undone by each group. The first group is that of the last change. */
function open(groups: Readonly<Record<string, readonly number[]>>) {
	const left = new Map(Object.entries(groups));
	const undoable = () => {
		const [group] = left.keys();
		return group === undefined ? undefined : { group, at: 0, isOwn: true };
	};
	const outbox = outboxOf({
		undoable: undoable(),
		undo: async (group = '') => {
			const undone = left.get(group) ?? [];
			left.delete(group);
			Object.assign(outbox, { undoable: undoable() });
			return undone.map((ticket) => describedEntryOf({ ticket }));
		},
	});
	const command = new UndoCommand(outbox);
	return async (given?: unknown) => {
		await command.run(given);
		return takeCalls();
	};
}

describe('Undo', () => {
	it('undoes the last change and says what was undone, until there is nothing', async () => {
		const undo = open({ one: [1], two: [2, 3] });
		assert.deepEqual(await undo(), ['status bar: Undone: #1']);
		assert.deepEqual(await undo(), ['status bar: Undone: 2 tickets']);
		assert.deepEqual(await undo(), ['status bar: Nothing to undo']);
	});

	it('undoes no earlier change if the last one is already being sent', async () => {
		const asked: (string | undefined)[] = [];
		const command = new UndoCommand(
			outboxOf({
				undoable: { group: 'last', at: 0, isOwn: true },
				undo: async (group) => {
					asked.push(group);
					return [];
				},
			}),
		);
		await command.run();
		assert.deepEqual(
			[asked, takeCalls()],
			[['last'], ['status bar: Too late to undo: the change is being sent']],
		);
	});

	for (const [what, results, expected] of [
		[
			'undoes two changes if its key is pressed twice',
			[1, 1],
			['status bar: Undone: #1', 'status bar: Undone: #1'],
		],
		[
			'undoes nothing at the second press if the first was too late',
			[0, 1],
			['status bar: Too late to undo: the change is being sent'],
		],
	] as const)
		it(what, async () => {
			const left = [...results];
			const groups = ['last', 'earlier'];
			const asked: (string | undefined)[] = [];
			const outbox = outboxOf({
				undoable: { group: 'last', at: 0, isOwn: true },
				undo: async (group) => {
					asked.push(group);
					await passTurns();
					const [, next = ''] = groups;
					Object.assign(outbox, { undoable: { group: next, at: 0, isOwn: true } });
					return left.shift() ? [describedEntryOf({ ticket: 1 })] : [];
				},
			});
			const command = new UndoCommand(outbox);
			await Promise.all([command.run(), command.run()]);
			assert.deepEqual(asked, groups.slice(0, expected.length));
			assert.deepEqual(takeCalls(), expected);
		});

	it('is silent about the second click of a double click, also before the first one has ended', async () => {
		const first = Promise.withResolvers<ReturnType<typeof describedEntryOf>[]>();
		const results = [first.promise];
		const command = new UndoCommand(outboxOf({ undo: async () => (await results.shift()) ?? [] }));
		const clicked = command.run('one');
		await command.run('one');
		assert.deepEqual(takeCalls(), []);
		first.resolve([describedEntryOf({ ticket: 1 })]);
		await clicked;
		assert.deepEqual(takeCalls(), ['status bar: Undone: #1']);
	});

	it('tries again after it has failed', async () => {
		const results = [Promise.reject(new Error('The disk is full.')), Promise.resolve([describedEntryOf({})])];
		const command = new UndoCommand(outboxOf({ undo: async () => (await results.shift()) ?? [] }));
		await assert.rejects(command.run('one'), /full/);
		await command.run('one');
		assert.match(takeCalls().join(), /Undone/);
	});

	it('undoes only the change that the user has clicked, once for a double click', async () => {
		const undo = open({ one: [1], two: [2] });
		assert.deepEqual(await undo('another'), ['status bar: Too late to undo: the change is being sent']);
		assert.deepEqual(await undo('two'), ['status bar: Undone: #2']);
		assert.deepEqual(await undo('two'), []);
		assert.deepEqual(await undo({ not: 'a group' }), ['status bar: Undone: #1']);
	});
});
