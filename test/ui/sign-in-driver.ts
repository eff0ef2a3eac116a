import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Forge } from '../../src/sandbox/forge.ts';
import { startForge } from '../../src/sandbox/forge.ts';
import { comeBack, logIn } from './editor-driver.ts';
import { openSignInProxy, type SignInProxy } from './sign-in-proxy.ts';
import type { EditorWindow } from './window.ts';

/** The secret of the application at a forge that predates OAuth 2.0. */
export const olderSecret = 'the-secret-of-older';

/** A forge that predates OAuth 2.0. */
export interface OlderForge {
	readonly forge: Forge;
	readonly signInProxy: SignInProxy;
	/** The setting that names it `older`. */
	readonly settings: Readonly<Record<string, unknown>>;
	stop(): Promise<void>;
}

/** Starts a forge that predates OAuth 2.0, whose application returns to `port`. */
export async function startOlderForge(port: number): Promise<OlderForge> {
	const redirects = [`http://127.0.0.1:${port}/callback`];
	const client = { id: 'older', name: 'Older', operator: 'ana', secret: olderSecret, redirects };
	const forge = await startForge({ port: 0, clients: [client] });
	const signInProxy = await openSignInProxy({ behind: forge.addresses.identity, rewriteMetadata: () => '' });
	const addresses = { ...forge.addresses, identity: signInProxy.address };
	const instance = { name: 'older', ...addresses, clientId: 'older', callbackPort: port };
	return {
		...{ forge, signInProxy, settings: { 'tildeforge.instances': [instance] } },
		stop: async () => {
			signInProxy.close();
			await forge.stop();
		},
	};
}

/** Runs what opens the page of the older method. That method refuses unknown scopes without naming them, so a second page opens. */
export async function openedTwice({ page }: EditorWindow, act: () => Promise<unknown>): Promise<Page> {
	const pages: Page[] = [];
	const both = page.context().waitForEvent('page', (one) => pages.push(one) === 2);
	await Promise.all([both, act()]);
	// Both pages load at the same time, so the browser may report the second one first.
	const first = await Promise.any(
		pages.map(async (one) => {
			await one.getByText('Sign-in continues on another page.').waitFor();
			return one;
		}),
	);
	await first.close();
	return pages.find((one) => one !== first) ?? assert.fail();
}

/** Logs ~ana in to the pages of the forge, so that they ask only for approval. */
export async function logInToForge(window: EditorWindow): Promise<void> {
	const page = await window.page.context().newPage();
	await page.goto(`${window.forge.addresses.identity}/login`);
	await logIn(page, 'ana');
	await page.getByText('~ana').first().waitFor();
	await comeBack(page, window);
}

/** The folder with the stored sessions. */
export const sessionsFolder = ({ host }: EditorWindow): string =>
	join(host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge', 'sessions');

/** The names of the files of the stored sessions. */
export const sessionFiles = (window: EditorWindow): readonly string[] =>
	readdirSync(sessionsFolder(window)).filter((name) => /^[0-9a-f]{24}-[0-9a-f]{16}$/.test(name));
