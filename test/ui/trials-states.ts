import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { confirmAfterMs } from '../../src/platform/state/outbox/entry.ts';
import { tryAgain, until } from '../tools/until.ts';
import { Dialogue, openBox, row, signOut } from './editor-driver.ts';
import {
	arrived,
	commentBox,
	forgeUser,
	openTicket,
	pageHasFocus,
	ticketPage,
	ticketRow,
} from './ticket-driver.ts';
import { hasStatus, set, type TrialWindow } from './trials-window.ts';

/** A state of the views and of the page that is open. */
export interface State {
	readonly name: string;
	/** Whether a page is open, which is then checked for accessibility. */
	readonly hasPage: boolean;
	/** Brings the window into the state. */
	readonly enter: (trial: TrialWindow) => Promise<unknown>;
	/** Does again what a change of the window’s size or theme undoes. */
	readonly pose?: (trial: TrialWindow) => Promise<unknown>;
	readonly leave?: (trial: TrialWindow) => Promise<unknown>;
	/** A width of the page, for a state that is shown in this width only. */
	readonly pageWidth?: number;
}

const press = async ({ window }: TrialWindow, ...keys: readonly string[]) => {
	for (const key of keys) await window.page.keyboard.press(key);
};
const ana = ({ window }: TrialWindow) => forgeUser(window.forge, '~ana');
const bob = ({ window }: TrialWindow) => forgeUser(window.forge, '~bob');
const waiting = ({ window }: TrialWindow, words: string | RegExp) => row(window, 'Tickets', words).first();
const open = ({ window }: TrialWindow, number: number, words: string) => openTicket(window, number, words);
const openRelease = (trial: TrialWindow) => open(trial, 57, 'Release 2.4.2?');
const button = ({ window }: TrialWindow, name: string) =>
	ticketPage(window).getByRole('button', { name, exact: true });
const refuse = ({ line }: TrialWindow, reason: string | undefined) => {
	line.refused = (what) => (what.startsWith('PUT') ? reason : undefined);
};
const closeEditors = async ({ window }: TrialWindow) => {
	await window.command('View: Close All Editors');
	await window.page.locator('.tab').first().waitFor({ state: 'detached' });
};

async function write(trial: TrialWindow, text: string): Promise<void> {
	await commentBox(trial.window).fill(text);
	await ticketPage(trial.window)
		.getByText(/^Draft saved/)
		.waitFor();
}

async function discardDraft(trial: TrialWindow): Promise<void> {
	await button(trial, 'Discard').last().click();
	await until(async () => (await commentBox(trial.window).inputValue()) === '');
}

async function discardChange(trial: TrialWindow): Promise<void> {
	await button(trial, 'Discard').first().click();
	await waiting(trial, /^Waiting/).waitFor({ state: 'detached' });
}

/** Makes the changes that wait look older than they are. */
function age({ window }: TrialWindow): void {
	const files = readdirSync(window.host.data, { recursive: true, withFileTypes: true }).filter(
		(one) => one.isFile() && basename(one.parentPath) === 'queue' && one.name === 'all',
	);
	for (const { parentPath, name } of files) {
		const file = join(parentPath, name);
		const earlier = (_: string, at: string) => `"at":${Number(at) - confirmAfterMs - 60_000}`;
		writeFileSync(file, readFileSync(file, 'utf8').replace(/"at":(\d+)/g, earlier));
	}
}

/** A ticket with 64 comments and two that ~ana has not seen. */
async function openLongTicket(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	const { id } = await bob(trial).create({ title: 'A long story', description: 'Once upon a time.' });
	await ana(trial).update(id, { labels: ['bug', 'good first patch'] });
	for (let nth = 1; nth <= 64; nth++) await bob(trial).update(id, { comment: `Chapter ${nth}.` });
	await window.command('Tildeforge: Refresh');
	await open(trial, id, 'A long story');
	await ticketPage(window).getByText('Chapter 64.').waitFor();
	await closeEditors(trial);
	for (const comment of ['An epilogue.', 'The end.']) await bob(trial).update(id, { comment });
	await window.command('Tildeforge: Refresh');
	await open(trial, id, 'A long story');
	await ticketPage(window).getByText('The end.').waitFor();
}

const narrow = (pageWidth: number): State => ({
	name: `narrow-${pageWidth}`,
	hasPage: true,
	pageWidth,
	enter: (trial) => open(trial, 25, 'After the update to 2.4.1'),
});

/** Signed in as a user without trackers. */
export const statesWithoutTrackers: readonly State[] = [
	{
		name: 'empty',
		hasPage: false,
		enter: (trial) => waiting(trial, /^No trackers/).waitFor(),
	},
];

/** Signed in as ~ana. In this order: each leaves the window as the next one needs it. */
export const states: readonly State[] = [
	{ name: 'list', hasPage: false, enter: (trial) => ticketRow(trial.window, 60).waitFor() },
	{
		name: 'ticket',
		hasPage: true,
		enter: (trial) => open(trial, 6, 'Wrap long lines'),
	},
	{
		name: 'long-title',
		hasPage: true,
		enter: (trial) => open(trial, 25, 'After the update to 2.4.1'),
	},
	{
		name: 'keys',
		hasPage: true,
		enter: async (trial) => {
			await openRelease(trial);
			await press(trial, '?');
			await ticketPage(trial.window).getByRole('dialog').waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'user-card',
		hasPage: true,
		enter: openRelease,
		pose: async (trial) => {
			const name = ticketPage(trial.window).locator('.timeline a[data-open^="user:"]').first();
			await ticketPage(trial.window).locator('h1').focus();
			await press(trial, 'Tab');
			await name.focus();
			await ticketPage(trial.window).locator('#user-card:popover-open').waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'menu',
		hasPage: false,
		enter: openRelease,
		pose: (trial) =>
			tryAgain(
				() => ticketRow(trial.window, 58).click({ button: 'right' }),
				() => trial.window.page.getByRole('menuitem', { name: /^Comment/ }).waitFor({ timeout: 3000 }),
			),
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'resolve-box',
		hasPage: false,
		enter: openRelease,
		pose: async (trial) => {
			await pageHasFocus(trial.window);
			await press(trial, 'x');
			await new Dialogue(trial.window.page).asks('Resolve: ~ana/editor#57');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	{
		name: 'labels-box',
		hasPage: false,
		enter: openRelease,
		pose: async (trial) => {
			await pageHasFocus(trial.window);
			await press(trial, 'l');
			await new Dialogue(trial.window.page).asks('Labels: ~ana/editor#57');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	{
		name: 'find-box',
		hasPage: false,
		enter: openRelease,
		pose: async (trial) => {
			await openBox(trial.window, 'Tildeforge: Find Ticket…', 'Find Ticket');
			await new Dialogue(trial.window.page).field.fill('status:open line');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	{
		name: 'pending',
		hasPage: true,
		enter: async (trial) => {
			set(trial, { 'tildeforge.undoSeconds': 60 });
			await openRelease(trial);
			await press(trial, 'f');
			await hasStatus(trial, 'Confirmed \\(pending\\)');
		},
		leave: async (trial) => {
			await press(trial, 'u');
			await hasStatus(trial, 'Reported');
			set(trial, { 'tildeforge.undoSeconds': 0 });
		},
	},
	{
		name: 'draft',
		hasPage: true,
		enter: async (trial) => {
			await open(trial, 58, 'A hole in how the temporary file is made');
			await write(
				trial,
				'O_EXCL it is, see ~bob’s `mkstemp` in #12.\n\n```c\nint fd = open(path, O_EXCL);\n```',
			);
			const { window } = trial;
			await ticketPage(window).getByLabel('Status', { exact: true }).selectOption('resolved');
			await ticketPage(window).getByLabel('Resolution').selectOption('fixed');
			await ticketPage(window).getByRole('button', { name: 'Remove label bug' }).click();
			await commentBox(window).focus();
		},
	},
	{
		name: 'preview',
		hasPage: true,
		enter: async ({ window }) => {
			await ticketPage(window).getByRole('tab', { name: 'Preview' }).click();
			await ticketPage(window).locator('.composer .prose code').first().waitFor();
		},
		leave: async (trial) => {
			await ticketPage(trial.window).getByRole('tab', { name: 'Write' }).click();
			await discardDraft(trial);
		},
	},
	{
		name: 'refused-comment',
		hasPage: true,
		enter: async (trial) => {
			await open(trial, 55, 'A NUL in the text');
			await write(trial, 'I can see it, too.');
			refuse(trial, 'This ticket is locked.');
			await commentBox(trial.window).press('ControlOrMeta+Enter');
			await ticketPage(trial.window).getByRole('alert').getByText('Nothing was sent.').waitFor();
		},
		leave: async (trial) => {
			refuse(trial, undefined);
			await discardDraft(trial);
		},
	},
	{
		name: 'conflict-of-comment',
		hasPage: true,
		enter: async (trial) => {
			const { window } = trial;
			await open(trial, 52, 'Sorting lines');
			await write(trial, 'I begin.');
			await ticketPage(window).getByLabel('Status', { exact: true }).selectOption('in_progress');
			await ana(trial).update(52, { status: 'resolved', resolution: 'wont_fix' });
			await button(trial, 'Comment and set to in progress').click();
			await ticketPage(window).getByRole('alert').waitFor();
		},
		leave: discardDraft,
	},
	{
		name: 'refused-change',
		hasPage: true,
		enter: async (trial) => {
			refuse(trial, 'This ticket is locked.');
			await openRelease(trial);
			await press(trial, 'f');
			await waiting(trial, /^Confirmed, refused, /).waitFor();
		},
		leave: async (trial) => {
			refuse(trial, undefined);
			await discardChange(trial);
		},
	},
	{
		name: 'offline',
		hasPage: true,
		enter: async (trial) => {
			const { window, line } = trial;
			await openRelease(trial);
			await line.cut();
			await press(trial, 'f');
			await waiting(trial, /^Confirmed, waiting, .*, ticket 57$/).waitFor();
			await ticketRow(window, 60).click();
			await arrived(window, 'Thank you');
			await press(trial, 'x');
			await new Dialogue(window.page).choose(/^Won.t fix/);
			await waiting(trial, 'Waiting, 2').waitFor();
			await window.command('Tildeforge: Refresh');
			await window.view('Tickets').locator('.message').getByText(/^No/).first().waitFor();
		},
	},
	{
		name: 'unconfirmed',
		hasPage: true,
		enter: async (trial) => {
			age(trial);
			await waiting(trial, 'Waiting, 2').waitFor();
			await trial.line.mend();
			await trial.window.command('Tildeforge: Refresh');
			await trial.window.view('Tickets').locator('.message').first().waitFor({ state: 'hidden' });
			await ticketPage(trial.window).getByRole('button', { name: 'Send Now' }).waitFor();
		},
		leave: async (trial) => {
			await button(trial, 'Discard').first().click();
			await waiting(trial, 'Waiting, 1').waitFor();
			await openRelease(trial);
			await discardChange(trial);
		},
	},
	{
		name: 'conflict',
		hasPage: true,
		enter: async (trial) => {
			await openRelease(trial);
			await ana(trial).update(57, { status: 'pending' });
			await press(trial, 'f');
			await waiting(trial, /^Confirmed, conflict/).waitFor();
			await button(trial, 'Use Mine').waitFor();
		},
		leave: discardChange,
	},
	{
		name: 'new-ticket',
		hasPage: true,
		enter: async (trial) => {
			const { window } = trial;
			await window.command('Tildeforge: New Ticket…');
			await new Dialogue(window.page).choose('~ana/editor');
			await arrived(window, 'New ticket');
		},
	},
	{
		name: 'long',
		hasPage: true,
		enter: async (trial) => {
			await closeEditors(trial);
			await openLongTicket(trial);
		},
	},
	{
		name: 'long-strip',
		hasPage: true,
		enter: async (trial) => {
			await pageHasFocus(trial.window);
			await press(trial, 'G');
			await ticketPage(trial.window).getByRole('region', { name: 'Summary' }).waitFor();
		},
	},
	narrow(340),
	narrow(220),
	{
		name: 'drafts',
		hasPage: true,
		enter: async (trial) => {
			await open(trial, 58, 'A hole in how the temporary file is made');
			await write(trial, 'Not yet.');
			await open(trial, 55, 'A NUL in the text');
			await write(trial, 'Nor this.');
			const draft = row(trial.window, 'Tickets', 'Draft for ~ana/editor#58');
			await tryAgain(
				() => row(trial.window, 'Tickets', /^Drafts/).click(),
				() => draft.waitFor({ timeout: 3000 }),
			);
		},
	},
	{
		name: 'signed-out',
		hasPage: true,
		enter: async ({ window }) => {
			await signOut(window);
			await ticketPage(window)
				.getByText(/signed out/i)
				.first()
				.waitFor();
		},
	},
];
