import type { PatchsetSnapshot, ShownCheck, ShownVersion } from '../../src/patches/page/protocol/protocol.ts';
import type { Person } from '../../src/platform/model/words.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { tipWithKey } from '../kit/keys.ts';
import { navigationControls } from '../kit/navigation-controls.ts';
import {
	avatar,
	icon,
	iconButton,
	link,
	originOf,
	ownerMark,
	person,
	pieces,
	time,
} from '../kit/page-elements.ts';
import { accountTip, statusControl } from '../kit/status.ts';
import { strip, stripTitle } from '../kit/strip.ts';

/** Further participants are collapsed. */
const maxNamed = 8;

const navigationOf = ({ position, unseen }: PatchsetSnapshot): VirtualElement =>
	navigationControls({
		item: 'patchset',
		position,
		unseen,
		hasEnd: true,
	});

/** The strip with the status, the title and the navigation controls. */
export const patchsetStrip = (snapshot: PatchsetSnapshot): VirtualElement =>
	strip(
		statusOf(snapshot),
		stripTitle(
			titleOf(snapshot),
			h(
				'span',
				{ class: 'clip', dir: 'auto' },
				snapshot.prefix && h('span', { class: 'num muted' }, snapshot.prefix, ' '),
				snapshot.title,
			),
		),
		newerVersion(snapshot),
		navigationOf(snapshot),
	);

/** The version that replaces the shown one. The note about it is at the top of the page only. */
const newerVersion = ({ notes, versions }: PatchsetSnapshot): Child =>
	notes.some(({ key }) => key === 'superseded') &&
	h(
		'button',
		{ class: 'text-button newer', type: 'button', 'data-do': 'act', 'data-act': 'show-latest' },
		`${versions.at(-1)?.name} arrived · Show`,
	);

export const titleOf = ({ prefix, title }: PatchsetSnapshot): string => `${prefix} ${title}`.trim();

const crumbs = (snapshot: PatchsetSnapshot): VirtualElement =>
	h(
		'div',
		{ class: 'crumbs' },
		icon(snapshot.kind === 'thread' ? 'mail' : 'git-pull-request'),
		link(snapshot.list.open, { class: 'plain' }, snapshot.list.name),
		snapshot.number && h('span', { class: 'sep' }, '/'),
		snapshot.number && h('span', { class: 'num' }, snapshot.number),
		iconButton('Copy link to this page', 'copy', { tip: 'Copy link', shortcut: 'y', 'data-do': 'copy' }),
		ownerMark(snapshot.owner),
		navigationOf(snapshot),
	);

const statusOf = ({ status, moves, owner }: PatchsetSnapshot): Child =>
	status && statusControl(status, moves.length === 0 ? undefined : { 'data-do': 'pick-status' }, owner);

const version = ({ key, name, detail, isShown }: ShownVersion): VirtualElement =>
	h(
		'button',
		{
			key,
			class: 'version',
			type: 'button',
			'data-do': 'version',
			'data-version': key,
			'aria-pressed': String(isShown),
		},
		h('b', {}, name),
		h('span', {}, detail),
	);

const versionsOf = ({ versions }: PatchsetSnapshot): Child =>
	versions.length > 1 &&
	h(
		'div',
		{ key: 'versions', class: 'versions', role: 'group', 'aria-label': 'Version' },
		...versions.map(version),
	);

/** The status, and a button for each usual status. If a change of the status was not sent yet, the row says so and has an Undo button. */
function statusRow(snapshot: PatchsetSnapshot): Child {
	const { status, moves, undoable, withoutStatus, owner } = snapshot;
	if (!status) return withoutStatus && h('p', { key: 'status', class: 'aside-text' }, withoutStatus);
	return h(
		'div',
		{ key: 'status', class: 'moves', role: 'group', 'aria-label': 'Status' },
		statusOf(snapshot),
		...moves.map(({ value, label, icon: glyph }) =>
			h(
				'button',
				{
					key: value,
					class: 'button',
					type: 'button',
					'data-do': 'set-status',
					'data-status': value,
					'aria-pressed': String(value === status.value),
					...accountTip(owner),
				},
				icon(glyph),
				h('span', {}, label),
			),
		),
		status.isWaiting && h('span', { class: 'aside-text row' }, icon('clock'), ' Waiting to be sent'),
		undoable !== null &&
			h(
				'button',
				{
					class: 'button',
					type: 'button',
					'data-do': 'undo',
					'data-change': undoable,
					...tipWithKey('Undo', 'u'),
				},
				'Undo',
			),
	);
}

const check = ({ key, icon: glyph, tone, state, details, time: when }: ShownCheck): VirtualElement =>
	h(
		'li',
		{ key },
		icon(glyph, tone),
		h(
			'div',
			{},
			h('b', {}, state),
			' ',
			h('bdi', {}, ...pieces(details)),
			' ',
			when && h('span', { class: 'muted' }, time(when)),
		),
	);

const checksOf = ({ checks }: PatchsetSnapshot): Child =>
	checks.length > 0 &&
	h('ul', { key: 'checks', class: 'checks', 'aria-label': 'Checks' }, ...checks.map(check));

const byline = ({ submitter, time: when, summary }: PatchsetSnapshot): VirtualElement =>
	h(
		'p',
		{ class: 'meta' },
		submitter && avatar(submitter, 'small'),
		submitter && person(submitter),
		submitter && originOf(submitter),
		when && time(when),
		summary.length > 0 && h('span', {}, ...pieces(summary)),
	);

const named = (who: Person): VirtualElement =>
	h('span', { class: 'named' }, avatar(who, 'small'), person(who));

const participants = ({ participants: all }: PatchsetSnapshot): Child =>
	all.length > 0 &&
	h(
		'div',
		{ key: 'participants', class: 'meta' },
		h('span', {}, 'Participants'),
		...all.slice(0, maxNamed).map(named),
		all.length > maxNamed &&
			h(
				'details',
				{ class: 'others' },
				h('summary', {}, `${all.length - maxNamed} more`),
				...all.slice(maxNamed).map(named),
			),
	);

const actions = ({ patches, versions, comparison }: PatchsetSnapshot): Child =>
	patches.length > 0 &&
	h(
		'div',
		{ key: 'actions', class: 'row' },
		h(
			'button',
			{
				class: 'button',
				type: 'button',
				'data-do': 'open-diff',
				...tipWithKey('Open all files in diff editor', 'o'),
			},
			icon('diff-multiple'),
			h('span', {}, 'Open in Diff Editor'),
		),
		versions.length > 1 &&
			!comparison &&
			h(
				'button',
				{
					class: 'button',
					type: 'button',
					'data-do': 'compare',
					...tipWithKey('What changed between two versions', 'm'),
				},
				icon('diff'),
				h('span', {}, 'Compare Versions'),
			),
	);

export const head = (snapshot: PatchsetSnapshot): VirtualElement =>
	h(
		'header',
		{ key: 'head', class: 'series-head' },
		crumbs(snapshot),
		h(
			'h1',
			{ dir: 'auto', tabindex: '-1' },
			snapshot.prefix && h('span', { class: 'prefix' }, snapshot.prefix, ' '),
			snapshot.title,
		),
		byline(snapshot),
		versionsOf(snapshot),
		statusRow(snapshot),
		actions(snapshot),
		// Checks and participants are not known until the series is read. Above the buttons, they would move the buttons when they appear.
		checksOf(snapshot),
		participants(snapshot),
	);
