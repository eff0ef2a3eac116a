/** A resource that is read, which may be part of another one. */
interface Part {
	readonly id: string;
	readonly partOf?: string;
}

/** The resource that contains this one, if it is among `all`. */
const wholeOf = <R extends Part>({ partOf }: R, all: readonly R[]): R | undefined =>
	partOf === undefined ? undefined : all.find(({ id }) => id === partOf);

/** Leaves out the parts of resources that are live: their webhooks report the parts too. */
export const withoutPartsOfLive = <R extends Part>(
	all: readonly R[],
	isLive: (whole: R) => boolean,
): readonly R[] =>
	all.filter((one) => {
		const whole = wholeOf(one, all);
		return !whole || !isLive(whole);
	});

/** Leaves out the parts whose whole is among `all`, because it is read instead. */
export const withoutParts = <R extends Part>(all: readonly R[]): readonly R[] =>
	all.filter((one) => !wholeOf(one, all));
