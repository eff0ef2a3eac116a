import * as vscode from 'vscode';
import { baseAddress } from '../../forge/address.ts';
import { ForgeError } from '../../forge/errors.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { itemUpdater } from '../../platform/editor/item-updater.ts';
import { askText } from '../../platform/editor/messages.ts';
import { type Discovery, isLikely } from '../../signin/discovery.ts';
import { allServices, type Instance, plainHosts, type Service, serviceNames } from '../../signin/instance.ts';
import { runStep, type StepExit, separator } from './step.ts';

interface AddressesStep {
	readonly instance: Instance;
	readonly discovery: Discovery;
	/** Services whose addresses come from the settings or the user. */
	readonly required: ReadonlySet<Service>;
	/** Stores a new address; an empty one leaves the service out. */
	readonly change: (service: Service, address: string) => void;
	/** Receives what draws the step again, for whenever the discovery has changed. */
	readonly setDraw: (draw: () => void) => void;
}

interface Item extends vscode.QuickPickItem {
	readonly service?: Service;
	readonly back?: true;
}

const editButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('edit'),
	tooltip: 'Change Address',
};

/** Shows what was found at each address of a forge, and lets the user change the addresses until they go back or leave. */
export async function changeAddresses(step: AddressesStep): Promise<StepExit> {
	while (true) {
		const chosen = await chooseAddress(step);
		step.setDraw(() => {});
		if (chosen === 'back' || chosen === 'left') return chosen;
		if (!chosen.service) return 'back';
		const address = await askAddress(
			step.instance,
			chosen.service,
			step.discovery.of(chosen.service)?.address,
		);
		if (address !== undefined) step.change(chosen.service, address);
	}
}

function chooseAddress(step: AddressesStep): Promise<Item | StepExit> {
	const input = vscode.window.createQuickPick<Item>();
	input.title = `Server addresses: ${step.instance.name}`;
	input.buttons = [vscode.QuickInputButtons.Back];
	input.ignoreFocusOut = true;
	return runStep<Item>(input, (lifetime, end) => {
		const show = itemUpdater(input, itemId);
		const draw = () => {
			const { isBusy, problem } = step.discovery;
			input.busy = isBusy;
			input.placeholder = `${problem ? `${problem}. ` : ''}Select an address to change it`;
			show(itemsOf(step));
		};
		step.setDraw(draw);
		draw();
		lifetime.add(input.onDidTriggerItemButton(({ item }) => end(item)));
		lifetime.add(
			input.onDidAccept(() => {
				const [chosen] = input.selectedItems;
				if (chosen?.service || chosen?.back) end(chosen);
			}),
		);
	});
}

/** Identifies an item by what choosing it does. */
const itemId = (item: Item | undefined): string | undefined => item?.service ?? (item?.back && 'back');

function itemsOf({ discovery, required }: AddressesStep): Item[] {
	return [
		{ label: '$(arrow-left) Back to Sign-In Methods', back: true },
		separator('Services'),
		...allServices.map((service) => {
			const { icon, ...texts } = describeService(discovery, service, required.has(service));
			const label = `$(${icon}) ${serviceNames[service]}`;
			return { label, ...texts, service, buttons: [editButton] };
		}),
	];
}

function describeService(discovery: Discovery, service: Service, isRequired: boolean) {
	const probed = discovery.of(service);
	if (!probed)
		return { icon: 'circle-slash', description: 'not found', detail: 'Select to enter its address.' };
	const { address, finding } = probed;
	const description = escapeIcons(address);
	// With a detail, the row has its final height at once, so that items do not move under the pointer.
	if (!finding) return { icon: 'loading~spin', description, detail: 'Checking…' };
	if (finding.kind === 'good') {
		const version = finding.version === undefined ? '' : ` Version ${finding.version}.`;
		return { icon: 'check', description, detail: escapeIcons(`Available.${version}`) };
	}
	const icon = finding.kind === 'away' ? 'error' : 'warning';
	// The placeholder says it for all services.
	if (finding.reason === discovery.sharedReason)
		return { icon, description, detail: 'Select to change its address.' };
	const consequence = isRequired
		? ''
		: isLikely(finding)
			? ' It will be used when it is available again.'
			: ' It will not be used.';
	return { icon, description, detail: escapeIcons(`${finding.message}${consequence}`) };
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
