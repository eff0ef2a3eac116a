import * as vscode from 'vscode';
import { baseAddress, withScheme } from '../../forge/contract/address.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { itemUpdater } from '../../platform/editor/boxes/item-updater.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { isLikely } from '../../signin/instances/discovery.ts';
import {
	type AddressName,
	allAddresses,
	allServices,
	type Instance,
	plainHosts,
	serviceNames,
} from '../../signin/instances/instance.ts';
import { hubProblem, usableHub } from '../../signin/instances/usable-hub.ts';
import type { Dialogue } from './dialogue.ts';
import type { ForgeSetup } from './forge-setup.ts';
import { runStep, type StepExit, separator } from './step.ts';
import { enterText } from './text-step.ts';

interface Item extends vscode.QuickPickItem {
	readonly service?: AddressName;
	readonly back?: true;
}

const editButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('edit'),
	tooltip: 'Change Address',
};

/** Shows what was found at each address of a forge, and lets the user change the addresses until they go back or leave. */
export async function changeAddresses(dialogue: Dialogue, setup: ForgeSetup): Promise<StepExit> {
	while (true) {
		const chosen = await chooseAddress(dialogue, setup);
		if (chosen === 'back' || chosen === 'left') return chosen;
		if (!chosen.service) return 'back';
		const entered = await enterAddress(dialogue, setup, chosen.service);
		if (entered === 'left') return 'left';
		if (entered !== 'back') setup.enterAddress(chosen.service, withScheme(entered.text).replace(/\/+$/, ''));
	}
}

function chooseAddress(dialogue: Dialogue, setup: ForgeSetup): Promise<Item | StepExit> {
	const input = vscode.window.createQuickPick<Item>();
	input.title = `Server addresses: ${setup.name}`;
	input.buttons = [vscode.QuickInputButtons.Back];
	return runStep<Item>(dialogue, input, (lifetime, end) => {
		const show = itemUpdater(input, itemId);
		const draw = () => {
			const { isBusy, problem } = setup.discovery;
			input.busy = isBusy;
			const task = setup.discovery.hasOnlyIdentity
				? 'Enter their addresses'
				: 'Select an address to change it';
			input.placeholder = `${problem ? `${problem}. ` : ''}${task}`;
			show(itemsOf(setup));
		};
		lifetime.add(setup.onDidChange(draw));
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

function itemsOf(setup: ForgeSetup): Item[] {
	const { problems } = setup;
	return [
		{ label: '$(arrow-left) Back to Sign-In Methods', back: true },
		separator('Services'),
		...allAddresses.map((service) => {
			const { icon, ...texts } = describeService(setup, service);
			const label = `$(${icon}) ${serviceNames[service]}`;
			return { label, ...texts, service, buttons: [editButton] };
		}),
		...(problems.length > 0 ? [separator('Invalid settings')] : []),
		...problems.map((problem) => ({ label: `$(warning) ${escapeIcons(problem)}` })),
	];
}

function describeService({ discovery, required, instance }: ForgeSetup, service: AddressName) {
	const probed = discovery.of(service);
	if (!probed)
		return { icon: 'circle-slash', description: 'not found', detail: 'Select to enter its address.' };
	const { address, finding } = probed;
	const description = escapeIcons(address);
	// With a detail, the row has its final height at once, so that items do not move under the pointer.
	if (!finding) return { icon: 'loading~spin', description, detail: 'Checking…' };
	if (finding.kind === 'good') {
		// Services that are not in the settings are known only when all were probed.
		if (service === 'hub' && !discovery.isBusy && usableHub(instance) === undefined) {
			const detail = "Not in the domain of the forge's services. It will not be used.";
			return { icon: 'warning', description, detail };
		}
		const version = finding.version === undefined ? '' : ` Version ${finding.version}.`;
		return { icon: 'check', description, detail: escapeIcons(`Available.${version}`) };
	}
	const icon = finding.kind === 'away' ? 'error' : 'warning';
	// The placeholder says it for all services.
	if (finding.reason === discovery.sharedReason)
		return { icon, description, detail: 'Select to change its address.' };
	const consequence = required.has(service)
		? ''
		: isLikely(finding)
			? ' It will be used when it is available again.'
			: ' It will not be used.';
	return { icon, description, detail: escapeIcons(`${finding.message}${consequence}`) };
}

function enterAddress(
	dialogue: Dialogue,
	setup: ForgeSetup,
	service: AddressName,
): Promise<{ readonly text: string } | StepExit> {
	return enterText(dialogue, {
		title: `${serviceNames[service]}: ${setup.name}`,
		prompt: "Address of the service. Leave it empty if the forge doesn't have this service.",
		placeholder: 'https://…',
		field: `${service} ${setup.name}`,
		value: setup.discovery.of(service)?.address ?? '',
		validate: (text) => {
			if (text === '') return undefined;
			const address = withScheme(text);
			if (!URL.canParse(address)) return 'Enter a web address, such as https://lists.example.org.';
			try {
				const entered = { ...setup.instance, [service]: address };
				baseAddress(address, plainHosts(entered));
				return service === 'hub' ? hubProblem({ ...entered, ...listedServices(setup) }) : undefined;
			} catch (error) {
				return error instanceof ForgeError ? error.message : String(error);
			}
		},
	});
}

/** The addresses of the services, also of those that have not answered yet. */
function listedServices({ discovery }: ForgeSetup): Partial<Instance> {
	const listed = allServices.flatMap((service) => {
		const address = discovery.of(service)?.address;
		return address === undefined ? [] : [[service, address]];
	});
	return Object.fromEntries(listed);
}
