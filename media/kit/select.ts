import type { Choice } from '../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from './draw.ts';
import { icon } from './page-elements.ts';

interface Select {
	/** Identifies the select for the page's script. */
	readonly id: string;
	/** The name for screen readers. */
	readonly name: string;
	readonly value: string;
	readonly offered: readonly Choice[];
	/** Where to find the label of a value that is not offered. */
	readonly known?: readonly Choice[];
	readonly isRefused: boolean;
}

export function select({ id, name, value, offered, known = [], isRefused }: Select): VirtualElement {
	const find = (all: readonly Choice[]) => all.find((one) => one.value === value);
	// A value that was chosen before it stopped being offered is still chosen.
	const all = find(offered) ? offered : [...offered, find(known) ?? { value, label: value }];
	return h(
		'span',
		{ key: id, class: 'select' },
		h(
			'select',
			{
				'aria-label': name,
				'data-choice': id,
				'aria-invalid': isRefused ? 'true' : null,
				value,
			},
			...all.map((one) => h('option', { value: one.value }, one.label)),
		),
		icon('chevron-down'),
	);
}
