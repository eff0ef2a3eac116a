import { visible } from '../../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import { joinWords } from '../../../platform/model/words.ts';
import type { ViewedFile, ViewedState } from '../../state/viewed-files.ts';
import type { ShownFile, ShownPatch } from '../protocol/protocol.ts';
import { filePart } from './file-parts.ts';
import type { NetContent, NetFile } from './net-content.ts';
import { changesSummary } from './patch-parts.ts';
import type { ContentPatch, SeriesContent } from './series-content.ts';
import type { ReplyOptions } from './shown-replies.ts';

interface NetPartOptions {
	readonly replies: ReplyOptions;
	readonly viewedStateOf: (file: ViewedFile) => ViewedState;
	readonly ignoresWhitespace: boolean;
	readonly draftCounts: ReadonlyMap<string, number>;
}

/** Identifies the net diff among the patches of the page. */
export const netKey = 'net';
/** Further paths and numbers are left out. */
const maxNamed = 5;

/** What the whole series changes, in the form of a patch. */
export function netPart(net: NetContent, { patches }: SeriesContent, options: NetPartOptions): ShownPatch {
	const known = patches.filter(({ patch }) => patch);
	return {
		key: netKey,
		number: '',
		title: `All changes of ${count(known.length, 'patch', 'patches')}`,
		mail: null,
		author: null,
		trailers: [],
		answeredMessage: [],
		message: [],
		messageLine: 0,
		answeredNotes: [],
		notes: [],
		notesLine: 0,
		diffstatReplies: [],
		files: net.files.map((file) => netFilePart(file, options)),
		summary: changesSummary(net.files.map(({ content }) => content)),
		warnings: [...missingTexts(patches), ...separateTexts(net), ...unchangedTexts(net)],
		unread: [],
	};
}

function netFilePart(file: NetFile, options: NetPartOptions): ShownFile {
	const part = filePart(file.content, options);
	const numbers = [...new Set(file.changes.map(({ patch }) => patch.number))];
	const text = `${numbers.length === 1 ? 'patch' : 'patches'} ${firstOf(numbers.map(formatNumber))}`;
	return {
		...part,
		// Further patches may arrive.
		version: JSON.stringify([part.version, file.changes.map(({ content }) => content.key)]),
		marks: [{ text, isWarning: false }, ...part.marks],
	};
}

function missingTexts(patches: readonly ContentPatch[]): readonly string[] {
	const numbers = patches.filter(({ patch }) => !patch).map(({ number }) => formatNumber(number));
	if (numbers.length === 0) return [];
	return [
		`The changes of ${numbers.length === 1 ? 'patch' : 'patches'} ${firstOf(numbers)} are missing here.`,
	];
}

const reasons: Readonly<Record<NetContent['separate'][number]['reason'], string>> = {
	mismatch: 'the patches were made for different versions of it',
	binary: 'it is binary',
	'type-change': 'its type changes',
	'too-large': 'the series is too large to combine',
};

function separateTexts({ separate }: NetContent): readonly string[] {
	return separate.length > maxNamed
		? [
				`${count(separate.length, 'file')} are shown patch by patch, because their changes cannot be combined.`,
			]
		: separate.map(({ path, reason }) => `${visible(path)} is shown patch by patch: ${reasons[reason]}.`);
}

function unchangedTexts({ unchanged }: NetContent): readonly string[] {
	if (unchanged.length === 0) return [];
	return [`The series as a whole does not change ${firstOf(unchanged.map((path) => visible(path)))}.`];
}

/** `1, 2 and 3`; of many, only the first ones. */
const firstOf = (words: readonly string[]): string =>
	words.length > maxNamed
		? `${words.slice(0, maxNamed).join(', ')} and ${formatNumber(words.length - maxNamed)} more`
		: joinWords(words);
