/** Stands for a color that is unknown or invalid. */
export const fallbackColor = '#888888';

/** Converts a server's color to `#rrggbb`. Nothing else may reach a style. */
export function colorOf(background: string): string {
	const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(background);
	if (short)
		return `#${short
			.slice(1)
			.map((digit) => digit + digit)
			.join('')}`;
	return /^#[\da-f]{6}$/i.test(background) ? background : fallbackColor;
}

/** Black or white, whichever is easier to read on a color. The contrast is at least 4.5 on any color. */
export function textColorOn(background: string): string {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(colorOf(background).slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	// The luminance at which black and white have the same contrast (WCAG): (luminance + 0.05)² = 0.05 × 1.05.
	return luminance > Math.sqrt(0.05 * 1.05) - 0.05 ? '#000000' : '#ffffff';
}
