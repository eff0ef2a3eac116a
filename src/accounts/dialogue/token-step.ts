import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { sleep } from '../../base/backoff.ts';
import { covers } from '../../forge/contract/covers.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { appendPath } from '../../signin/instances/request.ts';
import { cleanToken, readToken } from '../../signin/methods/token.ts';
import type { Session } from '../../signin/sessions/session.ts';
import type { Dialogue } from './dialogue.ts';
import { runStep, type StepExit } from './step.ts';
import { enterToken, type FilledToken, type TokenRequest } from './token-box.ts';

interface TokenStep extends TokenRequest {
	/** The address of the forge's account service now, which may change while the step is open. */
	readonly identity: () => string | undefined;
	/** Whether the forge has the newer token page, which can preselect scopes. */
	readonly hasNewTokenPage: boolean;
}

/** Where the token comes from. */
type Source = 'create' | 'enter';

interface SourceItem extends vscode.QuickPickItem {
	readonly source: Source;
}

/** How long to wait for the clipboard, which a browser may give only after it has asked the user. */
const clipboardMs = 1000;

/**
 * Asks whether to create a token in the browser or to enter one, and signs in with it. Asks only for the token if one that may be used is in
 * the clipboard, or if the forge has no page that creates tokens.
 */
export async function askToken(dialogue: Dialogue, step: TokenStep): Promise<Session | StepExit> {
	const filled: FilledToken = { token: undefined };
	const firstPage = tokenPage(step);
	if (firstPage === undefined || (await hasCopiedToken(step)))
		return enterToken(dialogue, step, firstPage, filled);
	while (true) {
		const source = await chooseSource(dialogue, step);
		if (source === 'back' || source === 'left') return source;
		const page = tokenPage(step);
		if (source === 'create' && page !== undefined) background(openInBrowser(page));
		const session = await enterToken(dialogue, step, page, filled);
		if (session !== 'back') return session;
	}
}

/** Whether a token is in the clipboard that has not expired and lacks no permissions, as far as it says so itself. */
async function hasCopiedToken({ scopes }: TokenStep): Promise<boolean> {
	const read = vscode.env.clipboard.readText().then(cleanToken, () => '');
	const facts = readToken(await Promise.race([read, sleep(clipboardMs).then(() => '')]));
	if (!facts || (facts.expires !== undefined && facts.expires < Date.now())) return false;
	return scopes.needed.every((scope) => !facts.scopes || covers(facts.scopes, scope));
}

function chooseSource(dialogue: Dialogue, { name, hasNewTokenPage }: TokenStep): Promise<Source | StepExit> {
	const input = vscode.window.createQuickPick<SourceItem>();
	input.title = `Sign in to ${name}`;
	input.placeholder = 'Do you have a personal access token?';
	input.buttons = [vscode.QuickInputButtons.Back];
	input.items = [
		{
			label: '$(link-external) Create Token in Browser…',
			...(hasNewTokenPage && { detail: 'The required permissions are preselected.' }),
			source: 'create',
		},
		{ label: '$(key) Enter Token…', detail: 'Use a token that you already have.', source: 'enter' },
	];
	return runStep<Source>(dialogue, input, (lifetime, end) => {
		lifetime.add(
			input.onDidAccept(() => {
				const [chosen] = input.selectedItems;
				if (chosen) end(chosen.source);
			}),
		);
	});
}

/** The page that creates a token. The newer page preselects the needed scopes. */
function tokenPage({ identity, scopes, hasNewTokenPage }: TokenStep): string | undefined {
	const address = identity();
	if (address === undefined) return undefined;
	if (!hasNewTokenPage) return appendPath(address, '/oauth/personal-token');
	return `${appendPath(address, '/oauth2/personal-token')}?${new URLSearchParams({ grants: scopes.requested.join(' ') })}`;
}
