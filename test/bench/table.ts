/** The results of one benchmark run: named columns of numbers for each compared item. */
export interface Table {
	readonly about: string;
	readonly columns: readonly string[];
	readonly rows: readonly { readonly name: string; readonly values: readonly number[] }[];
	/** Each goal with its result. */
	readonly goals: readonly { readonly goal: string; readonly met: boolean }[];
}

const figure = (value: number) =>
	Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);

export function printed({ about, columns, rows, goals }: Table): string {
	const lines = [['', ...columns], ...rows.map(({ name, values }) => [name, ...values.map(figure)])];
	const widths =
		lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
	const text = lines.map((line) =>
		line
			.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0)))
			.join('   '),
	);
	return [about, ...text, ...goals.map(({ goal, met }) => `${met ? 'met  ' : 'MISSED'} ${goal}`)].join('\n');
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
