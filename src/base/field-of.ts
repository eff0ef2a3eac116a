/** A field of a value of any kind, such as what a command is given or what is read from a file. Undefined if there is none. */
export const fieldOf = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
