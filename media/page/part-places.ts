/** A part of a timeline, and where it begins: the distance from the top of the window. A part that is not loaded may share its element with others. */
export interface PartPlace {
	readonly key: string;
	readonly top: number;
}

/** The part of a timeline at a height of the window. */
export function partAt(y: number): PartPlace | undefined {
	const element = document.elementFromPoint(innerWidth / 3, y)?.closest<HTMLElement>('[data-part]');
	const keys = element?.dataset.part?.split(' ') ?? [];
	if (!element) return undefined;
	const { top, height } = element.getBoundingClientRect();
	const nth = Math.min(keys.length - 1, Math.max(0, Math.floor(((y - top) / height) * keys.length)));
	const key = keys[nth];
	return key === undefined ? undefined : { key, top: top + (nth * height) / keys.length };
}
