import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Forge } from '../../src/sandbox/forge.ts';
import { until } from '../tools/until.ts';
import type { Size } from './browser.ts';
import { InputBox, openBox, row, rows } from './editor-driver.ts';
import { PushingClone } from './git-pushes.ts';
import { newFile, patchBody, sendMails, seriesMails } from './patches-mails.ts';
import { showSignedIn } from './saved-sign-ins.ts';
import { forgeUser, ticketPage, waitForPageFocus } from './ticket-driver.ts';
import type { EditorWindow } from './window.ts';

/** What the inbox has stored, as text. */
function stored({ storage }: EditorWindow): string {
	const folder = join(storage, 'kept', 'inbox');
	if (!existsSync(folder)) return '';
	return readdirSync(folder)
		.map((account) => join(folder, account, 'events'))
		.filter((path) => existsSync(path))
		.map((path) => readFileSync(path, 'utf8'))
		.join('\n');
}

/** Waits until the inbox knows what was there before. Only what follows is new. */
export const knowsAll = (window: EditorWindow, ...names: readonly string[]): Promise<void> =>
	until(() => names.every((name) => new RegExp(`"cursor":.*${name}`).test(stored(window))), {
		what: `the inbox has read ${names.join(', ')}`,
		seconds: 120,
	});

/** Shows these views to ~ana, who is signed in. */
export async function showInbox(
	window: EditorWindow,
	{
		size = { width: 1400, height: 1600 },
		views = ['Inbox', 'Tickets', 'Repositories'],
	}: { size?: Size; views?: readonly string[] } = {},
): Promise<void> {
	await window.page.setViewportSize(size);
	await window.openContainer(views);
	await showSignedIn(window, row(window, 'Tickets', /^~ana\/editor,/));
}

export const inboxLabels = (window: EditorWindow): Promise<string[]> =>
	rows(window, 'Inbox').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

/** The badge of the container; empty if there is none. */
export async function badgeOf({ page }: EditorWindow): Promise<string> {
	const badge = page.getByRole('tab', { name: /^Tildeforge/ }).locator('.badge-content');
	return (await badge.count()) > 0 ? badge.first().innerText() : '';
}

export async function pinRepository(window: EditorWindow, owner: string, name: string): Promise<void> {
	const inputBox = new InputBox(window.page);
	await openBox(window, 'Tildeforge: Pin Repository…', 'Pin Repository: forge.test');
	await inputBox.field.fill(owner);
	await inputBox.choose(new RegExp(name));
	// Until the view shows the pinned row, the box is open.
	await window.view('Repositories').locator('.monaco-list-row.selected', { hasText: name }).waitFor();
}

/** Waits until the forge has a webhook of ~ana for each of these resources, such as `lists ~ana/lists/editor-devel`. */
export async function hasHooks(
	forge: Forge,
	...paths: readonly (readonly [area: 'lists' | 'repositories' | 'trackers', path: string])[]
): Promise<void> {
	const ana = forgeUser(forge, '~ana');
	for (const [area, path] of paths) {
		const isThere = async () => (await ana.ask(area, 'GET', `${path}/webhooks`)).results.length > 0;
		await until(isThere, { what: `the forge has a webhook of ${path}`, seconds: 120 });
	}
}

/** How many rows `fillInbox` adds. */
export const filledRows = 14;

/**
 * Shows ~ana what others do to her tickets and her list, and to ~bob/dotfiles: a row each. `data` is the folder of the forge. The Inbox must be
 * in view. Resolves when the rows are drawn.
 */
export async function fillInbox(window: EditorWindow, data: string): Promise<void> {
	const { forge } = window;
	await pinRepository(window, '~bob', 'dotfiles');
	await window.command('Tildeforge: Refresh');
	await knowsAll(window, 'list.*editor-devel', 'dotfiles', 'tracker.*~ana.*editor');
	await hasHooks(
		forge,
		['trackers', 'user/~ana/trackers/editor'],
		['lists', 'user/~ana/lists/editor-devel'],
		['repositories', '~bob/repos/dotfiles'],
	);
	const bob = forgeUser(forge, '~bob');
	for (const [number, comment] of comments) await bob.update(number, { comment });
	for (const title of ['The cursor blinks too fast', 'Scrolling by page loses the column'])
		await bob.create({ title, description: 'It does, since the last release.' });
	const patch = (subject: string) => ({ subject, body: patchBody('Why.', [newFile('new.c', ['int x;'])]) });
	await sendMails(forge, [
		{ id: 'fast@example.org', subject: 'How fast should it blink?', body: 'Well, ~ana?\n' },
		{ id: 'slow@example.org', subject: 'Which terminals are slow?', body: 'Mine is.\n' },
		...seriesMails({ id: 'one@example.org', brackets: 'PATCH editor', patches: [patch('term: one')] }),
		...seriesMails({
			id: 'two@example.org',
			brackets: 'PATCH editor v2',
			patches: [patch('undo: first'), patch('undo: second')],
		}),
		{
			id: 'answer@example.org',
			subject: 'Re: How fast should it blink?',
			body: 'Slowly.\n',
			answers: 'fast@example.org',
		},
	]);
	const clone = await PushingClone.of(data, '~bob/dotfiles');
	for (const message of ['doc: step 1', 'doc: step 2']) await clone.commit(message);
	await clone.push();
	await until(async () => (await badgeOf(window)) === `${filledRows}`, { what: 'all rows are there' });
	await row(window, 'Inbox', /pushed 2 commits/)
		.first()
		.waitFor();
}

const comments: readonly (readonly [ticket: number, comment: string])[] = [
	[60, 'That would help.'],
	[59, 'Invalid read of size 8, says valgrind, in the function that joins two lines.'],
	[52, 'I see it too.'],
	[57, 'Since which version?'],
	[56, 'Here it works.'],
	[55, 'Can you try the master branch?'],
	[49, 'I see it too, @~ana.'],
];

/** Waits until the page or the diff of one of these rows has the focus, and returns which of them it is. */
export async function waitForUpdate(window: EditorWindow, number: number): Promise<'page' | 'diff'> {
	const isPage = async () => {
		await ticketPage(window)
			.getByText(`${number} of ${filledRows} new`, { exact: true })
			.first()
			.waitFor({ state: 'attached' });
		await waitForPageFocus(window);
		return 'page' as const;
	};
	const isDiff = async () => {
		await window.page.locator('.multiDiffEditor .monaco-editor.focused').waitFor();
		return 'diff' as const;
	};
	return Promise.any([isPage(), isDiff()]);
}
