import assert from 'node:assert/strict';
import { rememberFocus } from '../../../../src/tickets/commands/ticket-list.ts';

const keyOf = (ticket: number) => ({ account: 'one', owner: '~ana', tracker: 'editor', ticket });
const chosen = (ticket: number, listId: string | undefined = 'open') => ({ key: keyOf(ticket), listId });

/** The view with a list of tickets, and the rows that got the focus. */
function open(...numbers: readonly number[]) {
	const tickets = [...numbers];
	const focused: unknown[] = [];
	const list: Parameters<typeof rememberFocus>[0] = {
		tree: {
			reveal: async (row, options) => void focused.push([row, options]),
		},
		lists: {
			itemsOf: (listId) => (listId === 'open' ? tickets.map(keyOf) : []),
			firstListWith: () => undefined,
			rowIdIn: (listId, { ticket }) => `${listId}/${ticket}`,
			idOf: ({ ticket }) => String(ticket),
		},
	};
	return { list, focused, leave: (ticket: number) => tickets.splice(tickets.indexOf(ticket), 1) };
}

describe('The focus in the Tickets view', () => {
	it('moves on if the last of the chosen tickets leaves its list', async () => {
		const { list, focused, leave } = open(1, 2, 3);
		const restore = rememberFocus(list, [chosen(1), chosen(2)]);
		leave(2);
		await restore();
		assert.deepEqual(focused, [['open/3', { focus: true }]]);
	});
});
