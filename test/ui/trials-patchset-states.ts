import { sendMails } from './patches-mails.ts';
import { ticketPage } from './ticket-driver.ts';
import {
	button,
	compare,
	discardRefused,
	isDrawn,
	isRefused,
	on,
	openSeries,
	order,
	page,
	proposed,
	refreshLists,
	showOn,
	wrap,
} from './trials-patches-driver.ts';
import type { State } from './trials-state.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

async function option(trial: TrialWindow, name: string): Promise<void> {
	await ticketPage(trial.window).getByRole('button', { name, exact: true }).first().click();
}

/** The page in a narrow column beside other editors. */
const narrow = (pageWidth: number, name: string, enter: State['enter'], selector?: string): State =>
	page(`narrow-${pageWidth}${name}`, enter, selector, { pageWidth });

/** Signed in as ~ana. */
export const patchsetStates: readonly State[] = [
	page('single', (trial) => proposed(trial, 'term: three bytes')),
	page('series-of-5', (trial) =>
		openSeries(trial, /^Approved/, /^Search for patterns/, 'Search for patterns'),
	),
	page('replies', wrap, undefined, {
		pose: async (trial) => {
			await showOn(trial, '.file:has(.reply-count)');
			await showOn(trial, '.reply', 'center');
		},
	}),
	page('cover', wrap, '#overview'),
	page('patch', wrap, '.patch >> nth=1'),
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
	page(
		'folded',
		async (trial) => {
			await button(trial, /^Fold or unfold all/).click();
			await on(trial, '.file.folded').first().waitFor();
		},
		'#patches',
		{ leave: (trial) => button(trial, /^Fold or unfold all/).click() },
	),
	page(
		'wrapped-lines',
		(trial) => proposed(trial, 'editor: a title').then(() => option(trial, 'Wrap lines')),
		'.file',
		{
			leave: (trial) => option(trial, 'Wrap lines'),
		},
	),
	page('long-names', (trial) => proposed(trial, 'editor: a title').then(() => isDrawn(trial))),
	page('long-lines', (trial) => proposed(trial, 'editor: a title'), '.file'),
	page('whitespace', (trial) => order(trial).then(() => option(trial, 'Ignore whitespace')), '.file', {
		leave: (trial) => option(trial, 'Ignore whitespace'),
	}),
	page(
		'one-patch',
		(trial) => order(trial).then(() => option(trial, 'Show one patch at a time')),
		'#patches',
		{ leave: (trial) => option(trial, 'Show one patch at a time') },
	),
	page(
		'net-diff',
		(trial) =>
			openSeries(trial, /^Approved/, /^Search for patterns/, 'Search for patterns').then(() =>
				option(trial, 'Show changes of all patches together'),
			),
		'#patches',
		{ leave: (trial) => option(trial, 'Show changes of all patches together') },
	),
	page(
		'comparison',
		async (trial) => {
			await order(trial);
			await compare(trial);
		},
		'#compare',
	),
	page(
		'comparison-details',
		async (trial) => {
			const closed = on(trial, '#compare .pair[aria-expanded=false]');
			for (let left = await closed.count(); left > 0; left--) await closed.first().click();
			await on(trial, '#compare .l').first().waitFor();
		},
		'#compare',
	),
	page('comparison-only-changed', (trial) => button(trial, 'Only Changed').click(), '#compare', {
		leave: (trial) => button(trial, 'Only Changed').click(),
	}),
	page('superseded', async (trial) => {
		await wrap(trial);
		await button(trial, /^v1\b/).click();
		await ticketPage(trial.window)
			.getByText(/superseded by v3/)
			.waitFor();
	}),
	page(
		'pending-status',
		async (trial) => {
			await changeSettings(trial, { 'tildeforge.undoSeconds': 600 });
			await wrap(trial);
			await button(trial, 'Approve').press('Enter');
			await button(trial, 'Undo').waitFor();
		},
		undefined,
		{ leave: (trial) => button(trial, 'Undo').press('Enter') },
	),
	page(
		'refused-status',
		async (trial) => {
			await changeSettings(trial, { 'tildeforge.undoSeconds': 0 });
			trial.lists.refusalOf = (what) =>
				what.startsWith('PUT') ? 'The list is closed for changes until Monday.' : undefined;
			await wrap(trial);
			await button(trial, 'Approve').press('Enter');
			await isRefused(trial);
		},
		undefined,
		{ leave: discardRefused },
	),
	page('pull-request', (trial) =>
		openSeries(trial, /^Pull requests/, /^Patterns in Ctrl-F/, /Patterns in Ctrl-F/),
	),
	page('missing', (trial) => openSeries(trial, /^No status/, /^doc: flere/, /flere taster/)),
	page('thread', (trial) =>
		openSeries(trial, /^Discussions/, /^What the editor is not/, /What the editor is not/),
	),
	page('safety', (trial) => proposed(trial, 'build: everything').then(() => isDrawn(trial)), '.file'),
	page(
		'safety-more',
		(trial) => proposed(trial, 'build: everything').then(() => isDrawn(trial)),
		'.file >> nth=3',
	),
	page('hostile', (trial) => openSeries(trial, /^Proposed/, /markup in the title/, /markup in the title/)),
	page(
		'hostile-discussion',
		(trial) => openSeries(trial, /^Proposed/, /markup in the title/, /markup in the title/),
		'#discussion',
	),
	page('huge', (trial) => proposed(trial, 'words: a list').then(() => isDrawn(trial)), '.file'),
	page('huge-line', (trial) => proposed(trial, 'words: a list').then(() => isDrawn(trial)), '.file >> nth=1'),
	narrow(900, '', wrap),
	narrow(900, '-file', wrap, '.file'),
	narrow(900, '-discussion', wrap, '#discussion'),
	narrow(340, '', wrap),
	narrow(340, '-file', wrap, '.file'),
	narrow(220, '', wrap),
	narrow(220, '-file', wrap, '.file'),
	narrow(
		340,
		'-comparison',
		async (trial) => {
			await order(trial);
			await compare(trial);
		},
		'#compare',
	),
	page(
		'new-mails',
		async (trial) => {
			await sendMails(trial.window.forge, [
				{
					id: 'new-1@example.org',
					subject: 'Re: [PATCH editor v2] Keys in order',
					answers: 'order-2@example.org',
					body: 'I like this one.\n',
				},
			]);
			await refreshLists(trial);
			await order(trial);
			await on(trial, '#discussion').getByText('I like this one.').waitFor();
		},
		'#discussion',
	),
];
