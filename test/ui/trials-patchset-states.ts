import { InputBox, openBox, signOut } from './editor-driver.ts';
import { signInOnPages } from './forge-pages.ts';
import { sendMails } from './patches-mails.ts';
import { ticketPage } from './ticket-driver.ts';
import {
	drawn,
	expandOnly,
	isDrawn,
	list,
	longNames,
	openSeries,
	order,
	patches,
	signInTo,
	undo,
	wrap,
} from './trials-patches-driver.ts';
import { button, closeEditors, on, press, refuse, type State, says, showOn, state } from './trials-state.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

/** The page, scrolled to an element. */
const page = (name: string, enter: State['enter'], selector?: string, more: Partial<State> = {}): State =>
	state(`patchset-${name}`, enter, { ...(selector !== undefined && { pose: showOn(selector) }), ...more });

/** The page with an option, which a button switches on and off. */
const withOption = (name: string, enter: State['enter'], option: string, selector: string): State => {
	const toggle = (trial: TrialWindow) => button(trial, option).click();
	const enterBoth: State['enter'] = async (trial) => {
		await enter(trial);
		await toggle(trial);
	};
	return page(name, enterBoth, selector, { leave: toggle });
};

const inGroup = (group: RegExp, name: RegExp) => (trial: TrialWindow) => openSeries(trial, group, name);
const search = inGroup(/^Approved/, /^Search for patterns/);
const hostile = inGroup(/^Proposed/, /^.*markup in the title/);
const odd = drawn(/^build: everything/);
const huge = drawn(/^words: a list/);

async function compare(trial: TrialWindow): Promise<void> {
	await order(trial);
	if ((await on(trial, '#compare').count()) === 0) await button(trial, 'Compare Versions').click();
	const closed = on(trial, '#compare .pair[aria-expanded=false]');
	await on(trial, '.pairs').waitFor();
	for (let left = await closed.count(); left > 0; left--) await closed.first().click();
	await on(trial, '#compare .l').first().waitFor();
}

const narrow = (pageWidth: number): readonly State[] =>
	['#overview', '.file', '#discussion'].map((selector) =>
		page(`narrow-${pageWidth}-${selector.slice(1)}`, wrap, selector, { pageWidth }),
	);

/** Approves the series, which is sent after some seconds. */
const approve = (undoSeconds: number) => async (trial: TrialWindow) => {
	await changeSettings(trial, { 'tildeforge.undoSeconds': undoSeconds });
	await wrap(trial);
	await button(trial, 'Approve').press('Enter');
};

let release = (): void => {};

/** Holds the answers to reading requests until `release` is called. */
function holdReads({ lists }: TrialWindow): void {
	const { promise, resolve } = Promise.withResolvers<void>();
	lists.holdOf = (what) => (what.startsWith('GET') ? promise : undefined);
	release = () => {
		lists.holdOf = () => undefined;
		resolve();
	};
}

const failReads = ({ lists }: TrialWindow) => refuse(lists, 'GET', 'The database is being moved.');
const allowReads = { leave: async ({ lists }: TrialWindow) => refuse(lists, 'GET') };

/** Signed in as ~ana. */
export const patchsetStates: readonly State[] = [
	page('single', inGroup(/^Proposed/, /^term: three bytes/)),
	page('series-of-5', search),
	page('cover', wrap, '#overview'),
	page('patch', wrap, '.patch >> nth=1'),
	page('replies', wrap, undefined, {
		pose: async (trial) => {
			await showOn('.file:has(.reply-count)')(trial);
			await showOn('.reply', 'center')(trial);
		},
	}),
	page('discussion', wrap, '#discussion'),
	page(
		'viewed',
		async (trial) => {
			await wrap(trial);
			await ticketPage(trial.window)
				.getByRole('checkbox', { name: /Viewed/ })
				.first()
				.click();
			await on(trial, '.file.viewed').first().waitFor();
		},
		'.file',
	),
	page('long-names', longNames),
	page('long-lines', longNames, '.file'),
	withOption('wrapped-lines', longNames, 'Wrap lines', '.file'),
	withOption('whitespace', order, 'Ignore whitespace', '.file'),
	withOption('one-patch', order, 'Show one patch at a time', '#patches'),
	withOption('net-diff', search, 'Show changes of all patches together', '#patches'),
	page('comparison', compare, '#compare'),
	page('narrow-340-comparison', compare, '#compare', { pageWidth: 340 }),
	...[900, 340, 220].flatMap(narrow),
	page('superseded', async (trial) => {
		await wrap(trial);
		await button(trial, /^v1\b/).click();
		await says(trial, /superseded by v3/);
	}),
	page(
		'pending-status',
		async (trial) => {
			await approve(600)(trial);
			await button(trial, 'Undo').waitFor();
		},
		undefined,
		{ leave: (trial) => button(trial, 'Undo').press('Enter') },
	),
	page(
		'refused-status',
		async (trial) => {
			refuse(trial.lists, 'PUT', 'The list is closed for changes until Monday.');
			await approve(0)(trial);
			await says(trial, /: not made\./);
		},
		undefined,
		{
			leave: async (trial) => {
				refuse(trial.lists, 'PUT');
				await button(trial, 'Discard').click();
				await ticketPage(trial.window)
					.getByText(/: not made\./)
					.waitFor({ state: 'detached' });
			},
		},
	),
	page('pull-request', inGroup(/^Pull requests/, /^Patterns in Ctrl-F/)),
	page('missing', inGroup(/^No status/, /^doc: flere/)),
	page('thread', inGroup(/^Discussions/, /^What the editor is not/)),
	page('safety', odd, '.file'),
	page('safety-more', odd, '.file >> nth=3'),
	page('hostile', hostile),
	page('hostile-discussion', hostile, '#discussion'),
	page('huge', huge, '.file'),
	page('huge-line', huge, '.file >> nth=1'),
	page(
		'new-mails',
		async (trial) => {
			const subject = 'Re: [PATCH editor v2] Keys in order';
			await sendMails(trial.window.forge, [
				{ id: 'new-1@example.org', subject, answers: 'order-2@example.org', body: 'I like this one.\n' },
			]);
			await trial.window.command('Tildeforge: Refresh');
			await order(trial);
			await on(trial, '#discussion').getByText('I like this one.').waitFor();
		},
		'#discussion',
	),
];

/** What the page shows if something is wrong. The last one needs another token. */
export const patchsetFailureStates: readonly State[] = [
	page('offline', async (trial) => {
		await wrap(trial);
		await closeEditors(trial);
		await trial.lists.cut();
		await wrap(trial);
		await says(trial, /^No connection to/);
	}),
	page(
		'offline-unread',
		async (trial) => {
			await expandOnly(trial, list, /^Applied/);
			await patches(trial, /, version \d/).click();
			await says(trial, /Couldn't load/);
		},
		undefined,
		{ leave: ({ lists }) => lists.mend() },
	),
	page(
		'loading',
		async (trial) => {
			await closeEditors(trial);
			holdReads(trial);
			await undo(trial);
			await says(trial, /^\s*Loading/);
		},
		undefined,
		{
			leave: async (trial) => {
				release();
				await isDrawn(trial);
			},
		},
	),
	page(
		'comparison-failing',
		async (trial) => {
			// Comparing versions that were read makes no request. No other state opens the first version of this one.
			failReads(trial);
			await button(trial, 'Compare Versions').click();
			await button(trial, 'Try Again').waitFor();
		},
		'#compare',
		allowReads,
	),
	page(
		'failing',
		async (trial) => {
			await closeEditors(trial);
			failReads(trial);
			await wrap(trial);
			await says(trial, /database/);
		},
		undefined,
		allowReads,
	),
	page('not-found', async (trial) => {
		await closeEditors(trial);
		await openBox(trial.window, 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
		await new InputBox(trial.window.page).answer('~ana/editor-devel 9999');
		await says(trial, /doesn't exist/);
	}),
	page(
		'keys',
		async (trial) => {
			await wrap(trial);
			await button(trial, /^Next patchset/).focus();
			await press(trial, '?');
			await on(trial, '[role=dialog], dialog').first().waitFor();
		},
		undefined,
		{ leave: (trial) => press(trial, 'Escape') },
	),
	page('missing-permission', async (trial) => {
		await signOut(trial.window);
		const ana = await signInOnPages(trial.window.forge, 'ana');
		const scopes = ['profile:read', 'lists:read', 'patches:read', 'emails:read', 'subs:read'];
		await signInTo(trial, await ana.createToken(scopes));
		await approve(0)(trial);
		await button(trial, 'Grant Permissions').waitFor();
	}),
];
