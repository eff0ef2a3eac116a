import { GraphQLError } from 'graphql';
import { Refusal } from '../../../src/sandbox/server/refusal.ts';

/** The words of servers for a null where none is allowed. Before 2022, they were `must not be null`. */
export const nullAnswer = 'the requested element is null which the schema does not allow';

/** An error of a field. `field` is the input that is wrong. */
export const queryError = (message: string, code: string, field?: string): GraphQLError =>
	new GraphQLError(message, { extensions: { code, ...(field !== undefined && { field }) } });

export const accessDenied = (): GraphQLError => queryError('Access denied', 'ERR_ACCESS_DENIED');

/** The token lacks the grant that a field needs. Servers give this error no code. */
export const grantMissing = (): GraphQLError => new GraphQLError('Access denied for invalid auth method');

/** The error of a field as an answer has it. Only text and path are certain: codes are left out if `hasCodes` is false. */
export function serializeError(error: GraphQLError, hasCodes: boolean): object {
	const { message, extensions } = described(error);
	const { code, ...rest } = extensions;
	const shown = hasCodes && code !== undefined ? { code, ...rest } : rest;
	return {
		message,
		...(error.path && { path: error.path }),
		...(Object.keys(shown).length > 0 && { extensions: shown }),
	};
}

function described(error: GraphQLError): {
	readonly message: string;
	readonly extensions: Readonly<Record<string, unknown>>;
} {
	const { originalError, message } = error;
	if (originalError instanceof Refusal) return describedRefusal(originalError);
	if (message.startsWith('Cannot return null for non-nullable field')) {
		return { message: nullAnswer, extensions: {} };
	}
	if (originalError && !(originalError instanceof GraphQLError)) {
		return { message: 'internal system error', extensions: {} };
	}
	return error;
}

/** The refusal of an operation that REST offers, too. */
function describedRefusal({ status, message, reasons }: Refusal) {
	const field = reasons[0]?.field;
	if (status === 401 || status === 403) return accessDenied();
	return queryError(message, status === 404 ? 'ERR_NOT_FOUND' : 'ERR_INVALID_INPUT', field);
}
