import { append } from '../../base/collections.ts';
import { oneLine } from '../../base/text/truncate.ts';
import type { PatchsetTool } from '../../forge/shapes/lists.ts';
import { isWebAddress, safeAddress } from '../../platform/model/addresses.ts';
import type { Icon } from '../../platform/model/icon.ts';
import { findWebAddresses } from '../../platform/model/markdown/web-addresses.ts';
import { statusName, timeOf } from '../../platform/model/words.ts';
import type { Piece, Tone } from '../../platform/page/snapshot-parts.ts';
import type { ShownCheck } from './protocol/protocol.ts';

interface CheckState {
	readonly state: string;
	readonly icon: Icon;
	readonly tone: Tone;
}

const states: Readonly<Record<string, CheckState>> = {
	pending: { state: 'Pending', icon: 'clock', tone: 'idle' },
	waiting: { state: 'Running', icon: 'play-circle', tone: 'info' },
	success: { state: 'Passed', icon: 'pass', tone: 'good' },
	failed: { state: 'Failed', icon: 'error', tone: 'bad' },
	cancelled: { state: 'Canceled', icon: 'circle-slash', tone: 'warn' },
};

/** A forge may have states that are not known here. */
const stateOf = (icon: string): CheckState =>
	(Object.hasOwn(states, icon) ? states[icon] : undefined) ?? {
		state: statusName(icon),
		icon: 'question',
		tone: 'idle',
	};

/** The results of a version's checks, always in the same order. */
export const checkResults = (
	tools: readonly PatchsetTool[],
	now: number,
	zone: string | undefined,
): readonly ShownCheck[] =>
	tools
		.toSorted((one, other) => one.id - other.id)
		.map(({ id, updated, icon, details }) => ({
			key: String(id),
			...stateOf(icon),
			details: detailPieces(details),
			time: updated === '' ? null : timeOf(updated, now, zone),
		}));

/** In characters. */
const longestDetails = 500;
const markdownLink = /\[([^[\]]{1,200})\]\(([^\s()<>]{1,500})\)/g;

/** The text of a program on one line. Only links to web pages are links: in Markdown, or as plain addresses. */
function detailPieces(details: string): readonly Piece[] {
	const text = oneLine(details, longestDetails);
	const pieces: Piece[] = [];
	let at = 0;
	for (const { 0: written, 1: label = '', 2: target = '', index } of text.matchAll(markdownLink)) {
		const open = safeAddress(target);
		if (open === undefined || !isWebAddress(open)) continue;
		append(pieces, plainPieces(text.slice(at, index)));
		pieces.push({ link: label, open });
		at = index + written.length;
	}
	return [...pieces, ...plainPieces(text.slice(at))];
}

function plainPieces(text: string): readonly Piece[] {
	const pieces: Piece[] = [];
	let at = 0;
	for (const { start, end, address } of findWebAddresses(text)) {
		if (!isWebAddress(address)) continue;
		pieces.push(text.slice(at, start), { link: text.slice(start, end), open: address });
		at = end;
	}
	return [...pieces, text.slice(at)].filter((piece) => piece !== '');
}
