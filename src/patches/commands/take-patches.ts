import { mkdtemp, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { count } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { withTrailers } from '../../mail/compose/added-trailers.ts';
import { type MboxPatch, mboxOf } from '../../mail/compose/mbox.ts';
import { trailerLine } from '../../mail/compose/review-trailer.ts';
import type { Patch } from '../../mail/patch/patch.ts';
import { askInDialog, showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import { idOfSeries, type SeriesKey } from '../../platform/model/keys.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { type AddableTrailer, addableTrailers } from '../model/addable-trailers.ts';
import { fileName } from '../model/file-name.ts';
import { seriesOf } from '../model/patches-target.ts';
import { versionName } from '../model/series/version-name.ts';
import { isCut } from '../page/parts/patch-parts.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { targetOf } from './patches-command-target.ts';
import { readSeriesContent } from './read-series-content.ts';
import { askForTrailers } from './trailer-box.ts';

interface Taken {
	/** The name of a file for the patches. */
	readonly name: string;
	readonly patches: readonly MboxPatch[];
}

/** `mails`: only the patches of these mails are chosen. Undefined for the whole series. */
interface ChosenSeries {
	readonly key: SeriesKey;
	readonly mails: ReadonlySet<number> | undefined;
}

interface ReadPatches extends Taken {
	/** The labels of the patches that were not read. */
	readonly missing: readonly string[];
	/** The labels of the patches of which a part could not be read. */
	readonly incomplete: readonly string[];
	/** The trailers that replies have given. */
	readonly given: Parameters<typeof addableTrailers>[0];
}

/** Saves patches in a file from which `git am` makes commits: those of the rows, or else of the page `active`. */
export async function saveAsMbox(
	args: CommandArguments,
	lists: MailingLists,
	active: SeriesKey | undefined,
): Promise<void> {
	const taken = await takePatches(args, lists, active, 'Save');
	if (!taken) return;
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
	const target = await vscode.window.showSaveDialog({
		title: `Save ${count(taken.patches.length, 'Patch', 'Patches')} as mbox`,
		defaultUri: vscode.Uri.joinPath(folder, taken.name),
		filters: { mbox: ['mbox'] },
	});
	if (!target) return;
	await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(mboxOf(taken.patches)));
	showInStatusBar(`Saved ${count(taken.patches.length, 'patch', 'patches')}`);
}

/** Copies a command that applies the patches in a clone of the repository. The command reads them from a temporary file. */
export async function copyAmCommand(
	args: CommandArguments,
	lists: MailingLists,
	active: SeriesKey | undefined,
): Promise<void> {
	const taken = await takePatches(args, lists, active, 'Copy Command');
	if (!taken) return;
	const file = join(await mkdtemp(join(tmpdir(), 'tildeforge-')), taken.name);
	await writeFile(file, mboxOf(taken.patches));
	await vscode.env.clipboard.writeText(`git am -3 ${quoted(file, process.platform)}`);
	showInStatusBar(`Command copied. It applies ${count(taken.patches.length, 'patch', 'patches')}.`);
}

/** A path as a word of a command: for POSIX shells and fish, which reads backslashes in quotes differently, or for those of Windows. */
export function quoted(path: string, platform: NodeJS.Platform): string {
	if (platform === 'win32') return `"${path}"`;
	return /^[\w/.,:@%+-]+$/.test(path) ? path : `'${path.replace(/['\\]/g, "'\\$&'")}'`;
}

/** Reads the patches. If some are missing, the user is asked whether to go on without them, and then which trailers of replies to add. */
async function takePatches(
	args: CommandArguments,
	lists: MailingLists,
	active: SeriesKey | undefined,
	button: string,
): Promise<Taken | undefined> {
	if (areRowsGone(args)) {
		showListChanged();
		return undefined;
	}
	const chosen = chosenSeries(args, active);
	if (chosen.length === 0) {
		showInStatusBar('Select a patchset first.');
		return undefined;
	}
	const { name, patches, missing, incomplete, given } = await readPatches(chosen, lists);
	if (patches.length === 0) throw new ForgeError('missing', 'There are no patches here that could be read.');
	if (missing.length > 0) {
		const detail = `Not read: ${firstOf(missing)}. Without them, the others may not apply.`;
		const question = `${count(missing.length, 'patch is', 'patches are')} missing.`;
		if ((await askInDialog(question, detail, `${button} Without Them`)) === undefined) return undefined;
	}
	if (incomplete.length > 0) {
		const detail = `Lines or characters could not be read in: ${firstOf(incomplete)}. The commits would differ from what was sent. Use Show Original to see all of it.`;
		const question = `${count(incomplete.length, 'patch is', 'patches are')} incomplete.`;
		if ((await askInDialog(question, detail, `${button} Anyway`)) === undefined) return undefined;
	}
	const title = `${button}: ${count(patches.length, 'Patch', 'Patches')}`;
	const trailers = await askForTrailers(addableTrailers(given), patches.length, title);
	if (!trailers) return undefined;
	return { name, patches: patches.map((patch) => addTrailers(patch, trailers)) };
}

async function readPatches(chosen: readonly ChosenSeries[], lists: MailingLists): Promise<ReadPatches> {
	const names: string[] = [];
	const patches: MboxPatch[] = [];
	const missing: string[] = [];
	const incomplete: string[] = [];
	const given: ReadPatches['given'][number][] = [];
	for (const { key, mails } of chosen) {
		const { reading, content } = await readSeriesContent(lists, key);
		const { version } = reading;
		names.push(fileName(version ? `${version.title} ${versionName(version)}` : '', 'patches'));
		for (const { patch, fullMail, mailId, label, title } of content.patches) {
			if (mails && (mailId === undefined || !mails.has(mailId))) continue;
			const shown = label === '' ? title : label;
			if (patch) patches.push({ patch, messageId: fullMail?.mail.messageId });
			else missing.push(shown);
			if (patch && fullMail && (isCut(fullMail, patch) || hasUnknownCharacters(patch)))
				incomplete.push(shown);
		}
		const taken = new Set(patches.map(({ patch }) => patch));
		for (const trailer of content.trailers) {
			const all = trailer.patches.flatMap((index) => content.readPatches[index]?.patch ?? []);
			given.push({ ...trailer, patches: all.filter((patch) => taken.has(patch)) });
		}
	}
	const name = `${names.length === 1 ? names[0] : 'patches'}.mbox`;
	return { name, patches, missing, incomplete, given };
}

const firstOf = (names: readonly string[]): string =>
	`${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`;

/** Bytes that are no characters in the charset of the mail, as of a file in another encoding. */
const hasUnknownCharacters = ({ source, files }: Patch): boolean =>
	files.some(({ start, end }) => source.slice(start, end).includes('\ufffd'));

function addTrailers({ patch, messageId }: MboxPatch, trailers: readonly AddableTrailer[]): MboxPatch {
	const lines = trailers.filter(({ patches }) => patches.has(patch)).map(trailerLine);
	return { patch: { ...patch, message: withTrailers(patch.message, lines) }, messageId };
}

/** The series of the rows, each once, or else that of the page. */
function chosenSeries([row, rows]: CommandArguments, active: SeriesKey | undefined): readonly ChosenSeries[] {
	const all: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
	const chosen = new Map<string, ChosenSeries>();
	for (const one of all) {
		const target = targetOf([one]);
		if (!target || target.kind === 'list') continue;
		const key = seriesOf(target);
		const id = idOfSeries(key);
		const before = chosen.get(id);
		// The row of a series stands for all of its patches.
		const isWhole = target.kind !== 'patch' || (before !== undefined && before.mails === undefined);
		const mails = isWhole ? undefined : new Set([...(before?.mails ?? []), target.mail]);
		chosen.set(id, { key, mails });
	}
	if (chosen.size > 0) return [...chosen.values()];
	return active ? [{ key: active, mails: undefined }] : [];
}
