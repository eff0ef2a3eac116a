import type { Label } from '../../forge/shapes/trackers.ts';

/** Of a label that its tracker does not have any more, or whose colour is none. */
const grey = '#888888';

/** Whatever a server calls a colour, as `#rrggbb`: nothing else may come near a style. */
export function colourOf(background: string): string {
	const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(background);
	if (short)
		return `#${short
			.slice(1)
			.map((digit) => digit + digit)
			.join('')}`;
	return /^#[\da-f]{6}$/i.test(background) ? background : grey;
}

/** The colours of a tracker's labels, by name. */
export function labelColours(known: readonly Label[]): (name: string) => string {
	const colours = new Map(known.map(({ name, colors }) => [name, colourOf(colors.background)]));
	return (name) => colours.get(name) ?? grey;
}

/** Black or white, whichever is read more easily on a colour. Its contrast is 4.5 at least, on any. */
export function readableOn(background: string): string {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(colourOf(background).slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	// Where black and white have the same contrast, as WCAG counts it: (light + 0.05)² = 0.05 × 1.05.
	return light > Math.sqrt(0.05 * 1.05) - 0.05 ? '#000000' : '#ffffff';
}
