import { copy, Dialogue, openBox, opened, setUp, waitingItem } from './editor-driver.ts';
import type { State } from './trials-state.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

/** Has letters of other directions, an icon and a character that changes the direction, and is longer than the box. */
const oddName = `שלום$(bug)\u202eabc.${'very-long-name.'.repeat(8)}example`;
/** Nothing answers there. */
const nowhere = 'http://127.0.0.1:1';

const dialogue = ({ window }: TrialWindow) => new Dialogue(window.page);

/** Rows are chosen with the keyboard where a tooltip would be in the way. */
async function chooseForge(trial: TrialWindow, forge = 'forge.test'): Promise<void> {
	await copy(trial.window.page, '');
	await openBox(trial.window, 'Tildeforge: Sign In…', 'Sign in to a forge');
	await dialogue(trial).choose(forge);
	// The row above it may name it.
	await dialogue(trial).option('Server Addresses…').last().waitFor();
	await dialogue(trial).option('Checking…').first().waitFor({ state: 'detached' });
}

async function chooseRows(trial: TrialWindow, ...names: readonly string[]): Promise<void> {
	for (const name of names) await dialogue(trial).choose(name);
}

async function waitForBrowser(trial: TrialWindow): Promise<void> {
	const { page } = trial.window;
	await chooseForge(trial);
	const forgePage = await opened(page, () => dialogue(trial).choose('Sign in with the browser'));
	await forgePage.close();
	await page.bringToFront();
	await dialogue(trial).says('Approve in your browser.');
}

const setInstances = (trial: TrialWindow, ...more: readonly object[]) =>
	changeSettings(trial, {
		'tildeforge.instances': [...setUp()(trial.window.forge)['tildeforge.instances'], ...more],
	});

const state = (
	name: string,
	enter: (trial: TrialWindow) => Promise<unknown>,
	leave: (trial: TrialWindow) => Promise<unknown> = async () => {},
): State => ({
	name: `sign-in-${name}`,
	hasPage: false,
	enter,
	leave: async (trial) => {
		await dialogue(trial).leave();
		await leave(trial);
	},
});

/** Every step of the sign-in, signed out. */
export const signInStates: readonly State[] = [
	state('forges', async (trial) => {
		await setInstances(trial);
		await openBox(trial.window, 'Tildeforge: Sign In…', 'Sign in to a forge');
	}),
	state('forges-typed', async (trial) => {
		await openBox(trial.window, 'Tildeforge: Sign In…', 'Sign in to a forge');
		await dialogue(trial).field.fill('example.org');
		await dialogue(trial).option('Look for a forge at').waitFor();
	}),
	state('methods', chooseForge),
	state('addresses', async (trial) => {
		await chooseForge(trial);
		await chooseRows(trial, 'Server Addresses…');
		await dialogue(trial).option('Mailing lists').waitFor();
	}),
	state('address', async (trial) => {
		await chooseForge(trial);
		await chooseRows(trial, 'Server Addresses…', 'Mailing lists');
		await dialogue(trial).asks('Mailing lists: forge.test');
		await dialogue(trial).field.fill('http://lists.example.org');
		await dialogue(trial).says('would not be encrypted');
	}),
	state('application', async (trial) => {
		await chooseForge(trial);
		await chooseRows(trial, 'Set Up Browser Sign-In…', 'Copy Redirect Address');
		await dialogue(trial).option('(copied)').waitFor();
	}),
	state('application-client', async (trial) => {
		await chooseForge(trial);
		await chooseRows(trial, 'Set Up Browser Sign-In…');
		await dialogue(trial).option('Copy Redirect Address').waitFor();
		await dialogue(trial).field.fill('0b31aa27-0a0d-4a8f-9c3e-5f1a2b3c4d5e');
		await dialogue(trial).option('Use This Client ID').waitFor();
	}),
	state('port', async (trial) => {
		await chooseForge(trial);
		await chooseRows(trial, 'Set Up Browser Sign-In…', 'Change Port…');
		await dialogue(trial).asks('Port for browser sign-in: forge.test');
		await dialogue(trial).field.fill('80855');
		await dialogue(trial).says('Enter a port number');
	}),
	state('token-source', async (trial) => {
		await chooseForge(trial);
		await chooseRows(trial, 'Paste a token');
		await dialogue(trial).option('Enter Token…').waitFor();
	}),
	state('token', async (trial) => {
		await chooseForge(trial);
		await chooseRows(trial, 'Paste a token', 'Enter Token…');
		await dialogue(trial).field.and(trial.window.page.locator('[type=password]')).waitFor();
		await dialogue(trial).field.fill('a0'.repeat(16));
		await dialogue(trial).says('Press Enter to sign in.');
	}),
	state('browser', async (trial) => {
		const [one] = setUp({ clientId: 'tildeforge' })(trial.window.forge)['tildeforge.instances'];
		await changeSettings(trial, { 'tildeforge.instances': [one] });
		await waitForBrowser(trial);
	}),
	state('browser-removed', async (trial) => {
		await waitForBrowser(trial);
		await changeSettings(trial, { 'tildeforge.instances': [] });
		await dialogue(trial).says('no longer in the settings');
	}),
	state(
		'waiting',
		async (trial) => {
			const [one] = setUp({ clientId: 'tildeforge' })(trial.window.forge)['tildeforge.instances'];
			await changeSettings(trial, { 'tildeforge.instances': [one] });
			await waitForBrowser(trial);
			await trial.window.page.keyboard.press('F1');
			await waitingItem(trial.window).waitFor();
			await dialogue(trial).leave();
		},
		async (trial) => {
			await waitingItem(trial.window).click();
			await dialogue(trial).says('Approve in your browser.');
			await dialogue(trial).leave();
			await waitingItem(trial.window).waitFor({ state: 'detached' });
		},
	),
	state('secret', async (trial) => {
		await setInstances(trial, { name: 'older.test', identity: nowhere, clientId: 'older' });
		await chooseForge(trial, 'older.test');
		await chooseRows(trial, 'Sign in with the browser (legacy)');
		await dialogue(trial).says('Paste the client secret');
	}),
	state('methods-removed', async (trial) => {
		await chooseForge(trial, 'older.test');
		await setInstances(trial);
		await dialogue(trial).says('Signing in adds it again.');
	}),
	state('forges-invalid', async (trial) => {
		await setInstances(trial, { name: 'typo.test', trackers: 'htps://todo.typo.test' }, { lists: nowhere });
		await openBox(trial.window, 'Tildeforge: Sign In…', 'Sign in to a forge');
		await dialogue(trial).option('has no name').waitFor();
	}),
	state('methods-invalid', async (trial) => {
		await chooseForge(trial, 'typo.test');
	}),
	state('offline', async (trial) => {
		await setInstances(trial, { name: 'offline.test', identity: nowhere, trackers: nowhere });
		await chooseForge(trial, 'offline.test');
		await chooseRows(trial, 'Server Addresses…');
		await dialogue(trial).option('Mailing lists').waitFor();
	}),
	state('odd-name', async (trial) => {
		await setInstances(trial, { name: oddName, ...trial.window.forge.addresses });
		await openBox(trial.window, 'Tildeforge: Sign In…', 'Sign in to a forge');
		await dialogue(trial).option('very-long-name').waitFor();
	}),
	state('odd-name-methods', (trial) => chooseForge(trial, 'very-long-name')),
];
