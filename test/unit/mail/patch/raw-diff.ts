/** What `git diff-tree --raw --numstat -z` says of a file. */
export interface RawChange {
	readonly status: string;
	readonly old: string;
	readonly new: string;
	readonly oldMode: string;
	readonly newMode: string;
	readonly oldId: string;
	readonly newId: string;
	readonly similarity: number | undefined;
	/** Undefined for a binary file. */
	readonly additions: number | undefined;
	readonly deletions: number | undefined;
}

export function readRawDiff(output: string): readonly RawChange[] {
	const fields = output.split('\0');
	const raw: Omit<RawChange, 'additions' | 'deletions'>[] = [];
	const counts: (readonly [string, string])[] = [];
	while (fields.length > 0) {
		const field = fields.shift() ?? '';
		const [, oldMode = '', newMode = '', oldId = '', newId = '', status = '', score = ''] =
			/^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])(\d*)$/.exec(field) ?? [];
		if (status !== '') {
			const old = fields.shift() ?? '';
			const isMove = status === 'R' || status === 'C';
			const similarity = score === '' ? undefined : Number(score);
			raw.push({
				status,
				old,
				new: isMove ? (fields.shift() ?? '') : old,
				oldMode,
				newMode,
				oldId,
				newId,
				similarity,
			});
			continue;
		}
		const [, additions = '', deletions = '', name = ''] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(field) ?? [];
		if (additions === '') continue;
		counts.push([additions, deletions]);
		// The two names of a rename are fields of their own.
		if (name === '') fields.splice(0, 2);
	}
	const number = (count: string | undefined) =>
		count === '-' || count === undefined ? undefined : Number(count);
	return raw.map((each, index) => ({
		...each,
		additions: number(counts[index]?.[0]),
		deletions: number(counts[index]?.[1]),
	}));
}
