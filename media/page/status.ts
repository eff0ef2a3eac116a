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

/** The status of what a page shows: a button, or a mark if the user may not change it: then `buttonAttributes` is undefined. */
export const statusControl = (
	{ text, icon: glyph, tone }: ShownStatus,
	buttonAttributes: VirtualElement['attributes'] | undefined,
): VirtualElement =>
	buttonAttributes
		? h(
				'button',
				{
					class: 'button status',
					type: 'button',
					...buttonAttributes,
					'aria-haspopup': 'dialog',
					...tipWithKey('Change status', 's'),
					'aria-label': `Status: ${text}. Change`,
				},
				icon(glyph, tone),
				h('span', {}, text),
				icon('chevron-down'),
			)
		: h('span', { class: 'mark tall status' }, icon(glyph, tone), h('span', {}, text));
