import type { Disposable } from '../../../base/disposable.ts';
import type { Area, Connection } from '../../../signin/connections/connection.ts';

/**
 * Counts the requests to an area of the forge that are answered until the result is disposed. The requests of a view count too, because the
 * forge has to answer them at the same time.
 */
export function countRequests(
	onDidAnswer: Connection['onDidAnswer'],
	area: Area,
): Disposable & { readonly count: number } {
	let count = 0;
	const listener = onDidAnswer((answered) => {
		if (answered === area) count += 1;
	});
	return {
		get count() {
			return count;
		},
		dispose: () => listener.dispose(),
	};
}
