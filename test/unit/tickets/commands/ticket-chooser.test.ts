import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import type { ChosenTicket } from '../../../../src/tickets/commands/ticket-command-target.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { made, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { navigationWith } from './navigation.ts';
import { signedIn } from './signed-in.ts';

const { TicketChooser } = await import('../../../../src/tickets/commands/ticket-chooser.ts');

const numbered = (ticket: number): TicketKey => ({
	account: 'ana',
	owner: '~ana',
	tracker: 'editor',
	ticket,
});

describe('The tickets that a command applies to', () => {
	const resources = stage();
	async function open({
		current,
		found,
	}: {
		readonly current?: readonly ChosenTicket[];
		readonly found?: TicketKey;
	}) {
		const asked: string[] = [];
		const navigation = navigationWith({
			current: async () => {
				asked.push('current');
				return current;
			},
		});
		const tickets = await signedIn(await resources.forge(), resources, 'ana');
		const chooser = new TicketChooser(tickets, navigation);
		chooser.find = async () => {
			asked.push('find');
			return found && { key: found };
		};
		return { chooser, asked };
	}
	const selected = [{ key: numbered(2), listId: 'list' }];

	it('are the one that the user searches for, if none is chosen', async () => {
		const { chooser, asked } = await open({ found: numbered(3) });
		assert.deepEqual(await chooser.choose([]), [{ key: numbered(3), listId: undefined }]);
		assert.deepEqual(asked, ['current', 'find']);
		assert.deepEqual(await (await open({})).chooser.choose([]), [], 'the user cancels the search');
	});

	it('have an original, for which those of the same tracker with similar titles come first', async () => {
		const forge = await resources.forge();
		forge.fill(3);
		const tickets = await signedIn(forge, resources, 'ana');
		await tickets.of('ana')?.trackers.own.refresh();
		const lifetime = new Lifetime();
		resources.ending(() => lifetime.dispose());
		await tickets.trackerCache(numbered(1), lifetime)?.refresh();
		const chooser = new TicketChooser(tickets, navigationWith({}));
		const none = 'Resolve Without Naming the Original';
		for (const [duplicates, rows] of [
			[[2], ['#3 Ticket 2', '#1 Ticket 0', none]],
			[
				[2, 3],
				[none, '#3 Ticket 2', '#2 Ticket 1', '#1 Ticket 0'],
			],
		] as const) {
			const answer = chooser.findOriginal('Original', duplicates.map(numbered));
			const box = made.boxes.at(-1) ?? assert.fail('no box is open');
			await until(() => !box.busy);
			assert.deepEqual(
				box.items.map(({ label }) => label),
				rows,
			);
			box.choose('#1');
			assert.deepEqual(await answer, numbered(1));
		}
	});

	it('are none if the row was redrawn after its menu was opened, not the ones chosen elsewhere', async () => {
		const { chooser, asked } = await open({ current: selected });
		assert.deepEqual(await chooser.choose([undefined, undefined]), []);
		assert.deepEqual([asked, takeCalls()], [[], ['status bar: The list changed. Try again.']]);
	});
});
