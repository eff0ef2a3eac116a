import { join } from 'node:path';
import { until } from '../tools/until.ts';
import { tokenOf } from './editor-driver.ts';
import { sendMails } from './patches-mails.ts';
import { pageViolations, setTheme, themes } from './themes.ts';
import { showTicketsView, ticketPage } from './ticket-driver.ts';
import { signInTo } from './trials-patches-driver.ts';
import { patchesWorld } from './trials-patches-world.ts';
import { patchsetFailureStates, patchsetStates } from './trials-patchset-states.ts';
import { reviewStates } from './trials-review-states.ts';
import type { State } from './trials-state.ts';
import { ticketStates } from './trials-ticket-states.ts';
import { changeSettings, inTrialWindow, signInAna, type TrialWindow } from './trials-window.ts';
import type { EditorWindow } from './window.ts';

const usualSize = { width: 1400, height: 900 };
const sizes = [usualSize, { width: 1000, height: 700 }];

interface Album {
	readonly folder: string;
	/** Parts of the names of the states to show; all if empty. */
	readonly only: readonly string[];
	pictures: number;
	/** Violations of accessibility, and states that could not be shown. They are also printed at once. */
	readonly problems: string[];
}

function report({ problems }: Album, problem: string): void {
	problems.push(problem);
	console.log(problem);
}

/** Makes the window so wide that the page has this width. */
async function setPageWidth(window: EditorWindow, width: number): Promise<void> {
	const { page } = window;
	const html = ticketPage(window).locator('html');
	await until(
		async () => {
			const now = await html.evaluate(() => innerWidth);
			const { width: outer, height } = page.viewportSize() ?? usualSize;
			if (now !== width) await page.setViewportSize({ width: Math.max(300, outer + width - now), height });
			return now === width;
		},
		{ what: `the page is ${width} wide` },
	);
}

const isWanted = ({ only }: Album, { name }: State): boolean =>
	only.length === 0 || only.some((word) => name.includes(word));

/** Shows states one after the other. A state that cannot be shown does not cost the pictures of the next ones. */
async function showAll(album: Album, trial: TrialWindow, states: readonly State[]): Promise<void> {
	for (const state of states) {
		try {
			await show(album, trial, state);
		} catch (error) {
			report(album, `${state.name} could not be shown: ${error}`);
			await trial.window.keepArtifacts(`picture ${state.name}`);
			await trial.window.page.keyboard.press('Escape');
			// Undoes what would also affect the next states.
			await Promise.resolve(state.leave?.(trial)).catch(() => {});
		}
	}
}

/** Shows a state in all themes and sizes. A state without pictures is entered all the same, because the next one may begin with it. */
async function show(album: Album, trial: TrialWindow, state: State): Promise<void> {
	const { window } = trial;
	await state.enter(trial);
	for (const theme of isWanted(album, state) ? themes : []) {
		await setTheme(window, theme, true);
		for (const size of sizes) {
			await window.page.setViewportSize(size);
			if (state.pageWidth !== undefined) await setPageWidth(window, state.pageWidth);
			await state.pose?.(trial);
			const name = `${state.name}-${theme.name}-${size.width}`;
			// Without what the mouse brings up.
			await window.page.mouse.move(1, 1);
			await window.page.locator('.workbench-hover:visible').first().waitFor({ state: 'hidden' });
			await window.page.screenshot({ path: join(album.folder, `${name}.png`), animations: 'disabled' });
			album.pictures++;
			for (const one of await pageViolations(window)) report(album, `${name}: ${one}`);
		}
	}
	await window.page.setViewportSize(usualSize);
	await state.leave?.(trial);
}

async function showTickets(album: Album, trial: TrialWindow): Promise<void> {
	// What others do is to be new to the page when the user changes the ticket.
	trial.trackers.allowsWebhooks = false;
	await showTicketsView(trial.window);
	await changeSettings(trial, { 'tildeforge.undoSeconds': 0 });
	await signInAna(trial);
	await trial.window.page.setViewportSize(usualSize);
	await showAll(album, trial, ticketStates);
}

const ofPatchsets = [...patchsetStates, ...reviewStates, ...patchsetFailureStates];

async function showPatchsets(album: Album, trial: TrialWindow): Promise<void> {
	const { window } = trial;
	await sendMails(window.forge, patchesWorld);
	await window.openContainer(['Patches']);
	await signInTo(trial, tokenOf(window.forge, '~ana'));
	await showAll(album, trial, ofPatchsets);
}

/** Takes pictures of the states of all pages, in all themes and sizes, and checks the pages for accessibility. */
export async function takePictures(vsix: string, folder: string, only: readonly string[]): Promise<Album> {
	const album: Album = { folder, only, pictures: 0, problems: [] };
	const isAnyWanted = (states: readonly State[]) => states.some((state) => isWanted(album, state));
	if (isAnyWanted(ticketStates)) await inTrialWindow(vsix, (trial) => showTickets(album, trial));
	if (isAnyWanted(ofPatchsets))
		await inTrialWindow(vsix, (trial) => showPatchsets(album, trial), {
			drift: ['patches-write', 'mails-unchecked'],
		});
	return album;
}
