import * as vscode from 'vscode';
import { itemUpdater } from '../../platform/editor/boxes/item-updater.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { type AddressName, allServices } from '../../signin/instances/instance.ts';
import { listSignInMethods, type SignInMethod } from '../../signin/methods/sign-in-methods.ts';
import { changeAddresses } from './addresses-step.ts';
import { setUpApplication } from './application-step.ts';
import type { Dialogue } from './dialogue.ts';
import type { ForgeSetup } from './forge-setup.ts';
import { runStep, type StepExit, separator } from './step.ts';

interface Item extends vscode.QuickPickItem {
	readonly method?: SignInMethod;
	readonly setUp?: true;
	readonly addresses?: true;
	readonly back?: true;
}

/**
 * Asks how to sign in, and lets the user change the addresses of the forge and set up browser sign-in. Rejects if `probing` does, which
 * looks for the forge.
 */
export async function chooseMethod(
	dialogue: Dialogue,
	setup: ForgeSetup,
	probing: Promise<unknown>,
): Promise<SignInMethod['name'] | StepExit> {
	while (true) {
		const chosen = await showMethods(dialogue, setup, probing);
		if (chosen === 'back' || chosen === 'left') return chosen;
		if (chosen.back) return 'back';
		if (chosen.method) return chosen.method.name;
		const step = chosen.setUp ? setUpApplication : changeAddresses;
		if ((await step(dialogue, setup)) === 'left') return 'left';
	}
}

function showMethods(
	dialogue: Dialogue,
	setup: ForgeSetup,
	probing: Promise<unknown>,
): Promise<Item | StepExit> {
	const input = vscode.window.createQuickPick<Item>();
	input.title = `Sign in to ${setup.name}`;
	input.placeholder = 'How do you want to sign in?';
	input.buttons = [vscode.QuickInputButtons.Back];
	return runStep<Item>(dialogue, input, (lifetime, end, fail) => {
		const show = itemUpdater(input, itemId);
		let chosenMethod: Item | undefined;
		const draw = () => {
			if (chosenMethod && !setup.isProbingOptional) return end(chosenMethod);
			input.busy = setup.discovery.isBusy;
			show(itemsOf(setup));
		};
		lifetime.add(setup.onDidChange(draw));
		draw();
		probing.catch(fail);
		lifetime.add(
			input.onDidAccept(() => {
				const [chosen] = input.selectedItems;
				if (chosen?.method && setup.isProbingOptional) {
					// Services that are still being probed would be left out.
					chosenMethod = chosen;
					input.placeholder = 'Checking the other services…';
				} else if (chosen && (chosen.method || chosen.addresses || chosen.setUp || chosen.back)) end(chosen);
			}),
		);
	});
}

/** Identifies an item by what choosing it does. */
const itemId = (item: Item | undefined): string | undefined =>
	item?.method?.name ?? (item?.setUp && 'set up') ?? (item?.addresses && 'addresses');

function itemsOf(setup: ForgeSetup): Item[] {
	const { discovery, required } = setup;
	const { clientId } = setup.instance;
	const identity = discovery.of('identity')?.address;
	const canSignIn = discovery.hasFoundArea || required.size > 0;
	const methods = listSignInMethods(identity, clientId, discovery.hasOAuth);
	const methodItems: Item[] = canSignIn
		? methods.map((method) => ({ label: method.label, detail: method.detail, method }))
		: [
				discovery.isBusy
					? { label: '$(loading~spin) Looking for the forge…' }
					: {
							label: `$(warning) ${discovery.problem ?? 'No forge found at this address'}`,
							...(discovery.hasOnlyIdentity
								? { detail: 'Enter their addresses.', addresses: true as const }
								: {
										detail: 'Select to enter another domain, or correct its addresses below.',
										back: true as const,
									}),
						},
			];
	const hasSetUp = canSignIn && identity !== undefined && (clientId === undefined || setup.hasNewClient);
	return [
		...(canSignIn ? [separator('Sign-in methods')] : []),
		...methodItems,
		...(hasSetUp ? [setUpItem(clientId)] : []),
		separator('Forge'),
		addressesItem(setup, canSignIn),
	];
}

const setUpItem = (clientId: string | undefined): Item =>
	clientId === undefined
		? {
				label: '$(gear) Set Up Browser Sign-In…',
				detail: 'Requires an application that is registered on the forge.',
				setUp: true,
			}
		: {
				label: '$(gear) Change Browser Sign-In…',
				detail: escapeIcons(`The client ID is ${clientId}.`),
				setUp: true,
			};

/** The row that leads to the addresses, with a summary of what was found there. */
function addressesItem(setup: ForgeSetup, canSignIn: boolean): Item {
	const { discovery, required } = setup;
	const [invalid] = setup.problems;
	const isAvailable = (service: AddressName) => discovery.of(service)?.finding?.kind === 'good';
	const isMissing =
		!discovery.isBusy && allServices.some((service) => required.has(service) && !isAvailable(service));
	const count = allServices.filter(isAvailable).length;
	// Without sign-in methods, the row above says what is wrong.
	const summary = !canSignIn
		? 'View or change the address of each service.'
		: discovery.problem
			? `${discovery.problem}.`
			: `Available services: ${count} of ${allServices.length}.`;
	const found = discovery.isBusy ? 'Checking…' : summary;
	const removed = 'The forge is no longer in the settings. Signing in adds it again.';
	return {
		label: `$(${isMissing || invalid || setup.isRemoved ? 'warning' : 'server'}) Server Addresses…`,
		detail: setup.isRemoved ? removed : escapeIcons(invalid ?? found),
		addresses: true,
	};
}
