import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../tools/until.ts';
import { Dialogue, row, signInWithToken, tokenOf } from './editor-driver.ts';
import { forgeUser } from './ticket-driver.ts';
import { type EditorWindow, editorWindow } from './window.ts';

const program = new URL(import.meta.resolve('./listener-attacks.ts'));
const mostGrowthMb = 200;

async function showTickets(window: EditorWindow): Promise<void> {
	await window.openContainer(['Inbox', 'Tickets']);
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
}

/** The address of the tracker's webhooks, once they are registered. */
async function addressOf({ forge }: EditorWindow): Promise<string> {
	const place = `${forge.addresses.trackers}/api/user/~ana/trackers/editor/webhooks`;
	const headers = { authorization: `token ${tokenOf(forge, '~ana')}` };
	let address: string | undefined;
	const isRegistered = async () => {
		const response = await fetch(place, { headers });
		const { results }: { readonly results: readonly { readonly url: string }[] } = await response.json();
		address = results[0]?.url;
		return address !== undefined;
	};
	await until(isRegistered, { what: 'the webhooks are registered', seconds: 60 });
	return address ?? assert.fail();
}

/** The memory of the process that runs the extension. */
const megabytesOf = ({ host }: EditorWindow): number =>
	Number(execFileSync('ps', ['-o', 'rss=', '-p', String(host.extensionHost())], { encoding: 'utf8' })) / 1024;

describe('A window whose webhooks are attacked', () => {
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
			}),
		},
		showTickets,
	);

	it('answers the user meanwhile, receives what the forge delivers afterwards, keeps its memory, and logs no secret', async () => {
		const window = editor();
		const { forge, page } = window;
		const address = await addressOf(window);
		const memoryBefore = megabytesOf(window);
		const attack = spawn(process.execPath, [fileURLToPath(program), address], {
			stdio: 'inherit',
		});
		const ended = once(attack, 'exit');
		const dialogue = new Dialogue(page);
		const tracker = row(window, 'Tickets', /^~ana\/editor,/);
		let rounds = 0;
		do {
			await page.locator('.statusbar-item', { hasText: 'Tildeforge: ' }).click();
			await dialogue.option(/Trackers of ~ana/).waitFor();
			await dialogue.leave();
			await tracker.click();
			await tracker.click();
			rounds++;
		} while (attack.exitCode === null);
		assert.deepEqual(await ended, [0, null]);
		assert.ok(rounds > 3, `the window was used only ${rounds} times`);
		await forgeUser(forge, '~bob').create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await page.locator('.statusbar-item', { hasText: 'Tildeforge: Live' }).waitFor();
		await until(() => megabytesOf(window) < memoryBefore + mostGrowthMb, {
			what: 'the memory is free again',
		});
		const log = window.console();
		assert.match(log, /Requests that were refused since the last such record: unknown path/);
		const secret = new URL(address).pathname.split('/').at(-1) ?? assert.fail();
		assert.ok(!log.includes(secret), 'the path of a webhook is not in the log');
	});
});
