/** An error and all that led to it; several where a host has several addresses. */
export function* causes(error: unknown, depth = 0): Generator<Error> {
	if (!(error instanceof Error) || depth > 5) return;
	yield error;
	for (const inner of error instanceof AggregateError ? error.errors : [error.cause]) {
		yield* causes(inner, depth + 1);
	}
}
