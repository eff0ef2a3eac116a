import type { Disposable } from '../../base/disposable.ts';
import type { Area, Connection } from '../../signin/connection.ts';

/**
 * Counts how many requests to an area of the forge are answered until the result is disposed. Those of a view that reads at the same
 * time count too: the forge has to answer them as well.
 */
export function countAnswers(
	{ onDidAnswer }: Pick<Connection, 'onDidAnswer'>,
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
