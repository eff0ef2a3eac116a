import assert from 'node:assert/strict';
import type { Disposable } from '../../../src/base/disposable.ts';
import type { Row } from '../../../src/platform/view/row.ts';
import type { View, ViewChange } from '../../../src/platform/view/view.ts';
import type { Account } from '../../../src/signin/connections/connection.ts';
import { endings } from '../../tools/endings.ts';

/** Draws views, which end with their test. */
export function drawnViews() {
	const ending = endings();
	return function show<Shown extends View & Disposable>(
		accounts: () => readonly Account[],
		create: (changed: (change?: ViewChange) => void) => Shown,
	) {
		const changes: (string | undefined)[] = [];
		const view = create((change) => changes.push(typeof change === 'object' ? change.id : change));
		ending(view);
		const draw = async () => {
			const rows = await view.roots(accounts(), []);
			for (const row of rows) view.didShow?.(row);
			return rows;
		};
		return { view, draw, changes };
	};
}

/** The row with a label. */
export const named = (rows: readonly Row[], label: string): Row =>
	rows.find((row) => row.label === label) ??
	assert.fail(`${label} is not in ${rows.map((row) => row.label)}`);

/** The rows below rows with these labels, each below the one before. */
export async function below(rows: readonly Row[], ...labels: readonly string[]): Promise<readonly Row[]> {
	let found = rows;
	for (const label of labels) found = (await named(found, label).children?.()) ?? [];
	return found;
}

export const texts = (rows: readonly Row[]) => rows.map(({ label, description }) => [label, description]);
