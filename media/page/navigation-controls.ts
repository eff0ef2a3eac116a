import type { ListPosition, ShownUnseen } from '../../src/platform/page/parts.ts';
import { type Child, h, type VirtualElement } from './draw.ts';
import { tipWithKey } from './keys.ts';
import { iconButton } from './parts.ts';

interface NavigationParts {
	/** What the list contains, as in *Next …*. */
	readonly item: string;
	readonly position: ListPosition | null;
	readonly unseen: ShownUnseen | null;
	/** Whether there is a timeline to go through. */
	readonly hasTimeline: boolean;
}

/** The controls that move within a page and between the pages of a list. They are beside the title and in the strip. */
export const navigationControls = ({
	item,
	position,
	unseen,
	hasTimeline,
}: NavigationParts): VirtualElement =>
	h(
		'div',
		{ class: 'navigation' },
		unseen && unseenButton(unseen),
		position && steps(item, position),
		hasTimeline &&
			iconButton('Go to the end', 'fold-down', {
				'data-do': 'show-end',
				...tipWithKey('Go to the end', 'Shift+G', 'Shift+G'),
				isTipAtEnd: true,
			}),
		iconButton('Show keys', 'question', { 'data-do': 'show-keys', keys: '?', isTipAtEnd: true }),
	);

const unseenButton = ({ text, label }: ShownUnseen): VirtualElement =>
	h(
		'button',
		{
			class: 'button unseen-count tip-end',
			type: 'button',
			'data-do': 'show-unseen',
			'aria-label': label,
			...tipWithKey('Go to what is new', '.'),
		},
		text,
	);

const steps = (item: string, { text, previous, next }: ListPosition): VirtualElement =>
	h(
		'span',
		{ class: 'position', role: 'group', 'aria-label': 'Position in the list' },
		step(`Previous ${item}`, 'previous', previous),
		h('span', { class: 'num' }, text),
		step(`Next ${item}`, 'next', next),
	);

const step = (name: string, to: 'previous' | 'next', isEnabled: boolean): Child =>
	iconButton(name, to === 'next' ? 'arrow-down' : 'arrow-up', {
		'data-do': 'go',
		'data-step': to,
		keys: to === 'next' ? 'j' : 'k',
		isTipAtEnd: true,
		'aria-disabled': isEnabled ? null : 'true',
	});
