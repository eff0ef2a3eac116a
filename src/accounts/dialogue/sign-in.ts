import { showError, showInStatusBar, showWarning } from '../../platform/editor/messages.ts';
import { identify } from '../../signin/identify.ts';
import { atDomain } from '../../signin/instance.ts';
import { neededScopes } from '../../signin/scope-wordings.ts';
import { accountLabel, type Session, sessionId } from '../../signin/session.ts';
import { storeGrant } from '../../signin/store-grant.ts';
import { signInWithFallback } from '../../signin/token-fallback.ts';
import type { Forges } from '../forges.ts';
import { approveInBrowser } from './browser-method.ts';
import { chooseForge, type ForgeChoice } from './forge-step.ts';
import { ForgeSetup, type MethodChoice } from './method-step.ts';
import type { SignInServices } from './sign-in-services.ts';
import type { StepExit } from './step.ts';
import type { Identified } from './token-box.ts';
import { askToken } from './token-step.ts';

export interface SignInOptions {
	/** Scopes besides those that Tildeforge needs itself. */
	readonly scopes?: readonly string[];
	/** The name of the instance, if it is already known. */
	readonly instance?: string | undefined;
}

/** Signs the user in. If the user cancels, returns undefined and leaves everything as it was. */
export async function signIn(
	services: SignInServices,
	options: SignInOptions = {},
): Promise<Session | undefined> {
	const { forges } = services;
	const instance = options.instance === undefined ? undefined : forges.instances.find(options.instance);
	let choice: ForgeChoice | StepExit = instance ? { kind: 'known', instance } : 'back';
	while (true) {
		if (choice === 'back') choice = await chooseForge(forges.instances);
		if (choice === 'left' || choice === 'back') return undefined;
		if (choice.kind === 'sample') return services.trySample();
		const session = await signInTo(services, choice, options.scopes ?? []);
		if (session === 'left') return undefined;
		if (session !== 'back') return session;
		choice = 'back';
	}
}

/** Signs in to the chosen forge. */
async function signInTo(
	services: SignInServices,
	choice: Exclude<ForgeChoice, { kind: 'sample' }>,
	extraScopes: readonly string[],
): Promise<Session | StepExit> {
	const { forges } = services;
	const { known, typed } = resolveChoice(choice, forges);
	const setup = new ForgeSetup(known, typed, (instance) => forges.requestContext(instance));
	try {
		while (true) {
			const methodChoice = await setup.chooseMethod();
			if (methodChoice === 'back' || methodChoice === 'left') return methodChoice;
			const session = await signInWith(services, methodChoice, extraScopes);
			if (session !== 'back') return session;
		}
	} finally {
		setup.dispose();
	}
}

/** If the user types the name of a forge that is set up, uses that forge. */
function resolveChoice(choice: Exclude<ForgeChoice, { kind: 'sample' }>, { instances }: Forges) {
	if (choice.kind === 'known') return { known: choice.instance, typed: undefined };
	const unknown = atDomain(choice.text);
	const known = instances.find(unknown.name);
	return known ? { known, typed: undefined } : { known: unknown, typed: choice.text };
}

async function signInWith(
	services: SignInServices,
	methodChoice: MethodChoice,
	extraScopes: readonly string[],
): Promise<Session | StepExit> {
	const { method } = methodChoice;
	if (method === 'token') return signInWithToken(services, methodChoice, extraScopes);
	const session = await signInWithFallback({
		browser: () => signInWithBrowser(services, { ...methodChoice, method }, extraScopes),
		token: () => signInWithToken(services, { ...methodChoice, method: 'token' }, extraScopes),
		askToUseToken: async ({ message }) => (await showWarning(message, 'Use a Token')) !== undefined,
	});
	return session ?? 'left';
}

/** Signs in on the forge's pages, and stores what the forge granted. */
async function signInWithBrowser(
	services: SignInServices,
	methodChoice: MethodChoice & { readonly method: 'browser' | 'exchange' },
	extraScopes: readonly string[],
): Promise<Session | StepExit> {
	const { instance, method } = methodChoice;
	const approved = await approveInBrowser(services, instance, method, extraScopes);
	if (typeof approved === 'string') return approved;
	const { storeSecret, discard, ...identified } = approved;
	const isStored = () => {
		const { account, granted } = identified;
		return services.forges.registry.get(sessionId(instance.name, account))?.token === granted.token;
	};
	const session = await storeGrant({
		store: async () => {
			await storeSecret();
			return storeSession(services, methodChoice, identified);
		},
		askToRetry: async ({ message }) => (await showError(message, 'Try Again')) !== undefined,
		discard: async () => {
			if (!isStored()) await discard();
		},
	});
	return session ?? 'left';
}

function signInWithToken(
	services: SignInServices,
	methodChoice: MethodChoice,
	extraScopes: readonly string[],
): Promise<Session | StepExit> {
	const { forges } = services;
	const { instance, oauth } = methodChoice;
	return askToken({
		instance,
		scopes: neededScopes(instance, extraScopes, 'contract'),
		hasNewTokenPage: oauth !== false,
		addSecret: (text) => forges.addSecret(text),
		identify: (token, signal) => identify(forges.requestContext(instance), instance, token, signal),
		storeSession: (identified, signal) => storeSession(services, methodChoice, identified, signal),
	});
}

/**
 * Stores the session, then writes the forge to the settings. If either fails or the user leaves, removes the session again, unless it
 * replaced an earlier one. Does not revoke the token.
 */
async function storeSession(
	{ forges, log }: SignInServices,
	{ instance, method }: MethodChoice,
	{ granted, account }: Identified,
	signal?: AbortSignal,
): Promise<Session> {
	signal?.throwIfAborted();
	const { instances, registry } = forges;
	const client = method === 'token' ? null : (instance.clientId ?? null);
	const newSession = { instance: instance.name, account, method, client, ...granted };
	const before = registry.get(sessionId(instance.name, account));
	// The session of a forge that exists only in this window must not outlive the window.
	const isTemporary = instances.isTemporary(instance);
	let session: Session | undefined;
	try {
		await instances.save(instance, async () => {
			session = isTemporary ? await registry.addTemporary(newSession) : await registry.put(newSession);
			signal?.throwIfAborted();
		});
		signal?.throwIfAborted();
	} catch (error) {
		if (session && !before) await registry.remove(session.id);
		throw error;
	}
	if (!session) throw new Error('The session was not stored');
	log.info(`${accountLabel(session)} is signed in`);
	showInStatusBar(`Signed in as ${accountLabel(session)}`);
	return session;
}
