import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { Dialogue } from './editor-driver.ts';
import {
	forgeUser,
	openTicket,
	ticketPage,
	ticketRow,
	waitForFocusPoll,
	waitForPage,
	waitForPageFocus,
} from './ticket-driver.ts';
import { choose, resolveAsDuplicate } from './trials-keys.ts';
import { goOn, hasStatus, shownTicket, type TrialWindow, waitForTreeFocus } from './trials-window.ts';

/** Changes the status of the ticket that the page shows, by keys alone. Returns its new status. */
async function triage(trial: TrialWindow): Promise<string> {
	const { window, keys } = trial;
	const number = await shownTicket(trial);
	const button = ticketPage(window)
		.getByRole('button', { name: /^Status: / })
		.first();
	const now = /^Status: ([\w ]+)/.exec((await button.getAttribute('aria-label')) ?? '')?.[1] ?? '';
	if (now === 'Reported') {
		await keys.press('f');
		await hasStatus(trial, 'Confirmed');
		return 'confirmed';
	}
	if (now === 'Confirmed') {
		await keys.press('i');
		await hasStatus(trial, 'In progress');
		return 'in_progress';
	}
	await keys.press('x');
	await choose(trial, `Resolve: ~ana/editor#${number}`, 'won');
	await waitForFocusPoll(window);
	await keys.press('Enter');
	await hasStatus(trial, 'Resolved');
	await waitForPageFocus(window);
	return 'resolved';
}

interface TriageFigures {
	readonly keys: number;
	readonly changes: number;
	readonly reads: number;
}

/** Triages tickets one after the other. Fails if the forge then has another result. */
export async function triageInRow(trial: TrialWindow, count: number): Promise<TriageFigures> {
	const { window, proxy, keys } = trial;
	await everythingIsSent(trial);
	await openFirst(trial);
	proxy.forget();
	keys.take();
	const wanted = new Map<number, string>();
	for (let nth = 1; nth <= count; nth++) {
		wanted.set(await shownTicket(trial), await triage(trial));
		if (nth < count) await goOn(trial, () => keys.press('j'));
	}
	const changed = () => new Set(proxy.of('PUT').map(({ what }) => what));
	await until(() => changed().size >= count && proxy.isIdle, { what: 'all changes are sent', seconds: 40 });
	const ana = forgeUser(window.forge, '~ana');
	for (const [number, status] of wanted)
		assert.equal((await ana.ticket(number)).status, status, `#${number}`);
	return {
		keys: keys.take().count,
		changes: proxy.of('PUT').length,
		reads: proxy.of('GET').length,
	};
}

/** Goes from a page to the first ticket of its list, without a mouse. */
async function openFirst(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	const { keyboard } = window.page;
	await keyboard.press('Escape');
	await waitForTreeFocus(trial);
	const first = ticketRow(window, 60).and(window.page.locator('.focused'));
	for (let left = 60; left > 0 && (await first.count()) === 0; left--) await keyboard.press('ArrowUp');
	await first.waitFor();
	await keyboard.press('Enter');
	await waitForPage(window, 'Thank you');
}

/** Waits until every change so far is on the forge. */
async function everythingIsSent({ window, proxy }: TrialWindow): Promise<void> {
	await window.page.locator('[id="tildeforge.tildeforge.undo"]').waitFor({ state: 'hidden' });
	await until(() => proxy.isIdle);
}

/**
 * The changes that reach the forge because of `act`. A change of another ticket is sent after everything that `act` has left
 * to be sent, so nothing of it is still to come.
 */
async function changesBecauseOf(
	trial: TrialWindow,
	act: () => Promise<void>,
	later: { readonly number: number; readonly title: string },
): Promise<readonly string[]> {
	const { window, proxy } = trial;
	await everythingIsSent(trial);
	await window.openContainer(['Tickets']);
	proxy.forget();
	await act();
	await openTicket(window, later.number, later.title);
	await window.page.keyboard.press('f');
	const mark = `PUT ~ana/editor/${later.number}`;
	await until(() => proxy.asked.some(({ what }) => what === mark), { what: 'a later change is sent' });
	// A page that opens also asks the forge to deliver what happens to its ticket, until it closes.
	const isChange = (what: string) => !what.startsWith('GET ') && !/\/webhooks\b/.test(what);
	return proxy.asked.map(({ what }) => what).filter((what) => isChange(what) && what !== mark);
}

/** The changes that reach the forge if the user selects two rows and types `fix`. */
export const changesByTyping = (trial: TrialWindow): Promise<readonly string[]> =>
	changesBecauseOf(
		trial,
		async () => {
			const { window } = trial;
			await ticketRow(window, 49).click();
			await ticketRow(window, 48).click({ modifiers: ['ControlOrMeta'] });
			const selected = window.view('Tickets').locator('[role=treeitem][aria-selected=true]');
			await until(async () => (await selected.count()) === 2, { what: 'two rows are selected' });
			await waitForTreeFocus(trial);
			await window.page.keyboard.type('fix');
			assert.equal(await window.view('Tickets').getByText('(unsent)').count(), 0);
			assert.equal(await new Dialogue(window.page).box.isVisible(), false);
		},
		{ number: 50, title: 'Danish quick start' },
	);

/** The changes that reach the forge if the user confirms a ticket, undoes that, resolves it as a duplicate, and undoes that, too. */
export const changesByUndone = (trial: TrialWindow): Promise<readonly string[]> =>
	changesBecauseOf(
		trial,
		async () => {
			await openTicket(trial.window, 55, 'A NUL in the text');
			await trial.window.page.keyboard.press('f');
			await hasStatus(trial, 'Confirmed');
			await trial.window.page.keyboard.press('u');
			await hasStatus(trial, 'Reported');
			await resolveAsDuplicate(trial, 55);
			await trial.window.page.keyboard.press('u');
			await hasStatus(trial, 'Reported');
		},
		{ number: 47, title: 'Ctrl-Z in an empty file' },
	);
