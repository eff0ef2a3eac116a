import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { baseAddress } from '../../forge/address.ts';
import { ForgeError } from '../../forge/errors.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { itemUpdater } from '../../platform/editor/item-updater.ts';
import { askText } from '../../platform/editor/messages.ts';
import { Discovery, isLikely, type ProbedService } from '../../signin/discovery.ts';
import {
	allServices,
	type Instance,
	isPort,
	plainHosts,
	type Service,
	serviceNames,
} from '../../signin/instance.ts';
import { listSignInMethods, type SignInMethod } from '../../signin/methods.ts';
import type { RequestContext } from '../../signin/request.ts';
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
	readonly service?: Service;
	readonly setUp?: true;
	readonly back?: true;
}

const editButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('edit'),
	tooltip: 'Change Address',
};

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

	/** Shows what was found, lets the user change each address, and asks how to sign in. */
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
			if (chosen.service) await this.#change(chosen.service);
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

	async #change(service: Service): Promise<void> {
		const address = await askAddress(this.#instance, service, this.#discovery.of(service)?.address);
		if (address === undefined) return;
		if (address === '') this.#required.delete(service);
		else this.#required.add(service);
		background(this.#discovery.probeService(service, address === '' ? undefined : address));
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
			lifetime.add(input.onDidTriggerItemButton(({ item }) => end(item)));
			lifetime.add(
				input.onDidAccept(() => {
					const [chosen] = input.selectedItems;
					if (chosen?.method && this.#isProbingOptional) {
						// Services that are still being probed would be left out.
						chosenMethod = chosen;
						input.placeholder = 'Checking the other services…';
					} else if (chosen && (chosen.method || chosen.service || chosen.setUp || chosen.back)) end(chosen);
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
	item?.method?.name ?? item?.service ?? (item?.setUp && 'set up');

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
							detail: 'Select to enter another domain, or correct an address below.',
							back: true,
						},
			];
	const setUpItems: Item[] =
		canSignIn && identity !== undefined && instance.clientId === undefined
			? [
					{
						label: '$(gear) Set up browser sign-in…',
						detail: 'Requires an application that is registered on the forge.',
						setUp: true,
					},
				]
			: [];
	const services = allServices.map((service) => ({
		...describeService(discovery.of(service), required.has(service)),
		service,
		buttons: [editButton],
	}));
	return [
		...(canSignIn ? [separator('Sign-in methods')] : []),
		...methodItems,
		...setUpItems,
		separator('Services'),
		...services.map(({ icon, ...one }) => ({ ...one, label: `$(${icon}) ${serviceNames[one.service]}` })),
	];
}

function describeService(probed: ProbedService | undefined, isRequired: boolean) {
	if (!probed)
		return { icon: 'circle-slash', description: 'not found', detail: 'Select to enter its address.' };
	const { address, finding } = probed;
	const consequence = isRequired
		? ''
		: isLikely(finding)
			? ' It will be used when it is available again.'
			: ' It will not be used.';
	// With a detail, the row has its final height at once, so that items do not move under the pointer.
	if (!finding) return { icon: 'loading~spin', description: escapeIcons(address), detail: 'Checking…' };
	if (finding.kind !== 'good') {
		return {
			icon: finding.kind === 'away' ? 'error' : 'warning',
			description: escapeIcons(address),
			detail: escapeIcons(`${finding.message}${consequence}`),
		};
	}
	const version = finding.version === undefined ? '' : ` Version ${finding.version}.`;
	return { icon: 'check', description: escapeIcons(address), detail: escapeIcons(`Available.${version}`) };
}

async function askAddress(instance: Instance, service: Service, value = ''): Promise<string | undefined> {
	const input = await askText({
		title: `${serviceNames[service]}: ${instance.name}`,
		prompt: "URL of the service. Leave it empty if the forge doesn't have this service.",
		placeHolder: 'https://…',
		value,
		ignoreFocusOut: true,
		validateInput: (text) => {
			if (text.trim() === '') return undefined;
			try {
				baseAddress(text.trim(), plainHosts({ ...instance, [service]: text.trim() }));
				return undefined;
			} catch (error) {
				return error instanceof ForgeError ? error.message : String(error);
			}
		},
	});
	return input?.trim().replace(/\/+$/, '');
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
