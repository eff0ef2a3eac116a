import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { StepExit, Wizard } from '../../platform/editor/boxes/wizard.ts';
import { readGraphqlService } from '../../signin/instances/api-meta.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import { defaultMetadata, type Metadata, readMetadata } from '../../signin/instances/metadata.ts';
import type { RequestContext } from '../../signin/instances/request.ts';
import { type BrowserSignIn, signInThroughBrowser } from '../../signin/methods/browser.ts';
import { identify } from '../../signin/methods/identify.ts';
import { type OAuthClient, revoke, saysClientIsWrong, type TokenGrant } from '../../signin/methods/oauth.ts';
import { chooseCallback } from '../../signin/methods/sign-in-methods.ts';
import { offerRevocation } from '../forges/revocation.ts';
import { askSecret, awaitBrowser, type BrowserControls } from './browser-step.ts';
import type { SignInServices } from './sign-in-services.ts';
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
	wizard: Wizard,
	instance: Instance,
	method: 'browser' | 'exchange',
	wordings: ScopeWordings,
	/** What the forge has published so far. */
	published: Metadata | undefined,
): Promise<Approved | StepExit> {
	const { forges, pendingSignIns } = services;
	const { identity } = instance;
	if (identity === undefined) return 'back';
	let client = await forges.client(instance);
	if (!client) return 'back';
	/** Whether and why to ask for the secret of the application. The user may leave it out unless it is required. */
	let question: { readonly why: string; readonly isRequired: boolean } | undefined;
	let isSecretNew = false;
	const enterSecret = async (why: string, isRequired: boolean): Promise<StepExit | undefined> => {
		const id = instance.clientId ?? '';
		const entered = await askSecret(wizard, instance.name, id, why, isRequired);
		if (typeof entered === 'string') return entered;
		forges.addSecret(entered.text);
		client = { id, secret: entered.text || undefined };
		isSecretNew = client.secret !== undefined;
		return undefined;
	};
	if (client.secret === undefined) {
		if (method === 'exchange')
			question = { why: 'This sign-in method requires a client secret.', isRequired: true };
		// Asks before the browser opens, while the page that shows the secret may still be open there. A forge that publishes nothing about
		// secrets may know applications without one.
		else if (published?.needsSecret) question = { why: '', isRequired: false };
	}
	while (true) {
		const exit = question && (await enterSecret(question.why, question.isRequired));
		if (exit !== undefined) return exit;
		const attempt = { services, instance, identity, method, client, isSecretNew, wordings };
		const outcome = await awaitBrowser(wizard, instance.name, pendingSignIns, (controls, signal) => {
			const askDuringSignIn = async ({ message }: ForgeError) => {
				const left = await enterSecret(message, true);
				if (left !== undefined) controls.exit(left);
				else pendingSignIns.show();
				return client?.secret;
			};
			return runAttempt({ ...attempt, askSecret: askDuringSignIn }, controls, signal);
		});
		if (outcome === 'back' || outcome === 'left') return outcome;
		if ('result' in outcome) return outcome.result;
		if (!saysClientIsWrong(outcome.error)) throw outcome.error;
		question = { why: outcome.error.message, isRequired: true };
	}
}

interface BrowserAttempt {
	readonly services: SignInServices;
	readonly instance: Instance;
	readonly identity: string;
	readonly method: 'browser' | 'exchange';
	readonly client: OAuthClient;
	readonly isSecretNew: boolean;
	readonly askSecret: BrowserSignIn['askSecret'];
	readonly wordings: ScopeWordings;
}

/** Runs the whole sign-in: finds the forge's pages, waits for the browser and identifies the account. `signal` cancels every slow step. */
async function runAttempt(
	{ services, instance, identity, method, client, wordings, ...more }: BrowserAttempt,
	controls: BrowserControls,
	signal: AbortSignal,
): Promise<Approved> {
	const { forges, redirectHandler, log } = services;
	const context = forges.requestContext(instance);
	const published = method === 'browser' ? await readMetadata(context, identity, signal) : undefined;
	if (published) await checkOAuth(context, instance, client, published, signal);
	const issuer = { context, instance, client, metadata: published ?? defaultMetadata(identity) };
	let { secret } = client;
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
			isSecretNew: more.isSecretNew,
			askSecret: async (error) => {
				secret = await more.askSecret(error);
				return secret;
			},
			wordings: wordings(published?.scopes),
			listen: (receive) => redirectHandler.open(callback, receive),
			addSecret: (code) => forges.addSecret(code),
		},
		signal,
	);
	forges.addSecret(granted.token);
	forges.addSecret(granted.refresh ?? '');
	const discard = async () => {
		if (method !== 'browser') return;
		try {
			const used = { ...issuer, client: { id: client.id, secret } };
			const page = await revoke(used, granted.token, granted.refresh);
			if (page !== undefined) background(offerRevocation(instance.name, granted.token, page));
		} catch (error) {
			log.warn(`A token of ${instance.name} that is not used could not be revoked`, error);
		}
	};
	const storeSecret = async () => {
		if (secret !== undefined) await forges.storeClientSecret(instance, client.id, secret);
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

/** Rejects if the forge would show an error instead of its page, and return nothing. */
async function checkOAuth(
	context: RequestContext,
	{ name, identity = '' }: Instance,
	{ id }: OAuthClient,
	{ hasUuids }: Metadata,
	signal: AbortSignal,
): Promise<void> {
	if (!hasUuids) return;
	if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
		const message = `${name} has no application with the client ID "${id}". Its client IDs look like this one: 11111111-2222-4333-8444-555555555555. Copy the client ID from the page on which you registered the application.`;
		throw new ForgeError('refused', message);
	}
	await readGraphqlService(context, identity, signal).catch((cause: unknown) => {
		if (!(cause instanceof ForgeError && isTransient(cause))) throw cause;
		const message = `${name} cannot sign you in with the browser at the moment: a part of its account service is not running. Try again in a few minutes.`;
		throw new ForgeError('busy', message, { cause });
	});
}
