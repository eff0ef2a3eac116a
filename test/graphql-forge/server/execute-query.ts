import {
	type DocumentNode,
	type ExecutionResult,
	execute,
	GraphQLError,
	type GraphQLSchema,
	getOperationAST,
	Kind,
	type OperationDefinitionNode,
	OperationTypeNode,
	parse,
	validate,
} from 'graphql';
import { append } from '../../../src/base/collections.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { json, type Reply } from '../../../src/sandbox/server/reply.ts';
import { costLimit, costOf } from './cost.ts';
import { serializeError } from './errors.ts';
import type { Call } from './resolvers.ts';

/** The body of a request. */
export interface Query {
	readonly query: string;
	readonly variables?: Readonly<Record<string, unknown>> | null;
	readonly operationName?: string | null;
}

/** An answer without data: the document does not fit the schema, or is refused. */
const refuse = (status: number, code: string | undefined, errors: readonly Error[]): Reply =>
	json(status, {
		errors: errors.map(({ message }) => ({ message, ...(code !== undefined && { extensions: { code } }) })),
		data: null,
	});

function parseDocument(query: string): DocumentNode | GraphQLError {
	try {
		return parse(query);
	} catch (error) {
		if (error instanceof GraphQLError) return error;
		throw error;
	}
}

/**
 * The documents to execute one after the other: one for each field of a mutation. Executed together, the failure of a
 * field that is not null would keep the library from the later ones, but servers execute these, too.
 */
function partsOf(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode[] {
	const { selections } = operation.selectionSet;
	const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
	const sets =
		operation.operation === OperationTypeNode.MUTATION ? selections.map((one) => [one]) : [selections];
	return sets.map((set) => {
		const selectionSet = { ...operation.selectionSet, selections: set };
		return { ...document, definitions: [{ ...operation, selectionSet }, ...fragments] };
	});
}

/** Executes the parts in their order. If the data of one is null, so is all data. */
async function mergeResults(
	parts: readonly DocumentNode[],
	run: (document: DocumentNode) => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
	let data: ExecutionResult['data'] = {};
	const errors: GraphQLError[] = [];
	for (const part of parts) {
		const result = await run(part);
		if (result.data === undefined) return result;
		data = data && result.data && { ...data, ...result.data };
		append(errors, result.errors ?? []);
	}
	return { data, errors };
}

/** Executes a document against a schema with resolvers. */
export async function executeQuery(
	schema: GraphQLSchema,
	{ query, variables, operationName }: Query,
	call: Call,
	drift: ReadonlySet<Quirk>,
): Promise<Reply> {
	const invalid = (errors: readonly Error[]) => refuse(422, 'GRAPHQL_VALIDATION_FAILED', errors);
	const document = parseDocument(query);
	if (document instanceof GraphQLError) return refuse(422, 'GRAPHQL_PARSE_FAILED', [document]);
	const problems = validate(schema, document);
	if (problems.length > 0) return invalid(problems);
	const operation = getOperationAST(document, operationName);
	if (!operation) return invalid([new Error(`operation ${operationName ?? ''} not found`)]);
	const cost = costOf(document, operation);
	const limit = drift.has('cost-limit') ? 100 : costLimit;
	const hasCodes = !drift.has('text-errors-without-codes');
	if (cost > limit) {
		const error = new Error(`operation has complexity ${cost}, which exceeds the limit of ${limit}`);
		return hasCodes ? refuse(200, 'COMPLEXITY_LIMIT_EXCEEDED', [error]) : refuse(422, undefined, [error]);
	}
	const run = (executed: DocumentNode) =>
		execute({ schema, document: executed, contextValue: call, variableValues: variables ?? {} });
	const parts = partsOf(document, operation);
	const { data, errors = [] } = await mergeResults(parts, run);
	if (data === undefined) return invalid(errors);
	if (errors.length === 0) return json(200, { data });
	return json(200, { errors: errors.map((error) => serializeError(error, hasCodes)), data });
}
