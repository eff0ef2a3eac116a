import type { Label } from '../../forge/shapes/trackers.ts';
import { colourOf, fallbackColour } from '../../platform/model/label-colour.ts';

/** Returns a function from a label's name to its colour. A label that its tracker no longer has is grey. */
export function labelColours(known: readonly Label[]): (name: string) => string {
	const colours = new Map(known.map(({ name, colors }) => [name, colourOf(colors.background)]));
	return (name) => colours.get(name) ?? fallbackColour;
}
