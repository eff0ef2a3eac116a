import { h, type VirtualElement } from '../../kit/draw.ts';
import { icon } from '../../kit/page-elements.ts';

/** A failure in place of what could not be read. `data` identifies the action that tries it again. */
export const failure = (
	problem: string,
	data: Readonly<Record<string, string | undefined>>,
): VirtualElement =>
	h(
		'div',
		{ class: 'failure', role: 'alert' },
		icon('error'),
		h('span', {}, problem),
		h(
			'button',
			{
				class: 'button',
				type: 'button',
				...Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value])),
			},
			'Try Again',
		),
	);
