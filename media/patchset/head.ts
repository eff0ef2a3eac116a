import type { PatchsetSnapshot, ShownCheck, ShownVersion } from '../../src/patches/page/protocol/protocol.ts';
import type { Person } from '../../src/platform/model/words.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { tipWithKey } from '../kit/keys.ts';
import { menu, menuItem } from '../kit/menu.ts';
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
import { statusControl } from '../kit/status.ts';
import { strip, stripTitle } from '../kit/strip.ts';
import { hasBar, undoOfBar } from './review/review-bar.ts';

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

const statusOf = ({ status, canSetStatus, owner }: PatchsetSnapshot): Child =>
	status && statusControl(status, canSetStatus ? { 'data-do': 'pick-status' } : undefined, owner);

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

/** The status, what was not sent yet of it, and what the user can do with the series. Nothing moves when the status changes. */
function statusRow(snapshot: PatchsetSnapshot): Child {
	const { status, undoable, withoutStatus, patches } = snapshot;
	if (!status && !withoutStatus && patches.length === 0) return null;
	return h(
		'div',
		{ key: 'status', class: 'head-row' },
		statusOf(snapshot),
		patches.length > 0 &&
			h(
				'button',
				{
					class: hasBar(snapshot) ? 'button' : 'button primary',
					type: 'button',
					'data-do': 'finish-review',
					...tipWithKey('Give a verdict, and send your comments', 'R', 'Shift+R'),
				},
				'Review',
			),
		patches.length > 0 && actions(snapshot),
		status?.isWaiting && h('span', { class: 'aside-text clip' }, icon('clock'), ' Waiting to be sent'),
		undoable !== null &&
			h(
				'button',
				{
					class: 'button',
					type: 'button',
					'data-do': 'undo',
					'data-change': undoable,
					// While mails can be undone, the key is that of the bar.
					...tipWithKey('Undo', undoOfBar(snapshot) ? '' : 'u'),
				},
				'Undo',
			),
		!status && withoutStatus && h('p', { class: 'aside-text' }, withoutStatus),
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

const actions = ({ versions, comparison }: PatchsetSnapshot): VirtualElement =>
	menu(
		'More actions',
		menuItem('diff-multiple', 'Open in Diff Editor', {
			'data-do': 'open-diff',
			...tipWithKey('Open all files in diff editor', 'o'),
		}),
		versions.length > 1 &&
			!comparison &&
			menuItem('diff', 'Compare Versions', {
				'data-do': 'compare',
				...tipWithKey('What changed between two versions', 'm'),
			}),
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
		// Checks and participants are not known until the series is read. Above the buttons, they would move the buttons when they appear.
		checksOf(snapshot),
		participants(snapshot),
	);
