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

/** A sign-in that the user approved on the forge's pages. */
interface Approved extends Identified {
	/** Stores the application's secret, if it has one, for token renewals. Rejects, as for the session, if nothing can be stored. */
	readonly keepSecret: () => Promise<void>;
	/** Revokes the grant at the forge, if the forge supports that. Never rejects. */
	readonly discard: () => Promise<void>;
}

/** Signs in on the forge's pages with either method. Asks for the application's secret until it is right. */
export async function passBrowser(
	services: SignInServices,
	instance: Instance,
	door: 'browser' | 'exchange',
	more: readonly string[],
): Promise<Approved | Left> {
	const { forges, aside } = services;
	const { identity, clientId } = instance;
	if (identity === undefined || clientId === undefined) return 'back';
	let client = await forges.client(instance);
	while (client) {
		if (door === 'exchange' && client.secret === undefined) {
			const secret = await askSecret(
				instance.name,
				clientId,
				'This sign-in method requires a client secret.',
			);
			if (secret === undefined) return 'back';
			client = { id: clientId, secret };
		}
		forges.hide(client.secret ?? '');
		const way: Way = { services, instance, identity, door, client, more };
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
	readonly services: SignInServices;
	readonly instance: Instance;
	readonly identity: string;
	readonly door: 'browser' | 'exchange';
	readonly client: Client;
	readonly more: readonly string[];
}

/** Runs the whole sign-in: finds the forge's pages, waits for the browser and identifies the account. `signal` cancels every slow step. */
async function walk(
	{ services, instance, identity, door, client, more }: Way,
	ways: Parameters<Parameters<typeof awaitBrowser>[2]>[0],
	signal: AbortSignal,
): Promise<Approved> {
	const { forges, landings, log } = services;
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
		// The token is not stored, so it must not stay valid.
		background(discard());
		throw error;
	}
}
