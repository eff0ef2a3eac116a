import type { ListPosition, ShownUnseen } from '../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from './draw.ts';
import { tipWithKey } from './keys.ts';
import { iconButton } from './page-elements.ts';

interface NavigationParts {
	/** What the list contains, as in *Next …*. */
	readonly item: string;
	readonly position: ListPosition | null;
	readonly unseen: ShownUnseen | null;
	/** Whether the page is long enough to go to its end. */
	readonly hasEnd: boolean;
}

/** The controls that move within a page and between the pages of a list. They are beside the title and in the strip. */
export const navigationControls = ({ item, position, unseen, hasEnd }: NavigationParts): VirtualElement =>
	h(
		'div',
		{ class: 'navigation' },
		unseen && unseenButton(unseen),
		position && steps(item, position),
		hasEnd &&
			iconButton('Go to the end', 'fold-down', {
				'data-do': 'show-end',
				shortcut: 'Shift+G',
				isTipAtEnd: true,
			}),
		iconButton('Show keyboard shortcuts', 'question', {
			'data-do': 'show-keys',
			shortcut: '?',
			isTipAtEnd: true,
		}),
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

const steps = (item: string, { text, hasPrevious, hasNext }: ListPosition): VirtualElement =>
	h(
		'span',
		{ class: 'position', role: 'group', 'aria-label': 'Position in the list' },
		stepButton(`Previous ${item}`, 'previous', hasPrevious, 'k'),
		h('span', { class: 'num' }, text),
		stepButton(`Next ${item}`, 'next', hasNext, 'j'),
	);

const stepButton = (name: string, to: 'previous' | 'next', isEnabled: boolean, key: string): VirtualElement =>
	iconButton(name, to === 'next' ? 'arrow-down' : 'arrow-up', {
		'data-do': 'go',
		'data-step': to,
		shortcut: key,
		isTipAtEnd: true,
		'aria-disabled': isEnabled ? null : 'true',
	});
