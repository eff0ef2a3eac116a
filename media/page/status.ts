import type { Icon } from '../../src/platform/model/icon.ts';
import type { Tone } from '../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from './draw.ts';
import { tipWithKey } from './keys.ts';
import { icon } from './page-elements.ts';

interface ShownStatus {
	readonly text: string;
	readonly icon: Icon;
	readonly tone: Tone;
}

/** The status of what a page shows: a button with these attributes, or a mark if the user may not change it. */
export const statusControl = (
	{ text, icon: glyph, tone }: ShownStatus,
	change: VirtualElement['attributes'] | undefined,
): VirtualElement =>
	change
		? h(
				'button',
				{
					class: 'button status',
					type: 'button',
					...change,
					'aria-haspopup': 'dialog',
					...tipWithKey('Change status', 's'),
					'aria-label': `Status: ${text}. Change`,
				},
				icon(glyph, tone),
				h('span', {}, text),
				icon('chevron-down'),
			)
		: h('span', { class: 'mark tall status' }, icon(glyph, tone), h('span', {}, text));
