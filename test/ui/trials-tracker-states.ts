import { Dialogue, openBox, row } from './editor-driver.ts';
import type { TrackerProxy } from './tracker-proxy.ts';
import { openRelease, press, refuseReads, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

/** Types into the box that pins a tracker, which a change of the window's theme may have closed. */
const typeToPin = (typed: string, shown: string) => async (trial: TrialWindow) => {
	const dialogue = new Dialogue(trial.window.page);
	if (await dialogue.box.isHidden())
		await openBox(trial.window, 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
	await dialogue.field.fill(typed);
	if (shown !== '') await dialogue.says(shown);
};

const leaveBox = ({ window }: TrialWindow) => new Dialogue(window.page).leave();

interface PinState {
	readonly typed: string;
	/** Words of the box. */
	readonly shown: string;
	/** What the forge does with requests. */
	readonly forge?: (proxy: TrackerProxy) => void;
}

const pinState = (name: string, { typed, shown, forge }: PinState): State => ({
	...{ name, hasPage: false },
	enter: async (trial) => {
		await openRelease(trial);
		forge?.(trial.proxy);
	},
	pose: typeToPin(typed, shown),
	leave: async (trial) => {
		trial.proxy.holdOf = () => undefined;
		refuseReads(trial.proxy, undefined);
		await leaveBox(trial);
	},
});

/** Holds what is read of ~bob until the connection is closed. */
const holdBob = (proxy: TrackerProxy) => {
	proxy.holdOf = (what) => (what.includes('~bob') ? new Promise(() => {}) : undefined);
};

const groupBy = async ({ window }: TrialWindow, choice: string): Promise<void> => {
	const dialogue = new Dialogue(window.page);
	await openBox(window, 'Tildeforge: Group Tickets…', 'Group Tickets');
	await dialogue.choose(choice);
	await dialogue.gone();
};

/** What concerns whole trackers. */
export const trackerStates: readonly State[] = [
	pinState('pin-tracker', { typed: '', shown: '' }),
	pinState('pin-tracker-loading', { typed: '~bob', shown: 'Loading trackers…', forge: holdBob }),
	pinState('pin-tracker-list', { typed: '~ana', shown: 'yours' }),
	pinState('pin-tracker-unlisted', { typed: '~bob/web', shown: 'as typed' }),
	pinState('pin-tracker-none', { typed: '~carol', shown: 'has no trackers that you can see.' }),
	pinState('pin-tracker-refused', {
		...{ typed: '~dave', shown: 'Try Again' },
		forge: (proxy) => refuseReads(proxy, 'The forge is being maintained.'),
	}),
	{
		name: 'tracker-hover',
		hasPage: false,
		enter: openRelease,
		pose: (trial) => press(trial, 'Escape'),
		hover: async (trial) => {
			const { page } = trial.window;
			await trial.window.view('Tickets').locator('.monaco-list').focus();
			await press(trial, 'Home', 'Control+k', 'Control+i');
			const shown = page.locator('.workbench-hover:visible');
			await shown.filter({ hasText: 'You own this tracker.' }).waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'group-by-assignee',
		hasPage: false,
		enter: async (trial) => {
			await groupBy(trial, 'By assignee');
			await row(trial.window, 'Tickets', /^~ana, \d+ ticket/)
				.first()
				.waitFor();
		},
		leave: (trial) => groupBy(trial, 'None'),
	},
];
