import { until } from '../tools/until.ts';
import { chooseInMenu, notice, openBox } from './editor-driver.ts';
import { badgeOf, knowsAll } from './inbox-driver.ts';
import {
	causeEvents,
	causeHostileEvents,
	causeManyEvents,
	cutAll,
	inboxRow,
	mendAll,
	openLiveStatus,
	readUntil,
	refuseAllReads,
	refuseHooks,
	setSideBarWidth,
	state,
} from './trials-inbox-driver.ts';
import { bob, closeEditors, press, type State } from './trials-state.ts';
import { changeSettings, signInAna, type TrialWindow } from './trials-window.ts';

const closeMenu = (trial: TrialWindow) => press(trial, 'Escape');

const menu = (words: RegExp) => ({
	pose: async (trial: TrialWindow) => {
		await inboxRow(trial, words).click({ button: 'right' });
		await trial.window.page.getByRole('menuitem').first().waitFor();
	},
	leave: closeMenu,
});

/** Reads everything after servers were unreachable. */
async function readAgain({ window }: TrialWindow): Promise<void> {
	await window.command('Tildeforge: Refresh');
	await window.page.locator('.statusbar-item-label[aria-label^="Tildeforge: Checking every"]').waitFor();
}

/** The hover of a row, by keyboard. */
const hoverOf = (words: RegExp) => ({
	pose: closeMenu,
	hover: async (trial: TrialWindow) => {
		const one = inboxRow(trial, words);
		await one.focus();
		await trial.window.view('Inbox').locator('.monaco-list').focus();
		await press(trial, 'Home');
		for (
			let rows = 0;
			rows < 60 && !(await one.and(trial.window.page.locator('.focused')).isVisible());
			rows++
		)
			await press(trial, 'ArrowDown');
		await press(trial, 'Control+k', 'Control+i');
		await trial.window.page.locator('.workbench-hover:visible').filter({ hasText: ' · ' }).waitFor();
	},
	leave: closeMenu,
});

/** The Inbox of ~ana, from an empty one to one with many events. `data` is the folder of the forge. */
export const inboxStates = (data: string): readonly State[] => [
	state('inbox-signed-out', ({ window }) =>
		window
			.view('Inbox')
			.getByText(/Sign in/)
			.waitFor(),
	),
	state('inbox-caught-up', async (trial) => {
		refuseHooks(trial, 'This forge has no webhooks.');
		await trial.window.openContainer(['Tickets']);
		await signInAna(trial);
		await trial.window.openContainer(['Inbox']);
		await trial.window.view('Inbox').getByText("You're all caught up.").waitFor();
		await knowsAll(trial.window, 'list.*editor-devel', 'repository.*~ana.*notes', 'tracker.*~ana.*editor');
	}),
	state(
		'inbox-offline-empty',
		async (trial) => {
			await cutAll(trial);
			await trial.window.command('Tildeforge: Refresh');
			await trial.window.page.locator('.statusbar-item', { hasText: 'Tildeforge: Offline' }).waitFor();
		},
		{ leave: mendAll },
	),
	state('live-status-refused', readAgain, {
		pose: (trial) => openLiveStatus(trial, /no webhooks/),
		leave: closeMenu,
	}),
	state('inbox-unseen', async (trial) => {
		await causeEvents(trial, data);
		await readUntil(trial, /^~ana\/notes, repository, \d+ new/);
		await readUntil(trial, /^How fast should it blink\?, new thread, 1 reply, last by ~bob/);
		await readUntil(trial, /^Odd files, version 2, 2 patches, 3 replies, last by ~carol/);
	}),
	state('inbox-hover-of-push', async () => {}, hoverOf(/pushed .*to master/)),
	state('inbox-hover-of-series', async () => {}, hoverOf(/^Odd files, /)),
	state('inbox-menu-of-ticket', async () => {}, menu(/mentioned you in ticket 49/)),
	state('inbox-menu-of-series', async () => {}, menu(/^Odd files, /)),
	state('inbox-menu-of-place', async () => {}, menu(/^~ana\/editor, /)),
	state('inbox-seen', async (trial) => {
		await inboxRow(trial, /mentioned you in ticket 49/).click();
		await inboxRow(trial, /mentioned you in ticket 49, .*(?<!unseen)$/).waitFor();
		await chooseInMenu(inboxRow(trial, /^~ana\/editor-devel/), 'Mark as Seen');
		await inboxRow(trial, /^~ana\/editor-devel, mailing list, seen$/).waitFor();
		await closeEditors(trial);
	}),
	state('inbox-menu-of-seen', async () => {}, menu(/mentioned you in ticket 49/)),
	state(
		'inbox-muted',
		async (trial) => {
			await chooseInMenu(inboxRow(trial, /^Odd files, /), 'Mute This Series');
		},
		{
			pose: (trial) => notice(trial.window, /Muted “Odd files”/),
			leave: async ({ window }) => {
				await window.command('Notifications: Clear All Notifications');
			},
		},
	),
	state('inbox-list-of-muted', async () => {}, {
		pose: (trial) => openBox(trial.window, 'Tildeforge: Show Muted…', 'Muted'),
		leave: async (trial) => {
			await press(trial, 'Enter');
			await inboxRow(trial, /^Odd files, /).waitFor();
		},
	}),
	state(
		'inbox-offline',
		async (trial) => {
			await cutAll(trial);
			await trial.window.command('Tildeforge: Refresh');
			await trial.window.page.locator('.statusbar-item', { hasText: 'Tildeforge: Offline' }).waitFor();
		},
		{
			pose: (trial) => openLiveStatus(trial, /cannot be reached/),
			leave: async (trial) => {
				await closeMenu(trial);
				await mendAll(trial);
			},
		},
	),
	state(
		'inbox-failing',
		async (trial) => {
			refuseAllReads(trial, 'The database is being moved.');
			await trial.window.command('Tildeforge: Refresh');
		},
		{
			pose: (trial) => openLiveStatus(trial, /database/),
			leave: async (trial) => {
				await closeMenu(trial);
				refuseHooks(trial, 'This forge has no webhooks.');
			},
		},
	),
	state('inbox-hostile', async (trial) => {
		await causeHostileEvents(trial, data);
		await readUntil(trial, /from right to left/);
		await readUntil(trial, /thread, .*Approved/);
		await readUntil(trial, /pushed .*Merge/);
	}),
	state('inbox-hover-of-title', async () => {}, hoverOf(/Bold/)),
	state('inbox-narrow', async () => {}, {
		pose: (trial) => setSideBarWidth(trial, 200),
		leave: (trial) => setSideBarWidth(trial, 300),
	}),
];

const notificationState = (name: string, words: RegExp, enter: State['enter']): State =>
	state(name, enter, {
		pose: (trial) => notice(trial.window, words),
		leave: async ({ window }) => {
			await window.command('Notifications: Clear All Notifications');
		},
	});

/** Notifications, and at last an Inbox with many events. */
export const notificationStates: readonly State[] = [
	notificationState('inbox-notification', /~bob commented/, async (trial) => {
		await trial.window.command('Tildeforge: Mark All as Seen');
		await changeSettings(trial, { 'tildeforge.inbox.rules': [{ action: 'notify' }] });
		await bob(trial).update(60, { comment: 'Is this what you mean?' });
		await trial.window.command('Tildeforge: Refresh');
	}),
	notificationState('inbox-notification-of-several', /\d+ updates in/, async (trial) => {
		for (const ticket of [48, 49]) await bob(trial).update(ticket, { comment: 'Is this what you mean?' });
		await trial.window.command('Tildeforge: Refresh');
	}),
	notificationState('inbox-digest', /While you were away/, async (trial) => {
		for (const ticket of [49, 57]) await bob(trial).update(ticket, { comment: 'What do you think?' });
		await trial.window.reload();
		await trial.window.openContainer(['Inbox']);
		// Before the view is shown, nothing is refreshed.
		await inboxRow(trial, /^~ana\/editor, /).waitFor();
		await trial.window.command('Tildeforge: Refresh');
	}),
	state('inbox-many', async (trial) => {
		await trial.window.command('Tildeforge: Mark All as Seen');
		await causeManyEvents(trial);
		await readUntil(trial, /^Busy series 40, .* 7 replies, last by ~carol/);
		await until(async () => (await badgeOf(trial.window)) === '43', {
			what: 'each ticket and series is counted once',
			seconds: 60,
		});
	}),
];

/** In a window whose forge has webhooks, signed out. A forge that has refused webhooks is not asked again for a while. */
export const webhookStates: readonly State[] = [
	state(
		'live-status-unverified',
		async (trial) => {
			await trial.window.openContainer(['Tickets']);
			await signInAna(trial);
			await trial.window.openContainer(['Inbox']);
		},
		{ pose: (trial) => openLiveStatus(trial, /webhookKey/), leave: closeMenu },
	),
	state(
		'live-status-live',
		async (trial) => {
			const { forge, host } = trial.window;
			const [instance] = JSON.parse(host.settings.read())['tildeforge.instances'];
			await changeSettings(trial, {
				'tildeforge.instances': [{ ...instance, webhookKey: forge.webhookKey }],
			});
			await openLiveStatus(trial, /delivered nothing yet/);
			await bob(trial).update(60, { comment: 'Once more.' });
		},
		{ pose: (trial) => openLiveStatus(trial, /last delivery/), leave: closeMenu },
	),
];
