import type { Relation } from '../../model/series/relations.ts';

/** Finds the items that are related to others, directly or by way of further ones. */
export class RelationIndex<Item extends object> {
	readonly #relationsOf: (item: Item) => readonly Relation[];
	/** Most relations are those of one item. */
	readonly #items = new Map<Relation, Item | Set<Item>>();

	constructor(relationsOf: (item: Item) => readonly Relation[]) {
		this.#relationsOf = relationsOf;
	}

	get isEmpty(): boolean {
		return this.#items.size === 0;
	}

	add(item: Item): void {
		for (const relation of this.#relationsOf(item)) {
			const known = this.#items.get(relation);
			if (known instanceof Set) known.add(item);
			else this.#items.set(relation, known && known !== item ? new Set([known, item]) : item);
		}
	}

	delete(item: Item): void {
		for (const relation of this.#relationsOf(item)) {
			const known = this.#items.get(relation);
			if (known instanceof Set) known.delete(item);
			if (known === item || (known instanceof Set && known.size === 0)) this.#items.delete(relation);
		}
	}

	/** The items that are related to these, which may have been deleted. */
	of(items: Iterable<Item>): ReadonlySet<Item> {
		const found = new Set<Item>();
		const seen = new Set<Relation>();
		const next = [...items];
		for (let item = next.pop(); item; item = next.pop()) {
			for (const relation of this.#relationsOf(item)) {
				if (seen.has(relation)) continue;
				seen.add(relation);
				for (const one of this.#with(relation)) {
					if (found.has(one)) continue;
					found.add(one);
					next.push(one);
				}
			}
		}
		return found;
	}

	#with(relation: Relation): Iterable<Item> {
		const known = this.#items.get(relation);
		if (known === undefined) return [];
		return known instanceof Set ? known : [known];
	}
}
