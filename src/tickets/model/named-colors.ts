interface NamedColor {
	readonly name: string;
	/** `#rrggbb`. */
	readonly color: string;
}

/** Colors that are easy to tell apart in light and dark themes. */
export const namedColors: readonly NamedColor[] = [
	{ name: 'Red', color: '#d73a4a' },
	{ name: 'Orange', color: '#e8830c' },
	{ name: 'Yellow', color: '#f2cc0c' },
	{ name: 'Green', color: '#2da44e' },
	{ name: 'Teal', color: '#1b9aaa' },
	{ name: 'Blue', color: '#2672d9' },
	{ name: 'Purple', color: '#8250df' },
	{ name: 'Pink', color: '#d94b9f' },
	{ name: 'Brown', color: '#8a5a33' },
	{ name: 'Gray', color: '#6e7781' },
];

/** The color that a user has typed, as `#rrggbb`; undefined if it is not one. */
export function parseColor(text: string): string | undefined {
	const digits = /^#?([\da-f]{6})$/i.exec(text.trim())?.[1];
	return digits && `#${digits.toLowerCase()}`;
}
