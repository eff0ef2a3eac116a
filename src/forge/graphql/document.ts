/** The text of one query or mutation. `Data` is what its answer holds if nothing fails. */
export type Document<Data> = string & { readonly data?: Data };

/** Whether a document asks for a change. */
export const isMutation = (document: string): boolean => /^\s*mutation\b/.test(document);

/** The documents of a query below a user: one for any user, who is named by `$owner`, and one for the account of the token. */
export interface OwnerQuery<Data> {
	readonly ofOwner: Document<{ readonly owner: Data | null }>;
	readonly ofMine: Document<{ readonly owner: Data | null }>;
}

/** Makes both documents. `variables` are declared as in `$name: String!`. The fragments follow the selection. */
export function ownerQuery<Data>(variables: string, selection: string, fragments = ''): OwnerQuery<Data> {
	const declared = [variables, '$owner: String!'].filter(Boolean).join(', ');
	const own = variables === '' ? '' : ` (${variables})`;
	return {
		ofOwner: `query (${declared}) { owner: user(username: $owner) { ${selection} } } ${fragments}`.trim(),
		ofMine: `query${own} { owner: me { ${selection} } } ${fragments}`.trim(),
	};
}

export const bothForms = ({ ofOwner, ofMine }: OwnerQuery<unknown>): readonly string[] => [ofOwner, ofMine];

/** A page of a list. The cursor has the name that the start of the next page has in REST. */
export interface Page<T> {
	readonly results: readonly T[];
	readonly next: string | null;
}
