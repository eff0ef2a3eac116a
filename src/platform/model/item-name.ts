/** Names an item of a forge, such as a repository. */
export interface ItemName {
	/** With the tilde. */
	readonly owner: string;
	readonly name: string;
}

/** The full name of an item: `~ana/editor`. */
export const itemRef = ({ owner, name }: ItemName): string => `${owner}/${name}`;

export const isSameItem = (one: ItemName, other: ItemName): boolean =>
	one.owner === other.owner && one.name === other.name;
