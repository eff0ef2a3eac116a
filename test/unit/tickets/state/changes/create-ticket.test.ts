import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { TicketCreator } from '../../../../../src/tickets/state/changes/create-ticket.ts';
import { ticket } from '../../../../kit/pages/ticket-view.ts';

const place = { owner: '~ana', tracker: 'editor' };
const broke = new ForgeError('offline', 'The connection broke off.', { mayBeDone: true });
const carol = { type: 'user' as const, canonical_name: '~carol', name: 'carol' };
const wanted = { title: 'Tabs are lost', description: 'All of\nthem' };
const made = { ...ticket, id: 61, submitter: carol, title: 'Tabs are lost', description: 'All of\r\nthem\n' };

function forge(answer: ForgeError, rows: readonly (typeof made)[] | ForgeError) {
	let asked = 0;
	return {
		asked: () => asked,
		client: {
			createTicket: () => Promise.reject(answer),
			async *tickets() {
				asked += 1;
				if (rows instanceof ForgeError) throw rows;
				yield { rows, total: rows.length };
				throw new Error('only the first page is wanted');
			},
		} as unknown as ConstructorParameters<typeof TicketCreator>[0],
	};
}

const create = ({ client }: ReturnType<typeof forge>) =>
	new TicketCreator(client, '~carol', place).create(wanted, 60);

describe('A new ticket whose creation failed', () => {
	const others: readonly (readonly [string, Partial<typeof made>])[] = [
		['an older ticket', { id: 60 }],
		['a ticket of another user', { submitter: { ...carol, canonical_name: '~bob' } }],
		['a ticket with another title', { title: 'Tabs are lost again' }],
		['a ticket with another description', { description: 'Some of them' }],
	];
	for (const [what, part] of others) {
		it(`is not mistaken for ${what}`, async () => {
			await assert.rejects(create(forge(broke, [{ ...made, ...part }])), broke);
		});
	}

	it('is not looked for if it certainly was not created', async () => {
		const refused = new ForgeError('refused', 'Title is too short.');
		const one = forge(refused, [made]);
		await assert.rejects(create(one), refused);
		assert.equal(one.asked(), 0);
	});
});
