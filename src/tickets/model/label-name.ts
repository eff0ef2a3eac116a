/** The problem with the name of a label; undefined if forges accept it. `others` are the names of the tracker's other labels. */
export function labelNameProblem(name: string, others: readonly string[]): string | undefined {
	const trimmed = name.trim();
	if (trimmed === '') return 'Enter a name for the label.';
	return others.includes(trimmed) ? `The tracker already has a label ${trimmed}.` : undefined;
}
