import { Kind, parse, validate } from 'graphql';
import { costLimit, costOf } from '../../graphql-forge/server/cost.ts';
import { readSchema } from '../../graphql-forge/server/schema.ts';

/** Reasons for which the GraphQL of an area, such as `trackers`, refuses a document. It must have one operation. */
export function validateDocument(area: string, text: string): string[] {
	const document = parse(text);
	const problems = validate(readSchema(area), document).map(({ message }) => message);
	const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
	const [operation] = operations;
	if (!operation || operations.length > 1) return [...problems, `It has ${operations.length} operations.`];
	if (problems.length > 0) return problems;
	const cost = costOf(document, operation);
	return cost > costLimit ? [`It costs ${cost} points, more than ${costLimit}.`] : [];
}

/** The GraphQL documents among the values that a module exports, also inside objects. */
export function documentsOf(exported: unknown): string[] {
	if (typeof exported === 'string') return /^\s*(query|mutation)\b/.test(exported) ? [exported] : [];
	if (typeof exported !== 'object' || exported === null) return [];
	return Object.values(exported).flatMap(documentsOf);
}
