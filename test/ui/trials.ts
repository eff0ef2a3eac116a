import { showTicketsView } from './ticket-driver.ts';
import { keyboardSteps } from './trials-keyboard.ts';
import { type Action, actions } from './trials-keys.ts';
import { logActions } from './trials-log-keys.ts';
import { queryActions } from './trials-queries.ts';
import { changesByTyping, changesByUndone, triageInRow } from './trials-requests.ts';
import { signInReviewer, tryReviews } from './trials-reviews.ts';
import { showViews, startSample } from './trials-start.ts';
import {
	changeSettings,
	openNewWindow,
	openTrialWindow,
	signInAna,
	type TrialWindow,
} from './trials-window.ts';

/** What a trial found. */
export interface Finding {
	readonly trial: string;
	/** What the first trial found, before changes were kept until they are sent and before letters were text in the views. */
	readonly before: string;
	readonly now: string;
	readonly isMet: boolean;
}

const rowCount = 25;
/** Of the first 25 tickets, 18 take one key and 7 are resolved with five. `j` goes to the next one. */
const maxTriageKeys = 18 + 7 * 5 + 24;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function tryStart(vsix: string): Promise<Finding[]> {
	const window = await openNewWindow(vsix);
	try {
		await showViews(window);
		const { listMs, visible, pageMs } = await startSample(window);
		return [
			{ trial: 'sample forge: click to list', before: '2 s', now: seconds(listMs), isMet: true },
			{
				trial: 'tickets visible at 1400×900',
				before: '6',
				now: String(visible),
				isMet: visible > 6,
			},
			{ trial: 'first page of a ticket', before: '1.6 s', now: seconds(pageMs), isMet: true },
		];
	} catch (error) {
		await window.keepArtifacts('trial of a new user');
		throw error;
	} finally {
		await window.close();
	}
}

/** Counts the keys of an action. */
async function tryAction(trial: TrialWindow, { name, before, most, prepare, act }: Action): Promise<Finding> {
	await prepare(trial);
	trial.keys.take();
	await act(trial);
	const { count, words } = trial.keys.take();
	return { trial: name, before, now: `${count}: ${words}`, isMet: most === undefined || count <= most };
}

async function tryActions(trial: TrialWindow): Promise<Finding[]> {
	const found: Finding[] = [];
	for (const action of [...queryActions, ...actions, ...logActions])
		found.push(await tryAction(trial, action));
	await changeSettings(trial, { 'tildeforge.singleLetterKeys': 'pages' });
	return found;
}

async function tryReviewing(trial: TrialWindow): Promise<Finding[]> {
	const found: Finding[] = [];
	await tryReviews(trial, async (action) => void found.push(await tryAction(trial, action)));
	return found;
}

/** How many changes there are, and which. */
const countOf = (changes: readonly string[]) => [changes.length, ...changes].join(' ');

async function tryRequests(trial: TrialWindow): Promise<Finding[]> {
	const typed = await changesByTyping(trial);
	const undone = await changesByUndone(trial);
	const { keys, changes, reads } = await triageInRow(trial, rowCount);
	return [
		{
			trial: '"fix" typed into the tree, 2 rows selected: changes sent',
			before: '4',
			now: countOf(typed),
			isMet: typed.length === 0,
		},
		{
			trial: 'a status and a duplicate that are undone: changes sent',
			before: '2',
			now: countOf(undone),
			isMet: undone.length === 0,
		},
		{
			trial: `${rowCount} tickets triaged in a row`,
			before: '12 tickets: 40 keys, 12 changes sent',
			now: `${keys} keys, ${changes} changes sent, ${reads} reads`,
			isMet: changes === rowCount && keys <= maxTriageKeys,
		},
	];
}

async function inTrialWindow(
	vsix: string,
	signIn: (trial: TrialWindow) => Promise<void>,
	run: (trial: TrialWindow) => Promise<Finding[]>,
): Promise<Finding[]> {
	const trial = await openTrialWindow(vsix);
	try {
		await signIn(trial);
		return await run(trial);
	} catch (error) {
		await trial.window.keepArtifacts('trial');
		throw error;
	} finally {
		await trial.close();
	}
}

/** A window in which ~ana is signed in, for trials. */
const withAna = (vsix: string, run: (trial: TrialWindow) => Promise<Finding[]>): Promise<Finding[]> => {
	const signIn = async (trial: TrialWindow) => {
		await showTicketsView(trial.window);
		await signInAna(trial);
	};
	return inTrialWindow(vsix, signIn, run);
};

async function tryWithoutMouse(trial: TrialWindow): Promise<Finding[]> {
	const found: Finding[] = [];
	for (const { name, act } of keyboardSteps) {
		trial.keys.take();
		await act(trial);
		const { count, words } = trial.keys.take();
		found.push({
			trial: `without a mouse: ${name}`,
			before: '',
			now: `${count}: ${words}`,
			isMet: true,
		});
	}
	return found;
}

/** Runs all trials with the packaged extension. */
export async function runTrials(vsix: string): Promise<Finding[]> {
	const triage = async (trial: TrialWindow) => [...(await tryActions(trial)), ...(await tryRequests(trial))];
	return [
		...(await tryStart(vsix)),
		...(await withAna(vsix, triage)),
		...(await withAna(vsix, tryWithoutMouse)),
		...(await inTrialWindow(vsix, signInReviewer, tryReviewing)),
	];
}
