import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { type Front, openFront } from './front.ts';
import {
	cancelWaiting,
	chooseForge,
	comeBack,
	copied,
	Dialogue,
	decide,
	logIn,
	opened,
	row,
} from './hands.ts';
import { editorWindow } from './window.ts';

async function listening(): Promise<{ readonly server: Server; readonly port: number }> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, port: (server.address() as AddressInfo).port };
}

/** Addresses of its own machine the editor in the browser writes anew before it opens them: no forge is there. */
const otherHost = process.platform === 'darwin' ? '::1' : '127.0.0.2';
const elsewhere = (identity: string) =>
	open({ host: otherHost, behind: identity, tell: (text, here) => text.replaceAll(identity, here) });

/** The same service as if it were from before OAuth 2.0. */
const older = (identity: string) => open({ behind: identity, tell: () => '' });

const fronts: Front[] = [];
async function open(way: Parameters<typeof openFront>[0]): Promise<string> {
	const front = await openFront(way);
	fronts.push(front);
	return front.address;
}

describe('Coming back from the browser', () => {
	const editor = editorWindow();
	const forges: Forge[] = [];

	after(async () => {
		for (const front of fronts) front.close();
		await Promise.all(forges.map((forge) => forge.stop()));
	});

	/** A forge that knows such a client, and nothing else in the settings. */
	async function setUp(client: {
		id: string;
		secret: string | null;
		redirect: string;
		settings: Readonly<Record<string, unknown>>;
		/** Its sign-in service by another way. */
		front: typeof elsewhere;
	}): Promise<Forge> {
		const { id, secret, redirect, settings } = client;
		const clients = [{ id, name: 'Test client', operator: 'ana', secret, redirects: [redirect] }];
		const forge = await startForge({ port: 0, clients });
		forges.push(forge);
		const { addresses } = forge;
		const identity = await client.front(addresses.identity);
		const instance = { name: id, ...addresses, identity, clientId: id, ...settings };
		// The editor watches the file from a moment on that is later than its first look at it.
		do writeFileSync(editor().host.settingsFile, JSON.stringify({ 'tildeforge.instances': [instance] }));
		while (!(await isOffered(id)));
		return forge;
	}

	async function isOffered(forge: string): Promise<boolean> {
		const dialogue = new Dialogue(editor().page);
		await editor().command('Tildeforge: Sign In…');
		await dialogue.asks('Sign in to a forge');
		const isThere = await dialogue
			.option(forge)
			.first()
			.waitFor({ timeout: 3000 })
			.then(
				() => true,
				() => false,
			);
		await dialogue.leave();
		return isThere;
	}

	/** To a page of another machine, for which the editor asks first. */
	async function leave(dialogue: Dialogue): Promise<void> {
		await dialogue.choose('Sign in with the browser');
		await editor().page.getByRole('button', { name: 'Open', exact: true }).click();
	}

	/** The older way knows fewer scopes, and says so without telling whom: then the editor opens a second page. */
	async function openedTwice(act: () => Promise<unknown>) {
		let count = 0;
		const context = editor().page.context();
		const second = context.waitForEvent('page', () => ++count === 2);
		const first = await opened(editor().page, act);
		await first.getByText('The forge is asked again on another page.').waitFor();
		await first.close();
		return second;
	}

	it('works by the address that leads to the editor itself', async () => {
		await editor().openContainer();
		const { origin } = new URL(editor().page.url());
		const settings = { callback: 'editor' };
		await setUp({ id: 'learning', secret: null, redirect: `${origin}/callback`, settings, front: elsewhere });
		const first = await chooseForge(editor(), 'learning');
		const refused = await opened(editor().page, () => leave(first));
		await refused.getByText('Wrong redirect address').waitFor();
		await comeBack(refused, editor());
		await editor().page.getByRole('button', { name: 'Copy the Address of the Page' }).click();
		const redirect =
			new URL(await copied(editor().page, /redirect_uri/)).searchParams.get('redirect_uri') ?? '';
		assert.match(redirect, /^http:[^?]+\/callback\?vscode-reqid=1&/);
		await first.leave();
		await cancelWaiting(editor());

		// Each attempt has an address of its own.
		const next = redirect.replace('vscode-reqid=1&', 'vscode-reqid=2&');
		await setUp({ id: 'known', secret: null, redirect: next, settings, front: elsewhere });
		const second = await chooseForge(editor(), 'known');
		const page = await opened(editor().page, () => leave(second));
		await logIn(page, 'ana');
		await decide(page, 'Approve');
		await page.waitForURL(/callback[?]vscode-reqid=2/);
		await comeBack(page, editor());
		await row(editor(), 'Tickets', 'Thank you').waitFor();
	});

	it('works the older way, with a secret that is asked for until it is right', async () => {
		const { server, port } = await listening();
		const id = 'older';
		const redirect = `http://127.0.0.1:${port}/callback`;
		const settings = { callbackPort: port };
		await setUp({ id, secret: 'the-secret-of-older', redirect, settings, front: older });
		const dialogue = await chooseForge(editor(), id);
		await dialogue.choose('the older way');
		await dialogue.says('Paste the client secret of older');
		await dialogue.answer('not-the-secret');
		await editor().page.getByText(`Another program uses port ${port} of this machine`).first().waitFor();
		server.close();
		await editor().command('Notifications: Clear All Notifications');

		await chooseForge(editor(), id);
		await dialogue.choose('the older way');
		await dialogue.says('Paste the client secret of older');
		const page = await openedTwice(() => dialogue.answer('not-the-secret'));
		await logIn(page, 'bob');
		await decide(page, 'Approve');
		await page.getByText('You are being signed in.').waitFor();
		await comeBack(page, editor());
		await dialogue.says('Invalid client secret');
		const last = await openedTwice(() => dialogue.answer('the-secret-of-older'));
		await decide(last, 'Approve');
		await last.getByText('You are being signed in.').waitFor();
		await comeBack(last, editor());
		await row(editor(), 'Tickets', 'Dark colours').waitFor();
	});
});
