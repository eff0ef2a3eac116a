import type { Label } from '../../forge/shapes/trackers.ts';
import { colorOf, fallbackColor } from '../../platform/model/label-color.ts';

/** Returns a function from a label's name to its color. A label that its tracker no longer has is grey. */
export function labelColors(known: readonly Label[]): (name: string) => string {
	const colors = new Map(known.map(({ name, colors }) => [name, colorOf(colors.background)]));
	return (name) => colors.get(name) ?? fallbackColor;
}
