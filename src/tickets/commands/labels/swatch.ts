import { colorOf } from '../../../platform/model/label-color.ts';

/** The `data:` address of a small image in a label's color. The color comes from the server, so only a valid one is inserted. */
export function swatch(background: string): string {
	const square = `<rect x="2.5" y="2.5" width="11" height="11" rx="3" fill="${colorOf(background)}" stroke="#808080" stroke-opacity=".7"/>`;
	const image = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${square}</svg>`;
	// VS Code does not escape the address. Only base64 survives that.
	return `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`;
}
