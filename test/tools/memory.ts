/** A `Memento`, which VS Code keeps between two sessions, that records what is written. */
export function memory(stored: Readonly<Record<string, unknown>> = {}) {
	const kept = new Map(Object.entries(stored));
	const written: unknown[] = [];
	function get<T>(name: string): T | undefined;
	function get<T>(name: string, otherwise: T): T;
	function get(name: string, otherwise?: unknown) {
		return kept.get(name) ?? otherwise;
	}
	const update = async (name: string, value: unknown) => {
		written.push(value);
		kept.set(name, value);
	};
	return { get, update, keys: () => [...kept.keys()], written };
}
