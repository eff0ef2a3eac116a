import type { Row } from './row.ts';

/** The row *This Project*. */
export const projectRow = (children: NonNullable<Row['children']>): Row => ({
	id: 'project',
	label: 'This Project',
	icon: 'root-folder',
	tooltip: 'What the folders of this workspace belong to',
	context: 'project',
	isOpen: true,
	children,
});
