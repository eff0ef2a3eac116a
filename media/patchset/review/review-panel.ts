import { count } from '../../../src/base/text/numbers.ts';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import type {
	ReviewAction,
	ReviewChoice,
	ReviewedMail,
	ShownReview,
} from '../../../src/patches/page/protocol/review-protocol.ts';
import { type Child, h, type VirtualElement } from '../../kit/draw.ts';
import { modifierKey } from '../../kit/keys.ts';
import { menu, menuItem } from '../../kit/menu.ts';
import { icon, iconButton, ownerMark, toolbar } from '../../kit/page-elements.ts';
import { select } from '../../kit/select.ts';

/** What a press of the button asks for: a state, and no change of it, so that a double click is one choice. */
const chooses = (value: string, isChosen: boolean) => ({
	'data-do': 'choose-in-review',
	'data-choice': value,
	'data-chosen': isChosen ? 'no' : 'yes',
});

const choiceButton = ({ value, label, tip, isChosen, opensBox }: ReviewChoice): VirtualElement =>
	h(
		'button',
		{
			key: value,
			class: 'button choice tip-up',
			type: 'button',
			...chooses(value, isChosen),
			'data-opens-box': opensBox ? '' : null,
			'aria-pressed': String(isChosen),
			...(tip !== '' && { 'data-tip': tip, 'aria-label': `${label}: ${tip}` }),
		},
		label,
	);

/** Choices of one kind, which take one Tab stop. */
function choices(key: string, name: string, [first, ...others]: readonly ReviewChoice[]): Child {
	const buttons = others.map(choiceButton);
	return (
		first &&
		h(
			'div',
			{ key, class: 'choices' },
			h('span', { class: 'aside-text', 'aria-hidden': 'true' }, name),
			toolbar(name, 'row', choiceButton(first), ...buttons),
		)
	);
}

const statusChoice = (all: readonly ReviewChoice[]): Child =>
	all.length > 0 &&
	h(
		'div',
		{ key: 'status', class: 'choices' },
		h('span', { class: 'aside-text', 'aria-hidden': 'true' }, 'Status'),
		select({
			id: 'review-status',
			name: 'Status',
			offered: all,
			isRefused: false,
			value: all.find(({ isChosen }) => isChosen)?.value ?? '',
		}),
	);

const mailRow = ({ answered, to, subject, words, facts, isChosen }: ReviewedMail): VirtualElement => {
	const name = `Mail to ${to}: ${subject}`;
	return h(
		'li',
		{ key: answered, class: isChosen ? 'row' : 'row left-out' },
		h(
			'button',
			{
				class: 'check',
				type: 'button',
				role: 'checkbox',
				'aria-checked': String(isChosen),
				'aria-label': name,
				...chooses(`mail ${answered}`, isChosen),
			},
			h('span', { class: 'box' }, isChosen && icon('check')),
		),
		h(
			'span',
			{ class: 'mail-words' },
			h('b', { dir: 'auto' }, to),
			h('span', { class: 'clip', dir: 'auto' }, words),
			h('span', { class: 'clip muted', dir: 'auto' }, [subject, facts].filter(Boolean).join(' · ')),
		),
		iconButton(`Edit. ${name}`, 'edit', {
			tip: 'Read or edit as a document',
			isTipAtEnd: true,
			'data-do': 'open-review-mail',
			'data-mail': answered,
		}),
	);
};

/** What the user chooses to finish their review, and the mails that are made of it. */
export const reviewPanel = ({ problem, verdicts, patches, statuses, mails, copies }: ShownReview): Child =>
	h(
		'div',
		{ key: 'review-panel', class: 'review-panel' },
		problem !== '' && h('p', { key: 'problem', class: 'row' }, icon('warning', 'warn'), problem),
		choices('verdict', 'Verdict', verdicts),
		statusChoice(statuses),
		choices('patches', 'For', patches),
		mails.length > 0 &&
			h('ol', { key: 'mails', class: 'review-mails', 'aria-label': 'Mails' }, ...mails.map(mailRow)),
		choices('copies', 'Copies', copies),
	);

const runs = ({ id }: ReviewAction) => ({ 'data-do': 'run-review', 'data-action': id });

/** What can be done with the mails. */
export function reviewButtons(
	{ actions, mails, to }: ShownReview,
	{ owner }: PatchsetSnapshot,
): readonly Child[] {
	const [first, ...others] = actions;
	const chosen = mails.filter(({ isChosen }) => isChosen).length;
	return [
		h('b', { key: 'count' }, chosen === 0 ? 'No mail yet' : count(chosen, 'mail')),
		h('span', { key: 'to', class: 'clip', title: to }, `to ${to}`),
		ownerMark(owner),
		h(
			'span',
			{ key: 'buttons', class: 'row push' },
			iconButton('Close', 'close', { key: 'close', class: 'icon-button tip-up', 'data-do': 'close-review' }),
			others.length > 0 &&
				menu(
					'Other ways',
					...others.map((one) => menuItem(null, one.label, { title: one.detail, ...runs(one) })),
				),
			h(
				'button',
				{
					key: 'run',
					class: 'button primary tip-end tip-up',
					type: 'button',
					'aria-disabled': first ? null : 'true',
					'aria-keyshortcuts': 'Control+Enter Meta+Enter',
					'data-tip': `${first?.detail ?? 'Choose a verdict, or write a comment'} (${modifierKey}+Enter)`,
					...(first && runs(first)),
				},
				first?.label ?? 'Send',
			),
		),
	];
}
