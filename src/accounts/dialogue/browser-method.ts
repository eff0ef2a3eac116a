import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import { defaultMetadata, readMetadata } from '../../signin/instances/metadata.ts';
import { type BrowserSignIn, signInThroughBrowser } from '../../signin/methods/browser.ts';
import { identify } from '../../signin/methods/identify.ts';
import { type OAuthClient, revoke, saysClientIsWrong, type TokenGrant } from '../../signin/methods/oauth.ts';
import { chooseCallback } from '../../signin/methods/sign-in-methods.ts';
import { askSecret, awaitBrowser, type BrowserControls } from './browser-step.ts';
import type { Dialogue } from './dialogue.ts';
import type { SignInServices } from './sign-in-services.ts';
import type { StepExit } from './step.ts';
import type { Identified } from './token-box.ts';

/** A sign-in that the user approved on the forge's pages. */
interface Approved extends Identified {
	/** Stores the application's secret, if it has one, for token renewals. Rejects with a message for the user if that fails. */
	readonly storeSecret: () => Promise<void>;
	/** Revokes the grant at the forge, if the forge supports that. Never rejects. */
	readonly discard: () => Promise<void>;
}

/** The scopes to request, in several wordings. `supported` are those that the forge lists. */
type ScopeWordings = (supported: readonly string[] | undefined) => BrowserSignIn['wordings'];

/** Signs in on the forge's pages with either browser method. Asks for the application's secret until it is right. */
export async function approveInBrowser(
	services: SignInServices,
	dialogue: Dialogue,
	instance: Instance,
	method: 'browser' | 'exchange',
	wordings: ScopeWordings,
): Promise<Approved | StepExit> {
	const { forges, pendingSignIns } = services;
	const { identity } = instance;
	if (identity === undefined) return 'back';
	let client = await forges.client(instance);
	if (!client) return 'back';
	/** Why the user has to enter the secret. */
	let whySecret: string | undefined;
	if (method === 'exchange' && client.secret === undefined)
		whySecret = 'This sign-in method requires a client secret.';
	while (true) {
		if (whySecret !== undefined) {
			const secret = await askSecret(dialogue, instance.name, client.id, whySecret);
			if (typeof secret === 'string') return secret;
			client = { id: client.id, secret: secret.text };
		}
		forges.addSecret(client.secret ?? '');
		const attempt: BrowserAttempt = { services, instance, identity, method, client, wordings };
		const outcome = await awaitBrowser(dialogue, instance.name, pendingSignIns, (controls, signal) =>
			runAttempt(attempt, controls, signal),
		);
		if (outcome === 'back' || outcome === 'left') return outcome;
		if ('result' in outcome) return outcome.result;
		if (!saysClientIsWrong(outcome.error)) throw outcome.error;
		whySecret = outcome.error.message;
	}
}

interface BrowserAttempt {
	readonly services: SignInServices;
	readonly instance: Instance;
	readonly identity: string;
	readonly method: 'browser' | 'exchange';
	readonly client: OAuthClient;
	readonly wordings: ScopeWordings;
}

/** Runs the whole sign-in: finds the forge's pages, waits for the browser and identifies the account. `signal` cancels every slow step. */
async function runAttempt(
	{ services, instance, identity, method, client, wordings }: BrowserAttempt,
	controls: BrowserControls,
	signal: AbortSignal,
): Promise<Approved> {
	const { forges, redirectHandler, log } = services;
	const context = forges.requestContext(instance);
	const published = method === 'browser' ? await readMetadata(context, identity, signal) : undefined;
	const issuer = { context, instance, client, metadata: published ?? defaultMetadata(identity) };
	const callback = chooseCallback(instance, {
		isWeb: vscode.env.uiKind === vscode.UIKind.Web,
		isRemote: vscode.env.remoteName !== undefined,
		isWorkspaceExtension: forges.runsInWorkspace,
	});
	const granted: TokenGrant = await signInThroughBrowser(
		{
			...issuer,
			...controls,
			method,
			wordings: wordings(published?.scopes),
			listen: (receive) => redirectHandler.open(callback, receive),
		},
		signal,
	);
	forges.addSecret(granted.token);
	forges.addSecret(granted.refresh ?? '');
	const discard = async () => {
		if (method !== 'browser') return;
		try {
			await revoke(issuer, granted.refresh ?? granted.token);
		} catch (error) {
			log.warn(`A token of ${instance.name} that is not used could not be revoked`, error);
		}
	};
	const storeSecret = async () => {
		if (client.secret !== undefined) await forges.storeClientSecret(instance, client.id, client.secret);
	};
	try {
		const owner = await identify(context, instance, granted.token, signal);
		return { granted, ...owner, storeSecret, discard };
	} catch (error) {
		// The token is not stored, so it must not stay valid.
		background(discard());
		throw error;
	}
}
