/** `1,024`, for whole numbers and those below 1,000. Does not use `Intl`, which takes some milliseconds to load in each page. */
export const formatNumber = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `12 MB`, `340 KB`. */
export function fileSize(bytes: number): string {
	const [unit, size] = bytes >= 1e6 ? ['MB', bytes / 1e6] : ['KB', bytes / 1e3];
	return `${formatNumber(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))} ${unit}`;
}

/** `1 comment`, `2 comments`, `1,024 replies`. */
export const count = (n: number, one: string, many = `${one}s`): string =>
	`${formatNumber(n)} ${n === 1 ? one : many}`;
