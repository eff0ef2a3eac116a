import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { covers } from '../../forge/contract/covers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { TextBox } from '../../platform/editor/boxes/text-box.ts';
import type { StepExit, Wizard } from '../../platform/editor/boxes/wizard.ts';
import { escapeMarkup } from '../../platform/editor/escape.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import type { Identity } from '../../signin/methods/identify.ts';
import type { TokenGrant } from '../../signin/methods/oauth.ts';
import { cleanToken, readToken, tokenFault } from '../../signin/methods/token.ts';
import type { Session } from '../../signin/sessions/session.ts';

export interface TokenRequest {
	/** The name of the forge. */
	readonly name: string;
	/** The scopes to request on the page that creates tokens, and those that a token needs. */
	readonly scopes: { readonly requested: readonly string[]; readonly needed: readonly string[] };
	/** Keeps a text out of all logs. */
	readonly addSecret: (text: string) => void;
	/** Asks the forge which account the token belongs to. */
	readonly identify: (token: string, signal: AbortSignal) => Promise<Identity>;
	/** Stores the session. If the user leaves before that is done, the sign-in is undone. */
	readonly storeSession: (identified: Identified, signal: AbortSignal) => Promise<Session>;
}

/** A token and the account that it belongs to. */
export interface Identified extends Identity {
	readonly granted: TokenGrant;
}

/** The token that was filled in from the clipboard. A newer token replaces it, but nothing that the user has typed. */
export interface FilledToken {
	token: string | undefined;
	/** The token that the user has entered in the list before this box, until the box has it. */
	early?: string | undefined;
}

const createButton = {
	iconPath: new vscode.ThemeIcon('link-external'),
	tooltip: 'Create Token in Browser',
};

/**
 * Signs in with a personal access token. Fills in a token from the clipboard, when the box opens and whenever the window gets the focus.
 * The box stays open until the session is stored, and keeps the token if something fails. `page` is the address of the page that creates
 * tokens; undefined if the forge has none.
 */
export async function enterToken(
	wizard: Wizard,
	request: TokenRequest,
	page: string | undefined,
	filled: FilledToken,
): Promise<Session | StepExit> {
	const { name, addSecret, scopes } = request;
	let session: Session | undefined;
	const instruction = page === undefined ? "Create a token on the forge's website, then paste it here. " : '';
	const box = new TextBox({
		title: `Sign in to ${name}`,
		prompt: `${instruction}The token is stored encrypted.`,
		placeholder: 'Paste a personal access token',
		isPassword: true,
		...(page !== undefined && {
			buttons: [{ ...createButton, press: () => background(openInBrowser(page)) }],
		}),
		describe: (typed) => {
			const text = cleanToken(typed);
			return text === '' ? undefined : describeToken(text, scopes.needed, text === filled.token);
		},
		problemOf: (typed) => {
			const text = cleanToken(typed);
			return text === '' ? 'Paste a token.' : tokenFault(text);
		},
		checking: 'Signing in…',
		check: async (typed, signal) => {
			try {
				session = await signInWith(cleanToken(typed), request, signal);
				return undefined;
			} catch (error) {
				return error instanceof ForgeError ? error.message : String(error);
			}
		},
	});
	const fill = (copied: string) => {
		const token = cleanToken(copied);
		const isTyped = box.text !== '' && box.text !== filled.token;
		if (box.lifetime.ended || box.isChecking || isTyped || readToken(token) === undefined) return;
		if (token === box.text) return;
		addSecret(token);
		filled.token = token;
		box.text = token;
	};
	const entered = box.askIn(wizard, `token ${name}`);
	if (filled.early !== undefined) box.text = filled.early;
	filled.early = undefined;
	// A browser may ask the user for permission to read the clipboard, so this is not awaited.
	const readClipboard = () => vscode.env.clipboard.readText().then(fill, () => {});
	readClipboard();
	box.lifetime.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && readClipboard()));
	const end = await entered;
	return typeof end === 'string' ? end : (session ?? 'left');
}

/** Finds the account of a token, and stores the session. */
async function signInWith(
	token: string,
	{ addSecret, identify, storeSession }: TokenRequest,
	signal: AbortSignal,
): Promise<Session> {
	addSecret(token);
	const owner = await identify(token, signal);
	const { scopes = null, expires = null } = readToken(token) ?? {};
	return storeSession({ granted: { token, scopes, expires, refresh: null }, ...owner }, signal);
}

/** Describes what the user entered, before the forge checks it. */
function describeToken(
	text: string,
	scopes: readonly string[],
	isCopied: boolean,
): vscode.InputBoxValidationMessage {
	const { Info, Warning } = vscode.InputBoxValidationSeverity;
	const facts = readToken(text);
	if (!facts) {
		return {
			severity: Warning,
			message: 'This does not look like a token. Press Enter to use it anyway.',
		};
	}
	const owner = facts.account ? ` for ${escapeMarkup(facts.account)}` : '';
	const subject = isCopied ? `The token${owner} in your clipboard` : `A token${owner}`;
	if (facts.expires === undefined) return { severity: Info, message: `${subject}. Press Enter to sign in.` };
	const day = new Date(facts.expires).toLocaleDateString(undefined, { dateStyle: 'long' });
	if (facts.expires < timeOfDay()) return { severity: Warning, message: `${subject}. It expired on ${day}.` };
	const missing = scopes.filter((scope) => facts.scopes && !covers(facts.scopes, scope));
	if (missing.length > 0) {
		return {
			severity: Warning,
			message: `${subject}. Missing permissions: ${listSome(missing)}. Press Enter to use it anyway.`,
		};
	}
	return { severity: Info, message: `${subject}, valid until ${day}. Press Enter to sign in.` };
}

/** Lists a few scopes and the number of others, because the line is short. */
const listSome = (scopes: readonly string[]): string =>
	scopes.length > 4 ? `${scopes.slice(0, 3).join(', ')} and ${scopes.length - 3} more` : scopes.join(', ');
