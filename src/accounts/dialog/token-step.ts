import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { sleep, timeOfDay } from '../../base/clock.ts';
import { covers } from '../../forge/contract/covers.ts';
import { SearchBox } from '../../platform/editor/boxes/search-box.ts';
import type { StepExit, Wizard, WizardStep } from '../../platform/editor/boxes/wizard.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { appendPath } from '../../signin/instances/request.ts';
import { cleanToken, readToken } from '../../signin/methods/token.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { enterToken, type FilledToken, type TokenRequest } from './token-box.ts';

interface TokenStep extends TokenRequest {
	/** The address of the forge's account service now, which may change while the step is open. */
	readonly identity: () => string | undefined;
	/** Whether the forge has the newer token page, which can preselect scopes. */
	readonly hasNewTokenPage: boolean;
}

/** Where the token comes from. */
type Source = 'create' | 'enter';

/** How long to wait for the clipboard, which a browser may give only after it has asked the user. */
const clipboardMs = 1000;

/**
 * Returns the step that asks whether to create a token in the browser or to enter one, and signs in with it. It asks only for the token if one
 * that may be used is in the clipboard, or if the forge has no page that creates tokens.
 */
export async function tokenStep(wizard: Wizard, request: TokenStep): Promise<WizardStep<Session>> {
	const filled: FilledToken = { token: undefined };
	const firstPage = tokenPage(request);
	if (firstPage === undefined || (await hasCopiedToken(request)))
		return () => enterToken(wizard, request, firstPage, filled);
	return async () => {
		const source = await chooseSource(wizard, request, filled);
		if (source === 'back' || source === 'left') return source;
		const page = tokenPage(request);
		if (source === 'create' && page !== undefined) background(openInBrowser(page));
		return () => enterToken(wizard, request, page, filled);
	};
}

/** Whether a token is in the clipboard that has not expired and lacks no permissions, as far as it says so itself. */
async function hasCopiedToken({ scopes }: TokenStep): Promise<boolean> {
	const read = vscode.env.clipboard.readText().then(cleanToken, () => '');
	const facts = readToken(await Promise.race([read, sleep(clipboardMs).then(() => '')]));
	if (!facts || (facts.expires !== undefined && facts.expires < timeOfDay())) return false;
	return scopes.needed.every((scope) => !facts.scopes || covers(facts.scopes, scope));
}

function chooseSource(
	wizard: Wizard,
	{ name, hasNewTokenPage, addSecret }: TokenStep,
	filled: FilledToken,
): Promise<Source | StepExit> {
	const box = new SearchBox<Source>({
		title: `Sign in to ${name}`,
		placeholder: 'Do you have a personal access token?',
		rows: (text) => {
			const token = cleanToken(text);
			const isToken = readToken(token) !== undefined;
			if (isToken) addSecret(token);
			const enter = () => {
				filled.early = isToken ? token : undefined;
				return 'enter' as const;
			};
			const own = { label: '$(key) Enter Token…', detail: 'Use a token that you already have.', enter };
			if (isToken) return [{ ...own, label: '$(key) Use This Token', alwaysShow: true }];
			return [
				{
					label: '$(link-external) Create Token in Browser…',
					...(hasNewTokenPage && { detail: 'The required permissions are preselected.' }),
					enter: () => 'create',
				},
				own,
			];
		},
	});
	return box.askIn(wizard);
}

/** The page that creates a token. The newer page preselects the needed scopes. */
function tokenPage({ identity, scopes, hasNewTokenPage }: TokenStep): string | undefined {
	const address = identity();
	if (address === undefined) return undefined;
	if (!hasNewTokenPage) return appendPath(address, '/oauth/personal-token');
	return `${appendPath(address, '/oauth2/personal-token')}?${new URLSearchParams({ grants: scopes.requested.join(' ') })}`;
}
