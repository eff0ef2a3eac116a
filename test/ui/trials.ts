import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { startMailServer } from '../kit/mails/mail-server.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { clickUntil, expandRow, InputBox, row, setUp, signInWithToken, tokenOf } from './editor-driver.ts';
import { badgeOf, filledRows, fillInbox, waitForUpdate } from './inbox-driver.ts';
import { KeyboardUser } from './keyboard-driver.ts';
import { RepositoryRows } from './repositories-driver.ts';
import { ServiceProxy } from './service-proxy.ts';
import {
	forgeUser,
	openTicket,
	showTicketsView,
	ticketPage,
	ticketRow,
	title,
	waitForFocusPoll,
	waitForPage,
	waitForPageFocus,
} from './ticket-driver.ts';
import { EditorWindow } from './window.ts';

/** Presses keys as a user does, and counts them. A key with modifiers counts once. */
class CountedKeys {
	readonly #page: Page;
	#keys = 0;
	#words: string[] = [];

	constructor(page: Page) {
		this.#page = page;
	}

	async press(...keys: readonly string[]): Promise<void> {
		for (const key of keys) await this.#page.keyboard.press(key);
		this.#keys += keys.length;
		this.#words.push(...keys);
	}

	/** Each letter is a key. */
	async type(text: string): Promise<void> {
		await this.#page.keyboard.type(text);
		this.#keys += text.length;
		this.#words.push(`"${text}"`);
	}

	/** The keys since the last call, with their number. */
	take(): { readonly count: number; readonly words: string } {
		const taken = { count: this.#keys, words: this.#words.join(' ') };
		this.#keys = 0;
		this.#words = [];
		return taken;
	}
}

/** A window with the packaged extension, whose requests to the trackers are recorded. */
interface TrialWindow {
	readonly window: EditorWindow;
	readonly trackers: ServiceProxy;
	readonly keys: CountedKeys;
}

/** Runs something in a window with the forge forge.test in its settings, and signed out. `data` is the folder of the forge. */
async function inTrialWindow<T>(
	vsix: string,
	run: (trial: TrialWindow) => Promise<T>,
	data?: string,
): Promise<T> {
	const trackers = await ServiceProxy.open();
	const window = await EditorWindow.open({
		...{ title: 'trial', vsix, ...(data !== undefined && { forge: { data } }) },
		settings: (forge) => {
			trackers.behind = forge.addresses.trackers;
			return {
				...setUp({ trackers: trackers.address, webhookKey: forge.webhookKey })(forge),
				// Otherwise notifications about forwarded ports cover the page.
				'remote.autoForwardPorts': false,
			};
		},
	});
	try {
		return await run({ window, trackers, keys: new CountedKeys(window.page) });
	} catch (error) {
		await window.keepArtifacts('trial');
		throw error;
	} finally {
		await window.close();
		trackers.close();
	}
}

/** Signs in as ~ana, who has 33 open tickets. */
async function signInAna({ window, trackers }: TrialWindow): Promise<void> {
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Tickets', 'Open, 33 tickets').waitFor();
	const isRead = () => trackers.asked.some(({ what }) => what === 'GET ~ana/editor?start=10');
	await until(() => isRead() && trackers.isIdle, { what: 'all tickets are read' });
}

/** Changes some of the user's settings. Resolves when VS Code has read them: it then shows the title that is written with them. */
async function changeSettings(
	{ window }: TrialWindow,
	settings: Readonly<Record<string, unknown>>,
): Promise<void> {
	const { host, page } = window;
	const changed = { ...JSON.parse(host.settings.read()), ...settings };
	const words = `Trial ${randomUUID()}`;
	host.settings.write(JSON.stringify({ ...changed, 'window.title': words }));
	await until(async () => (await page.title()).includes(words), { what: 'the settings are read' });
	host.settings.write(JSON.stringify(changed));
}

/** Waits until the page says that the ticket has this status, also if the change is not sent yet. */
const hasStatus = ({ window }: TrialWindow, words: string): Promise<void> =>
	ticketPage(window)
		.getByRole('button', { name: new RegExp(`^Status: ${words}.*Change$`) })
		.first()
		.waitFor();

const waitForTreeFocus = ({ window }: TrialWindow): Promise<void> =>
	window.view('Tickets').locator('.monaco-list:focus').waitFor();

/** What a trial found. */
interface Finding {
	readonly trial: string;
	readonly found: string;
	readonly isMet: boolean;
}

/** What a user does with the keyboard. */
interface Action {
	readonly name: string;
	/** The most keys that it may take, with the letters of texts. */
	readonly most: number;
	/** What has to be done first. Its keys do not count. */
	readonly prepare: (trial: TrialWindow) => Promise<unknown>;
	readonly act: (trial: TrialWindow) => Promise<unknown>;
}

const boxOf = ({ window }: TrialWindow) => new InputBox(window.page);

/** Types into the input box of `step` until one option is left. */
async function narrow(trial: TrialWindow, step: string, words: string): Promise<void> {
	const inputBox = boxOf(trial);
	await inputBox.asks(step);
	await trial.keys.type(words);
	const options = inputBox.box.locator('.monaco-list-row');
	await until(async () => (await options.count()) === 1, { what: `"${words}" leaves one option` });
}

/** Gives four rows the focus of the tree and the selection. */
async function selectFour(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	await ticketRow(window, 59).click();
	await title(window, 'Half of the last line').waitFor();
	await waitForTreeFocus(trial);
	for (let more = 0; more < 3; more++) await window.page.keyboard.press('Shift+ArrowDown');
	const selected = window.view('Tickets').locator('[role=treeitem][aria-selected=true]');
	await until(async () => (await selected.count()) === 4, { what: 'four rows are selected' });
}

/** In this order: each leaves the window as the next one needs it. */
const triageActions: readonly Action[] = [
	{
		name: 'resolve as duplicate and name the original, on the page',
		most: 4,
		prepare: ({ window }) => openTicket(window, 52, 'Sorting lines'),
		act: async (trial) => {
			const inputBox = boxOf(trial);
			const active = (name: RegExp) =>
				inputBox.box.locator('.monaco-list-row.focused').and(inputBox.option(name)).waitFor();
			await trial.keys.press('x');
			await inputBox.asks('Resolve: ~ana/editor#52');
			await trial.keys.press('d');
			await active(/^Duplicate/);
			await trial.keys.press('Enter');
			await inputBox.asks('Resolve as Duplicate: ~ana/editor#52');
			// The most similar ticket.
			await active(/#\d+/);
			await trial.keys.press('Enter');
			await inputBox.gone();
			await hasStatus(trial, 'Resolved');
		},
	},
	{
		name: 'add a label, on the page',
		// Two keys, and three letters of the label.
		most: 5,
		prepare: ({ window }) => openTicket(window, 58, 'A hole in how the temporary file is made'),
		act: async (trial) => {
			await trial.keys.press('l');
			await narrow(trial, 'Labels: ~ana/editor#58', 'uni');
			await trial.keys.press('Enter');
			await ticketPage(trial.window).getByRole('banner').getByText('unicode').waitFor();
		},
	},
	{
		name: 'add a label to 4 rows, with letters as keys of the view',
		most: 5,
		prepare: async (trial) => {
			await changeSettings(trial, { 'tildeforge.singleLetterKeys': 'pagesAndViews' });
			await selectFour(trial);
		},
		act: async (trial) => {
			await trial.keys.press('l');
			await narrow(trial, 'Labels: 4 tickets', 'reg');
			await trial.keys.press('Enter');
			await boxOf(trial).gone();
			await changeSettings(trial, { 'tildeforge.singleLetterKeys': 'pages' });
		},
	},
	{
		name: 'find a commit of a branch, from its row',
		// Six keys, and five letters of the message.
		most: 11,
		prepare: async ({ window }) => {
			await window.openContainer(['Repositories']);
			const view = new RepositoryRows(() => window);
			await view.expand(/^~ana\/editor/, /^Branches/, /^branch release\/2\.4/);
			// The name, not what is at the end of the row. A click collapses it.
			await view.row(/^branch release\/2\.4/).click({ position: { x: 60, y: 10 } });
			await view.row('Log of branch release/2.4').waitFor({ state: 'detached' });
		},
		act: async (trial) => {
			const inputBox = boxOf(trial);
			const view = new RepositoryRows(() => trial.window);
			await trial.keys.press('ArrowRight');
			await view.row('Log of branch release/2.4').waitFor();
			await trial.keys.press('ArrowDown', 'ArrowRight');
			await view.row('Search this log').waitFor();
			await trial.keys.press('ArrowDown', 'Enter');
			await inputBox.asks('Log of ~ana/editor (release/2.4)');
			await trial.keys.type('begin');
			await inputBox.box
				.getByRole('option')
				.first()
				.getByText(/Begin again/)
				.waitFor();
			await trial.keys.press('Enter');
			await trial.window.page.getByRole('tab', { name: /Begin again/ }).waitFor();
		},
	},
];

const remark = 'Why?';
const remarkCount = 5;

const series = 'Wrap long lines';
const list = /^~ana\/editor-devel\b/;
const patches = ({ window }: TrialWindow, name: string | RegExp) => row(window, 'Patches', name).first();
const on = ({ window }: TrialWindow, selector: string) => ticketPage(window).locator(selector);

/** Opens the page of a series, and gives it the focus. */
async function openSeries(trial: TrialWindow): Promise<void> {
	for (const name of [list, /^Proposed/]) await expandRow(patches(trial, name));
	await clickUntil(patches(trial, series), title(trial.window, series));
	await title(trial.window, series).click();
	await waitForPageFocus(trial.window);
}

/** Opens the page of a series, and scrolls to its first diff, which is drawn then. */
async function openDiff(trial: TrialWindow): Promise<void> {
	await openSeries(trial);
	await on(trial, '.file').first().scrollIntoViewIfNeeded();
	await on(trial, '.file .l').first().waitFor();
}

/** Chooses the first row of the box of mails. */
async function send(trial: TrialWindow): Promise<void> {
	await boxOf(trial).option(/Send/).first().waitFor();
	await trial.keys.press('Enter');
	await boxOf(trial).gone();
}

/** Opens the panel of the review with its key, presses further ones there, and sends. */
async function finishReview(trial: TrialWindow, ...keys: readonly string[]): Promise<void> {
	await trial.keys.press('Shift+R');
	await on(trial, '.review-panel [data-choice=comment]:focus').waitFor();
	await trial.keys.press(...keys, 'Control+Enter');
	await on(trial, '.review-bar')
		.getByText(/^Sending /)
		.waitFor();
}

/** What a reviewer does, until the mails are in the outbox. */
const reviewActions: readonly Action[] = [
	{
		name: 'give a Reviewed-by to a series, on its page',
		most: 3,
		prepare: openSeries,
		act: async (trial) => {
			await trial.keys.press('r');
			await boxOf(trial)
				.option(/Reviewed-by: /)
				.waitFor();
			await trial.keys.press('Enter');
			await send(trial);
		},
	},
	{
		name: 'comment on the first line of a series and send it',
		most: remark.length + 6,
		prepare: openDiff,
		act: async (trial) => {
			await trial.keys.press('h', 'c');
			await on(trial, '.comment-draft textarea:focus').waitFor();
			await trial.keys.type(remark);
			await trial.keys.press('Escape');
			await finishReview(trial);
		},
	},
	{
		name: `finish a review of ${remarkCount} comments with a verdict and a status`,
		most: 7,
		prepare: async (trial) => {
			const { keyboard } = trial.window.page;
			await openDiff(trial);
			for (let line = 0; line < remarkCount; line++) {
				const added = on(trial, `.file .l.added >> nth=${line}`);
				// The line moves while the comment above it is drawn.
				await clickUntil(added, added.and(on(trial, '.l.here')));
				await keyboard.press('c');
				await on(trial, '.comment-draft textarea').waitFor();
				await keyboard.type(remark);
				await keyboard.press('Escape');
			}
			await ticketPage(trial.window).getByText(`${remarkCount} draft comments`).waitFor();
		},
		act: async (trial) => {
			// Not Reviewed-by, which is one key nearer: the same mail was sent before, and is not sent twice.
			await finishReview(trial, 'ArrowRight', 'ArrowRight', 'Space', 'Tab', 'ArrowDown');
		},
	},
];

/** Counts the keys of an action. */
async function tryAction(trial: TrialWindow, { name, most, prepare, act }: Action): Promise<Finding> {
	await prepare(trial);
	trial.keys.take();
	await act(trial);
	const { count, words } = trial.keys.take();
	return { trial: name, found: `${count} keys: ${words}`, isMet: count <= most };
}

const triaged = 25;
/** Of the first 25 tickets that the actions leave, 17 take one key and 8 are resolved with five. `j` goes to the next one. */
const maxTriageKeys = 17 + 8 * 5 + 24;

/** The number of the ticket that the page shows. */
async function shownTicket({ window }: TrialWindow): Promise<number> {
	const button = ticketPage(window).getByRole('button', { name: /^Copy reference / });
	return Number(/#(\d+)$/.exec((await button.getAttribute('aria-label')) ?? '')?.[1]);
}

/** The key that triages a ticket by its status, and the status that it then has. Others are resolved. */
const steps: Readonly<Record<string, readonly [key: string, status: string]>> = {
	Reported: ['f', 'Confirmed'],
	Confirmed: ['i', 'In progress'],
};

/** Changes the status of the ticket that the page shows. Returns its new status. */
async function triage(trial: TrialWindow): Promise<string> {
	const { window, keys } = trial;
	const number = await shownTicket(trial);
	const button = ticketPage(window).getByRole('button', { name: /^Status: / });
	const now = /^Status: ([\w ]+)/.exec((await button.first().getAttribute('aria-label')) ?? '')?.[1] ?? '';
	const step = steps[now];
	if (step) {
		const [key, status] = step;
		await keys.press(key);
		await hasStatus(trial, status);
		return status.toLowerCase().replace(' ', '_');
	}
	await keys.press('x');
	await narrow(trial, `Resolve: ~ana/editor#${number}`, 'won');
	await waitForFocusPoll(window);
	await keys.press('Enter');
	await hasStatus(trial, 'Resolved');
	await waitForPageFocus(window);
	return 'resolved';
}

/** Triages tickets one after the other. Fails if the forge then has another result. */
async function tryTriage(trial: TrialWindow): Promise<Finding> {
	const { window, trackers, keys } = trial;
	await showTicketsView(window);
	await openTicket(window, 60, 'Thank you');
	await waitForPage(window, 'Thank you');
	await until(() => trackers.isIdle);
	trackers.forget();
	keys.take();
	const wanted = new Map<number, string>();
	for (let nth = 1; nth <= triaged; nth++) {
		const number = await shownTicket(trial);
		wanted.set(number, await triage(trial));
		if (nth === triaged) break;
		await keys.press('j');
		await until(async () => (await shownTicket(trial)) !== number, {
			what: `the page goes on from #${number}`,
		});
	}
	const changed = () => new Set(trackers.of('PUT').map(({ what }) => what)).size;
	await until(() => changed() >= triaged && trackers.isIdle, { what: 'all changes are sent', seconds: 40 });
	const ana = forgeUser(window.forge, '~ana');
	for (const [number, status] of wanted)
		assert.equal((await ana.ticket(number)).status, status, `#${number}`);
	const { count } = keys.take();
	const changes = trackers.of('PUT').length;
	return {
		trial: `${triaged} tickets triaged in a row`,
		found: `${count} keys, ${changes} changes sent, ${trackers.of('GET').length} reads`,
		isMet: changes === triaged && count <= maxTriageKeys,
	};
}

async function tryTickets(trial: TrialWindow): Promise<readonly Finding[]> {
	await showTicketsView(trial.window);
	await signInAna(trial);
	const found: Finding[] = [];
	for (const action of triageActions) found.push(await tryAction(trial, action));
	return [...found, await tryTriage(trial)];
}

/** Runs the actions of a reviewer with a mail server, and checks that it gets the mails. */
async function tryReviews(trial: TrialWindow): Promise<readonly Finding[]> {
	const { window } = trial;
	await window.openContainer(['Patches']);
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await patches(trial, list).waitFor();
	const server = await startMailServer();
	try {
		const way = { host: '127.0.0.1', port: server.port, security: 'none', from: 'Ana <ana@example.org>' };
		await changeSettings(trial, { 'tildeforge.undoSeconds': 1, 'tildeforge.mailServer': way });
		const found: Finding[] = [];
		for (const action of reviewActions) {
			const before = server.received.length;
			found.push(await tryAction(trial, action));
			await until(() => server.received.length > before, { what: 'the mail is sent', seconds: 60 });
		}
		return found;
	} finally {
		await server.stop();
	}
}

/** Empties an Inbox with rows of all kinds. */
async function tryInbox(trial: TrialWindow, data: string): Promise<Finding> {
	const { window, keys } = trial;
	const user = new KeyboardUser(() => window, 'Inbox');
	await window.openContainer(['Inbox', 'Tickets', 'Repositories']);
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await fillInbox(window, data);
	await user.showView();
	await user.press('Home', 'ArrowDown');
	const tabs = window.page.locator('.tabs-container .tab');
	let mostTabs = 0;
	keys.take();
	await keys.press('Enter');
	for (let nth = 1; nth <= filledRows; nth++) {
		await waitForUpdate(window, nth);
		mostTabs = Math.max(mostTabs, await tabs.count());
		const inFront = () => window.page.locator('.tabs-container .tab.active').getAttribute('aria-label');
		const before = await inFront();
		await keys.press('e');
		// Until then, the diff of a push would be taken for the next update.
		if (nth < filledRows)
			await until(async () => (await inFront()) !== before, { what: `the row after ${before} is open` });
	}
	await user.tree.waitFor();
	const isEmpty = (await badgeOf(window)) === '';
	const { count } = keys.take();
	return {
		trial: `an Inbox of ${filledRows} mixed rows emptied`,
		found: `${count} keys, ${mostTabs} tab${mostTabs === 1 ? '' : 's'}`,
		isMet: isEmpty && count <= 2 * filledRows && mostTabs === 1,
	};
}

/** Runs all trials with the packaged extension. */
export async function runTrials(vsix: string): Promise<readonly Finding[]> {
	const data = temporaryFolder('inbox');
	return [
		...(await inTrialWindow(vsix, tryTickets)),
		...(await inTrialWindow(vsix, tryReviews)),
		await inTrialWindow(vsix, (trial) => tryInbox(trial, data), data),
	];
}
