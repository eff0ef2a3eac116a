import { ForgeError } from '../../forge/contract/errors.ts';
import { isSameSecret } from './pkce.ts';

/** The result of a redirect to VS Code: a code to redeem for a token, or the reason why there is none. */
export type CallbackResult =
	| {
			readonly kind: 'code';
			readonly code: string;
			/** The scopes that the user granted, if the legacy sign-in reports them. */
			readonly scopes: readonly string[] | null;
	  }
	| { readonly kind: 'refused'; readonly error: ForgeError; readonly hasUnknownScope: boolean };

/** What the redirect of a sign-in must contain. */
export interface CallbackExpectation {
	readonly state: string;
	/** The parameter with the code. */
	readonly code: 'code' | 'exchange';
}

const declined = ['access_denied', 'user_declined'];

/**
 * Reads the query of a redirect, or of an address that the user pasted. Returns undefined if it does not belong to this sign-in, which then
 * keeps waiting.
 */
export function readCallback(
	query: URLSearchParams,
	expected: CallbackExpectation,
): CallbackResult | undefined {
	const error = query.get('error');
	const state = query.get('state');
	// The legacy sign-in leaves out the state when it refuses.
	const mayLackState = expected.code === 'exchange' && error !== null;
	if (state === null ? !mayLackState : !isSameSecret(state, expected.state)) return undefined;
	// Without the state, any web page could have made the request, so its text is not shown.
	if (error !== null && state === null) return toRefusal(error);
	if (error !== null) {
		const explanation = query.get('error_description') || query.get('details');
		return toRefusal(error, explanation || (error === unknownScope ? '' : error));
	}
	const code = query.get(expected.code);
	if (code === null || code === '') return undefined;
	return { kind: 'code', code, scopes: query.get('scopes')?.split(',').filter(Boolean) ?? null };
}

/** Reads what the user pasted: the whole address, its query, or the code alone. A code alone comes without the state. */
export function readPastedCallback(text: string, expected: CallbackExpectation): CallbackResult | undefined {
	const trimmed = text.trim();
	const search = /^[^?#\s]*\?([^#\s]*)/.exec(trimmed)?.[1] ?? (/=[^=]/.test(trimmed) ? trimmed : undefined);
	if (search !== undefined) return readCallback(new URLSearchParams(search), expected);
	return /^[\w.~+/-]{6,2048}={0,2}$/.test(trimmed)
		? { kind: 'code', code: trimmed, scopes: null }
		: undefined;
}

const unknownScope = 'invalid_scope';

/** `details` is the forge's own explanation; empty if there is none. */
function toRefusal(error: string, details = ''): CallbackResult {
	const hasUnknownScope = error === unknownScope;
	if (declined.includes(error)) {
		return {
			kind: 'refused',
			error: new ForgeError('refused', "You declined on the forge's website, so you were not signed in."),
			hasUnknownScope,
		};
	}
	const defaultExplanation = hasUnknownScope ? 'it does not know one of the requested permissions' : '';
	const explanation = (details || defaultExplanation)
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim()
		.slice(0, 300);
	const words = explanation === '' ? '' : `: ${explanation.replace(/\.$/, '')}`;
	return {
		kind: 'refused',
		error: new ForgeError('refused', `The forge refused the sign-in${words}.`),
		hasUnknownScope,
	};
}
