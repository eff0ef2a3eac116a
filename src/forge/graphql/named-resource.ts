import { type Document, type OwnerParts, type OwnerQuery, ownerParts, ownerQuery } from './document.ts';
import type { GraphqlCall, OwnerParams } from './graphql-call.ts';
import type { PageCursors } from './page-cursors.ts';

/** The parameters that name a resource: its owner, and its name under the word for the kind of resource, such as `tracker`. */
export type NameParams<Word extends string> = OwnerParams & Readonly<Record<Word, string | number>>;

/** The resource that a query is about, by its word. Each query asks for its number, too. */
type InOwner<Data> = Readonly<Record<string, ({ readonly id: number } & Data) | null>>;

export type ResourceQuery<Data> = OwnerQuery<InOwner<Data>>;

/** A query for parts of a resource by their names. A part that fails does not remove the others. */
export type ResourceParts<Parts> = OwnerParts<{ readonly [Name in keyof Parts]: InOwner<Parts[Name]> }>;

/** Several resources by their aliases, such as `tracker0`. Null for one that is missing or hidden, or that has failed. */
type SeveralResources<Data> = Readonly<Record<string, Readonly<Record<string, Data | null>> | null>>;

/** A resource in a list. */
export interface ListedResource {
	readonly id: number;
	readonly name: string;
	/** Null if the forge does not show it. */
	readonly owner: { readonly canonical_name: string } | null;
}

/**
 * A kind of resource that belongs to an owner: trackers, lists or repositories. The word for it names its parameter, the variable and the
 * field of a query. Queries identify a resource by name, and mutations by number, so each query remembers the number that it finds.
 */
export class NamedResource<Word extends string> {
	readonly word: Word;
	/** Asks for the number alone. */
	readonly numberQuery: ResourceQuery<unknown>;

	constructor(word: Word) {
		this.word = word;
		this.numberQuery = this.query('', '');
	}

	/** Makes a query about a resource. `variables` and `selection` are what it needs besides the name and the number. */
	query<Data>(variables: string, selection: string, fragments = ''): ResourceQuery<Data> {
		return ownerQuery(this.#declared(variables), this.#select(selection), fragments);
	}

	/** Makes a query for parts of a resource, each with its selection. `besides` is a selection that is not about the owner. */
	parts<Parts>(
		selections: Readonly<Record<keyof Parts & string, string>>,
		fragments: string,
		besides = '',
	): ResourceParts<Parts> {
		const parts = Object.entries<string>(selections).map(([name, selection]) => [
			name,
			this.#select(selection),
		]);
		return ownerParts(this.#declared(''), Object.fromEntries(parts), fragments, besides);
	}

	/** Asks for a resource, remembers its number, and returns what `pick` takes from it. */
	ask<Data, Picked>(
		call: GraphqlCall,
		params: NameParams<Word>,
		query: ResourceQuery<Data>,
		variables: Readonly<Record<string, unknown>>,
		pick: (resource: { readonly id: number } & Data) => Picked,
		smaller?: ResourceQuery<Data>,
	): Promise<NonNullable<Picked>> {
		return call.askOwner(
			query,
			params,
			{ ...this.#variables(params), ...variables },
			({ [this.word]: resource }) => {
				if (!resource) return undefined;
				call.memory.learn(this.#keyOf(params), resource.id);
				return pick(resource);
			},
			smaller,
		);
	}

	/** Asks for parts of a resource, and returns what `pick` takes from them and from the whole answer. A part that has failed is undefined. */
	askParts<Parts, Picked>(
		call: GraphqlCall,
		params: NameParams<Word>,
		query: ResourceParts<Parts>,
		pick: (
			part: <Name extends keyof Parts>(name: Name) => ({ readonly id: number } & Parts[Name]) | undefined,
			answer: unknown,
		) => Picked,
	): Promise<NonNullable<Picked>> {
		return call.askParts(query, params, this.#variables(params), (parts) =>
			pick((name) => {
				const found = parts[name]?.[this.word] ?? undefined;
				if (found) call.memory.learn(this.#keyOf(params), found.id);
				return found;
			}, parts),
		);
	}

	/** Remembers the numbers of resources that a list has shown, so that none has to be asked for by its name. */
	learn(call: GraphqlCall, listed: readonly ListedResource[]): void {
		for (const { id, name, owner } of listed)
			if (Number.isSafeInteger(id) && owner) call.memory.learn(this.#key(owner.canonical_name, name), id);
	}

	/** Makes a query about `count` resources of any owners. One that fails does not remove the others. */
	several<Data>(count: number, selection: string, fragments = ''): Document<SeveralResources<Data>> {
		const indexes = Array.from({ length: count }, (_, index) => index);
		const variables = indexes.map((index) => `$owner${index}: String!, $name${index}: String!`).join(', ');
		const parts = indexes.map(
			(index) =>
				`${this.word}${index}: user(username: $owner${index}) { ${this.word}(name: $name${index}) { ${selection} } }`,
		);
		return `query (${variables}) { ${parts.join(' ')} } ${fragments}`.trim();
	}

	/** Asks for several resources, and returns what `pick` takes from each. Leaves out those that the forge does not show, and those of which `pick` takes nothing. */
	async askSeveral<Data, Name extends NameParams<Word>, Picked extends object>(
		call: GraphqlCall,
		names: readonly Name[],
		queryOf: (count: number) => Document<SeveralResources<Data>>,
		pick: (found: Data, name: Name) => Picked | undefined,
	): Promise<readonly Picked[]> {
		const variables = names.flatMap((name, index) => [
			[`owner${index}`, ownerOf(name)],
			[`name${index}`, String(name[this.word])],
		]);
		const all = await call.ask(queryOf(names.length), Object.fromEntries(variables), (data) => data);
		return names.flatMap((name, index) => {
			const found = all[`${this.word}${index}`]?.[this.word];
			return (found && pick(found, name)) ?? [];
		});
	}

	/** Makes a request with the number of a resource, which is looked up if no query has found it. */
	use<T>(call: GraphqlCall, params: NameParams<Word>, request: (number: number) => Promise<T>): Promise<T> {
		return call.memory.use(this.#keyOf(params), () => this.#find(call, params), request);
	}

	/**
	 * Changes or deletes a resource. Finds the resource that has this name now, because an earlier one may have lost it. The change may give it
	 * another name, so its number is forgotten afterwards.
	 */
	async change<T>(
		call: GraphqlCall,
		params: NameParams<Word>,
		request: (number: number) => Promise<T>,
	): Promise<T> {
		const number = await this.#find(call, params);
		try {
			return await request(number);
		} finally {
			call.memory.forget(this.#keyOf(params));
		}
	}

	/** The cursors of a list in a resource. Undefined until a query has found the resource. */
	cursors(call: GraphqlCall, params: NameParams<Word>): PageCursors | undefined {
		return call.memory.cursors(this.#keyOf(params));
	}

	#find(call: GraphqlCall, params: NameParams<Word>): Promise<number> {
		const variables = this.#variables(params);
		return call.askOwner(this.numberQuery, params, variables, ({ [this.word]: found }) => found?.id);
	}

	#declared(variables: string): string {
		return [`$${this.word}: String!`, variables].filter(Boolean).join(', ');
	}

	#select(selection: string): string {
		return `${this.word}(name: $${this.word}) { id ${selection} }`;
	}

	#variables(params: NameParams<Word>) {
		return { [this.word]: String(params[this.word]) };
	}

	#keyOf(params: NameParams<Word>): string {
		return this.#key(params.owner, params[this.word]);
	}

	#key(owner: string | number | undefined, name: string | number): string {
		return `${this.word} ${ownerOf({ owner })}/${name}`;
	}
}

/** Without the tilde. */
const ownerOf = ({ owner }: OwnerParams): string => String(owner ?? '').replace(/^~/, '');

export const listResource = new NamedResource('list');
export const repositoryResource = new NamedResource('repository');
export const trackerResource = new NamedResource('tracker');

export type ListParams = NameParams<'list'>;
export type RepositoryParams = NameParams<'repository'>;
export type TrackerParams = NameParams<'tracker'>;
