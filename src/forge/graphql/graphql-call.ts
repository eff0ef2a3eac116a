import * as v from 'valibot';
import { fieldOf } from '../../base/field-of.ts';
import type { Call, CallOptions, Wire } from '../client/connect.ts';
import { CallBounds } from '../contract/bounds.ts';
import { ForgeError, unreadAnswerSuffix } from '../contract/errors.ts';
import { read } from '../contract/read.ts';
import { type Document, isMutation, type OwnerParts, type OwnerQuery } from './document.ts';
import { GraphqlError, toForgeError } from './graphql-error.ts';
import type { ResourceMemory } from './resource-memory.ts';

type Variables = Readonly<Record<string, unknown>>;

const Failures = v.object({ errors: v.nullish(v.array(GraphqlError), null) });

interface Answer {
	/** What was asked for, without what has failed. */
	readonly data: unknown;
	readonly errors: readonly GraphqlError[];
}

/** A server could name any number of parts. */
const maxReportedParts = 100;

/** Who a resource belongs to: an account with or without its tilde, or by default the account of the token. */
export interface OwnerParams {
	readonly owner?: string | number | undefined;
}

/** One call of a typed function. It may send several documents, and reads files at separate addresses. */
export class GraphqlCall {
	/** What reads have shown of resources, such as the numbers that mutations need in place of names. */
	readonly memory: ResourceMemory;
	readonly options: CallOptions;
	/** Where the requested page begins; undefined for the first page. */
	readonly cursor: string | undefined;
	/** Counts the requests. Reads of several pages also count what these bring. */
	readonly bounds: CallBounds;
	readonly #wire: Wire;
	readonly #scopes: readonly string[];

	constructor(
		wire: Wire,
		memory: ResourceMemory,
		scopes: readonly string[],
		options: CallOptions,
		cursor: string | undefined,
		bounds = new CallBounds(),
	) {
		this.#wire = wire;
		this.memory = memory;
		this.#scopes = scopes;
		this.options = options;
		this.cursor = cursor;
		this.bounds = bounds;
	}

	/**
	 * Returns what `pick` takes from the answer. Null means that it is missing or hidden, unless an error says why. If a part of an answer
	 * fails, a read returns the rest, without the failed field, and reports that once. A change with any error rejects, because it may be
	 * incomplete. A failed field may remove the object or list that contains it: `smaller` asks for the same without the fields that can fail.
	 */
	async ask<Data, Picked>(
		document: Document<Data>,
		variables: Variables,
		pick: (data: Data) => Picked,
		smaller?: Document<Data>,
	): Promise<NonNullable<Picked>> {
		const isWrite = isMutation(document);
		const { data, errors } = await this.#send(document, variables, isWrite);
		if (data == null && errors.length === 0) throw malformedAnswer(undefined, isWrite);
		const picked = data == null ? undefined : pickFrom(data, pick, isWrite);
		if (errors.length === 0) {
			if (picked == null) throw new ForgeError('missing', "Not found, or you don't have access.");
			return picked;
		}
		const error = toForgeError(errors, { isWrite, scopes: this.#scopes });
		const wouldFailAgain = ['busy', 'timeout', 'forbidden'].includes(error.kind);
		if (picked == null && smaller !== undefined && !wouldFailAgain && errors.some(isBelowRoot)) {
			this.#reportParts(errors);
			return this.ask(smaller, variables, pick);
		}
		// Without the cursor of the next page, a list would seem to end.
		if (isWrite || picked == null || errors.some(({ path }) => path.at(-1) === 'next')) throw error;
		this.#reportParts(errors);
		return picked;
	}

	/**
	 * Logs which parts of an answer are missing, but not why: the forge's message may be private and of any length. Each part is logged once,
	 * because every poll may ask for it. Elements of a list are the same part.
	 */
	#reportParts(errors: readonly GraphqlError[]): void {
		const { reportedParts } = this.memory;
		for (const { path } of errors) {
			const names = path.slice(0, 20).filter((name) => typeof name === 'string');
			const part = names.join('.').slice(0, 200);
			if (reportedParts.has(part) || reportedParts.size === maxReportedParts) continue;
			reportedParts.add(part);
			this.#wire.report(`A part of an answer is missing: ${part}`);
		}
	}

	/** Asks for something below the owner. */
	askOwner<Data, Picked>(
		query: OwnerQuery<Data>,
		params: OwnerParams,
		variables: Variables,
		pick: (owner: Data) => Picked,
		smaller?: OwnerQuery<Data>,
	): Promise<NonNullable<Picked>> {
		const pickOwner = ({ owner }: { readonly owner: Data | null }) =>
			owner == null ? undefined : pick(owner);
		return this.askParts<{ readonly owner: Data }, Picked | undefined>(
			query,
			params,
			variables,
			pickOwner,
			smaller,
		);
	}

	/** Asks for parts below the owner, each of which is null if it fails. */
	askParts<Parts, Picked>(
		{ ofOwner, ofMine }: OwnerParts<Parts>,
		{ owner }: OwnerParams,
		variables: Variables,
		pick: (parts: { readonly [Name in keyof Parts]: Parts[Name] | null }) => Picked,
		smaller?: OwnerParts<Parts>,
	): Promise<NonNullable<Picked>> {
		const isMine = owner === undefined;
		return this.ask(
			isMine ? ofMine : ofOwner,
			isMine ? variables : { ...variables, owner: String(owner).replace(/^~/, '') },
			pick,
			isMine ? smaller?.ofMine : smaller?.ofOwner,
		);
	}

	/** The content of a file at a path below the area's address, or what another protocol answers there. */
	bytes(path: string, request: Partial<Call> = {}): Promise<Uint8Array> {
		const { signal, maxBytes } = this.options;
		return this.#wire.bytes({
			method: 'GET',
			isWrite: false,
			route: path,
			path,
			query: {},
			body: undefined,
			scope: null,
			signal,
			maxBytes,
			bounds: this.bounds,
			...request,
		});
	}

	async #send(document: string, variables: Variables, isWrite: boolean): Promise<Answer> {
		const { signal, beforeSending } = this.options;
		const content = { query: document, ...(Object.keys(variables).length > 0 && { variables }) };
		try {
			const answer = await this.#wire.json({
				method: 'POST',
				isWrite,
				route: '/query',
				path: '/query',
				query: {},
				body: content,
				scope: null,
				signal,
				bounds: this.bounds,
				...(isWrite && { beforeSending }),
			});
			const errors = read(Failures, answer, this.#wire.report, isWrite).errors ?? [];
			const data = fieldOf(answer, 'data');
			removeFailed(data, errors);
			return { data, errors };
		} catch (error) {
			throw error instanceof ForgeError ? withoutAnswer(error) : error;
		}
	}
}

/** Trusts the server to keep to its schema, which is the type of the data. Where it does not, `pick` throws a `TypeError` or a `RangeError`. */
function pickFrom<Data, Picked>(data: unknown, pick: (data: Data) => Picked, isWrite: boolean): Picked {
	try {
		return pick(data as Data);
	} catch (error) {
		throw isMalformed(error) ? malformedAnswer(error, isWrite) : error;
	}
}

/** Whether an error comes from a value that does not keep to the schema. */
export const isMalformed = (error: unknown): boolean =>
	error instanceof TypeError || error instanceof RangeError;

/**
 * Removes fields and elements of lists that are null because they, or something below them, have failed. Each null that is left is an answer.
 * The server chooses the paths, so they may lead out of the data. This takes as long as the answer is large: it looks at each name once, and
 * shortens each list once.
 */
function removeFailed(data: unknown, errors: readonly GraphqlError[]): void {
	const lists = new Set<unknown[]>();
	for (const { path } of errors) {
		let value = data;
		for (const name of path) {
			if (typeof value !== 'object' || value === null || Array.isArray(value) !== (typeof name === 'number'))
				break;
			if (!Object.hasOwn(value, name)) break;
			const inner: unknown = Reflect.get(value, name);
			if (inner === null) {
				if (Array.isArray(value)) lists.add(value);
				else Reflect.deleteProperty(value, name);
			}
			value = inner;
		}
	}
	for (const list of lists) {
		let count = 0;
		for (const element of list) if (element !== null) list[count++] = element;
		list.length = count;
	}
}

/** Whether a part of what was asked for failed. */
const isBelowRoot = ({ path }: GraphqlError) => path.length > 1;

/** Only an answer in GraphQL says what is missing or forbidden. If a status alone says so, it comes from a proxy, for example while the forge restarts. */
function withoutAnswer(error: ForgeError): ForgeError {
	const { status, kind, reasons } = error;
	if (status === 422) return unknownSchema(error);
	const isFromProxy = kind === 'missing' || (kind === 'forbidden' && reasons.length === 0);
	if (!isFromProxy || status === undefined) return error;
	return new ForgeError('busy', 'The forge is not available at the moment.', {
		status,
		advice: 'Try again in a moment.',
		cause: error,
	});
}

/** The server does not know a field of the document. */
const unknownSchema = (error: ForgeError) =>
	error.withMessage(
		'This version of the forge does not offer what Tildeforge asked for. It may be too old or too new.',
	);

/** What the user reads if an answer does not keep to the schema. */
export const malformedAnswer = (cause: unknown, isWrite: boolean): ForgeError =>
	new ForgeError('surprise', `The response has an unexpected format.${unreadAnswerSuffix(isWrite)}`, {
		cause,
		mayBeDone: isWrite,
	});
