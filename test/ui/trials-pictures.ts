import { join } from 'node:path';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import type { Size } from './browser.ts';
import { signOut } from './editor-driver.ts';
import { sendMails } from './patches-mails.ts';
import { pageViolations, setTheme, themes } from './themes.ts';
import { ticketPage } from './ticket-driver.ts';
import { answerStates } from './trials-answer-states.ts';
import { boxStates } from './trials-box-states.ts';
import { changeStates } from './trials-change-states.ts';
import { commentStates } from './trials-comment-states.ts';
import { inboxStates, notificationStates, webhookStates } from './trials-inbox-states.ts';
import { mailStates } from './trials-mail-states.ts';
import { newTicketStates } from './trials-new-ticket-states.ts';
import { firstStates, lastStates, statesWithoutTrackers } from './trials-page-states.ts';
import { patchesBoxStates } from './trials-patches-box-states.ts';
import { firstViewStates, viewStates } from './trials-patches-view-states.ts';
import { patchesWorld } from './trials-patches-world.ts';
import { patchsetFailureStates } from './trials-patchset-failure-states.ts';
import { patchsetStates } from './trials-patchset-states.ts';
import { repositoryStates } from './trials-repository-states.ts';
import { addRepositories, runGit } from './trials-repository-world.ts';
import { reviewStates } from './trials-review-states.ts';
import { severalStates } from './trials-several-states.ts';
import { signInStates } from './trials-sign-in-states.ts';
import { meetSampleConflict, showSampleAnswers, showViews, startSample } from './trials-start.ts';
import type { State } from './trials-state.ts';
import { trackerStates } from './trials-tracker-states.ts';
import {
	changeSettings,
	openNewWindow,
	openTrialWindow,
	signIn,
	signInAna,
	type TrialWindow,
} from './trials-window.ts';
import type { EditorWindow } from './window.ts';

/** Signed in as ~ana. Each leaves the window as the next one needs it. */
const states = [
	...[...firstStates, ...boxStates, ...trackerStates],
	...[...changeStates, ...commentStates, ...newTicketStates, ...mailStates, ...severalStates, ...lastStates],
];

const sizes: readonly Size[] = [
	{ width: 1400, height: 900 },
	{ width: 1000, height: 700 },
];

interface Album {
	readonly folder: string;
	/** Parts of the names of the states to show; all if empty. */
	readonly only: readonly string[];
	pictures: number;
	/** How often a page was checked for accessibility. */
	checks: number;
	/** Violations of accessibility, and states that could not be shown. They are also printed at once. */
	readonly problems: string[];
}

function report({ problems }: Album, problem: string): void {
	problems.push(problem);
	console.log(problem);
}

/** Takes a picture without what the mouse brings up. */
async function take(
	album: Album,
	window: EditorWindow,
	name: string,
	hover?: () => Promise<unknown> | undefined,
): Promise<void> {
	const { page } = window;
	await page.mouse.move(1, 1);
	await page.locator('.workbench-hover:visible').first().waitFor({ state: 'hidden' });
	await hover?.();
	await page.screenshot({ path: join(album.folder, `${name}.png`), animations: 'disabled' });
	album.pictures++;
}

async function check(album: Album, window: EditorWindow, name: string): Promise<void> {
	album.checks++;
	for (const one of await pageViolations(window)) report(album, `${name}: ${one}`);
}

/** Makes the window so wide that the page has this width. */
async function setPageWidth(
	{ page }: EditorWindow,
	inner: () => Promise<number>,
	width: number,
): Promise<void> {
	const { height } = page.viewportSize() ?? { height: 900 };
	await until(
		async () => {
			const now = await inner();
			if (now === width) return true;
			const outer = page.viewportSize()?.width ?? 0;
			await page.setViewportSize({ width: Math.max(300, outer + width - now), height });
			return false;
		},
		{ what: `the page is ${width} wide` },
	);
}

const isWanted = ({ only }: Album, name: string): boolean =>
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

/** Shows a state in all themes and sizes. A state without pictures is shown once, because the next one may begin with it. */
async function show(album: Album, trial: TrialWindow, state: State): Promise<void> {
	const { window } = trial;
	await state.enter(trial);
	if (isWanted(album, state.name)) {
		for (const theme of themes) {
			await setTheme(window, theme, state.hasPage);
			for (const size of sizes) {
				await window.page.setViewportSize(size);
				if (state.pageWidth !== undefined) {
					const html = ticketPage(window).locator('html');
					await setPageWidth(window, () => html.evaluate(() => innerWidth), state.pageWidth);
				}
				await state.pose?.(trial);
				const name = `${state.name}-${theme.name}-${size.width}`;
				await take(album, window, name, () => state.hover?.(trial));
				if (state.hasPage) await check(album, window, name);
			}
		}
	} else await state.pose?.(trial);
	await window.page.setViewportSize({ width: 1400, height: 900 });
	await state.leave?.(trial);
}

/** Takes pictures of all states in all themes and sizes, and checks the pages for accessibility. */
export async function takePictures(vsix: string, folder: string, only: readonly string[]): Promise<Album> {
	const album: Album = { folder, only, pictures: 0, checks: 0, problems: [] };
	await showNewUser(album, vsix);
	await showSignIn(album, vsix);
	await showTickets(album, vsix);
	await showRepositories(album, vsix);
	await showPatches(album, vsix);
	await showInbox(album, vsix);
	return album;
}

const isAnyWanted = (album: Album, states: readonly State[]): boolean =>
	states.some(({ name }) => isWanted(album, name));

/** Keeps the artifacts of the window if `run` fails, and closes it. */
async function inWindow(trial: TrialWindow, run: () => Promise<void>): Promise<void> {
	try {
		await run();
	} catch (error) {
		await trial.window.keepArtifacts('pictures');
		throw error;
	} finally {
		await trial.close();
	}
}

async function showSignIn(album: Album, vsix: string): Promise<void> {
	if (!isAnyWanted(album, signInStates)) return;
	const trial = await openTrialWindow(vsix);
	await inWindow(trial, async () => {
		await showViews(trial.window);
		await showAll(album, trial, signInStates);
	});
}

async function showTickets(album: Album, vsix: string): Promise<void> {
	if (!isAnyWanted(album, [...statesWithoutTrackers, ...states])) return;
	const trial = await openTrialWindow(vsix);
	// What others do is to be new to the page when the user changes the ticket.
	trial.proxy.allowsWebhooks = false;
	await inWindow(trial, async () => {
		await showViews(trial.window);
		await changeSettings(trial, { 'tildeforge.undoSeconds': 0 });
		await signIn(trial, '~carol');
		await showAll(album, trial, statesWithoutTrackers);
		await signOut(trial.window);
		await signInAna(trial);
		await showAll(album, trial, states);
	});
}

async function showRepositories(album: Album, vsix: string): Promise<void> {
	const project = { folder: temporaryFolder('project'), data: temporaryFolder('forge') };
	const states = repositoryStates(project);
	if (!isAnyWanted(album, states)) return;
	runGit(project.folder, ['init', '--quiet', '--initial-branch=master']);
	const home = temporaryFolder('home');
	const forge = { data: project.data };
	const trial = await openTrialWindow(vsix, { folder: project.folder, forge, env: { HOME: home } });
	await inWindow(trial, async () => {
		await addRepositories(trial.window.forge, project.data, home);
		await trial.window.openContainer(['Repositories']);
		await showAll(album, trial, states);
	});
}

async function showPatches(album: Album, vsix: string): Promise<void> {
	const inViews = [...firstViewStates, ...viewStates, ...patchesBoxStates];
	const states = [...inViews, ...patchsetStates, ...reviewStates, ...answerStates, ...patchsetFailureStates];
	if (!isAnyWanted(album, states)) return;
	const trial = await openTrialWindow(vsix, { forge: { drift: ['patches-write', 'mails-unchecked'] } });
	await inWindow(trial, async () => {
		await sendMails(trial.window.forge, patchesWorld);
		await trial.window.openContainer(['Patches']);
		await showAll(album, trial, states);
	});
}

async function showInbox(album: Album, vsix: string): Promise<void> {
	const data = temporaryFolder('forge');
	const windows = [
		{ states: [...inboxStates(data), ...notificationStates], forge: { data } },
		{ states: webhookStates, forge: {} },
	];
	for (const { states, forge } of windows) {
		if (!isAnyWanted(album, states)) continue;
		const trial = await openTrialWindow(vsix, { forge });
		await inWindow(trial, async () => {
			await trial.window.openContainer(['Inbox']);
			await showAll(album, trial, states);
		});
	}
}

/** The first minute of a new user. */
async function showNewUser(album: Album, vsix: string): Promise<void> {
	if (!isWanted(album, 'welcome') && !isWanted(album, 'sample')) return;
	const window = await openNewWindow(vsix);
	try {
		await showViews(window);
		await takeAll(album, window, 'welcome', false);
		await startSample(window);
		await takeAll(album, window, 'sample', true);
		await showSampleAnswers(window);
		await takeAll(album, window, 'sample-inbox', true);
		await meetSampleConflict(window);
		await takeAll(album, window, 'sample-conflict', true);
	} catch (error) {
		await window.keepArtifacts('pictures of a new user');
		throw error;
	} finally {
		await window.close();
	}
}

async function takeAll(album: Album, window: EditorWindow, name: string, hasPage: boolean): Promise<void> {
	for (const theme of themes) {
		await setTheme(window, theme, hasPage);
		for (const size of sizes) {
			await window.page.setViewportSize(size);
			await take(album, window, `${name}-${theme.name}-${size.width}`);
			if (hasPage) await check(album, window, name);
		}
	}
	await setTheme(window, themes[0], hasPage);
	await window.page.setViewportSize({ width: 1400, height: 900 });
}
