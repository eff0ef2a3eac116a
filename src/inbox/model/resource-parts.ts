/** A resource that is read, which may be part of another one. */
interface Part {
	readonly spelled: string;
	readonly partOf?: string;
}

/** Of these resources, the one that is read in the place of another one. */
const wholeOf = <R extends Part>({ partOf }: R, all: readonly R[]): R | undefined =>
	partOf === undefined ? undefined : all.find(({ spelled }) => spelled === partOf);

/** Leaves out the parts of resources of which the forge reports all that happens. */
export const withoutLiveParts = <R extends Part>(
	all: readonly R[],
	isLive: (whole: R) => boolean,
): readonly R[] =>
	all.filter((one) => {
		const whole = wholeOf(one, all);
		return !whole || !isLive(whole);
	});

/** Leaves out the parts in whose place the whole resource is read. */
export const withoutParts = <R extends Part>(all: readonly R[]): readonly R[] =>
	all.filter((one) => !wholeOf(one, all));
