/** The key of a page in the state that VS Code stored for it (`setState`). Undefined if there is none. */
export function keyFromState(state: unknown): string | undefined {
	const key: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'key') : undefined;
	return typeof key === 'string' ? key : undefined;
}
