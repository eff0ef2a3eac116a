/** Yields an error and all of its causes. There are several if a host has several addresses. */
export function* causes(error: unknown, depth = 0): Generator<Error> {
	if (!(error instanceof Error) || depth > 5) return;
	yield error;
	for (const inner of error instanceof AggregateError ? error.errors : [error.cause]) {
		yield* causes(inner, depth + 1);
	}
}
