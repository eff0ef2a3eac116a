/** The text of one query or mutation. `Data` is what its answer holds if nothing fails. */
export type Document<Data> = string & { readonly data?: Data };

/** How many rows each page of a list has, except for the last one. */
export const rowsPerPage = 25;

/** Whether a document asks for a change. */
export const isMutation = (document: string): boolean => /^\s*mutation\b/.test(document);

/**
 * The documents of a query for parts that are below a user: one for any user, who is named by `$owner`, and one for the account of the
 * token. A part that fails is null.
 */
export interface OwnerParts<Parts> {
	readonly ofOwner: Document<{ readonly [Name in keyof Parts]: Parts[Name] | null }>;
	readonly ofMine: Document<{ readonly [Name in keyof Parts]: Parts[Name] | null }>;
}

/** A query with one part. */
export type OwnerQuery<Data> = OwnerParts<{ readonly owner: Data }>;

/** Makes both documents. `variables` are declared as in `$name: String!`. The fragments follow the selection. */
export const ownerQuery = <Data>(variables: string, selection: string, fragments = ''): OwnerQuery<Data> =>
	ownerParts<{ readonly owner: Data }>(variables, { owner: selection }, fragments);

/**
 * Makes both documents. An error can remove all that is below the user, so each part begins at the user. `besides` is a selection that
 * is not about the user.
 */
export function ownerParts<Parts>(
	variables: string,
	selections: Readonly<Record<keyof Parts & string, string>>,
	fragments = '',
	besides = '',
): OwnerParts<Parts> {
	const declared = [variables, '$owner: String!'].filter(Boolean).join(', ');
	const own = variables === '' ? '' : ` (${variables})`;
	const parts = (user: string) =>
		[...Object.entries(selections).map(([name, selection]) => `${name}: ${user} { ${selection} }`), besides]
			.filter(Boolean)
			.join(' ');
	return {
		ofOwner: `query (${declared}) { ${parts('user(username: $owner)')} } ${fragments}`.trim(),
		ofMine: `query${own} { ${parts('me')} } ${fragments}`.trim(),
	};
}

export const bothForms = ({ ofOwner, ofMine }: OwnerParts<unknown>): readonly string[] => [ofOwner, ofMine];

/** A page of a list. The cursor has the name that the start of the next page has in REST. */
export interface PageData<T> {
	readonly results: readonly T[];
	readonly next: string | null;
}

/** The first rows of a list, as they come with something else. */
export const firstRowsOf = <Row>(
	page: PageData<Row> | null | undefined,
	rowOf: (row: Row) => unknown,
): unknown => page && { rows: page.results.map(rowOf), next: page.next };

/** The fields of a row, to be copied. Throws if the server has sent a text: each of its letters would become a field, which takes seconds. */
export function fieldsOf<Row extends object>(row: Row): Row {
	if (typeof row !== 'object') throw new TypeError('A text is in the place of a row.');
	return row;
}
