import assert from 'node:assert/strict';
import { listAll } from '../../src/forge/client/pages.ts';
import { connectGraphql } from '../../src/forge/graphql/connect-graphql.ts';
import { trackerOperations } from '../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../src/forge/rows/trackers.ts';
import { dialectOptions } from '../graphql-forge/graphql-api.ts';
import { plainTransport } from '../kit/forge/plain-transport.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { until } from '../tools/until.ts';
import {
	clickRow,
	clickUntil,
	collapseRow,
	Dialogue,
	expandRow,
	openBox,
	row,
	rows,
	signInWithToken,
} from './editor-driver.ts';
import { RepositoryRows } from './repositories-driver.ts';
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

describe('On a forge that speaks only GraphQL', () => {
	const network = plainTransport();
	after(() => network.dispose());
	const editor = editorWindow(
		{
			size: { width: 1400, height: 1600 },
			forge: dialectOptions('graphql'),
			settings: ({ addresses }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses }],
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
		const carrier = testWire({
			base: addresses.trackers,
			token: () => tokenOfAna(users),
			fetch: network.fetch,
		});
		return connectGraphql(trackerRows, 'todo.sr.ht', async () => trackerOperations, carrier);
	};

	const titleOf = async (ticket: number) => (await tickets().ticket({ ...garden, ticket })).title;

	it('tickets are commented on, labeled and confirmed, and a label is renamed, like those of any other forge', async () => {
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

		await openBox(editor(), 'Tildeforge: Edit Label…', 'Edit Label');
		const box = new Dialogue(page);
		await box.choose(/editor/);
		await box.asks('Edit Label: ~ana/editor');
		await box.choose(/^undo/);
		await box.answer('history');
		await box.choose(/current/);
		await until(async () => (await tickets().ticket({ ...garden, ticket: 57 })).labels.includes('history'), {
			what: 'the label has another name',
		});

		await editor().command('Tildeforge: Confirm Ticket');
		await until(async () => (await tickets().ticket({ ...garden, ticket: 57 })).status === 'confirmed', {
			what: 'the ticket is confirmed',
		});
		await ticketRow(editor(), 57, 'Confirmed,').waitFor();
		await waitForPage(editor(), 'Release 2.4.2?');
	});

	it('tickets are assigned, renamed, subscribed to, described and deleted on their pages', async () => {
		const { page } = editor();
		const assignees = async () =>
			(await tickets().ticket({ ...garden, ticket: 56 })).assignees.map(({ name }) => name);
		assert.deepEqual(await assignees(), []);
		await openTicket(editor(), 56, '.editorconfig: indent_style and tab_width');
		await ticketPage(editor()).getByRole('button', { name: 'Assign…' }).click();
		const box = new Dialogue(page);
		await box.asks('Assign: ~ana/editor#56');
		await box.choose(/~ana, you/);
		await until(async () => (await assignees()).join() === 'ana', { what: 'the ticket is assigned' });
		await editor().command('Tildeforge: Assign Ticket to Me');
		await page.getByText('#56 is already assigned to you').first().waitFor();
		await ticketPage(editor()).getByRole('button', { name: 'Unassign' }).click();
		await until(async () => (await assignees()).length === 0, { what: 'the ticket is not assigned' });
		await openBox(editor(), 'Tildeforge: Edit Ticket Title…', 'Title: ~ana/editor#56');
		await box.answer('.editorconfig: indentation');
		await waitForPage(editor(), '.editorconfig: indentation');
		await until(async () => (await titleOf(56)) === '.editorconfig: indentation', {
			what: 'the ticket has the title',
		});

		const subscribe = ticketPage(editor()).getByRole('button', { name: 'Subscribe', exact: true });
		const unsubscribe = ticketPage(editor()).getByRole('button', { name: 'Unsubscribe' });
		await subscribe.click();
		await unsubscribe.click();
		await subscribe.waitFor();

		await editor().command('Tildeforge: Edit Ticket Description…');
		const tab = page.locator('.tab', { hasText: 'Description of #56.md' });
		await tab.waitFor();
		await page.locator('.editor-instance .view-lines').click();
		await page.keyboard.press('Control+a');
		await page.keyboard.insertText('One\n\n- two\n- three\n');
		await page.keyboard.press('Control+s');
		await until(
			async () =>
				(await tickets().ticket({ ...garden, ticket: 56 })).description === 'One\n\n- two\n- three\n',
			{ what: 'the ticket has the description' },
		);
		await page.locator('.tab.dirty', { hasText: 'Description of #56.md' }).waitFor({ state: 'hidden' });
		await page.getByRole('tab', { name: /^#56/ }).click();
		await ticketPage(editor()).getByText('three', { exact: true }).waitFor();

		await ticketRow(editor(), 56).waitFor();
		await editor().command('Tildeforge: Delete Ticket…');
		const dialog = page.locator('.monaco-dialog-box');
		await dialog.getByText('Delete ~ana/editor#56 “.editorconfig: indentation”?').waitFor();
		await dialog.getByRole('button', { name: 'Delete Ticket' }).click();
		await ticketPage(editor()).getByText('~ana/editor#56 was deleted.').waitFor();
		await ticketRow(editor(), 56).waitFor({ state: 'hidden' });
		await assert.rejects(titleOf(56), /Not found/);
	});

	it('files, branches and history of a repository are shown, and a file opens', async () => {
		const window = editor();
		await window.openContainer(['Repositories']);
		const view = new RepositoryRows(editor);
		await view.expand(/^~ana\/editor/, /^Branches/);
		await view.row('branch master, default').waitFor();
		await view.expand(/^Log/);
		await rows(window, 'Repositories').filter({ hasText: 'Version 2.4.0' }).first().waitFor();
		await collapseRow(view.row(/^Log/));
		await view.expand(/^Files/, /^src\b/);
		await clickUntil(view.row('undo.c'), window.page.getByRole('tab', { name: /^undo\.c/ }));

		await view.chooseInMenu(/^~ana\/editor/, 'Search Code…');
		const box = new Dialogue(window.page);
		await box.asks('Search Code in ~ana/editor');
		await box.field.fill('(undo_back');
		await box.says('The forge cannot read this query');
		await box.field.fill('undo_back file:main');
		await box.option(/main\.c:\d+/).waitFor();
		await window.page.keyboard.press('Enter');
		await window.page.getByRole('tab', { name: /^main\.c/ }).waitFor();
		await window.page.getByText(/^Ln \d+, Col \d+ \(9 selected\)/).waitFor();
	});

	it('a list has its series, and the page of one shows its patches and how its checks went', async () => {
		const window = editor();
		const { addresses, users } = window.forge;
		const ask = async (query: string): Promise<string> => {
			const response = await fetch(`${addresses.lists}/query`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${tokenOfAna(users)}`, 'Content-Type': 'application/json' },
				body: JSON.stringify({ query }),
			});
			return response.text();
		};
		const series = await ask(
			'query { me { list(name: "editor-devel") { patches { results { id subject version } } } } }',
		);
		const [, id] = /"id":(\d+),"subject":"Wrap long lines","version":3/.exec(series) ?? assert.fail(series);
		const details = '[#7](https://builds.test/~ana/job/7) alpine.yml';
		const created = await ask(
			`mutation { createTool(patchsetID: ${id}, details: "${details} running", icon: WAITING) { id } }`,
		);
		const [, tool] = /"id":(\d+)/.exec(created) ?? assert.fail(created);
		const checks = ticketPage(window).getByRole('list', { name: 'Checks' }).getByRole('listitem');
		await window.openContainer(['Patches']);
		for (const name of [/^~ana\/editor-devel/, /^Proposed/]) await expandRow(row(window, 'Patches', name));
		await clickRow(row(window, 'Patches', /^Wrap long lines, version 3/));
		await ticketPage(window)
			.getByRole('heading', { level: 1, name: /Wrap long lines/ })
			.waitFor();
		await ticketPage(window).locator('.diff, [class*=diff]').first().waitFor();
		await checks.filter({ hasText: /^Running #7 alpine.yml running/ }).waitFor();
		await ask(`mutation { updateTool(id: ${tool}, details: "${details} success", icon: SUCCESS) { id } }`);
		await window.command('Tildeforge: Refresh');
		await checks.filter({ hasText: /^Passed #7 alpine.yml success/ }).waitFor();
	});
});
