import type { Icon } from '../../src/platform/model/icon.ts';
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

const steps = (item: string, { text, hasPrevious, hasNext, isMixed }: ListPosition): VirtualElement =>
	h(
		'span',
		{
			class: 'position',
			role: 'group',
			'aria-label': isMixed ? 'Position in the Inbox' : 'Position in the list',
		},
		stepButton(`Previous ${isMixed ? 'update' : item}`, 'arrow-up', 'previous', hasPrevious, 'k'),
		h('span', { class: 'num' }, text),
		stepButton(`Next ${isMixed ? 'update' : item}`, 'arrow-down', 'next', hasNext, 'j'),
		isMixed && stepButton('Mark as seen, go to the next update', 'check', 'done', true, 'e'),
	);

const stepButton = (
	name: string,
	icon: Icon,
	step: string,
	isEnabled: boolean,
	key: string,
): VirtualElement =>
	iconButton(name, icon, {
		'data-do': step,
		shortcut: key,
		isTipAtEnd: true,
		'aria-disabled': isEnabled ? null : 'true',
	});
