import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../tools/ports.ts';
import { isRunning } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import { clickUntil, Dialogue, row, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { forgeUser, ticketPage, ticketRow, title } from './ticket-driver.ts';
import { type EditorWindow, editorWindow } from './window.ts';

const options = {
	settings: ({ addresses, webhookKey }: EditorWindow['forge']) => ({
		'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
	}),
};

async function showTickets(window: EditorWindow): Promise<void> {
	await window.openContainer(['Inbox', 'Tickets']);
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
}

interface Hook {
	readonly id: number;
	readonly url: string;
}

const places = {
	tracker: '/api/user/~ana/trackers/editor/webhooks',
	list: '/api/user/~ana/lists/editor-devel/webhooks',
	ticket: '/api/user/~ana/trackers/editor/tickets/60/webhooks',
};

/** The webhooks of ana's editor at its forge. */
async function ask(
	{ forge }: EditorWindow,
	what: keyof typeof places,
	method = 'GET',
	hook = '',
): Promise<Response> {
	const base = what === 'list' ? forge.addresses.lists : forge.addresses.trackers;
	const headers = { authorization: `token ${tokenOf(forge, '~ana')}` };
	return fetch(`${base}${places[what]}${hook}`, { method, headers });
}

async function hooksOf(window: EditorWindow, what: keyof typeof places): Promise<readonly Hook[]> {
	const { results } = (await (await ask(window, what)).json()) as { readonly results: readonly Hook[] };
	return results;
}

/** Waits until the forge has webhooks of a tracker or list with a single address, and returns them. */
async function registered(
	window: EditorWindow,
	what: keyof typeof places,
	isWanted: (hooks: readonly Hook[]) => boolean = () => true,
): Promise<readonly Hook[]> {
	let hooks: readonly Hook[] = [];
	const isRegistered = async () => {
		hooks = await hooksOf(window, what);
		return new Set(hooks.map(({ url }) => url)).size === 1 && isWanted(hooks);
	};
	await until(isRegistered, {
		what: `webhooks with one address: ${hooks.map(({ url }) => url)}`,
		seconds: 60,
	});
	return hooks;
}

const portOf = ([hook]: readonly Hook[]) => new URL(hook?.url ?? '').port;

describe('The webhooks of a window', () => {
	const editor = editorWindow(options, showTickets);
	const isLive = () => editor().page.locator('.statusbar-item', { hasText: 'Tildeforge: Live' }).waitFor();

	it('are found again after a crash, created again if the forge has lost them, and removed by signing out', async () => {
		const window = editor();
		const { forge, host } = window;
		const [before, ofTracker] = [await registered(window, 'list'), await registered(window, 'tracker')];
		const crashed = host.extensionHost();
		process.kill(crashed, 'SIGKILL');
		await until(() => !isRunning(crashed));
		for (const { id } of ofTracker) await ask(window, 'tracker', 'DELETE', `/${id}`);
		await window.reload();
		await window.openContainer(['Inbox', 'Tickets']);
		await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
		const again = await registered(window, 'tracker');
		assert.equal(portOf(again), portOf(before), 'the port of the last time');
		assert.deepEqual(await hooksOf(window, 'list'), before);
		await forgeUser(forge, '~bob').create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await isLive();
		await signOut(window);
		await until(
			async () => (await hooksOf(window, 'list')).length + (await hooksOf(window, 'tracker')).length === 0,
		);
	});

	it('move to another port when the user sets one, and report what happens to the open ticket', async () => {
		const window = editor();
		await registered(window, 'tracker');
		const port = await freePort();
		// It belongs to the machine, not to the user.
		const settings = join(window.host.data, 'user', 'Machine', 'settings.json');
		mkdirSync(dirname(settings), { recursive: true });
		writeFileSync(settings, JSON.stringify({ 'tildeforge.live.port': port }));
		try {
			await registered(window, 'tracker', (hooks) => portOf(hooks) === String(port));
			await clickUntil(ticketRow(window, 60), title(window, /./));
			await registered(window, 'ticket');
			await forgeUser(window.forge, '~bob').update(60, { comment: 'I see this too.' });
			await ticketPage(window).getByText('I see this too.').first().waitFor();
			await isLive();
		} finally {
			rmSync(settings);
		}
	});
});

describe('A forge that refuses the webhooks of trackers', () => {
	const editor = editorWindow({ ...options, forge: { drift: ['tracker-hooks-refused'] } }, showTickets);

	it('is polled, with the reason in Live Status', async () => {
		const window = editor();
		await registered(window, 'list');
		const dialogue = new Dialogue(window.page);
		await clickUntil(
			window.page.locator('.statusbar-item', { hasText: 'Tildeforge: Polling' }),
			dialogue.box,
		);
		const tracker = dialogue.option(/~ana\/editor/).filter({ hasText: 'tracker · checked about every' });
		await tracker.getByText('The forge does not allow webhooks.').waitFor();
		await dialogue.leave();
	});
});
