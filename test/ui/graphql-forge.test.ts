import assert from 'node:assert/strict';
import { connectGraphql } from '../../src/forge/graphql/connect-graphql.ts';
import { trackerOperations } from '../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import type { Forge } from '../../src/sandbox/forge.ts';
import { dialectOptions } from '../graphql-forge/graphql-api.ts';
import { plainTransport } from '../kit/forge/plain-transport.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { until } from '../tools/until.ts';
import { InputBox, openBox, row, setUp, signInWithToken } from './editor-driver.ts';
import { openTicket, showTicketsView, ticketPage, ticketRow, waitForPage } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

const tokenOfAna = ({ users }: Forge): string =>
	users.find(({ name }) => name === '~ana')?.graphqlToken ?? assert.fail('The forge has no token.');

describe('On a forge that speaks only GraphQL', () => {
	const network = plainTransport();
	after(() => network.dispose());
	const editor = editorWindow(
		{
			size: { width: 1400, height: 1600 },
			forge: dialectOptions('graphql'),
			settings: (forge) => ({ ...setUp()(forge), 'tildeforge.undoSeconds': 0 }),
		},
		async (window) => {
			await showTicketsView(window);
			await signInWithToken(window, tokenOfAna(window.forge));
			await row(window, 'Tickets', /^~ana\/editor, 33 open/).waitFor();
		},
	);
	/** The ticket, as the forge has it. */
	const onForge = () => {
		const { forge } = editor();
		const base = forge.addresses.trackers;
		const carrier = testWire({ base, token: () => tokenOfAna(forge), fetch: network.fetch });
		const tickets = connectGraphql(trackerRows, 'todo.sr.ht', async () => trackerOperations, carrier);
		return tickets.ticket({ owner: '~ana', tracker: 'editor', ticket: 56 });
	};

	it('tickets are assigned, renamed, subscribed to, described and deleted on their pages', async () => {
		const { page } = editor();
		const button = (name: string | RegExp) => ticketPage(editor()).getByRole('button', { name });
		const assignees = async () => (await onForge()).assignees.map(({ name }) => name).join();
		const box = new InputBox(page);
		assert.equal(await assignees(), '');
		await openTicket(editor(), 56, '.editorconfig: indent_style and tab_width');
		await button('Assign…').click();
		await box.asks('Assign: ~ana/editor#56');
		await box.choose(/~ana, you/);
		await until(async () => (await assignees()) === 'ana', { what: 'the ticket is assigned' });
		await button('Unassign').click();
		await until(async () => (await assignees()) === '', { what: 'the ticket is not assigned' });
		await openBox(editor(), 'Tildeforge: Edit Ticket Title…', 'Title: ~ana/editor#56');
		await box.answer('.editorconfig: indentation');
		await waitForPage(editor(), '.editorconfig: indentation');
		await button(/^Subscribe$/).click();
		await button('Unsubscribe').click();
		await button(/^Subscribe$/).waitFor();

		await editor().command('Tildeforge: Edit Ticket Description…');
		await page.locator('.tab.active', { hasText: 'Description of #56.md' }).waitFor();
		await page.locator('.editor-instance .view-lines').click();
		await page.keyboard.press('Control+a');
		await page.keyboard.insertText('One\n\n- two\n- three\n');
		await page.keyboard.press('Control+s');
		await until(async () => (await onForge()).description === 'One\n\n- two\n- three\n', {
			what: 'the ticket has the description',
		});
		assert.equal((await onForge()).title, '.editorconfig: indentation');
		await page.getByRole('tab', { name: /^#56/ }).click();
		await ticketPage(editor()).getByText('three', { exact: true }).waitFor();

		await editor().command('Tildeforge: Delete Ticket…');
		const dialog = page.locator('.monaco-dialog-box');
		await dialog.getByText('Delete ~ana/editor#56 “.editorconfig: indentation”?').waitFor();
		await dialog.getByRole('button', { name: 'Delete Ticket' }).click();
		await ticketPage(editor()).getByText('~ana/editor#56 was deleted.').waitFor();
		await ticketRow(editor(), 56).waitFor({ state: 'hidden' });
		await assert.rejects(onForge(), /Not found/);
	});
});
