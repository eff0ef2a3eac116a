import { background } from '../../base/background.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { StepExit, Wizard, WizardStep } from '../../platform/editor/boxes/wizard.ts';
import { showError, showWarning } from '../../platform/editor/messages.ts';
import { type Instance, type Service, serviceNames } from '../../signin/instances/instance.ts';
import { graphqlScopesFor, loadGraphqlScopes } from '../../signin/methods/graphql-scopes.ts';
import { identify } from '../../signin/methods/identify.ts';
import { personalScopes, scopeWordings, unlistedServices } from '../../signin/methods/scope-wordings.ts';
import { storeGrant } from '../../signin/methods/store-grant.ts';
import { signInWithFallback } from '../../signin/methods/token-fallback.ts';
import { type Session, sessionId } from '../../signin/sessions/session.ts';
import { approveInBrowser } from './browser-method.ts';
import type { ForgeSetup } from './forge-setup.ts';
import { chooseMethod } from './method-step.ts';
import type { SignInServices } from './sign-in-services.ts';
import { storeSession } from './store-session.ts';
import { tokenStep } from './token-step.ts';

/** Signs in to one forge. */
export class ForgeSignIn {
	readonly #services: SignInServices;
	readonly #wizard: Wizard;
	readonly #setup: ForgeSetup;
	/** Scopes besides those that Tildeforge needs itself. */
	readonly #extraScopes: readonly string[];
	/** What the page in the browser was opened with, while the sign-in waits for it. */
	#openedWith: Instance | undefined;

	constructor(services: SignInServices, wizard: Wizard, setup: ForgeSetup, extraScopes: readonly string[]) {
		this.#services = services;
		this.#wizard = wizard;
		this.#setup = setup;
		this.#extraScopes = extraScopes;
	}

	/** Asks for the method until the user has signed in, goes back to the choice of the forge, or leaves. */
	async run(): Promise<Session | StepExit> {
		const listener = this.#setup.onDidChange(() => this.#updateNotice());
		this.#updateNotice();
		// Probes only once, and not again when the user comes back from a later step: the rows would move under the mouse.
		const probing = this.#setup.probe();
		try {
			return await this.#wizard.run(async () => {
				const chosen = await chooseMethod(this.#wizard, this.#setup, probing);
				if (chosen === 'token') return this.#tokenStep();
				return chosen === 'browser' || chosen === 'exchange'
					? () => this.#signInThroughBrowser(chosen)
					: chosen;
			});
		} finally {
			listener.dispose();
			this.#wizard.notice = '';
		}
	}

	/** Says in every step what has changed in the settings. */
	#updateNotice(): void {
		const { isRemoved, instance } = this.#setup;
		const opened = this.#openedWith;
		const isOutdated = opened && browserFields.some((field) => opened[field] !== instance[field]);
		this.#wizard.notice = isRemoved
			? 'no longer in the settings'
			: isOutdated
				? 'settings changed, go back to use them'
				: '';
	}

	async #signInThroughBrowser(method: 'browser' | 'exchange'): Promise<Session | StepExit> {
		try {
			const session = await signInWithFallback(
				() => this.#signInWithBrowser(method),
				async () => this.#wizard.run(await this.#tokenStep()),
				async ({ message }) => (await showWarning(message, 'Use a Token')) !== undefined,
			);
			return session ?? 'left';
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			this.#services.log.warn(`The sign-in to ${this.#setup.name} failed`, error);
			return (await showError(error.message, 'Try Again')) === undefined ? 'left' : 'back';
		}
	}

	/** Signs in on the forge's pages, and stores what the forge granted. */
	async #signInWithBrowser(method: 'browser' | 'exchange'): Promise<Session | StepExit> {
		const { instance } = this.#setup;
		const { clientId: client = null } = instance;
		const graphql = await loadGraphqlScopes();
		this.#openedWith = instance;
		const { discovery } = this.#setup;
		const graphqlScopes = graphqlScopesFor(discovery, graphql);
		let unlisted: readonly Service[] = [];
		const wordings = (supported: readonly string[] | undefined) => {
			unlisted = unlistedServices(instance, supported, graphqlScopes);
			return scopeWordings(instance, supported, this.#extraScopes, graphqlScopes);
		};
		const approved = await approveInBrowser(
			this.#services,
			this.#wizard,
			instance,
			method,
			wordings,
			discovery.found('identity')?.metadata,
		).finally(() => {
			this.#openedWith = undefined;
			this.#updateNotice();
		});
		if (typeof approved === 'string') return approved;
		const { storeSecret, discard, ...identified } = approved;
		const isStored = () => {
			const { account, granted } = identified;
			return this.#services.forges.registry.get(sessionId(instance.name, account))?.token === granted.token;
		};
		const session = await storeGrant(
			async () => {
				await storeSecret();
				return storeSession(this.#services, {
					...identified,
					instance: this.#setup.instance,
					method,
					client,
				});
			},
			async ({ message }) => (await showError(message, 'Try Again')) !== undefined,
			async () => {
				if (!isStored()) await discard();
			},
		);
		if (session) this.#warnAboutScopes(session, unlisted);
		return session ?? 'left';
	}

	/** Says what the session may do that the user does not expect, or what it may not do. */
	#warnAboutScopes({ instance, scopes }: Session, unlisted: readonly Service[]): void {
		if (scopes?.includes('*') && !this.#extraScopes.includes('*')) {
			const message = `You approved no permissions, so ${instance} granted all of them. To limit them, sign in again and tick the ones you want.`;
			background(showWarning(message));
		} else if (unlisted.length > 0) {
			const names = unlisted.map((service) => serviceNames[service]).join(', ');
			const message = `${instance} currently lists no permissions for ${names}, so some features may not work there. Sign in again later.`;
			background(showWarning(message));
		}
	}

	async #tokenStep(): Promise<WizardStep<Session>> {
		const setup = this.#setup;
		const extraScopes = this.#extraScopes;
		const { forges } = this.#services;
		const graphql = await loadGraphqlScopes();
		return tokenStep(this.#wizard, {
			name: setup.name,
			// The settings may change while the step is open.
			identity: () => setup.instance.identity,
			// Services may still be probed while the step is open.
			get scopes() {
				const { instance, discovery } = setup;
				const supported = discovery.found('identity')?.metadata?.scopes;
				return personalScopes(instance, supported, extraScopes, graphqlScopesFor(discovery, graphql));
			},
			hasNewTokenPage: setup.discovery.hasOAuth !== false,
			addSecret: (text) => forges.addSecret(text),
			identify: (token, signal) => {
				const { instance } = setup;
				return identify(forges.requestContext(instance), instance, token, signal);
			},
			storeSession: (identified, signal) =>
				storeSession(
					this.#services,
					{ ...identified, instance: setup.instance, method: 'token', client: null },
					signal,
				),
		});
	}
}

/** What a sign-in in the browser depends on. */
const browserFields = ['identity', 'clientId', 'callback', 'callbackPort'] as const;
