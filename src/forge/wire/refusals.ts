import * as v from 'valibot';
import { excessIn } from '../contract/bounds.ts';
import { ForgeError, type Reason, unknownResultAdvice, unreadAnswerSuffix } from '../contract/errors.ts';
import type { HttpAnswer } from './exchange.ts';
import { htmlToText } from './html-text.ts';
import { isBusy, parseRetryAfter } from './retry.ts';

/** The request that was refused. */
export interface RefusedRequest {
	readonly isWrite: boolean;
	/** The row's path, as the table has it. */
	readonly route: string;
	readonly host: string;
	readonly needsNoToken?: boolean | undefined;
	/** Must never appear in a message, even if the server repeats it. */
	readonly token: string | undefined;
}

/** An error of REST, or one of GraphQL. */
const Problem = v.union([
	v.object({ field: v.optional(v.string()), reason: v.string() }),
	v.pipe(
		v.object({ message: v.string(), extensions: v.nullish(v.object({ field: v.nullish(v.string()) })) }),
		v.transform(({ message, extensions }) => ({ field: extensions?.field ?? undefined, reason: message })),
	),
]);
const Errors = v.object({ errors: v.array(Problem) });

/**
 * Converts an unsuccessful answer to an error. The status alone is not enough: a 401 may be about the token or about a resource, a
 * 400 about the token or a field, and a 500 about a ticket that does not exist.
 */
export function toForgeError(request: RefusedRequest, answer: HttpAnswer): ForgeError {
	const { status } = answer;
	const { host, isWrite, token } = request;
	const body = bodyOf(answer);
	const reasons = reasonsOf(body, token);
	const reasonText = reasons.map(({ reason }) => reason).join(' ');
	const error = (kind: ForgeError['kind'], message: string, scopes: readonly string[] = []) =>
		new ForgeError(kind, message, { status, reasons, scopes });

	if (isBusy(status) || /temporary (authentication failure|error; try again)/i.test(reasonText)) {
		const waitMs = parseRetryAfter(answer.header('retry-after'), answer.header('date'));
		// A gateway that got no answer may have forwarded the change.
		const mayBeDone = (status === 502 || status === 504) && isWrite;
		const advice = unknownResultAdvice(mayBeDone) ?? retryAdvice(waitMs);
		const details = { status, reasons, retryAfterMs: waitMs, mayBeDone, advice };
		return new ForgeError('busy', busyMessage(status, host), details);
	}
	if (saysTokenIsInvalid(status, reasons) || (status === 401 && isAboutToken(request, body, reasonText))) {
		return error(
			'signed-out',
			token === undefined
				? `You're not signed in to ${host}.`
				: `${host} no longer accepts the token, which has expired or was revoked. Sign in again.`,
		);
	}
	if (status === 401 || status === 403) {
		const scopes = scopesIn(reasonText);
		if (scopes.length > 0) {
			const [permissions, them] = scopes.length === 1 ? ['permission', 'it'] : ['permissions', 'them'];
			return error(
				'forbidden',
				`The token is missing the ${permissions} ${scopes.join(' and ')}. Sign in with a token that has ${them}.`,
				scopes,
			);
		}
		if (reasonText !== '')
			return error('forbidden', `${host} does not allow this: ${toSentence(reasonText)}`);
		return error(
			'forbidden',
			isWrite
				? "You don't have permission to change this. Its owner can grant it."
				: "You don't have permission to see this.",
		);
	}
	if (status === 404 || status === 410) {
		return error('missing', "Not found, or you don't have access.");
	}
	if (status === 405 || status === 501) return error('refused', `${host} does not offer this.`);
	if (status === 408) return error('timeout', `The request did not reach ${host} in time.`);
	if (status >= 400 && status < 500) {
		return error(
			'refused',
			reasonText === '' ? `${host} refused this without giving a reason.` : toSentence(reasonText),
		);
	}
	if (status < 500) return error('surprise', `Unexpected response from ${host}.`);
	const message = `Something went wrong on ${host}.`;
	const advice = unknownResultAdvice(isWrite);
	return new ForgeError('surprise', message, { status, reasons, mayBeDone: isWrite, advice });
}

/** A gateway knows only that the service behind it does not respond. */
function busyMessage(status: number, host: string): string {
	if (status === 502) return `The service behind ${host} is not responding.`;
	if (status === 503) return `${host} is not available at the moment.`;
	if (status === 504) return `The service behind ${host} did not respond in time.`;
	return `${host} is busy.`;
}

/** Returns the data of a successful answer. Throws if there is none, even though a requested change was made. */
export function jsonOf(host: string, answer: HttpAnswer, isWrite = false): unknown {
	const body = bodyOf(answer);
	if (body.kind === 'data') return body.value;
	if (body.kind === 'page') throw pageError(answer, `${host} sent a web page instead of data.`, isWrite);
	const { status } = answer;
	const what =
		body.kind === 'excess'
			? `a response that ${body.excess} to be read`
			: { nothing: 'an empty response instead of data', text: 'an unreadable response instead of data' }[
					body.kind
				];
	const message = `${host} sent ${what}.${unreadAnswerSuffix(isWrite)}`;
	throw new ForgeError('surprise', message, { status, mayBeDone: isWrite });
}

/** Throws if the successful answer to a call that expects no data is a web page. */
export function requireNoPage(host: string, answer: HttpAnswer, isWrite: boolean): void {
	if (isPage(answer) && isMarkup(answer.bytes))
		throw pageError(answer, `${host} sent a web page instead of a confirmation.`, isWrite);
}

/** A login page or a proxy may have answered in place of the forge. */
const pageError = ({ status }: HttpAnswer, message: string, isWrite: boolean): ForgeError =>
	new ForgeError('surprise', message, {
		status,
		mayBeDone: isWrite,
		advice: unknownResultAdvice(isWrite),
	});

type Body =
	| { readonly kind: 'data'; readonly value: unknown }
	/** JSON that is too large to be read, with what is too much. */
	| { readonly kind: 'excess'; readonly excess: string }
	| { readonly kind: 'page' | 'text' | 'nothing' };

/** Whether an answer declares to be a web page, which no data is. It may come from a proxy. */
const isPage = ({ header }: HttpAnswer): boolean =>
	/^\s*(text\/html|application\/xhtml)/i.test(header('content-type') ?? '');

/** Whether the content begins as a web page does. Forges declare the bare id of a commit to be a page, too. */
const isMarkup = (bytes: Buffer): boolean => /^[\s\ufeff]*</.test(bytes.toString('utf8', 0, 200));

/** Returns the content of a file. Throws if a successful answer is something else. */
export function fileOf(host: string, answer: HttpAnswer): Buffer {
	const { status, bytes, header } = answer;
	if (isPage(answer) && isMarkup(bytes))
		throw new ForgeError('surprise', `${host} sent a web page instead of a file.`, { status });
	if ((header('content-encoding') ?? 'identity') === 'identity') return bytes;
	throw new ForgeError(
		'surprise',
		`${host} sent the file compressed, although an uncompressed file was requested. The file may be incomplete.`,
	);
}

/** Trusts the content type only if it declares a web page. */
function bodyOf(answer: HttpAnswer): Body {
	if (isPage(answer)) return { kind: 'page' };
	const excess = excessIn(answer.bytes);
	if (excess !== undefined) return { kind: 'excess', excess };
	const text = answer.bytes.toString('utf8');
	try {
		return { kind: 'data', value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) };
	} catch {
		return { kind: text.trim() === '' ? 'nothing' : 'text' };
	}
}

function reasonsOf(body: Body, token: string | undefined): readonly Reason[] {
	const result = v.safeParse(Errors, body.kind === 'data' ? body.value : undefined);
	if (!result.success) return [];
	return result.output.errors.slice(0, 20).map(({ field, reason }) => ({
		...(field !== undefined && { field: toDisplayText(field, [token]) }),
		reason: toDisplayText(reason, [token]),
	}));
}

/** Prepares a server's text for display: plain text, of limited length, in one line, and without secrets. */
export function toDisplayText(text: string, secrets: readonly (string | undefined)[]): string {
	const masked = secrets.reduce<string>(
		(rest, secret) => (secret ? rest.replaceAll(secret, '•••') : rest),
		htmlToText(text),
	);
	return masked
		.slice(0, 500)
		.toWellFormed()
		.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.trim();
}

export const toSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * Whether a 401 is about the token, so that the user has to sign in again. It may also be about the resource, or come from a proxy. So a refused
 * change has to say that it is about the token, and a refusal of what needs no token has to say anything at all.
 */
function isAboutToken(
	{ isWrite, needsNoToken, token }: RefusedRequest,
	body: Body,
	reasonText: string,
): boolean {
	if (token === undefined) return true;
	const isAboutResource = /\bnot (?:authori[sz]ed|permitted|allowed) to\b/i.test(reasonText);
	if (body.kind === 'page' || isAboutResource) return false;
	if (isWrite) return /token|authori[sz]/i.test(reasonText);
	return !needsNoToken || reasonText !== '';
}

const invalidToken = /invalid or expired\b.*\btoken|\binvalid (oauth bearer token|authorization header)/i;

/** Real servers report an unknown, expired or revoked token as a bad request, and in GraphQL as forbidden. */
const saysTokenIsInvalid = (status: number, reasons: readonly Reason[]) =>
	[400, 401, 403].includes(status) &&
	reasons.some(({ field, reason }) => field === undefined && invalidToken.test(reason));

/** The scopes that a text names, without their service prefix, as in `needs 4fb1c2d3/tickets:write`. */
const scopesIn = (text: string) => [
	...new Set(
		[...text.matchAll(/(?:^|[\s(/"'`])([a-z_-]+:(?:read|write))\b/gi)].map((found) => found[1] ?? ''),
	),
];

function retryAdvice(waitMs: number | undefined): string {
	if (waitMs === undefined || waitMs < 2000) return 'Try again in a moment.';
	const seconds = Math.ceil(waitMs / 1000);
	if (seconds > 2 * 60 * 60) return 'Try again later.';
	return `Try again in ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`;
}
