import assert from 'node:assert/strict';
import { listAll } from '../../src/forge/client/pages.ts';
import { connectGraphql } from '../../src/forge/graphql/connect-graphql.ts';
import { trackerOperations } from '../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { plainTransport } from '../../src/forge/wire/plain-transport.ts';
import { Queues } from '../../src/forge/wire/queue.ts';
import { wire } from '../../src/forge/wire/wire.ts';
import { dialectOptions } from '../graphql-forge/graphql-api.ts';
import { until } from '../tools/until.ts';
import { Dialogue, openBox, row, signInWithToken } from './editor-driver.ts';
import {
	commentBox,
	openTicket,
	showTicketsView,
	ticketPage,
	ticketRow,
	waitForPage,
} from './ticket-driver.ts';
import { editorWindow } from './window.ts';

const garden = { owner: '~ana', tracker: 'editor' };

describe('Tickets of a forge that speaks only GraphQL', () => {
	const network = plainTransport();
	after(() => network.dispose());
	const editor = editorWindow(
		{
			size: { width: 1400, height: 1600 },
			forge: dialectOptions('graphql'),
			settings: ({ addresses: { identity, trackers } }) => ({
				'tildeforge.instances': [{ name: 'forge.test', identity, trackers }],
				'tildeforge.undoSeconds': 0,
			}),
		},
		async (window) => {
			await showTicketsView(window);
			await signInWithToken(window, tokenOfAna(window.forge.users));
			await row(window, 'Tickets', /^~ana\/editor, 33 open/).waitFor();
		},
	);
	const tokenOfAna = (users: readonly { readonly name: string; readonly graphqlToken?: string }[]) =>
		users.find(({ name }) => name === '~ana')?.graphqlToken ?? assert.fail('The forge has no token.');
	const tickets = () => {
		const { addresses, users } = editor().forge;
		const carrier = wire({
			base: addresses.trackers,
			token: () => tokenOfAna(users),
			fetch: network.fetch,
			queues: new Queues(),
			agent: 'Tildeforge/test',
		});
		return connectGraphql(trackerRows, 'todo.sr.ht', async () => trackerOperations, carrier);
	};

	it('are shown, commented on, labeled and confirmed like those of any other forge', async () => {
		const { page } = editor();
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await commentBox(editor()).fill('Yes, on Friday.');
		await page.keyboard.press('Control+Enter');
		await ticketPage(editor()).getByText('Yes, on Friday.').first().waitFor();
		await until(
			async () =>
				(await listAll(tickets().events({ ...garden, ticket: 57 }))).some(
					({ comment }) => comment?.text === 'Yes, on Friday.',
				),
			{ what: 'the forge has the comment' },
		);

		await openBox(editor(), 'Tildeforge: Edit Ticket Labels…', 'Labels: ~ana/editor#57');
		await new Dialogue(page).box.getByRole('checkbox', { name: /^undo/ }).first().click();
		await page.keyboard.press('Enter');
		await until(async () => (await tickets().ticket({ ...garden, ticket: 57 })).labels.includes('undo'), {
			what: 'the ticket has the label',
		});

		await editor().command('Tildeforge: Confirm Ticket');
		await until(async () => (await tickets().ticket({ ...garden, ticket: 57 })).status === 'confirmed', {
			what: 'the ticket is confirmed',
		});
		await ticketRow(editor(), 57, 'Confirmed,').waitFor();
		await waitForPage(editor(), 'Release 2.4.2?');
	});
});
