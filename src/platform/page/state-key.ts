/** The key in the state that VS Code has kept for a page (`getState`). Undefined if there is none. */
export function keyFromState(state: unknown): string | undefined {
	const key: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'key') : undefined;
	return typeof key === 'string' ? key : undefined;
}
