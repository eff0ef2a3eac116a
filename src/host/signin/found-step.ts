import * as vscode from 'vscode';
import { baseAddress } from '../../forge/address.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Means } from '../../signin/ask.ts';
import { type Door, doors } from '../../signin/doors.ts';
import { areas, type Instance, plainHosts, type Service } from '../../signin/instance.ts';
import { Survey, type Surveyed } from '../../signin/survey.ts';
import { type Left, separator, step } from './step.ts';

/** A forge, and the way to sign in there. */
export interface Entrance {
	readonly instance: Instance;
	readonly door: Door['name'];
	/** Whether its identity service speaks OAuth 2.0; undefined when that is not known. */
	readonly oauth: boolean | undefined;
}

interface Item extends vscode.QuickPickItem {
	readonly door?: Door;
	readonly service?: Service;
	readonly setUp?: true;
}

const names: Readonly<Record<Service, string>> = {
	identity: 'Sign-in',
	lists: 'Mailing lists',
	repositories: 'Repositories',
	trackers: 'Ticket trackers',
};

const edit: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('edit'),
	tooltip: 'Change the Address',
};

/** Shows what was found at the addresses of a forge, lets each be changed, and asks how to sign in. */
export async function chooseDoor(
	known: Instance,
	typed: string | undefined,
	means: (instance: Instance) => Means,
): Promise<Entrance | Left> {
	const controller = new AbortController();
	let instance = known;
	/** Addresses that the settings have or that somebody typed stay, whatever is found there. */
	const insisted = new Set<Service>(areas.filter((service) => known[service] !== undefined));
	let draw = () => {};
	const survey = new Survey(
		() => means(instance),
		() => draw(),
		controller.signal,
	);
	const looking =
		typed === undefined
			? Promise.all(areas.map((service) => survey.look(service, known[service])))
			: survey.lookAround(typed);
	try {
		while (true) {
			const chosen = await show(instance, survey, insisted, looking, (redraw) => {
				draw = redraw;
			});
			draw = () => {};
			if (chosen === 'back' || chosen === 'left') return chosen;
			if (chosen.door) {
				const found = survey.instance(instance.name, insisted);
				return {
					instance: { ...withoutServices(instance), ...found },
					door: chosen.door.name,
					oauth: survey.oauth,
				};
			}
			if (chosen.setUp) {
				const clientId = await askClientId(instance);
				if (clientId !== undefined) instance = { ...instance, clientId };
			}
			if (chosen.service) {
				const { service } = chosen;
				const address = await askAddress(instance, service, survey.of(service)?.address);
				if (address === undefined) continue;
				insisted.add(service);
				if (address === '') insisted.delete(service);
				void survey.look(service, address === '' ? undefined : address);
			}
		}
	} finally {
		controller.abort();
	}
}

const withoutServices = (instance: Instance): Partial<Instance> =>
	Object.fromEntries(
		Object.entries(instance).filter(([field]) => !areas.some((service) => service === field)),
	);

function show(
	instance: Instance,
	survey: Survey,
	insisted: ReadonlySet<Service>,
	looking: Promise<unknown>,
	whenChanged: (redraw: () => void) => void,
): Promise<Item | Left> {
	const input = vscode.window.createQuickPick<Item>();
	input.title = `Sign in to ${instance.name}`;
	input.placeholder = 'Choose how to sign in, or an address to change it';
	input.buttons = [vscode.QuickInputButtons.Back];
	input.ignoreFocusOut = true;
	return step<Item>(input, (lifetime, end, fail) => {
		let drawn = '';
		const redraw = () => {
			input.busy = survey.busy;
			const items = itemsOf(instance, survey, insisted);
			const written = JSON.stringify(
				items.map(({ label, description, detail }) => [label, description, detail]),
			);
			if (written === drawn) return;
			drawn = written;
			// Whoever has chosen something and not yet pressed Enter must not choose another thing by it.
			const active = meant(input.activeItems[0]);
			input.items = items;
			const still = items.filter((item) => active !== undefined && meant(item) === active);
			if (still.length > 0) input.activeItems = still;
		};
		whenChanged(redraw);
		redraw();
		looking.catch(fail);
		lifetime.add(input.onDidTriggerItemButton(({ item }) => end(item)));
		lifetime.add(
			input.onDidAccept(() => {
				const [chosen] = input.selectedItems;
				if (chosen && (chosen.door || chosen.service || chosen.setUp)) end(chosen);
			}),
		);
	});
}

/** What choosing an item means. */
const meant = (item: Item | undefined): string | undefined =>
	item?.door?.name ?? item?.service ?? (item?.setUp && 'set up');

function itemsOf(instance: Instance, survey: Survey, insisted: ReadonlySet<Service>): Item[] {
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
					? { label: '$(loading~spin) Looking for the forge …' }
					: {
							label: '$(warning) No forge was found there',
							detail: 'Correct an address below, or go back and type another domain.',
						},
			];
	const setUp: Item[] =
		ready && identity !== undefined && instance.clientId === undefined
			? [
					{
						label: '$(gear) Set up sign-in with the browser …',
						detail: 'For an application that you have registered on the forge.',
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
		...(ready ? [separator('sign in')] : []),
		...ways,
		...setUp,
		separator('what is there'),
		...services.map(({ icon, ...one }) => ({ ...one, label: `$(${icon}) ${names[one.service]}` })),
	];
}

function shownService(one: Surveyed | undefined, insisted: boolean) {
	if (!one)
		return { icon: 'circle-slash', description: 'not there', detail: 'Choose this to give its address.' };
	const { address, finding } = one;
	const rest = insisted ? '' : ' It will be left out.';
	// As high as it will be: what is clicked must not move away.
	if (!finding) return { icon: 'loading~spin', description: address, detail: 'Looking …' };
	if (finding.kind !== 'good') {
		return {
			icon: finding.kind === 'away' ? 'error' : 'warning',
			description: address,
			detail: `${finding.words}${rest}`,
		};
	}
	const version = finding.version === undefined ? '' : ` Version ${finding.version}.`;
	return { icon: 'check', description: address, detail: `It answers.${version}` };
}

async function askAddress(instance: Instance, service: Service, value = ''): Promise<string | undefined> {
	const given = await vscode.window.showInputBox({
		title: `${names[service]} of ${instance.name}`,
		prompt: 'The address at which it begins. Leave it empty if the forge has none.',
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

async function askClientId(instance: Instance): Promise<string | undefined> {
	const port = instance.callbackPort ?? 0;
	const redirect = `http://127.0.0.1${port === 0 ? '' : `:${port}`}/callback`;
	const given = await vscode.window.showInputBox({
		title: `Sign-in with the browser at ${instance.name}`,
		prompt: `The client id of an application that you registered there with the address ${redirect}. If the forge wants a port in it, name it as callbackPort in the setting tildeforge.instances.`,
		placeHolder: 'client id',
		ignoreFocusOut: true,
	});
	return given?.trim() || undefined;
}
