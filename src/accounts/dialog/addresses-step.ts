import * as vscode from 'vscode';
import { baseAddress, withScheme } from '../../forge/contract/address.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { type BoxRow, SearchBox, separator } from '../../platform/editor/boxes/search-box.ts';
import { TextBox } from '../../platform/editor/boxes/text-box.ts';
import type { StepExit, Wizard, WizardStep } from '../../platform/editor/boxes/wizard.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { isLikely } from '../../signin/instances/discovery.ts';
import { type AddressName, allAddresses, plainHosts, serviceNames } from '../../signin/instances/instance.ts';
import { hubProblem, usableHub } from '../../signin/instances/usable-hub.ts';
import type { ForgeSetup } from './forge-setup.ts';

const editButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('edit'),
	tooltip: 'Change Address',
};

/** Shows what was found at each address of a forge, and lets the user change the addresses until they go back or leave. */
export const changeAddresses =
	(wizard: Wizard, setup: ForgeSetup): WizardStep<never> =>
	async () => {
		const chosen = await chooseAddress(wizard, setup);
		return chosen === 'back' || chosen === 'left' ? chosen : () => enterAddress(wizard, setup, chosen);
	};

function chooseAddress(wizard: Wizard, setup: ForgeSetup): Promise<AddressName | StepExit> {
	const box = new SearchBox<AddressName | 'back'>({
		title: `Server addresses: ${setup.name}`,
		placeholder: () => {
			const { hasOnlyIdentity, problem } = setup.discovery;
			const task = hasOnlyIdentity ? 'Enter their addresses' : 'Select an address to change it';
			return `${problem ? `${problem}. ` : ''}${task}`;
		},
		isBusy: () => setup.discovery.isBusy,
		rows: () => rowsOf(setup, (service) => box.answer(service)),
	});
	box.lifetime.add(setup.onDidChange(() => box.draw()));
	setup.discovery.showVersions();
	return box.askIn(wizard);
}

function rowsOf(
	setup: ForgeSetup,
	choose: (service: AddressName) => void,
): readonly BoxRow<AddressName | 'back'>[] {
	const { problems } = setup;
	return [
		{ label: '$(arrow-left) Back to Sign-In Methods', id: 'back', enter: () => 'back' },
		separator('Services'),
		...allAddresses.map((service) => {
			const { icon, ...texts } = describeService(setup, service);
			return {
				label: `$(${icon}) ${serviceNames[service]}`,
				...texts,
				id: service,
				enter: () => service,
				buttons: [editButton],
				press: () => choose(service),
			};
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
		const version = probed.version === undefined ? '' : ` Version ${probed.version}.`;
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

async function enterAddress(wizard: Wizard, setup: ForgeSetup, service: AddressName): Promise<StepExit> {
	const box = new TextBox({
		title: `${serviceNames[service]}: ${setup.name}`,
		prompt: "Address of the service. Leave it empty if the forge doesn't have this service.",
		placeholder: 'https://…',
		text: setup.discovery.of(service)?.address ?? '',
		problemOf: (text) => {
			if (text === '') return undefined;
			const address = withScheme(text);
			if (!URL.canParse(address)) return 'Enter a web address, such as https://lists.example.org.';
			try {
				baseAddress(address, plainHosts({ ...setup.instance, [service]: address }));
				if (service !== 'hub') return undefined;
				return hubProblem({ ...setup.instance, ...setup.addresses, hub: address });
			} catch (error) {
				return error instanceof ForgeError ? error.message : String(error);
			}
		},
	});
	const entered = await box.askIn(wizard, `${service} ${setup.name}`);
	if (typeof entered === 'string') return entered;
	setup.enterAddress(service, withScheme(entered.text).replace(/\/+$/, ''));
	return 'back';
}
