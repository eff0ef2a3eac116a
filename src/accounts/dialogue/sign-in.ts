import { complain, mention, warn } from '../../platform/editor/messages.ts';
import { identify } from '../../signin/identify.ts';
import { atDomain } from '../../signin/instance.ts';
import { keepGrant } from '../../signin/keep-grant.ts';
import { accountLabel, type Session, sessionId } from '../../signin/session.ts';
import { browserOrToken } from '../../signin/token-fallback.ts';
import { neededScopes } from '../../signin/wording.ts';
import type { Forges } from '../forges.ts';
import { passBrowser } from './browser-method.ts';
import { chooseForge, type ForgeChoice } from './forge-step.ts';
import { type Entrance, ForgeSetup } from './method-step.ts';
import type { SignInServices } from './sign-in-services.ts';
import type { Left } from './step.ts';
import { askToken, type Identified } from './token-step.ts';

export interface SignInOptions {
	/** Scopes besides those that Tildeforge needs itself. */
	readonly scopes?: readonly string[];
	/** The name of the instance, if it is already known. */
	readonly instance?: string | undefined;
}

/** Signs the user in. If the user cancels, returns undefined and leaves everything as it was. */
export async function signIn(
	services: SignInServices,
	wish: SignInOptions = {},
): Promise<Session | undefined> {
	const { forges } = services;
	const wished = wish.instance === undefined ? undefined : forges.instances.find(wish.instance);
	let choice: ForgeChoice | Left = wished ? { kind: 'known', instance: wished } : 'back';
	while (true) {
		if (choice === 'back') choice = await chooseForge(forges.instances);
		if (choice === 'left' || choice === 'back') return undefined;
		if (choice.kind === 'sample') return services.trySample();
		const session = await enter(services, choice, wish.scopes ?? []);
		if (session === 'left') return undefined;
		if (session !== 'back') return session;
		choice = 'back';
	}
}

/** Signs in to the chosen forge. */
async function enter(
	services: SignInServices,
	choice: Exclude<ForgeChoice, { kind: 'sample' }>,
	more: readonly string[],
): Promise<Session | Left> {
	const { forges } = services;
	const { known, typed } = meant(choice, forges);
	const foyer = new ForgeSetup(known, typed, (instance) => forges.means(instance));
	try {
		while (true) {
			const entrance = await foyer.chooseDoor();
			if (entrance === 'back' || entrance === 'left') return entrance;
			const session = await passDoor(services, entrance, more);
			if (session !== 'back') return session;
		}
	} finally {
		foyer.dispose();
	}
}

/** If the user types the name of a forge that is set up, uses that forge. */
function meant(choice: Exclude<ForgeChoice, { kind: 'sample' }>, { instances }: Forges) {
	if (choice.kind === 'known') return { known: choice.instance, typed: undefined };
	const unknown = atDomain(choice.text);
	const known = instances.find(unknown.name);
	return known ? { known, typed: undefined } : { known: unknown, typed: choice.text };
}

async function passDoor(
	services: SignInServices,
	entrance: Entrance,
	more: readonly string[],
): Promise<Session | Left> {
	const { door } = entrance;
	if (door === 'token') return passToken(services, entrance, more);
	const session = await browserOrToken({
		browser: () => passPages(services, { ...entrance, door }, more),
		token: () => passToken(services, { ...entrance, door: 'token' }, more),
		shallUseToken: async ({ message }) => (await warn(message, 'Use a Token')) !== undefined,
	});
	return session ?? 'left';
}

/** Signs in on the forge's pages, and stores what the forge granted. */
async function passPages(
	services: SignInServices,
	entrance: Entrance & { readonly door: 'browser' | 'exchange' },
	more: readonly string[],
): Promise<Session | Left> {
	const { instance, door } = entrance;
	const approved = await passBrowser(services, instance, door, more);
	if (typeof approved === 'string') return approved;
	const { keepSecret, discard, ...identified } = approved;
	const isKept = () => {
		const { account, granted } = identified;
		return services.forges.registry.get(sessionId(instance.name, account))?.token === granted.token;
	};
	const session = await keepGrant({
		keep: async () => {
			await keepSecret();
			return keep(services, entrance, identified);
		},
		shallTryAgain: async ({ message }) => (await complain(message, 'Try Again')) !== undefined,
		discard: async () => {
			if (!isKept()) await discard();
		},
	});
	return session ?? 'left';
}

function passToken(
	services: SignInServices,
	entrance: Entrance,
	more: readonly string[],
): Promise<Session | Left> {
	const { forges } = services;
	const { instance, oauth } = entrance;
	return askToken({
		instance,
		scopes: neededScopes(instance, more, 'contract'),
		newer: oauth !== false,
		hide: (text) => forges.hide(text),
		identify: (token, signal) => identify(forges.means(instance), instance, token, signal),
		keep: (identified, signal) => keep(services, entrance, identified, signal),
	});
}

/** Stores the secret, then the settings. If either fails or the user leaves, the sign-in is undone; its token stays good. */
async function keep(
	{ forges, log }: SignInServices,
	{ instance, door }: Entrance,
	{ granted, account }: Identified,
	signal?: AbortSignal,
): Promise<Session> {
	signal?.throwIfAborted();
	const { instances, registry } = forges;
	const client = door === 'token' ? null : (instance.clientId ?? null);
	const given = { instance: instance.name, account, door, client, ...granted };
	const before = registry.get(sessionId(instance.name, account));
	// The session of a forge that exists only in this window must not outlive the window.
	const isPassing = instances.isPassing(instance);
	let session: Session | undefined;
	try {
		await instances.save(instance, async () => {
			session = isPassing ? await registry.pass(given) : await registry.put(given);
			signal?.throwIfAborted();
		});
		signal?.throwIfAborted();
	} catch (error) {
		if (session && !before) await registry.remove(session.id);
		throw error;
	}
	if (!session) throw new Error('The session was not kept');
	log.info(`${accountLabel(session)} is signed in`);
	mention(`Signed in as ${accountLabel(session)}`, 5000);
	return session;
}
