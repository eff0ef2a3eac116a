/*
 * The messages between a page and its host. The page sends the requests that its table names; each is checked and answered once. On its
 * own, the host sends only whole snapshots of what the page shows, the settings for all pages, and the order to focus a field.
 */

/** What a page posts to its host. */
export interface PageRequest {
	readonly name: string;
	/** Chosen by the page, and unique: a reloaded page must not receive an answer to a request from before the reload. */
	readonly id: string;
	/** The `key` of the snapshot that the page showed when it sent the request; empty before the first one. */
	readonly key: string;
	readonly body: unknown;
}

/** Why a request was not carried out, in a message for the user, and what the user can do about it. */
export interface ErrorMessage {
	readonly problem: string;
	readonly remedy?: Remedy;
	/** The request may have been carried out anyway. */
	readonly mayBeDone?: true;
}

type Remedy = 'again' | 'sign-in';

export type RequestAnswer<T> =
	| {
			readonly ok: T;
			/** The `key` of the page that the request has opened in the same panel. Its snapshot was sent before, unless another page has replaced it. */
			readonly replacedBy?: string;
	  }
	| ErrorMessage;

/** What the host posts to a page. */
export type HostMessage<Snapshot, Value = unknown> =
	| { readonly id: string; readonly answer: RequestAnswer<Value> }
	| { readonly snapshot: Snapshot }
	/** The settings for all pages. */
	| { readonly hasLetterKeys: boolean; readonly imageHosts: readonly string[] }
	/** The user is about to write: focus the field. */
	| { readonly write: true };

/** Checks whether an untrusted value has the expected type. */
export type Check<T> = (value: unknown) => value is T;

export type Checked<C> = C extends Check<infer T> ? T : never;

export const text =
	(longest = 1024): Check<string> =>
	(value): value is string =>
		typeof value === 'string' && value.length <= longest;

export const integer: Check<number> = (value): value is number => Number.isSafeInteger(value);

export const oneOf =
	<const T extends string>(...words: readonly T[]): Check<T> =>
	(value): value is T =>
		words.some((word) => word === value);

export const orNull =
	<T>(check: Check<T>): Check<T | null> =>
	(value): value is T | null =>
		value === null || check(value);

export const listOf =
	<T>(check: Check<T>, longest = 200): Check<readonly T[]> =>
	(value): value is readonly T[] =>
		Array.isArray(value) && value.length <= longest && value.every(check);

/** An object with exactly these fields. */
export const fields =
	<C extends Readonly<Record<string, Check<unknown>>>>(
		checks: C,
	): Check<{ readonly [K in keyof C]: Checked<C[K]> }> =>
	(value): value is { readonly [K in keyof C]: Checked<C[K]> } =>
		typeof value === 'object' &&
		value !== null &&
		Object.keys(value).length === Object.keys(checks).length &&
		Object.entries(checks).every(
			([name, check]) => Object.hasOwn(value, name) && check(Reflect.get(value, name)),
		);

export const nothing = fields({});

/** A row of a page's table: the body of a request, and the value of its answer. */
export interface RequestRow<Body, Value> {
	readonly body: Check<Body>;
	/** Never present: it only gives the row its type. */
	readonly value?: Value;
	/** Whether the request is answered even if the panel shows another page by then. */
	readonly isForAnyPage?: true;
}

/** `row(body)` is answered by `null`; `row(body).giving<T>()` by a T. */
export const row = <Body>(
	body: Check<Body>,
): RequestRow<Body, null> & { giving<T>(): RequestRow<Body, T> } => ({
	body,
	giving: () => ({ body }),
});

/** Marks a request that is answered even if the panel shows another page by then. */
export const forAnyPage = <Body, Value>(request: RequestRow<Body, Value>): RequestRow<Body, Value> => ({
	...request,
	isForAnyPage: true,
});

export type RequestTable = Readonly<Record<string, RequestRow<unknown, unknown>>>;
export type BodyOf<R> = R extends { readonly body: Check<infer Body> } ? Body : never;
export type ValueOf<R> = R extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never;

/** The host's handlers for the requests of a table. They may throw: `answerTo` then answers with a message. */
export type Handlers<T extends RequestTable> = {
	readonly [Name in keyof T]: (body: BodyOf<T[Name]>) => ValueOf<T[Name]> | Promise<ValueOf<T[Name]>>;
};

const isPageRequest = fields({
	name: text(64),
	id: text(64),
	key: text(8192),
	body: (value): value is unknown => value !== undefined,
});

/**
 * Handles a request. Returns the message to post back, or undefined if the request is too malformed to answer. `shownKey` is the `key` of
 * what the host shows now. `describeError` turns any error of a handler into a message, so that the page always gets an answer.
 */
export async function answerTo<T extends RequestTable>(
	{
		table,
		handlers,
		key: shownKey,
	}: { readonly table: T; readonly handlers: Handlers<T>; readonly key: string },
	describeError: (error: unknown) => ErrorMessage,
	message: unknown,
): Promise<{ readonly id: string; readonly answer: RequestAnswer<unknown> } | undefined> {
	if (!isPageRequest(message)) return undefined;
	const { name, id, key, body } = message;
	const row = Object.hasOwn(table, name) ? table[name] : undefined;
	const handler: unknown = Object.hasOwn(handlers, name) ? Reflect.get(handlers, name) : undefined;
	if (!row || typeof handler !== 'function')
		return { id, answer: { problem: 'Something went wrong: the page sent an unknown request.' } };
	if (!row.body(body))
		return { id, answer: { problem: 'Something went wrong: the page sent an invalid request.' } };
	if (key !== shownKey && !row.isForAnyPage) {
		const problem =
			'Nothing was done, because the page now shows something else. Try again if you still want this.';
		return { id, answer: { problem } };
	}
	try {
		const ok: unknown = await handler(body);
		return { id, answer: { ok: ok ?? null } };
	} catch (error) {
		return { id, answer: describeError(error) };
	}
}
