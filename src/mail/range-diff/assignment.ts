/** Two things that may be paired, and the gain if they are. */
export interface Edge {
	readonly row: number;
	readonly column: number;
	/** Above 0. */
	readonly gain: number;
}

/** Beyond this many steps the best edges are taken first, which is not always the best choice of all. */
const maxSteps = 2e8;

/** Chooses edges of which no two have the same row or column, so that the sum of their gains is as large as possible. */
export function bestAssignment(edges: readonly Edge[]): readonly Edge[] {
	return componentsOf(edges).flatMap((component) => {
		const rows = new Set(component.map(({ row }) => row)).size;
		const columns = new Set(component.map(({ column }) => column)).size;
		return rows * rows * Math.max(rows, columns) > maxSteps
			? greedyAssignment(component)
			: shortestPaths(component);
	});
}

/** Edges that are connected by rows or columns. Each component can be solved by itself, and most are a single edge. */
function componentsOf(edges: readonly Edge[]): readonly (readonly Edge[])[] {
	const parents = new Map<string, string>();
	const rootOf = (node: string): string => {
		let root = node;
		for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
		for (let next = node; next !== root; ) {
			const parent = parents.get(next) ?? root;
			parents.set(next, root);
			next = parent;
		}
		return root;
	};
	for (const { row, column } of edges) {
		const left = rootOf(`row ${row}`);
		const right = rootOf(`column ${column}`);
		if (left !== right) parents.set(left, right);
	}
	return [...Map.groupBy(edges, ({ row }) => rootOf(`row ${row}`)).values()];
}

export function greedyAssignment(edges: readonly Edge[]): readonly Edge[] {
	const rows = new Set<number>();
	const columns = new Set<number>();
	return edges
		.toSorted((a, b) => b.gain - a.gain || a.row - b.row || a.column - b.column)
		.filter(({ row, column }) => {
			if (rows.has(row) || columns.has(column)) return false;
			rows.add(row);
			columns.add(column);
			return true;
		});
}

/**
 * The assignment by successive shortest paths, as Jonker and Volgenant describe it: each row in turn takes its cheapest column, and a row
 * that loses its column takes another one, so that the sum of all costs is the least. Thanks to the prices, reduced costs are not negative.
 */
function shortestPaths(edges: readonly Edge[]): readonly Edge[] {
	const rows = [...new Set(edges.map(({ row }) => row))].sort((a, b) => a - b);
	const columns = [...new Set(edges.map(({ column }) => column))].sort((a, b) => a - b);
	const rowOf = new Map(rows.map((row, index) => [row, index]));
	const columnOf = new Map(columns.map((column, index) => [column, index]));
	// A row without an edge to its column is not paired. Columns are added until each row can have one.
	const width = Math.max(columns.length, rows.length);
	const chosen: (Edge | undefined)[] = Array.from({ length: rows.length * columns.length });
	const costs = new Float64Array(rows.length * width);
	for (const edge of edges) {
		const row = rowOf.get(edge.row) ?? 0;
		const column = columnOf.get(edge.column) ?? 0;
		costs[row * width + column] = -edge.gain;
		chosen[row * columns.length + column] = edge;
	}
	const owners = assignRows(costs, rows.length, width);
	return [...owners.subarray(0, columns.length)].flatMap((row, column) => {
		const edge = row === -1 ? undefined : chosen[row * columns.length + column];
		return edge ? [edge] : [];
	});
}

/** For each column the row that it is assigned to, or -1. There are at least as many columns as rows. */
function assignRows(costs: Float64Array, height: number, width: number): Int32Array {
	const at = (list: Float64Array | Int32Array, index: number) => list[index] ?? 0;
	const owners = new Int32Array(width).fill(-1);
	const rowPrices = new Float64Array(height);
	const prices = new Float64Array(width);
	const distances = new Float64Array(width);
	/** Before each column on the path to it; -1 if the path comes from the row `start`. */
	const previous = new Int32Array(width);
	const isDone = new Uint8Array(width);
	for (let start = 0; start < height; start++) {
		distances.fill(Number.POSITIVE_INFINITY);
		isDone.fill(0);
		let row = start;
		let reached = -1;
		let distance = 0;
		let end = -1;
		while (end === -1) {
			let next = -1;
			for (let column = 0; column < width; column++) {
				if (isDone[column]) continue;
				const path = distance + at(costs, row * width + column) - at(rowPrices, row) - at(prices, column);
				if (path < at(distances, column)) {
					distances[column] = path;
					previous[column] = reached;
				}
				if (next === -1 || at(distances, column) < at(distances, next)) next = column;
			}
			reached = next;
			distance = at(distances, next);
			isDone[next] = 1;
			row = at(owners, next);
			if (row === -1) end = next;
		}
		rowPrices[start] = at(rowPrices, start) + distance;
		for (let column = 0; column < width; column++) {
			if (!isDone[column] || column === end) continue;
			const change = distance - at(distances, column);
			prices[column] = at(prices, column) - change;
			rowPrices[at(owners, column)] = at(rowPrices, at(owners, column)) + change;
		}
		for (let column = end; column !== -1; ) {
			const before = at(previous, column);
			owners[column] = before === -1 ? start : at(owners, before);
			column = before;
		}
	}
	return owners;
}
