import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { TicketKey } from '../../../../../src/platform/model/keys.ts';
import { bob, stage } from '../../../../kit/forge/tracker-forge.ts';
import { made, signInOffer, takeCalls } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';
import { signedIn } from '../signed-in.ts';

const { statusImage } = await import('../../../../../src/tickets/commands/find/status-image.ts');
const { findTicket, findTicketOrNone } = await import(
	'../../../../../src/tickets/commands/find/find-ticket.ts'
);

const resources = stage();
const key = (ticket: number) => ({ account: 'ana', owner: '~ana', tracker: 'editor', ticket });

/** The box that finds tickets, with three of them, once all are known. */
async function open(
	title = 'Find Ticket',
	choice?: { readonly none: string; readonly exclude: readonly TicketKey[] },
	description?: string,
	comment?: string,
) {
	const forge = await resources.forge();
	forge.fill(3);
	if (description !== undefined)
		forge.trackers.tickets.open(forge.tracker, bob, { title: 'Odd', description });
	const tickets = await signedIn(forge, resources, 'ana');
	await tickets.of('ana')?.trackers.own.refresh();
	const lifetime = new Lifetime();
	resources.ending(() => lifetime.dispose());
	const cache = tickets.trackerCache(key(1), lifetime);
	await cache?.refresh();
	if (comment !== undefined) {
		forge.trackers.tickets.update(forge.tracker.tickets[0] ?? assert.fail(), bob, { comment });
		await cache?.readWithEvents(1);
		await until(async () => (await cache?.discussions.stored().next())?.done === false);
	}
	const answer = choice
		? findTicketOrNone(tickets, { title, ...choice })
		: findTicket(tickets, { title }).then((found) => found?.key);
	const box = made.boxes.at(-1) ?? assert.fail();
	const rows = () => box.items.map(({ label }) => label);
	return { answer, box, rows, tickets, known: () => until(() => !box.busy) };
}

describe('The box that finds a ticket', () => {
	it('shows the number and the title first, the status as a colored icon, and the order of the search', async () => {
		const { answer, box, known } = await open();
		await known();
		box.type('3');
		const [item] = box.items;
		assert.deepEqual(
			[item?.label, item?.description, item?.iconPath],
			['#3 Ticket 2', undefined, statusImage({ icon: 'issues', tone: 'info' })],
		);
		assert.match(item?.detail ?? '', /^Reported · /);
		assert.equal(box.sortByLabel, false);
		box.hide();
		await answer;
	});

	it('finishes a filter and stays open', async () => {
		const { answer, box, rows, known } = await open();
		await known();
		box.type('Ticket status:op');
		assert.equal(rows()[0], 'open');
		box.choose('open');
		assert.deepEqual([box.value, box.isShown], ['Ticket status:open', true]);
		assert.equal(rows()[0], '#3 Ticket 2');
		box.hide();
		await answer;
	});

	it('finds tickets by their descriptions when the user pauses', async () => {
		const { answer, box, rows, known } = await open('Find Ticket', undefined, 'The caret jumps.');
		await known();
		box.type('caret');
		assert.deepEqual(rows(), []);
		await until(() => rows().length > 0);
		assert.deepEqual(rows(), ['#4 Odd']);
		box.type('carets');
		await until(() => rows()[0] === 'No matching tickets');
		box.hide();
		await answer;
	});

	it('can leave out tickets and offer to choose none, while nothing is typed', async () => {
		const choice = { none: 'Resolve Without Naming the Original', exclude: [key(2)] };
		const first = await open('Original', choice);
		// The user cannot see yet what there is.
		first.box.accept();
		assert.deepEqual(first.rows(), []);
		await first.known();
		assert.deepEqual(
			first.box.items.map(({ label }) => label),
			['Resolve Without Naming the Original', '#3 Ticket 2', '#1 Ticket 0'],
		);
		first.box.type('#2');
		await until(() => first.rows()[0] === 'No matching tickets');
		first.box.type('Ticket');
		assert.deepEqual(first.rows(), ['#3 Ticket 2', '#1 Ticket 0']);
		first.box.choose('#1');
		assert.deepEqual(await first.answer, key(1));
		const second = await open('Original', choice);
		await second.known();
		second.box.accept();
		assert.equal(await second.answer, null);
	});

	it('is not shown if no account is signed in', async () => {
		const tickets = await signedIn(await resources.forge(), resources);
		assert.equal(await findTicket(tickets, { title: 'Find Ticket' }), undefined);
		assert.deepEqual([made.boxes.length, takeCalls()], [0, [signInOffer]]);
	});
});
