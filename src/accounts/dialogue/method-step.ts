import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { itemUpdater } from '../../platform/editor/item-updater.ts';
import { askText } from '../../platform/editor/messages.ts';
import { Discovery } from '../../signin/discovery.ts';
import { allServices, type Instance, isPort, type Service } from '../../signin/instance.ts';
import { listSignInMethods, type SignInMethod } from '../../signin/methods.ts';
import type { RequestContext } from '../../signin/request.ts';
import { changeAddresses } from './addresses-step.ts';
import { runStep, type StepExit, separator } from './step.ts';

/** A forge and the sign-in method to use there. */
export interface MethodChoice {
	readonly instance: Instance;
	readonly method: SignInMethod['name'];
	/** Whether its identity service speaks OAuth 2.0; undefined when that is not known. */
	readonly oauth: boolean | undefined;
}

interface Item extends vscode.QuickPickItem {
	readonly method?: SignInMethod;
	readonly setUp?: true;
	readonly addresses?: true;
	readonly back?: true;
}

/**
 * The state of signing in to a forge while the user moves between steps: what was found there, and what the user changed.
 */
export class ForgeSetup implements Disposable {
	readonly #typed: string | undefined;
	readonly #lifetime = new Lifetime();
	readonly #discovery: Discovery;
	/** Services whose addresses come from the settings or the user. They are kept even if nothing is found there. */
	readonly #required: Set<Service>;
	#instance: Instance;
	#probing: Promise<unknown> | undefined;
	#draw = () => {};

	/** `typed` is the domain or address of a forge that is not set up. */
	constructor(
		known: Instance,
		typed: string | undefined,
		createContext: (instance: Instance) => RequestContext,
	) {
		this.#instance = known;
		this.#typed = typed;
		this.#required = new Set(allServices.filter((service) => known[service] !== undefined));
		this.#discovery = new Discovery(
			() => createContext({ ...this.#instance, ...this.#addresses() }),
			() => this.#draw(),
			this.#lifetime.signal,
		);
	}

	/** Asks how to sign in, and lets the user change the addresses of the forge and set up browser sign-in. */
	async chooseMethod(): Promise<MethodChoice | StepExit> {
		this.#probing ??= this.#probe();
		while (true) {
			const chosen = await this.#show();
			this.#draw = () => {};
			if (chosen === 'back' || chosen === 'left') return chosen;
			if (chosen.back) return 'back';
			if (chosen.method) {
				return { instance: this.#foundInstance(), method: chosen.method.name, oauth: this.#discovery.oauth };
			}
			if (chosen.setUp) {
				const application = await askApplication(this.#instance);
				if (application) this.#instance = { ...withoutPort(this.#instance), ...application };
			}
			if (chosen.addresses && (await this.#changeAddresses()) === 'left') return 'left';
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#probe(): Promise<unknown> {
		if (this.#typed !== undefined) return this.#discovery.probeForge(this.#typed);
		return Promise.all(
			allServices.map((service) => this.#discovery.probeService(service, this.#instance[service])),
		);
	}

	#changeAddresses(): Promise<StepExit> {
		return changeAddresses({
			instance: this.#instance,
			discovery: this.#discovery,
			required: this.#required,
			change: (service, address) => {
				if (address === '') this.#required.delete(service);
				else this.#required.add(service);
				background(this.#discovery.probeService(service, address === '' ? undefined : address));
			},
			setDraw: (draw) => {
				this.#draw = draw;
			},
		});
	}

	#addresses(): Partial<Record<Service, string>> {
		return Object.fromEntries(
			allServices.flatMap((service) => {
				const address = this.#discovery.of(service)?.address;
				return address === undefined ? [] : [[service, address]];
			}),
		);
	}

	#foundInstance(): Instance {
		const found = this.#discovery.instance(this.#instance.name, this.#required);
		return { ...withoutServices(this.#instance), ...found };
	}

	/** Whether a service that may be left out is still being probed. */
	get #isProbingOptional(): boolean {
		return allServices.some((service) => {
			const one = this.#discovery.of(service);
			return one && !one.finding && !this.#required.has(service);
		});
	}

	#show(): Promise<Item | StepExit> {
		const input = vscode.window.createQuickPick<Item>();
		input.title = `Sign in to ${this.#instance.name}`;
		input.placeholder = 'How do you want to sign in?';
		input.buttons = [vscode.QuickInputButtons.Back];
		input.ignoreFocusOut = true;
		return runStep<Item>(input, (lifetime, end, fail) => {
			const show = itemUpdater(input, itemId);
			let chosenMethod: Item | undefined;
			const redraw = () => {
				if (chosenMethod && !this.#isProbingOptional) return end(chosenMethod);
				input.busy = this.#discovery.isBusy;
				show(itemsOf(this.#instance, this.#discovery, this.#required));
			};
			this.#draw = redraw;
			redraw();
			this.#probing?.catch(fail);
			lifetime.add(
				input.onDidAccept(() => {
					const [chosen] = input.selectedItems;
					if (chosen?.method && this.#isProbingOptional) {
						// Services that are still being probed would be left out.
						chosenMethod = chosen;
						input.placeholder = 'Checking the other services…';
					} else if (chosen && (chosen.method || chosen.addresses || chosen.setUp || chosen.back))
						end(chosen);
				}),
			);
		});
	}
}

const withoutPort = ({ callbackPort: _, ...rest }: Instance): Instance => rest;

const withoutServices = (instance: Instance): Partial<Instance> =>
	Object.fromEntries(
		Object.entries(instance).filter(([field]) => !allServices.some((service) => service === field)),
	);

/** Identifies an item by what choosing it does. */
const itemId = (item: Item | undefined): string | undefined =>
	item?.method?.name ?? (item?.setUp && 'set up') ?? (item?.addresses && 'addresses');

function itemsOf(instance: Instance, discovery: Discovery, required: ReadonlySet<Service>): Item[] {
	const identity = discovery.of('identity')?.address;
	const fitting = listSignInMethods(
		{
			...(identity !== undefined && { identity }),
			...(instance.clientId !== undefined && { clientId: instance.clientId }),
		},
		discovery.oauth,
	);
	const canSignIn = discovery.isUseful || required.size > 0;
	const methodItems: Item[] = canSignIn
		? fitting.map((method) => ({ label: method.label, detail: method.detail, method }))
		: [
				discovery.isBusy
					? { label: '$(loading~spin) Looking for the forge…' }
					: {
							label: `$(warning) ${discovery.problem ?? 'No forge found at this address'}`,
							detail: 'Select to enter another domain, or correct the server addresses below.',
							back: true,
						},
			];
	const setUpItems: Item[] =
		canSignIn && identity !== undefined && instance.clientId === undefined
			? [
					{
						label: '$(gear) Set Up Browser Sign-In…',
						detail: 'Requires an application that is registered on the forge.',
						setUp: true,
					},
				]
			: [];
	return [
		...(canSignIn ? [separator('Sign-in methods')] : []),
		...methodItems,
		...setUpItems,
		separator('Forge'),
		addressesItem(discovery, required, canSignIn),
	];
}

/** The row that leads to the addresses, with a summary of what was found there. */
function addressesItem(discovery: Discovery, required: ReadonlySet<Service>, canSignIn: boolean): Item {
	const isAvailable = (service: Service) => discovery.of(service)?.finding?.kind === 'good';
	const isMissing = !discovery.isBusy && [...required].some((service) => !isAvailable(service));
	const count = allServices.filter(isAvailable).length;
	// Without sign-in methods, the row above says what is wrong.
	const summary = !canSignIn
		? 'Shows what was found at each address, and lets you change it.'
		: discovery.problem
			? `${discovery.problem}.`
			: `Available services: ${count} of ${allServices.length}.`;
	return {
		label: `$(${isMissing ? 'warning' : 'server'}) Server Addresses…`,
		detail: discovery.isBusy ? 'Checking…' : summary,
		addresses: true,
	};
}

/** Asks for the port and the client id of the application that the user registered at the forge. */
async function askApplication(
	instance: Instance,
): Promise<Pick<Instance, 'clientId' | 'callbackPort'> | undefined> {
	const title = `Browser sign-in: ${instance.name}`;
	const portInput = await askText({
		title,
		prompt:
			'Port on 127.0.0.1 that the application is, or will be, registered with. Leave it empty if the forge accepts any port, as the standard requires.',
		placeHolder: 'Any port',
		value: instance.callbackPort === undefined ? '' : String(instance.callbackPort),
		ignoreFocusOut: true,
		validateInput: (text) =>
			text.trim() === '' || isPort(Number(text)) ? undefined : 'Enter a port number from 1 to 65535.',
	});
	if (portInput === undefined) return undefined;
	const port = portInput.trim() === '' ? undefined : Number(portInput);
	const redirect = `http://127.0.0.1${port === undefined ? '' : `:${port}`}/callback`;
	const clientId = await askText({
		title,
		prompt: `Client ID of the application that you registered on the forge with the redirect address ${redirect}.`,
		placeHolder: 'Client ID',
		ignoreFocusOut: true,
	});
	if (!clientId?.trim()) return undefined;
	return { clientId: clientId.trim(), ...(port !== undefined && { callbackPort: port }) };
}
