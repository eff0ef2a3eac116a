import {
	type DocumentNode,
	execute,
	GraphQLError,
	type GraphQLSchema,
	getOperationAST,
	parse,
	validate,
} from 'graphql';
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

/** Executes a document against a schema with resolvers. */
export async function executeQuery(
	schema: GraphQLSchema,
	{ query, variables, operationName }: Query,
	call: Call,
): Promise<Reply> {
	const invalid = (errors: readonly Error[]) => refuse(422, 'GRAPHQL_VALIDATION_FAILED', errors);
	const document = parseDocument(query);
	if (document instanceof GraphQLError) return refuse(422, 'GRAPHQL_PARSE_FAILED', [document]);
	const problems = validate(schema, document);
	if (problems.length > 0) return invalid(problems);
	const operation = getOperationAST(document, operationName);
	if (!operation) return invalid([new Error(`operation ${operationName ?? ''} not found`)]);
	const cost = costOf(document, operation);
	if (cost > costLimit) {
		const message = `operation has complexity ${cost}, which exceeds the limit of ${costLimit}`;
		return refuse(200, 'COMPLEXITY_LIMIT_EXCEEDED', [new Error(message)]);
	}
	const { data, errors = [] } = await execute({
		schema,
		document,
		contextValue: call,
		variableValues: variables ?? {},
		operationName: operationName ?? null,
	});
	if (data === undefined) return invalid(errors);
	if (errors.length === 0) return json(200, { data });
	return json(200, { errors: errors.map((error) => serializeError(error, true)), data });
}
