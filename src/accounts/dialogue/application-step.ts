import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { itemUpdater } from '../../platform/editor/boxes/item-updater.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { defaultCallbackPort, isPort, loopbackRedirect } from '../../signin/instances/instance.ts';
import { appendPath } from '../../signin/instances/request.ts';
import type { Dialogue } from './dialogue.ts';
import type { ForgeSetup } from './forge-setup.ts';
import { runStep, type StepExit, separator } from './step.ts';
import { enterText } from './text-step.ts';

interface Item extends vscode.QuickPickItem {
	readonly action: 'copy' | 'open' | 'use' | 'port';
	/** The client ID, or the address to copy or to open. */
	readonly text?: string;
}

/** Shows what the application needs that the user registers on the forge, then asks for its client ID. */
export async function setUpApplication(dialogue: Dialogue, setup: ForgeSetup): Promise<StepExit> {
	while (true) {
		const chosen = await enterClient(dialogue, setup);
		if (chosen === 'back' || chosen === 'left') return chosen;
		if (chosen.action === 'use') {
			setup.setClient(chosen.text ?? '');
			return 'back';
		}
		if ((await enterPort(dialogue, setup)) === 'left') return 'left';
	}
}

function enterClient(dialogue: Dialogue, setup: ForgeSetup): Promise<Item | StepExit> {
	const input = vscode.window.createQuickPick<Item | vscode.QuickPickItem>();
	input.title = `Browser sign-in: ${setup.name}`;
	input.placeholder = 'Register an application on the forge, then paste its client ID here';
	input.buttons = [vscode.QuickInputButtons.Back];
	return runStep<Item>(dialogue, input, (lifetime, end) => {
		lifetime.add(dialogue.keepTyped(input, `client ID ${setup.name}`));
		let copied: string | undefined;
		const show = itemUpdater(input, actionOf);
		const draw = (options = {}) => show(itemsOf(setup, input.value.trim(), copied), options);
		draw();
		lifetime.add(input.onDidChangeValue(() => draw({ keepsActive: false })));
		lifetime.add(setup.onDidChange(() => draw()));
		lifetime.add(
			input.onDidAccept(() => {
				const [chosen] = input.selectedItems;
				if (!chosen || !('action' in chosen)) return;
				const { action, text = '' } = chosen;
				if (action === 'use' || action === 'port') return end(chosen);
				if (action === 'open') return background(openInBrowser(text));
				background(vscode.env.clipboard.writeText(text));
				copied = text;
				draw();
				// The user opens the page next, and pastes the address there.
				input.activeItems = input.items.filter((item) => actionOf(item) === 'open');
			}),
		);
	});
}

const actionOf = (item: Item | vscode.QuickPickItem | undefined): string | undefined =>
	item && 'action' in item ? item.action : undefined;

function itemsOf(
	setup: ForgeSetup,
	clientId: string,
	copied: string | undefined,
): (Item | vscode.QuickPickItem)[] {
	const { port } = setup;
	const { identity, callback } = setup.instance;
	const redirect = callback === 'editor' ? editorRedirect() : loopbackRedirect(port);
	const page = identity !== undefined && applicationPage(identity, setup.discovery.hasOAuth);
	const use: Item = {
		label: '$(check) Use This Client ID',
		description: escapeIcons(clientId),
		alwaysShow: true,
		action: 'use',
		text: clientId,
	};
	const items: (Item | false)[] = [
		{
			label: '$(copy) Copy Redirect Address',
			description: copied === redirect ? `${redirect} (copied)` : redirect,
			detail: 'Register the application with exactly this address, port included.',
			alwaysShow: true,
			action: 'copy',
			text: redirect,
		},
		page !== false && {
			label: "$(link-external) Open the Forge's Page…",
			detail: 'Where you register the application.',
			alwaysShow: true,
			action: 'open',
			text: page,
		},
	];
	const advanced: Item = {
		label: '$(plug) Change Port…',
		description: String(port),
		detail: 'If another program on this machine uses it. This changes the redirect address.',
		alwaysShow: true,
		action: 'port',
	};
	return [
		...(clientId === '' ? [] : [use]),
		...items.filter((item) => item !== false),
		...(callback === 'editor' ? [] : [separator('Advanced'), advanced]),
	];
}

const editorRedirect = (): string => `${vscode.env.uriScheme}://tildeforge.tildeforge/signed-in`;

const applicationPage = (identity: string, hasOAuth: boolean | undefined): string =>
	appendPath(identity, hasOAuth === false ? '/oauth/register' : '/oauth2/client-registration');

async function enterPort(dialogue: Dialogue, setup: ForgeSetup): Promise<StepExit> {
	const { name, port } = setup;
	const entered = await enterText(dialogue, {
		title: `Port for browser sign-in: ${name}`,
		prompt:
			'Port on 127.0.0.1 of the redirect address. The application must be registered with the same port.',
		placeholder: String(defaultCallbackPort),
		field: `port ${name}`,
		value: String(port),
		validate: (text) =>
			text === '' || isPort(Number(text)) ? undefined : 'Enter a port number from 1 to 65535.',
	});
	if (typeof entered === 'string') return entered;
	setup.port = entered.text === '' ? defaultCallbackPort : Number(entered.text);
	return 'back';
}
