import * as v from 'valibot';
import { ForgeError, type ForgeErrorKind, unknownResultAdvice } from '../contract/errors.ts';
import { or } from '../contract/read.ts';
import { toDisplayText, toSentence } from '../wire/refusals.ts';

const Extensions = v.object({ code: or(v.string(), ''), field: or(v.string(), '') });

const noExtensions = { code: '', field: '' };

/**
 * An entry of `errors` in an answer, whatever the server writes there. Servers before 2026 send no codes, so the text has to tell what is
 * wrong.
 */
export const GraphqlError = or(
	v.object({
		message: or(v.string(), ''),
		path: or(v.array(v.union([v.string(), v.number()])), []),
		extensions: or(Extensions, noExtensions),
	}),
	{ message: '', path: [], extensions: noExtensions },
);
export type GraphqlError = v.InferOutput<typeof GraphqlError>;

/** What an error means. `null`: a field that may not be null is null, because the item or a part of it is missing or hidden. */
type Meaning = ForgeErrorKind | 'too-expensive' | 'not-offered' | 'null';

/** What an error's code or text means. The first that matches counts. */
const meanings: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
	[/\bCOMPLEXITY_LIMIT_EXCEEDED\b|operation has complexity/i, 'too-expensive'],
	[/\bERR(OR\.|_)UNSUPPORTED\b|is not enabled on this instance/i, 'not-offered'],
	// The texts of older and of newer servers.
	[/^(?:must not be null|the requested element is null which the schema does not allow)$/i, 'null'],
	[/access denied for invalid auth method|insufficient access granted/i, 'forbidden'],
	[/\bERR(OR\.|_)(NOT_FOUND|REDIRECT)\b/i, 'missing'],
	[/\bERR(OR\.|_)ACCESS_DENIED\b/i, 'forbidden'],
	[/^no such\b|^no (?:\w+ ){1,5}by id\b|sql: no rows in result set|(reference|object) not found/i, 'missing'],
	[/^access denied/i, 'forbidden'],
	[/^(authentication error: )?temporary error/i, 'busy'],
	// When its time for a request is over, the server cancels what it asks its database.
	[/context (?:deadline exceeded|canceled)|canceling statement due to/i, 'timeout'],
	[/internal system error/i, 'surprise'],
];

/** The parts of requests that codes are about. */
const fieldOfCode: Readonly<Record<string, string>> = { ERR_SYNTAX: 'query' };

/** What the call that failed was about. */
export interface FailedCall {
	readonly isWrite: boolean;
	/** The scopes that the call needs, as the forge writes them. */
	readonly scopes: readonly string[];
}

/** Converts the errors of an answer. The first one decides what the user reads. */
export function toForgeError(errors: readonly GraphqlError[], { isWrite, scopes }: FailedCall): ForgeError {
	const [first = { message: '', path: [], extensions: noExtensions }] = errors;
	const { code } = first.extensions;
	const [, meaning] = meanings.find(([pattern]) => pattern.test(code) || pattern.test(first.message)) ?? [];
	const reasons = errors.slice(0, 20).map(({ message, extensions }) => {
		const field = extensions.field === '' ? fieldOfCode[extensions.code] : toShownText(extensions.field);
		return { ...(field !== undefined && { field }), reason: toShownText(message) };
	});
	if (isWrite && first.path.length > 1) {
		// The change was made: only a field of its answer failed.
		const message = "The change was made, but the forge's answer about it is incomplete.";
		return new ForgeError('surprise', message, { reasons, mayBeDone: true });
	}
	// An element of a list was null and has removed what contains it, which is not missing.
	const isInList = first.path.some((name) => typeof name === 'number');
	switch (meaning === 'null' ? (isInList ? 'surprise' : 'missing') : meaning) {
		// Nothing was done, and the same request would fail again, as if the document were wrong.
		case 'too-expensive':
			return new ForgeError('surprise', 'The forge refused a request because it asks for too much.', {
				reasons,
				status: 422,
			});
		case 'not-offered':
			return new ForgeError('refused', 'This forge does not offer this.', { reasons, status: 422 });
		case 'missing':
			return new ForgeError('missing', "Not found, or you don't have access.", { reasons });
		case 'forbidden':
			return /invalid auth method|insufficient access/i.test(first.message)
				? missingScopes(scopes, reasons)
				: new ForgeError('forbidden', deniedMessage(isWrite), { reasons });
		case 'busy':
			return new ForgeError('busy', 'The forge is busy.', { reasons, advice: 'Try again in a moment.' });
		case 'timeout':
			return new ForgeError('timeout', 'The forge did not answer in time.', {
				reasons,
				mayBeDone: isWrite,
				advice: unknownResultAdvice(isWrite),
			});
		case 'surprise':
			return new ForgeError('surprise', 'Something went wrong on the forge.', {
				reasons,
				status: 500,
				mayBeDone: isWrite,
				advice: unknownResultAdvice(isWrite),
			});
		default: {
			const text = reasons.map(({ reason }) => reason).filter(Boolean);
			const message =
				text.length === 0 ? 'The forge refused this without giving a reason.' : toSentences(text);
			return new ForgeError('refused', message, { reasons });
		}
	}
}

/** A server may repeat the token, which has more than 32 characters. Object IDs are hidden with it. */
const toShownText = (text: string) => toDisplayText(text, []).replace(/[\w+/-]{33,}=*/g, '•••');

const toSentences = (texts: readonly string[]) => texts.map(toSentence).join(' ');

export const deniedMessage = (isWrite: boolean): string =>
	isWrite
		? "You don't have permission to change this. Its owner can grant it."
		: "You don't have permission to see this.";

const missingScopes = (scopes: readonly string[], reasons: ForgeError['reasons']) =>
	new ForgeError(
		'forbidden',
		`The token is missing at least one of these permissions: ${scopes.join(', ')}. Sign in with a token that has all of them.`,
		{ reasons, scopes },
	);
