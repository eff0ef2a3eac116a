import { type BoxRow, SearchBox, separator } from '../../platform/editor/boxes/search-box.ts';
import type { StepExit, Wizard, WizardStep } from '../../platform/editor/boxes/wizard.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { allServices } from '../../signin/instances/instance.ts';
import { listSignInMethods, type SignInMethod } from '../../signin/methods/sign-in-methods.ts';
import { changeAddresses } from './addresses-step.ts';
import { setUpApplication } from './application-step.ts';
import type { ForgeSetup } from './forge-setup.ts';

type Method = SignInMethod['name'];
/** What the user wants: a method, or another step first. */
type Choice = Method | 'back' | 'addresses' | 'application';

/**
 * Asks how to sign in. Lets the user change the addresses of the forge and set up browser sign-in, each in a step of its own. `probing` looks for
 * the forge; if it rejects, so does this.
 */
export async function chooseMethod(
	wizard: Wizard,
	setup: ForgeSetup,
	probing: Promise<unknown>,
): Promise<Method | WizardStep<never> | StepExit> {
	const chosen = await showMethods(wizard, setup, probing);
	if (chosen === 'application') return setUpApplication(wizard, setup);
	return chosen === 'addresses' ? changeAddresses(wizard, setup) : chosen;
}

function showMethods(
	wizard: Wizard,
	setup: ForgeSetup,
	probing: Promise<unknown>,
): Promise<Choice | StepExit> {
	/** The method that the user has chosen while services are still being probed, which a sign-in would leave out. */
	let awaitedMethod: Method | undefined;
	const choose = (method: Method): Method | undefined => {
		if (!setup.isProbingOptional) return method;
		awaitedMethod = method;
		return undefined;
	};
	const box = new SearchBox<Choice>({
		title: `Sign in to ${setup.name}`,
		placeholder: () => placeholderOf(setup, awaitedMethod !== undefined),
		isBusy: () => setup.discovery.isBusy,
		rows: () => rowsOf(setup, choose),
	});
	const follow = () => {
		if (awaitedMethod && !setup.isProbingOptional) box.answer(awaitedMethod);
		else box.draw();
	};
	box.lifetime.add(setup.onDidChange(follow));
	probing.catch((error: unknown) => box.fail(error));
	return box.askIn(wizard);
}

function placeholderOf(setup: ForgeSetup, isAwaiting: boolean): string {
	if (isAwaiting) return 'Checking the other services…';
	if (canSignIn(setup)) return 'How do you want to sign in?';
	return setup.discovery.isBusy ? 'Looking for the forge…' : 'Select what to correct';
}

const canSignIn = ({ discovery, required }: ForgeSetup): boolean =>
	discovery.hasFoundArea || required.size > 0;

function rowsOf(
	setup: ForgeSetup,
	choose: (method: Method) => Method | undefined,
): readonly BoxRow<Choice>[] {
	const { discovery } = setup;
	const { clientId } = setup.instance;
	const identity = discovery.of('identity')?.address;
	const methods = listSignInMethods(identity, clientId, discovery.hasOAuth);
	const hasMethods = canSignIn(setup);
	const methodRows: BoxRow<Choice>[] = hasMethods
		? methods.map(({ name, label, detail }) => ({ label, detail, id: name, enter: () => choose(name) }))
		: [notFoundRow(setup)];
	const offersSetUp = hasMethods && identity !== undefined && (clientId === undefined || setup.hasNewClient);
	return [
		...(hasMethods ? [separator('Sign-in methods')] : []),
		...methodRows,
		...(offersSetUp ? [setUpRow(clientId)] : []),
		separator('Forge'),
		addressesRow(setup, hasMethods),
	];
}

function notFoundRow({ discovery }: ForgeSetup): BoxRow<Choice> {
	if (discovery.isBusy) return { label: '$(loading~spin) Looking for the forge…' };
	const label = `$(warning) ${discovery.problem ?? 'No forge found at this address'}`;
	return discovery.hasOnlyIdentity
		? { label, detail: 'Enter their addresses.', enter: () => 'addresses' }
		: {
				label,
				detail: 'Select to enter another domain, or correct the server addresses below.',
				enter: () => 'back',
			};
}

const setUpRow = (clientId: string | undefined): BoxRow<Choice> => ({
	id: 'set up',
	enter: () => 'application',
	...(clientId === undefined
		? {
				label: '$(gear) Set Up Browser Sign-In…',
				detail: 'Requires an application that is registered on the forge.',
			}
		: {
				label: '$(gear) Change Browser Sign-In…',
				detail: escapeIcons(`The client ID is ${clientId}.`),
			}),
});

/** The row that leads to the addresses, with a summary of what was found there. */
function addressesRow(setup: ForgeSetup, hasMethods: boolean): BoxRow<Choice> {
	const { discovery, required } = setup;
	const [invalid] = setup.problems;
	const isMissing =
		!discovery.isBusy && allServices.some((service) => required.has(service) && !discovery.found(service));
	const count = allServices.filter((service) => discovery.found(service)).length;
	// Without sign-in methods, the row above says what is wrong.
	const summary = !hasMethods
		? 'View or change the address of each service.'
		: discovery.problem
			? `${discovery.problem}.`
			: `Available services: ${count} of ${allServices.length}.`;
	const found = discovery.isBusy ? 'Checking…' : summary;
	const removed = 'The forge is no longer in the settings. Signing in adds it again.';
	return {
		label: `$(${isMissing || invalid || setup.isRemoved ? 'warning' : 'server'}) Server Addresses…`,
		detail: setup.isRemoved ? removed : escapeIcons(invalid ?? found),
		id: 'addresses',
		enter: () => 'addresses',
	};
}
