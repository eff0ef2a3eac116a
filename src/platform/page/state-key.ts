import { fieldOf } from '../../base/field-of.ts';

/** The key of a page in the state that VS Code stored for it (`setState`). Undefined if there is none. */
export function keyFromState(state: unknown): string | undefined {
	const key = fieldOf(state, 'key');
	return typeof key === 'string' ? key : undefined;
}
