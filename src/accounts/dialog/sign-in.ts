import type { Wizard } from '../../platform/editor/boxes/wizard.ts';
import { atDomain, type Instance } from '../../signin/instances/instance.ts';
import type { Session } from '../../signin/sessions/session.ts';
import type { Forges } from '../forges/forges.ts';
import { ForgeSetup } from './forge-setup.ts';
import { ForgeSignIn } from './forge-sign-in.ts';
import { chooseForge, type ForgeChoice, openForgeSettings } from './forge-step.ts';
import type { SignInServices } from './sign-in-services.ts';

export interface SignInOptions {
	/** Scopes besides those that Tildeforge needs itself. */
	readonly scopes?: readonly string[];
	/** The name of the instance, if it is already known. */
	readonly instance?: string | undefined;
}

/** Signs the user in. If the user cancels, returns undefined and leaves everything as it was. */
export async function signIn(
	services: SignInServices,
	wizard: Wizard,
	{ instance, scopes = [] }: SignInOptions = {},
): Promise<Session | undefined> {
	const { instances } = services.forges;
	const setups = new ForgeSetups(services.forges);
	const stepFor = (choice: ForgeChoice) => async () => {
		if (choice.kind === 'sample') return services.trySample();
		if (choice.kind === 'settings') return openForgeSettings();
		return new ForgeSignIn(services, wizard, setups.of(choice), scopes).run();
	};
	const askForge = async () => {
		const choice = await chooseForge(wizard, instances);
		return typeof choice === 'string' ? choice : stepFor(choice);
	};
	const known = instance === undefined ? undefined : instances.find(instance);
	const steps = known ? [askForge, stepFor({ kind: 'known', instance: known })] : [askForge];
	try {
		const session = await wizard.run<Session | undefined>(...steps);
		return typeof session === 'string' ? undefined : session;
	} finally {
		setups.dispose();
	}
}

/** What the user has set up at each forge, in case they go back and choose it again. */
class ForgeSetups {
	readonly #forges: Forges;
	readonly #setups = new Map<string, ForgeSetup>();

	constructor(forges: Forges) {
		this.#forges = forges;
	}

	of(choice: Extract<ForgeChoice, { kind: 'known' | 'typed' }>): ForgeSetup {
		const { instances } = this.#forges;
		const given = choice.kind === 'known' ? choice.instance : atDomain(choice.text);
		// If the user types the name of a forge that is set up, uses that forge.
		const known = instances.find(given.name);
		const typed = choice.kind === 'typed' && !known ? choice.text : undefined;
		const id = typed ?? `name: ${given.name}`;
		let setup = this.#setups.get(id);
		if (!setup) {
			const createContext = (instance: Instance) => this.#forges.requestContext(instance);
			setup = new ForgeSetup(known ?? given, instances, createContext, typed);
			this.#setups.set(id, setup);
		}
		return setup;
	}

	dispose(): void {
		for (const one of this.#setups.values()) one.dispose();
	}
}
