import * as vscode from 'vscode';
import type { Log } from '../../base/log.ts';
import { callbackOf } from '../../signin/doors.ts';
import { identify } from '../../signin/identify.ts';
import { atDomain } from '../../signin/instance.ts';
import { metadata, usualMetadata } from '../../signin/metadata.ts';
import { accountLabel, type Session } from '../../signin/session.ts';
import { neededScopes, wordings } from '../../signin/wording.ts';
import type { Forges } from '../forges.ts';
import type { Landings } from '../landing.ts';
import { askSecret, awaitBrowser, saysClientIsWrong } from './browser-step.ts';
import { chooseForge, type ForgeChoice } from './forge-step.ts';
import { chooseDoor, type Entrance } from './found-step.ts';
import type { Left } from './step.ts';
import { askToken, type Identified } from './token-step.ts';

export interface SignInDesk {
	readonly forges: Forges;
	readonly landings: Landings;
	/** Starts the sample forge and signs in there. */
	readonly trySample: () => Promise<Session | undefined>;
	readonly log: Log;
}

export interface Wish {
	/** Scopes besides those that Tildeforge needs itself. */
	readonly scopes?: readonly string[];
	/** The name of the instance, where it is known already. */
	readonly instance?: string | undefined;
}

/** Signs somebody in. Undefined when they changed their mind: then nothing is different from before. */
export async function signIn(desk: SignInDesk, wish: Wish = {}): Promise<Session | undefined> {
	const { forges } = desk;
	const wished = wish.instance === undefined ? undefined : forges.instances.find(wish.instance);
	let choice: ForgeChoice | Left = wished ? { kind: 'known', instance: wished } : 'back';
	while (true) {
		if (choice === 'back') choice = await chooseForge(forges.instances);
		if (choice === 'left' || choice === 'back') return undefined;
		if (choice.kind === 'sample') return desk.trySample();
		const session = await enter(desk, choice, wish.scopes ?? []);
		if (session === 'left') return undefined;
		if (session !== 'back') return session;
		choice = 'back';
	}
}

/** From the choice of a forge to the session. */
async function enter(
	desk: SignInDesk,
	choice: Exclude<ForgeChoice, { kind: 'sample' }>,
	more: readonly string[],
): Promise<Session | Left> {
	const { forges, log } = desk;
	const typed = choice.kind === 'typed' ? choice.text : undefined;
	let known = choice.kind === 'known' ? choice.instance : atDomain(choice.text);
	while (true) {
		const entrance = await chooseDoor(known, typed, (instance) => forges.means(instance));
		if (entrance === 'back' || entrance === 'left') return entrance;
		known = entrance.instance;
		const identified = await passDoor(desk, entrance, more);
		if (identified === 'left') return 'left';
		if (identified === 'back') continue;
		const { instance, door } = entrance;
		const { granted, account } = identified;
		const client = door === 'token' ? null : (instance.clientId ?? null);
		await forges.instances.save(instance);
		const session = await forges.ledger.put({ instance: instance.name, account, door, client, ...granted });
		log.info(`${accountLabel(session)} is signed in`);
		vscode.window.setStatusBarMessage(`Signed in as ${accountLabel(session)}`, 5000);
		return session;
	}
}

async function passDoor(
	desk: SignInDesk,
	{ instance, door, oauth }: Entrance,
	more: readonly string[],
): Promise<Identified | Left> {
	const { forges } = desk;
	const means = forges.means(instance);
	if (door === 'token') {
		return askToken({
			instance,
			scopes: neededScopes(instance, more, 'contract'),
			newer: oauth !== false,
			hide: (text) => forges.hide(text),
			identify: (token, signal) => identify(means, instance, token, signal),
		});
	}
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
		const told = door === 'browser' ? await metadata(means, identity) : undefined;
		const callback = callbackOf(instance, {
			web: vscode.env.uiKind === vscode.UIKind.Web,
			remote: vscode.env.remoteName !== undefined,
		});
		const came = await awaitBrowser({
			door,
			means,
			instance,
			metadata: told ?? usualMetadata(identity),
			client,
			wordings: wordings(instance, told?.scopes, more),
			land: (receive) => desk.landings.open(callback, receive),
		});
		if (came === 'back' || came === 'left') return came;
		if ('granted' in came) {
			const { granted } = came;
			forges.hide(granted.token);
			forges.hide(granted.refresh ?? '');
			if (client.secret !== undefined) await forges.keepClientSecret(instance, clientId, client.secret);
			return { granted, account: await identify(means, instance, granted.token) };
		}
		if (!saysClientIsWrong(came.failed)) throw came.failed;
		const secret = await askSecret(instance.name, clientId, came.failed.message);
		if (secret === undefined) return 'back';
		client = { id: clientId, secret };
	}
	return 'back';
}
