import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Forge } from '../../src/sandbox/forge.ts';
import { until } from '../tools/until.ts';
import type { Size } from './browser.ts';
import { InputBox, openBox, row, rows } from './editor-driver.ts';
import { showSignedIn } from './saved-sign-ins.ts';
import { forgeUser } from './ticket-driver.ts';
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
