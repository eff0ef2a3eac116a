import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { throughBrowser } from '../../signin/browser.ts';
import { identify } from '../../signin/identify.ts';
import type { Instance } from '../../signin/instance.ts';
import { metadata, usualMetadata } from '../../signin/metadata.ts';
import { callbackOf } from '../../signin/methods.ts';
import { type Client, type Granted, revoke } from '../../signin/oauth.ts';
import { wordings } from '../../signin/wording.ts';
import { askSecret, awaitBrowser, saysClientIsWrong } from './browser-step.ts';
import type { SignInServices } from './sign-in-services.ts';
import type { Left } from './step.ts';
import type { Identified } from './token-step.ts';

/** Somebody whom the forge signed in by its pages. */
export interface Approved extends Identified {
	/** Stores the secret of the application, if it has one, for renewals of the token. Fails as the session does where nothing can be stored. */
	readonly keepSecret: () => Promise<void>;
	/** Ends the grant at the forge, where the forge knows how. Never rejects. */
	readonly discard: () => Promise<void>;
}

/** One way or the other by the pages of the forge; a secret of the application is asked for until it is right. */
export async function passBrowser(
	desk: SignInServices,
	instance: Instance,
	door: 'browser' | 'exchange',
	more: readonly string[],
): Promise<Approved | Left> {
	const { forges, aside } = desk;
	const { identity, clientId } = instance;
	if (identity === undefined || clientId === undefined) return 'back';
	let client = await forges.client(instance);
	while (client) {
		if (door === 'exchange' && client.secret === undefined) {
			const secret = await askSecret(instance.name, clientId, 'This way of signing in needs it.');
			if (secret === undefined) return 'back';
			client = { id: clientId, secret };
		}
		forges.hide(client.secret ?? '');
		const way: Way = { desk, instance, identity, door, client, more };
		const came = await awaitBrowser(instance.name, aside, (ways, signal) => walk(way, ways, signal));
		if (came === 'back' || came === 'left') return came;
		if ('came' in came) return came.came;
		if (!saysClientIsWrong(came.failed)) throw came.failed;
		const secret = await askSecret(instance.name, clientId, came.failed.message);
		if (secret === undefined) return 'back';
		client = { id: clientId, secret };
	}
	return 'back';
}

interface Way {
	readonly desk: SignInServices;
	readonly instance: Instance;
	readonly identity: string;
	readonly door: 'browser' | 'exchange';
	readonly client: Client;
	readonly more: readonly string[];
}

/** From asking the forge where its pages are to knowing who approved. Whatever of it takes long can be cancelled. */
async function walk(
	{ desk, instance, identity, door, client, more }: Way,
	ways: Parameters<Parameters<typeof awaitBrowser>[2]>[0],
	signal: AbortSignal,
): Promise<Approved> {
	const { forges, landings, log } = desk;
	const means = forges.means(instance);
	const told = door === 'browser' ? await metadata(means, identity, signal) : undefined;
	const call = { means, instance, client, metadata: told ?? usualMetadata(identity) };
	const callback = callbackOf(instance, {
		web: vscode.env.uiKind === vscode.UIKind.Web,
		remote: vscode.env.remoteName !== undefined,
		workspace: forges.runsInWorkspace,
	});
	const granted: Granted = await throughBrowser(
		{
			...call,
			...ways,
			door,
			wordings: wordings(instance, told?.scopes, more),
			land: (receive) => landings.open(callback, receive),
		},
		signal,
	);
	forges.hide(granted.token);
	forges.hide(granted.refresh ?? '');
	const discard = async () => {
		if (door !== 'browser') return;
		try {
			await revoke(call, granted.refresh ?? granted.token);
		} catch (error) {
			log.warn(`${instance.name} could not be told that a token is not used`, error);
		}
	};
	const keepSecret = async () => {
		if (client.secret !== undefined) await forges.keepClientSecret(instance, client.id, client.secret);
	};
	try {
		const account = await identify(means, instance, granted.token, signal);
		return { granted, account, keepSecret, discard };
	} catch (error) {
		// Nobody keeps it: it must not stay good.
		background(discard());
		throw error;
	}
}
