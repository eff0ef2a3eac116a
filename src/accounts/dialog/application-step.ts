import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { type BoxRow, SearchBox, separator } from '../../platform/editor/boxes/search-box.ts';
import { TextBox } from '../../platform/editor/boxes/text-box.ts';
import type { StepExit, Wizard, WizardStep } from '../../platform/editor/boxes/wizard.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { defaultCallbackPort, isPort, loopbackRedirect } from '../../signin/instances/instance.ts';
import { appendPath } from '../../signin/instances/request.ts';
import type { ForgeSetup } from './forge-setup.ts';

type Choice = 'back' | 'port';

/** Shows what the application needs that the user registers on the forge, then asks for its client ID. */
export const setUpApplication =
	(wizard: Wizard, setup: ForgeSetup): WizardStep<never> =>
	async () => {
		const chosen = await enterClient(wizard, setup);
		return chosen === 'port' ? () => enterPort(wizard, setup) : chosen;
	};

function enterClient(wizard: Wizard, setup: ForgeSetup): Promise<Choice | StepExit> {
	let copied: string | undefined;
	const copy = (text: string) => {
		copied = text;
		return background(vscode.env.clipboard.writeText(text));
	};
	const box = new SearchBox<Choice>({
		title: `Browser sign-in: ${setup.name}`,
		placeholder: 'Register an application on the forge, then paste its client ID here',
		rows: (text) => rowsOf(setup, text.trim(), copied, copy),
	});
	box.lifetime.add(setup.onDidChange(() => box.draw()));
	return box.askIn(wizard, `client ID ${setup.name}`);
}

function rowsOf(
	setup: ForgeSetup,
	clientId: string,
	copied: string | undefined,
	copy: (text: string) => undefined,
): readonly BoxRow<Choice>[] {
	const { port } = setup;
	const { identity, callback } = setup.instance;
	const redirect = callback === 'editor' ? editorRedirect() : loopbackRedirect(port);
	const page = identity === undefined ? undefined : applicationPage(identity, setup.discovery.hasOAuth);
	const isCopied = copied === redirect;
	const use: BoxRow<Choice> = {
		label: '$(check) Use This Client ID',
		description: escapeIcons(clientId),
		alwaysShow: true,
		id: 'use',
		enter: () => {
			setup.setClient(clientId);
			return 'back';
		},
	};
	const copyRow: BoxRow<Choice> = {
		label: '$(copy) Copy Redirect Address',
		description: isCopied ? `${redirect} (copied)` : redirect,
		detail: 'Register the application with exactly this address, port included.',
		alwaysShow: true,
		id: isCopied ? 'copy' : 'next',
		enter: () => copy(redirect),
	};
	const open = (address: string): BoxRow<Choice> => ({
		label: "$(link-external) Open the Forge's Page…",
		detail: 'Where you register the application.',
		alwaysShow: true,
		// The active row keeps its id, so this one is active after the copy: the user opens the page, and pastes the address there.
		id: isCopied ? 'next' : 'open',
		enter: () => background(openInBrowser(address)),
	});
	const advanced: BoxRow<Choice> = {
		label: '$(plug) Change Port…',
		description: String(port),
		detail: 'If another program on this machine uses it. This changes the redirect address.',
		alwaysShow: true,
		id: 'port',
		enter: () => 'port',
	};
	return [
		...(clientId === '' ? [] : [use]),
		copyRow,
		...(page === undefined ? [] : [open(page)]),
		...(callback === 'editor' ? [] : [separator('Advanced'), advanced]),
	];
}

const editorRedirect = (): string => `${vscode.env.uriScheme}://tildeforge.tildeforge/signed-in`;

const applicationPage = (identity: string, hasOAuth: boolean | undefined): string =>
	appendPath(identity, hasOAuth === false ? '/oauth/register' : '/oauth2/client-registration');

async function enterPort(wizard: Wizard, setup: ForgeSetup): Promise<StepExit> {
	const { name, port } = setup;
	const box = new TextBox({
		title: `Port for browser sign-in: ${name}`,
		prompt:
			'Port on 127.0.0.1 of the redirect address. The application must be registered with the same port.',
		placeholder: String(defaultCallbackPort),
		text: String(port),
		problemOf: (text) =>
			text === '' || (/^\d+$/.test(text) && isPort(Number(text)))
				? undefined
				: 'Enter a port number from 1 to 65535.',
	});
	const entered = await box.askIn(wizard, `port ${name}`);
	if (typeof entered === 'string') return entered;
	setup.port = entered.text === '' ? defaultCallbackPort : Number(entered.text);
	return 'back';
}
