import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { InputBox, openBox, signOut } from './editor-driver.ts';
import {
	commentBox,
	forgeUser,
	openTicket,
	ticketPage,
	waitForPage,
	waitForPageFocus,
} from './ticket-driver.ts';
import {
	button,
	closeEditors,
	discardDraft,
	on,
	press,
	refuse,
	type State,
	says,
	showOn,
	state,
	write,
} from './trials-state.ts';
import { changeSettings, hasStatus, type TrialWindow } from './trials-window.ts';

const ana = ({ window }: TrialWindow) => forgeUser(window.forge, '~ana');
const bob = ({ window }: TrialWindow) => forgeUser(window.forge, '~bob');
const refresh = ({ window }: TrialWindow) => window.command('Tildeforge: Refresh');
const toBox = { pose: showOn('.composer', 'center') };

const open =
	(number: number, words: string) =>
	({ window }: TrialWindow): Promise<void> =>
		openTicket(window, number, words);
const openRelease = open(57, 'Release 2.4.2?');
const openLongTitle = open(25, 'After the update to 2.4.1');
const openNul = open(55, 'A NUL in the text');

const lock = ({ trackers }: TrialWindow) => refuse(trackers, 'PUT', 'This ticket is locked.');
const unlock = ({ trackers }: TrialWindow) => refuse(trackers, 'PUT');

/** Discards the change that the page shows. */
async function discardChange(trial: TrialWindow): Promise<void> {
	await button(trial, 'Discard').click();
	await button(trial, 'Discard').waitFor({ state: 'detached' });
}

async function discardRefused(trial: TrialWindow): Promise<void> {
	const refused = on(trial, '.refused-text');
	await refused.getByRole('button', { name: 'Discard' }).click();
	await refused.waitFor({ state: 'detached' });
}

const sendComment = ({ window }: TrialWindow) => commentBox(window).press('ControlOrMeta+Enter');
const chooseStatus = ({ window }: TrialWindow, status: string) =>
	ticketPage(window).getByLabel('Status after sending').selectOption(status);

/** Opens a ticket with 64 comments and two that ~ana has not seen. */
async function openLongTicket(trial: TrialWindow): Promise<void> {
	const openStory = async (last: string) => {
		await refresh(trial);
		await openTicket(trial.window, id, 'A long story');
		await says(trial, last);
	};
	const { id } = await bob(trial).create({ title: 'A long story', description: 'Once upon a time.' });
	await ana(trial).update(id, { labels: ['bug', 'good first patch'] });
	for (let nth = 1; nth <= 64; nth++) await bob(trial).update(id, { comment: `Chapter ${nth}.` });
	await openStory('Chapter 64.');
	await closeEditors(trial);
	for (const comment of ['An epilogue.', 'The end.']) await bob(trial).update(id, { comment });
	await openStory('The end.');
}

/** Writes a new ticket with labels whose title is similar to that of other tickets. */
async function writeNewTicket(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	const inputBox = new InputBox(window.page);
	await window.command('Tildeforge: New Ticket…');
	await inputBox.choose('~ana/editor');
	await waitForPage(window, 'New ticket');
	await on(trial, '#title').fill('Pasting a long line loses the last half of it');
	await button(trial, 'Select labels').click();
	for (const name of ['bug', 'good first patch'])
		await inputBox.box.getByRole('checkbox', { name }).first().click();
	await press(trial, 'Enter');
	await button(trial, "Don't add label bug").waitFor();
	await ticketPage(window).getByRole('complementary', { name: 'Similar tickets' }).waitFor();
	await on(trial, '#title').focus();
}

async function openLinkedComment(trial: TrialWindow): Promise<void> {
	const { id } = await bob(trial).create({ title: 'A tale', description: 'Once upon a time.' });
	for (let nth = 1; nth <= 20; nth++) await bob(trial).update(id, { comment: `Chapter ${nth}.` });
	const { events } = await bob(trial).update(id, { comment: 'The link leads **here**.' });
	await refresh(trial);
	await openBox(trial.window, 'Tildeforge: Find Ticket…', 'Find Ticket');
	const address = `${trial.trackers.address}/~ana/editor/${id}#event-${events[0].id}`;
	await new InputBox(trial.window.page).answer(address);
	await on(trial, '.comment.requested').waitFor();
}

/** A server of one image. */
const images = createServer((_, answer) => {
	answer.setHeader('content-type', 'image/png');
	answer.end(readFileSync(join(root, 'media/icon.png')));
});

/** Opens a ticket with an image that is shown and one that is not. */
async function openImages(trial: TrialWindow): Promise<void> {
	await once(images.listen(0, '127.0.0.1'), 'listening');
	const { port } = images.address() as AddressInfo;
	const description = `![Before](http://127.0.0.1:${port}/a.png)\n\n![After](https://images.example.org/b.png)`;
	const { id } = await bob(trial).create({ title: 'Pictures of the line', description });
	await refresh(trial);
	await openTicket(trial.window, id, 'Pictures of the line');
	await on(trial, '.image').first().click();
	await button(trial, /^Always Show Images/).waitFor();
}

const narrow = (pageWidth: number): State => state(`narrow-${pageWidth}`, openLongTitle, { pageWidth });
const narrowBox = (pageWidth: number): State =>
	state(
		`narrow-box-${pageWidth}`,
		async (trial) => {
			await openLongTitle(trial);
			await write(
				trial,
				'I see it with `TERM=xterm`, too, and with each line that is longer than the window.',
			);
			await chooseStatus(trial, 'resolved');
		},
		{ ...toBox, pageWidth, leave: discardDraft },
	);
const narrowSimilar = (pageWidth: number, leave: State['leave'] = async () => {}): State =>
	state(`similar-${pageWidth}`, (trial) => on(trial, '#title').waitFor(), { pageWidth, leave });

/** The page of a ticket. Signed in as ~ana; the last one signs her out. Each leaves the window as the next one needs it. */
export const ticketStates: readonly State[] = [
	state('ticket', open(6, 'Wrap long lines')),
	state('long-title', openLongTitle),
	...[900, 340, 220].map(narrow),
	...[900, 220].map(narrowBox),
	state(
		'failing',
		async (trial) => {
			await openRelease(trial);
			refuse(trial.trackers, 'GET', 'The database is being moved.');
			await refresh(trial);
			await says(trial, /database/);
		},
		{
			leave: async (trial) => {
				refuse(trial.trackers, 'GET');
				await refresh(trial);
				await ticketPage(trial.window)
					.getByText(/database/)
					.waitFor({ state: 'detached' });
			},
		},
	),
	state(
		'keys',
		async (trial) => {
			await openRelease(trial);
			await press(trial, '?');
			await ticketPage(trial.window).getByRole('dialog').waitFor();
		},
		{ leave: (trial) => press(trial, 'Escape') },
	),
	state('user-card', openRelease, {
		pose: async (trial) => {
			await on(trial, 'h1').focus();
			await press(trial, 'Tab');
			await on(trial, '.timeline a[data-open^="user:"]').first().focus();
			await on(trial, '#user-card:popover-open').waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	}),
	state(
		'pending',
		async (trial) => {
			await changeSettings(trial, { 'tildeforge.undoSeconds': 60 });
			await openRelease(trial);
			await press(trial, 'f');
			await hasStatus(trial, 'Confirmed \\(unsent\\)');
		},
		{
			leave: async (trial) => {
				await press(trial, 'u');
				await hasStatus(trial, 'Reported');
				await changeSettings(trial, { 'tildeforge.undoSeconds': 0 });
			},
		},
	),
	state(
		'refused-change',
		async (trial) => {
			lock(trial);
			await openRelease(trial);
			await press(trial, 'f');
			await button(trial, 'Send Again').waitFor();
		},
		{
			leave: async (trial) => {
				unlock(trial);
				await discardChange(trial);
			},
		},
	),
	state(
		'offline',
		async (trial) => {
			await openRelease(trial);
			await trial.trackers.cut();
			await press(trial, 'f');
			await button(trial, 'Send Now').waitFor();
			await refresh(trial);
			await says(trial, /^No connection/);
		},
		{
			leave: async (trial) => {
				await discardChange(trial);
				await trial.trackers.mend();
				await refresh(trial);
			},
		},
	),
	state(
		'conflict',
		async (trial) => {
			await openRelease(trial);
			await ana(trial).update(57, { status: 'pending' });
			await press(trial, 'f');
			await button(trial, 'Use Mine').waitFor();
		},
		{ leave: discardChange },
	),
	state(
		'draft',
		async (trial) => {
			await openTicket(trial.window, 58, 'A hole in how the temporary file is made');
			await write(trial, 'O_EXCL it is, see ~bob’s `mkstemp` in #12.\n\n```c\nopen(path, O_EXCL);\n```');
			await chooseStatus(trial, 'resolved');
			await ticketPage(trial.window).getByLabel('Resolution').selectOption('fixed');
			await button(trial, 'Remove label bug').click();
			await commentBox(trial.window).focus();
		},
		toBox,
	),
	state(
		'preview',
		async (trial) => {
			await ticketPage(trial.window).getByRole('tab', { name: 'Preview' }).click();
			await on(trial, '.composer .prose code').first().waitFor();
		},
		{
			...toBox,
			leave: async (trial) => {
				await ticketPage(trial.window).getByRole('tab', { name: 'Write' }).click();
				await discardDraft(trial);
			},
		},
	),
	state(
		'refused-comment',
		async (trial) => {
			await openNul(trial);
			await write(trial, 'I can see it, too.');
			lock(trial);
			await sendComment(trial);
			await ticketPage(trial.window).getByRole('alert').getByText('locked').waitFor();
		},
		{
			...toBox,
			leave: async (trial) => {
				unlock(trial);
				await discardRefused(trial);
			},
		},
	),
	state(
		'conflict-of-comment',
		async (trial) => {
			await openTicket(trial.window, 52, 'Sorting lines');
			await write(trial, 'I begin.');
			await chooseStatus(trial, 'in_progress');
			await ana(trial).update(52, { status: 'resolved', resolution: 'wont_fix' });
			await button(trial, 'Comment and set to in progress').click();
			await ticketPage(trial.window).getByRole('alert').waitFor();
		},
		{ ...toBox, leave: discardRefused },
	),
	state(
		'waiting-comment',
		async (trial) => {
			await openNul(trial);
			await write(trial, 'It is documented now.');
			await trial.trackers.cut();
			await sendComment(trial);
			await button(trial, 'Send Now').waitFor();
		},
		{
			leave: async (trial) => {
				// The outbox may have tried again by itself.
				await trial.trackers.mend();
				await refresh(trial);
				await button(trial, 'Send Now').waitFor({ state: 'detached' });
			},
		},
	),
	state('similar', writeNewTicket),
	narrowSimilar(370),
	narrowSimilar(220, async (trial) => {
		await button(trial, 'Discard').click();
		await closeEditors(trial);
	}),
	state('linked-comment', openLinkedComment),
	state('images', openImages, {
		leave: async (trial) => {
			images.close();
			images.closeAllConnections();
			await closeEditors(trial);
		},
	}),
	state('long', openLongTicket),
	state('long-strip', async (trial) => {
		await waitForPageFocus(trial.window);
		await press(trial, 'Shift+G');
		await ticketPage(trial.window).getByRole('region', { name: 'Summary' }).waitFor();
	}),
	state(
		'several-accounts',
		async (trial) => {
			await openRelease(trial);
			await trial.window.command('Tildeforge: Try a Sample Forge');
			await says(trial, '~ana (forge.test)');
		},
		{
			leave: async ({ window }) => {
				await signOut(window, /Sample forge/);
				await ticketPage(window).getByText('~ana (forge.test)').first().waitFor({ state: 'detached' });
			},
		},
	),
	state('signed-out', async (trial) => {
		await signOut(trial.window);
		await says(trial, /signed out/i);
	}),
];
