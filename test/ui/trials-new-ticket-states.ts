import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { Dialogue, openBox } from './editor-driver.ts';
import { ticketPage, waitForPage } from './ticket-driver.ts';
import { bob, button, closeEditors, open, press, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

/** Writes a new ticket with labels whose title is similar to that of other tickets. */
async function writeNewTicket(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	await window.command('Tildeforge: New Ticket…');
	await new Dialogue(window.page).choose('~ana/editor');
	await waitForPage(window, 'New ticket');
	const page = ticketPage(window);
	await page.locator('#title').fill('Pasting a long line loses the last half of it');
	await button(trial, 'Select labels').click();
	const dialogue = new Dialogue(window.page);
	for (const name of ['bug', 'good first patch'])
		await dialogue.box.getByRole('checkbox', { name }).first().click();
	await press(trial, 'Enter');
	await page.getByRole('button', { name: "Don't add label bug" }).waitFor();
	await page.getByRole('complementary', { name: 'Similar tickets' }).waitFor();
	await page.locator('#title').focus();
}

const narrow = (pageWidth: number): State => ({
	name: `similar-${pageWidth}`,
	hasPage: true,
	pageWidth,
	enter: ({ window }) => ticketPage(window).locator('#title').waitFor(),
});

async function find({ window }: TrialWindow, text: string): Promise<void> {
	await openBox(window, 'Tildeforge: Find Ticket…', 'Find Ticket');
	await new Dialogue(window.page).answer(text);
}

async function openLinked(trial: TrialWindow): Promise<void> {
	await find(trial, linked);
	await ticketPage(trial.window).locator('.comment.requested').waitFor();
}

/** A server of one image. */
const images = createServer((_, answer) => {
	answer.setHeader('content-type', 'image/png');
	answer.end(readFileSync(join(root, 'media/icon.png')));
});

/** A new ticket, links to comments, and images. */
export const newTicketStates: readonly State[] = [
	{ name: 'similar', hasPage: true, enter: writeNewTicket },
	narrow(370),
	{
		...narrow(220),
		leave: async (trial) => {
			await button(trial, 'Discard').click();
			await closeEditors(trial);
		},
	},
	{
		name: 'linked-comment',
		hasPage: true,
		enter: async (trial) => {
			const { id } = await bob(trial).create({ title: 'A tale', description: 'Once upon a time.' });
			for (let nth = 1; nth <= 20; nth++) await bob(trial).update(id, { comment: `Chapter ${nth}.` });
			const { events } = await bob(trial).update(id, { comment: 'The link leads **here**.' });
			await trial.window.command('Tildeforge: Refresh');
			linked = `${trial.proxy.address}/~ana/editor/${id}#event-${events[0].id}`;
			await openLinked(trial);
		},
		pose: openLinked,
	},
	{
		name: 'missing-comment',
		hasPage: true,
		enter: async (trial) => {
			await find(trial, linked.replace(/\d+$/, '999999'));
			await ticketPage(trial.window).getByText("isn't here").waitFor();
		},
	},
	{
		name: 'images',
		hasPage: true,
		enter: async (trial) => {
			images.listen(0, '127.0.0.1');
			await once(images, 'listening');
			const address = images.address();
			const port = typeof address === 'object' && address ? address.port : 0;
			const description = [
				`Before: ![The garbled line](http://127.0.0.1:${port}/before.png)`,
				'After: ![The line as it should be](https://images.example.org/after.png)',
			].join('\n\n');
			const { id } = await bob(trial).create({ title: 'Pictures of the line', description });
			await trial.window.command('Tildeforge: Refresh');
			await open(trial, id, 'Pictures of the line');
		},
		pose: async ({ window }) => {
			const page = ticketPage(window);
			const shown = page.getByRole('button', { name: /^Always Show Images/ });
			await page.locator('.image').first().waitFor();
			if (!(await shown.isVisible())) await page.locator('.image').first().click();
			await shown.waitFor();
		},
		leave: async (trial) => {
			images.close();
			images.closeAllConnections();
			await closeEditors(trial);
		},
	},
];

let linked = '';
