import {
	type DocumentNode,
	type FragmentDefinitionNode,
	Kind,
	type OperationDefinitionNode,
	type SelectionSetNode,
} from 'graphql';

/** The cost that an operation may have at most. */
export const costLimit = 200;

/**
 * The cost of an operation: 1 for each field. Fragments count each time they are used, lists do not multiply, and what
 * an introspection asks for is free.
 */
export function costOf(document: DocumentNode, operation: OperationDefinitionNode): number {
	const fragments = new Map<string, FragmentDefinitionNode>();
	for (const definition of document.definitions) {
		if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
	}
	const costOfAll = (set: SelectionSetNode | undefined): number =>
		(set?.selections ?? []).reduce((sum, selection) => {
			if (selection.kind === Kind.FRAGMENT_SPREAD) {
				return sum + costOfAll(fragments.get(selection.name.value)?.selectionSet);
			}
			if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOfAll(selection.selectionSet);
			const isIntrospection = selection.name.value.startsWith('__');
			return sum + 1 + (isIntrospection ? 0 : costOfAll(selection.selectionSet));
		}, 0);
	return costOfAll(operation.selectionSet);
}
