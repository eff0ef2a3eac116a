/** Stores values as VS Code does: as JSON. */
export function memory() {
	const values = new Map<string, string>();
	return {
		get: <T>(name: string): T | undefined => {
			const value = values.get(name);
			return value === undefined ? undefined : JSON.parse(value);
		},
		update: async (name: string, value: unknown) => {
			values.set(name, JSON.stringify(value));
		},
	};
}
