import { defaultCallbackPort, type Instance } from '../instances/instance.ts';
import type { SignInMethodName } from '../sessions/session.ts';

/** Where the editor runs, as far as that affects how the browser returns. */
export interface EditorEnvironment {
	/** The window is a page in a browser. */
	readonly isWeb: boolean;
	/** The window is connected to another machine: by SSH, in a container. */
	readonly isRemote: boolean;
	/** The extension runs where the folder is: on the other machine, if there is one. */
	readonly isWorkspaceExtension: boolean;
}

/** How the browser returns. With either kind, the user can also paste the final address or the code. */
export type Callback =
	| { readonly kind: 'editor' }
	/** A forwarded port is a port of the machine that shows the window. */
	| { readonly kind: 'loopback'; readonly port: number; readonly isForwarded: boolean };

export interface SignInMethod {
	readonly name: SignInMethodName;
	readonly label: string;
	readonly detail: string;
}

/**
 * The sign-in methods that fit an instance, best first. `hasOAuth`: whether the identity service speaks OAuth 2.0; undefined if that is
 * not known.
 */
export function listSignInMethods(
	identity: string | undefined,
	clientId: string | undefined,
	hasOAuth: boolean | undefined,
): readonly SignInMethod[] {
	const token: SignInMethod = {
		name: 'token',
		label: '$(key) Paste a token',
		detail: "A personal access token that you create on the forge's website.",
	};
	if (identity === undefined || clientId === undefined) return [token];
	const browser: SignInMethod = {
		name: 'browser',
		label: '$(globe) Sign in with the browser',
		detail: "You approve the sign-in on the forge's website, then return here.",
	};
	const exchange: SignInMethod = {
		name: 'exchange',
		label: '$(arrow-swap) Sign in with the browser (legacy)',
		detail: 'For forges without OAuth 2.0. Signing in elsewhere this way signs you out here.',
	};
	if (hasOAuth === true) return [browser, token];
	// While this is unknown, each method has its most likely position, so that items do not move under the pointer.
	return hasOAuth === false ? [token, exchange] : [browser, token, exchange];
}

/** How the browser returns: to the editor if the instance says so, otherwise to a port on this machine. */
export function chooseCallback(
	{ callback, callbackPort }: Instance,
	{ isWeb, isRemote, isWorkspaceExtension }: EditorEnvironment,
): Callback {
	if (callback === 'editor') return { kind: 'editor' };
	// Forges do not know the address of VS Code in the browser, and few redirect to an address that is not http, so the redirect goes to a
	// port of this machine. If nothing listens there, the user pastes the address that the browser shows.
	return {
		kind: 'loopback',
		port: callbackPort ?? defaultCallbackPort,
		isForwarded: isRemote && isWorkspaceExtension && !isWeb,
	};
}
