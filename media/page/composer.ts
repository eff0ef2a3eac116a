import type { Icon } from '../../src/platform/model/icon.ts';
import type { ErrorMessage } from '../../src/platform/page/requests.ts';
import { isBlank } from '../../src/tickets/model/ticket-draft.ts';
import {
	buttonWords,
	type Changes,
	changesOf,
	isEmpty,
	isTitleShort,
} from '../../src/tickets/page/choices.ts';
import type { ShownDraft } from '../../src/tickets/page/draft.ts';
import type { Choice, Composer, LabelShown, Snapshot } from '../../src/tickets/page/protocol.ts';
import type { Completion } from './completion.ts';
import { type Child, type Drawn, h } from './draw.ts';
import { command } from './keys.ts';
import { face, icon, label, note, tool } from './parts.ts';

/** The state of the box besides the snapshot: the draft, and the outcome of saving and sending it. */
export interface Box {
	draft: ShownDraft;
	tab: 'write' | 'preview';
	/** Safe HTML, or the reason why there is none. */
	preview: { readonly html: string } | { readonly words: string };
	isSending: boolean;
	/** `head` says what the refusal means for the draft. */
	refusal: (ErrorMessage & { readonly head?: string }) | null;
	state:
		| { readonly kind: 'quiet' | 'discarded' | 'gone' }
		/** While `writing` or `saving`, `words` is the status of the previous save. */
		| { readonly kind: 'writing' | 'saving' | 'saved' | 'said' | 'unsaved'; readonly words: string };
}

type Writable = Snapshot & { readonly composer: Composer };

function tabs({ tab }: Box, page: Snapshot['page']): Drawn {
	const one = (name: Box['tab'], words: string) =>
		h(
			'button',
			{
				type: 'button',
				role: 'tab',
				id: `tab-${name}`,
				'data-do': 'tab',
				'data-tab': name,
				'aria-selected': String(tab === name),
				'aria-controls': 'panel-write',
				tabindex: tab === name ? null : '-1',
			},
			words,
		);
	return h(
		'div',
		{ key: 'tabs', class: 'tabs' },
		h(
			'div',
			{ class: 'row', role: 'tablist', 'aria-label': page === 'new' ? 'Description' : 'Comment' },
			one('write', 'Write'),
			one('preview', 'Preview'),
		),
		h(
			'span',
			{ class: 'push aside-text' },
			'Markdown · ',
			h('kbd', {}, '#'),
			' ticket · ',
			h('kbd', {}, '~'),
			' user',
		),
	);
}

function panel({ tab, preview }: Box, completion: Completion, page: Snapshot['page']): Drawn {
	const { active } = completion;
	return h(
		'div',
		{ key: 'panel', class: 'writing', role: 'tabpanel', id: 'panel-write', 'aria-labelledby': `tab-${tab}` },
		h('textarea', {
			key: 'text',
			id: 'text',
			hidden: tab === 'preview',
			'aria-label': page === 'new' ? 'Description' : 'Comment',
			'aria-keyshortcuts': 'c r',
			'aria-autocomplete': 'list',
			'aria-haspopup': 'listbox',
			'aria-controls': active === null ? null : 'suggestions',
			'aria-activedescendant': active,
			placeholder: page === 'new' ? 'What happens, and what should happen?' : 'Leave a comment',
		}),
		h(
			'span',
			{ key: 'count', class: 'said', role: 'status' },
			active === null ? '' : `${completion.count} suggestions`,
		),
		completion.list(),
		tab === 'preview' &&
			('html' in preview
				? h('div', { key: 'preview', class: 'prose', tabindex: '0', html: preview.html })
				: h('p', { key: 'no-preview', class: 'prose muted', tabindex: '0', role: 'status' }, preview.words)),
	);
}

interface Select {
	readonly name: string;
	readonly value: string;
	readonly offered: readonly Choice[];
	/** Where to find the label of a value that is not offered. */
	readonly known?: readonly Choice[];
	readonly isRefused: boolean;
}

function select({ name, value, offered, known = [], isRefused }: Select): Drawn {
	const named = (all: readonly Choice[]) => all.find((one) => one.value === value);
	// A value that was chosen before it stopped being offered is still chosen.
	const all = named(offered) ? offered : [...offered, named(known) ?? { value, words: value }];
	return h(
		'span',
		{ key: name, class: 'select' },
		h(
			'select',
			{
				'aria-label': name,
				'data-choice': name.toLowerCase(),
				'aria-invalid': isRefused ? 'true' : null,
				value,
			},
			...all.map((one) => h('option', { value: one.value }, one.words)),
		),
		icon('chevron-down'),
	);
}

function status(box: Box, composer: Composer, change: Changes): readonly Child[] {
	const { status: now, moves, statuses, resolution, resolutions } = composer;
	if (moves.length === 0 && change.status === null && change.resolution === null) return [];
	const isRefused = box.refusal !== null && (change.status ?? change.resolution) !== null;
	const isResolved = (change.status ?? now.value) === 'resolved';
	return [
		h('span', { key: 'name-status', class: 'name' }, 'Status'),
		h(
			'div',
			{ key: 'status', class: 'row' },
			select({
				name: 'Status',
				value: change.status ?? now.value,
				offered: [now, ...moves],
				known: statuses,
				isRefused,
			}),
			...(isResolved
				? [
						h('span', { class: 'muted aside-text' }, 'as'),
						select({
							name: 'Resolution',
							value: change.resolution ?? resolution,
							offered: resolutions,
							isRefused,
						}),
					]
				: []),
		),
	];
}

function labels(composer: Composer, change: Changes): readonly Child[] {
	const { labels: now, known, mayLabel } = composer;
	if (!mayLabel && change.addLabels.length + change.removeLabels.length === 0) return [];
	const button = (name: string, glyph: Icon, to: string, words: string) =>
		h('button', { type: 'button', 'data-do': to, 'data-name': name, 'aria-label': words }, icon(glyph));
	const shown = (name: string): LabelShown =>
		known.find((one) => one.name === name) ?? { name, words: name, colour: '#888888' };
	return [
		h('span', { key: 'name-labels', class: 'name' }, 'Labels'),
		h(
			'ul',
			{ key: 'labels', class: 'labels', 'aria-label': 'Labels after sending' },
			...now.map((one) =>
				change.removeLabels.includes(one.name)
					? label('li', one, 'going', button(one.name, 'discard', 'keep-label', `Keep label ${one.words}`))
					: label('li', one, '', button(one.name, 'close', 'remove-label', `Remove label ${one.words}`)),
			),
			...change.addLabels.map((name) =>
				label(
					'li',
					shown(name),
					'coming',
					button(name, 'close', 'keep-label', `Don't add label ${shown(name).words}`),
				),
			),
			h('li', { key: 'choose' }, tool('Select labels', 'add', { 'data-do': 'choose-labels' })),
		),
	];
}

const ways = { again: 'Try Again', 'only-comment': 'Keep Only the Comment', 'sign-in': 'Sign In' };

function refusal({ refusal: of }: Box): Child {
	if (!of) return null;
	return h(
		'div',
		{ key: 'refusal', class: 'note error', role: 'alert' },
		icon('error'),
		h('p', {}, of.head && h('b', {}, of.head), `${of.head ? ' ' : ''}${of.problem}`),
		of.remedy &&
			h(
				'button',
				{ class: 'button', type: 'button', 'data-do': 'way', 'data-way': of.remedy },
				ways[of.remedy],
			),
	);
}

/** Messages for a draft that was removed and can be restored. */
const over: Readonly<Record<string, string | undefined>> = {
	discarded: 'Draft discarded.',
	gone: 'The draft was sent or discarded elsewhere.',
};

function state({ state: of }: Box, canUndo: boolean): Drawn {
	const gone = over[of.kind];
	const words = 'words' in of ? of.words : (gone ?? '');
	const isSaving = of.kind === 'saving';
	return h(
		'span',
		{ class: 'state' },
		(of.kind === 'saved' || (of.kind === 'writing' && words !== '')) && icon('check'),
		of.kind === 'unsaved' && icon('warning', 'warn'),
		// Keep "Saving …" out of the live region, so that a screen reader announces a save only when its text changes, once a minute.
		isSaving && h('span', { key: 'saving', 'aria-hidden': 'true' }, 'Saving…'),
		h('span', { key: 'state', role: 'status', class: isSaving ? 'said' : null }, words),
		gone !== undefined &&
			h('button', { class: 'text-button', type: 'button', 'data-do': 'undo-discard' }, 'Undo'),
		canUndo &&
			(of.kind === 'quiet' || of.kind === 'said') &&
			h(
				'button',
				{
					key: 'undo',
					class: 'text-button tip-up',
					type: 'button',
					'data-do': 'undo',
					'data-tip': 'Undo last change (U)',
				},
				'Undo',
			),
	);
}

function end(box: Box, { page, composer, canUndo }: Writable, change: Changes): Drawn {
	const isIdle = page === 'new' ? box.draft.title.trim() === '' : isEmpty(change);
	const words = box.isSending ? 'Sending…' : buttonWords(page, change, composer);
	return h(
		'div',
		{ key: 'end', class: 'end' },
		state(box, canUndo),
		!isBlank(box.draft) &&
			!box.isSending &&
			h('button', { key: 'discard', class: 'button', type: 'button', 'data-do': 'discard' }, 'Discard'),
		h(
			'button',
			{
				key: 'send',
				class: 'button primary tip-end tip-up',
				type: 'submit',
				'aria-keyshortcuts': 'Control+Enter Meta+Enter',
				'aria-disabled': isIdle || box.isSending ? 'true' : null,
				'data-tip': `Send (${command}+Enter)`,
			},
			words,
		),
	);
}

export function composer(box: Box, completion: Completion, snapshot: Writable): Drawn {
	const { composer: of, page } = snapshot;
	const change = changesOf(box.draft, of);
	const rows = page === 'new' ? [] : [...status(box, of, change), ...labels(of, change)];
	return h(
		'div',
		{ key: `composer ${snapshot.key}`, class: 'composer-row' },
		face(of.me),
		h(
			'form',
			{
				class: 'composer',
				id: 'composer',
				'aria-label': page === 'new' ? 'New ticket' : 'Comment and change',
				'aria-busy': box.isSending ? 'true' : null,
			},
			page === 'new' &&
				h('input', {
					key: 'title',
					id: 'title',
					class: 'field title',
					'aria-label': 'Title',
					placeholder: 'Title',
					'aria-invalid': box.refusal !== null && isTitleShort(box.draft) ? 'true' : null,
					autocomplete: 'off',
				}),
			of.mayComment && tabs(box, page),
			...of.notes.map(note),
			of.mayComment && panel(box, completion, page),
			refusal(box),
			rows.length > 0 &&
				h(
					'div',
					{ key: 'with', class: 'with', role: 'group', 'aria-label': 'Change with this comment' },
					...rows,
				),
			end(box, snapshot, change),
		),
	);
}
