import * as v from 'valibot';
import type { CallOptions, Wire } from '../client/connect.ts';
import { ForgeError, unreadAnswerSuffix } from '../contract/errors.ts';
import { each, maybe, or, read } from '../contract/read.ts';
import { type Document, isMutation, type OwnerQuery } from './document.ts';
import { GraphqlError, toForgeError } from './graphql-error.ts';
import type { ResourceNumbers } from './resource-numbers.ts';

type Variables = Readonly<Record<string, unknown>>;

const Answer = v.object({ data: maybe(v.unknown()), errors: or(each(GraphqlError), []) });

/** Who a resource belongs to: an account with or without its tilde, or by default the account of the token. */
export interface OwnerParams {
	readonly owner?: string | number | undefined;
}

/** One call of a typed function. It may send several documents, and files are at addresses of their own. */
export class GraphqlCall {
	/** The numbers that mutations need in place of names. */
	readonly numbers: ResourceNumbers;
	readonly options: CallOptions;
	/** Where the requested page begins; undefined for the first page. */
	readonly cursor: string | undefined;
	readonly #wire: Wire;
	readonly #scopes: readonly string[];

	constructor(
		wire: Wire,
		numbers: ResourceNumbers,
		scopes: readonly string[],
		options: CallOptions,
		cursor: string | undefined,
	) {
		this.#wire = wire;
		this.numbers = numbers;
		this.#scopes = scopes;
		this.options = options;
		this.cursor = cursor;
	}

	/**
	 * Returns what `pick` takes from the answer. Null means that it is missing or hidden, unless an error says why. A part of an answer may
	 * fail: a read then returns the rest, and reports the failure; a change is not known to be complete, and rejects. One field that fails
	 * may remove what it belongs to, or a whole list: `smaller` asks for the same without the fields that can fail.
	 */
	async ask<Data, Picked>(
		document: Document<Data>,
		variables: Variables,
		pick: (data: Data) => Picked,
		smaller?: Document<Data>,
	): Promise<NonNullable<Picked>> {
		const isWrite = isMutation(document);
		const { data, errors } = await this.#send(document, variables, isWrite);
		// The server's schema is the type of the data. What does not keep to it is a `TypeError`, which the caller converts.
		const picked = data == null ? undefined : pick(data as Data);
		if (picked == null && smaller !== undefined && errors.some(isOfPart)) {
			for (const { message } of errors) this.#wire.report(`An answer is incomplete: ${message}`);
			return this.ask(smaller, variables, pick);
		}
		if (errors.length > 0 && (isWrite || picked == null))
			throw toForgeError(errors, { isWrite, scopes: this.#scopes });
		if (picked == null) throw new ForgeError('missing', "Not found, or you don't have access.");
		for (const { message } of errors) this.#wire.report(`A part of an answer is missing: ${message}`);
		return picked;
	}

	/** Asks for something below the owner. */
	askOwner<Data, Picked>(
		{ ofOwner, ofMine }: OwnerQuery<Data>,
		{ owner }: OwnerParams,
		variables: Variables,
		pick: (owner: Data) => Picked,
		smaller?: OwnerQuery<Data>,
	): Promise<NonNullable<Picked>> {
		const isMine = owner === undefined;
		return this.ask(
			isMine ? ofMine : ofOwner,
			isMine ? variables : { ...variables, owner: String(owner).replace(/^~/, '') },
			({ owner: found }) => (found == null ? undefined : pick(found)),
			isMine ? smaller?.ofMine : smaller?.ofOwner,
		);
	}

	/** The content of a file at a path below the area's address. */
	bytes(path: string): Promise<Uint8Array> {
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
		});
	}

	async #send(
		document: string,
		variables: Variables,
		isWrite: boolean,
	): Promise<v.InferOutput<typeof Answer>> {
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
				...(isWrite && { beforeSending }),
			});
			return read(Answer, answer, this.#wire.report, isWrite);
		} catch (error) {
			throw error instanceof ForgeError && error.status === 422 ? unknownSchema(error) : error;
		}
	}
}

/** Whether a part of what was asked for failed. */
const isOfPart = ({ path }: GraphqlError) => path.length > 1;

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
