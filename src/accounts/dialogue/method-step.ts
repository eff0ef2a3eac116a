import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { baseAddress } from '../../forge/address.ts';
import { ForgeError } from '../../forge/errors.ts';
import { plain } from '../../platform/editor/escape.ts';
import { itemUpdater } from '../../platform/editor/item-updater.ts';
import { ask } from '../../platform/editor/messages.ts';
import type { Means } from '../../signin/ask.ts';
import { Discovery, isLikely, type Surveyed } from '../../signin/discovery.ts';
import { areas, type Instance, isPort, plainHosts, type Service } from '../../signin/instance.ts';
import { doors, type SignInMethod } from '../../signin/methods.ts';
import { type Left, separator, step } from './step.ts';

/** A forge and the sign-in method to use there. */
export interface Entrance {
	readonly instance: Instance;
	readonly door: SignInMethod['name'];
	/** Whether its identity service speaks OAuth 2.0; undefined when that is not known. */
	readonly oauth: boolean | undefined;
}

interface Item extends vscode.QuickPickItem {
	readonly door?: SignInMethod;
	readonly service?: Service;
	readonly setUp?: true;
	readonly back?: true;
}

const names: Readonly<Record<Service, string>> = {
	identity: 'Account service',
	lists: 'Mailing lists',
	repositories: 'Repositories',
	trackers: 'Ticket trackers',
};

const edit: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('edit'),
	tooltip: 'Change Address',
};

/**
 * A forge that the user wants to sign in to: what was found there and what the user changed, for as long as the user moves between steps.
 */
export class ForgeSetup implements Disposable {
	readonly #typed: string | undefined;
	readonly #lifetime = new Lifetime();
	readonly #survey: Discovery;
	/** Services whose addresses come from the settings or the user. They stay, no matter what is found there. */
	readonly #insisted: Set<Service>;
	#instance: Instance;
	#looking: Promise<unknown> | undefined;
	#draw = () => {};

	/** `typed` is the domain or address of a forge that is not set up. */
	constructor(known: Instance, typed: string | undefined, means: (instance: Instance) => Means) {
		this.#instance = known;
		this.#typed = typed;
		this.#insisted = new Set(areas.filter((service) => known[service] !== undefined));
		this.#survey = new Discovery(
			() => means({ ...this.#instance, ...this.#addresses() }),
			() => this.#draw(),
			this.#lifetime.signal,
		);
	}

	/** Shows what was found, lets the user change each address, and asks how to sign in. */
	async chooseDoor(): Promise<Entrance | Left> {
		this.#looking ??= this.#look();
		while (true) {
			const chosen = await this.#show();
			this.#draw = () => {};
			if (chosen === 'back' || chosen === 'left') return chosen;
			if (chosen.back) return 'back';
			if (chosen.door) {
				return { instance: this.#found(), door: chosen.door.name, oauth: this.#survey.oauth };
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

	#look(): Promise<unknown> {
		if (this.#typed !== undefined) return this.#survey.lookAround(this.#typed);
		return Promise.all(areas.map((service) => this.#survey.look(service, this.#instance[service])));
	}

	async #change(service: Service): Promise<void> {
		const address = await askAddress(this.#instance, service, this.#survey.of(service)?.address);
		if (address === undefined) return;
		if (address === '') this.#insisted.delete(service);
		else this.#insisted.add(service);
		background(this.#survey.look(service, address === '' ? undefined : address));
	}

	#addresses(): Partial<Record<Service, string>> {
		return Object.fromEntries(
			areas.flatMap((service) => {
				const address = this.#survey.of(service)?.address;
				return address === undefined ? [] : [[service, address]];
			}),
		);
	}

	#found(): Instance {
		const found = this.#survey.instance(this.#instance.name, this.#insisted);
		return { ...withoutServices(this.#instance), ...found };
	}

	/** Whether a service that may be left out is still being probed. */
	get #isOpen(): boolean {
		return areas.some((service) => {
			const one = this.#survey.of(service);
			return one && !one.finding && !this.#insisted.has(service);
		});
	}

	#show(): Promise<Item | Left> {
		const input = vscode.window.createQuickPick<Item>();
		input.title = `Sign in to ${this.#instance.name}`;
		input.placeholder = 'How do you want to sign in?';
		input.buttons = [vscode.QuickInputButtons.Back];
		input.ignoreFocusOut = true;
		return step<Item>(input, (lifetime, end, fail) => {
			const show = itemUpdater(input, meant);
			let door: Item | undefined;
			const redraw = () => {
				if (door && !this.#isOpen) return end(door);
				input.busy = this.#survey.busy;
				show(itemsOf(this.#instance, this.#survey, this.#insisted));
			};
			this.#draw = redraw;
			redraw();
			this.#looking?.catch(fail);
			lifetime.add(input.onDidTriggerItemButton(({ item }) => end(item)));
			lifetime.add(
				input.onDidAccept(() => {
					const [chosen] = input.selectedItems;
					if (chosen?.door && this.#isOpen) {
						// Services that are still being probed would be left out.
						door = chosen;
						input.placeholder = 'Checking the other services…';
					} else if (chosen && (chosen.door || chosen.service || chosen.setUp || chosen.back)) end(chosen);
				}),
			);
		});
	}
}

const withoutPort = ({ callbackPort: _, ...rest }: Instance): Instance => rest;

const withoutServices = (instance: Instance): Partial<Instance> =>
	Object.fromEntries(
		Object.entries(instance).filter(([field]) => !areas.some((service) => service === field)),
	);

/** Identifies an item by what choosing it does. */
const meant = (item: Item | undefined): string | undefined =>
	item?.door?.name ?? item?.service ?? (item?.setUp && 'set up');

function itemsOf(instance: Instance, survey: Discovery, insisted: ReadonlySet<Service>): Item[] {
	const identity = survey.of('identity')?.address;
	const fitting = doors(
		{
			...(identity !== undefined && { identity }),
			...(instance.clientId !== undefined && { clientId: instance.clientId }),
		},
		survey.oauth,
	);
	const ready = survey.isUseful || insisted.size > 0;
	const ways: Item[] = ready
		? fitting.map((door) => ({ label: door.label, detail: door.detail, door }))
		: [
				survey.busy
					? { label: '$(loading~spin) Looking for the forge…' }
					: {
							label: `$(warning) ${survey.problem ?? 'No forge found at this address'}`,
							detail: 'Select to enter another domain, or correct an address below.',
							back: true,
						},
			];
	const setUp: Item[] =
		ready && identity !== undefined && instance.clientId === undefined
			? [
					{
						label: '$(gear) Set up browser sign-in…',
						detail: 'Requires an application that is registered on the forge.',
						setUp: true,
					},
				]
			: [];
	const services = areas.map((service) => ({
		...shownService(survey.of(service), insisted.has(service)),
		service,
		buttons: [edit],
	}));
	return [
		...(ready ? [separator('Sign-in methods')] : []),
		...ways,
		...setUp,
		separator('Services'),
		...services.map(({ icon, ...one }) => ({ ...one, label: `$(${icon}) ${names[one.service]}` })),
	];
}

function shownService(one: Surveyed | undefined, insisted: boolean) {
	if (!one) return { icon: 'circle-slash', description: 'not found', detail: 'Select to enter its address.' };
	const { address, finding } = one;
	const rest = insisted
		? ''
		: isLikely(finding)
			? ' It will be used when it is available again.'
			: ' It will not be used.';
	// The row already has its final height, so that items do not move under the pointer.
	if (!finding) return { icon: 'loading~spin', description: plain(address), detail: 'Checking…' };
	if (finding.kind !== 'good') {
		return {
			icon: finding.kind === 'away' ? 'error' : 'warning',
			description: plain(address),
			detail: plain(`${finding.words}${rest}`),
		};
	}
	const version = finding.version === undefined ? '' : ` Version ${finding.version}.`;
	return { icon: 'check', description: plain(address), detail: plain(`Available.${version}`) };
}

async function askAddress(instance: Instance, service: Service, value = ''): Promise<string | undefined> {
	const given = await ask({
		title: `${names[service]}: ${instance.name}`,
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
	return given?.trim().replace(/\/+$/, '');
}

/** Asks for the port and the client id of the application that the user registered at the forge. */
async function askApplication(
	instance: Instance,
): Promise<Pick<Instance, 'clientId' | 'callbackPort'> | undefined> {
	const title = `Browser sign-in: ${instance.name}`;
	const given = await ask({
		title,
		prompt:
			'Port on 127.0.0.1 that the application is, or will be, registered with. Leave it empty if the forge accepts any port, as the standard requires.',
		placeHolder: 'Any port',
		value: instance.callbackPort === undefined ? '' : String(instance.callbackPort),
		ignoreFocusOut: true,
		validateInput: (text) =>
			text.trim() === '' || isPort(Number(text)) ? undefined : 'Enter a port number from 1 to 65535.',
	});
	if (given === undefined) return undefined;
	const port = given.trim() === '' ? undefined : Number(given);
	const redirect = `http://127.0.0.1${port === undefined ? '' : `:${port}`}/callback`;
	const clientId = await ask({
		title,
		prompt: `Client ID of the application that you registered on the forge with the redirect address ${redirect}.`,
		placeHolder: 'Client ID',
		ignoreFocusOut: true,
	});
	if (!clientId?.trim()) return undefined;
	return { clientId: clientId.trim(), ...(port !== undefined && { callbackPort: port }) };
}
