import type { Icon } from '../../src/platform/model/icon.ts';
import type { Owner, Tone } from '../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from './draw.ts';
import { tipWithKey } from './keys.ts';
import { icon } from './page-elements.ts';

interface ShownStatus {
	readonly text: string;
	readonly icon: Icon;
	readonly tone: Tone;
}

/** The tooltip of a control that changes the status. It names the account if the page does. */
const changeTip = (owner: Owner | null): string =>
	owner ? `Change status as ${owner.account}` : 'Change status';

/** The status of what a page shows: a button, or a mark if `buttonAttributes` is undefined because the user may not change the status. */
export const statusControl = (
	{ text, icon: glyph, tone }: ShownStatus,
	buttonAttributes: VirtualElement['attributes'] | undefined,
	owner: Owner | null,
): VirtualElement =>
	buttonAttributes
		? h(
				'button',
				{
					class: 'button status',
					type: 'button',
					...buttonAttributes,
					'aria-haspopup': 'dialog',
					'aria-description': owner && changeTip(owner),
					...tipWithKey(changeTip(owner), 's'),
					'aria-label': `Status: ${text}. Change`,
				},
				icon(glyph, tone),
				h('span', {}, text),
				icon('chevron-down'),
			)
		: h('span', { class: 'mark tall status' }, icon(glyph, tone), h('span', {}, text));
