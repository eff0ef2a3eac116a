import { chainsOf } from '../../src/patches/model/series/series.ts';
import { splitMbox } from './mbox.ts';
import { compareFiles, compareVersions } from './patch-comparison.ts';
import { chainReport, mailReport, readMail, type SeenMail } from './patch-report.ts';
import { rebuildDiff } from './rebuild-diff.ts';
import { Stop } from './stop.ts';

/** What the command reads and writes. Both throw a `Stop` if they cannot. */
export interface Files {
	/** The bytes of a file; those of the standard input for `-`. */
	readonly read: (name: string) => Uint8Array;
	/** Returns the path of the file. */
	readonly write: (folder: string, name: string, text: string) => string;
}

const usage = `Usage: npm run -s patch -- FILE…                   parses mails and mboxes, and prints them as JSON
       npm run -s patch -- --series FILE…          the series in them, with their versions
       npm run -s patch -- --range-diff A B        the differences of two files with a version each
       npm run -s patch -- --range-diff 1 2 FILE…  the differences of two versions of the series in the files
       npm run -s patch -- --rebuild FOLDER FILE…  writes each patch again from what was parsed, for git apply
A FILE is a mail or an mbox, and - is the standard input.`;

const misused = (problem: string): Stop => new Stop(`${problem}\n${usage}`);

/** How many words follow each option. */
const options: Readonly<Record<string, number>> = { '--series': 0, '--range-diff': 2, '--rebuild': 1 };

interface Request {
	readonly option: string | undefined;
	readonly values: readonly string[];
	readonly names: readonly string[];
}

function readWords(words: readonly string[]): Request {
	const given = words.filter((word) => word.startsWith('-') && word !== '-' && word !== '--');
	const [option] = given;
	const taken = options[option ?? ''] ?? 0;
	const names = words.filter((word) => word !== '--');
	if (words.includes('')) throw misused('A name is empty.');
	if (given.length > 1) throw misused(`${given.join(' and ')} do not work together.`);
	if (option === undefined) return { option, values: [], names };
	if (!(option in options)) throw misused(`There is no option ${option}.`);
	const at = names.indexOf(option);
	const values = names.slice(at + 1, at + 1 + taken);
	if (values.length < taken) throw misused(`${option} needs ${taken === 1 ? 'a folder' : 'two versions'}.`);
	return { option, values, names: names.toSpliced(at, taken + 1) };
}

/** Runs the command with its words, and returns what it prints. Throws a `Stop` if they are wrong. */
export function patchCommand(words: readonly string[], files: Files): unknown {
	const { option, values, names } = readWords(words);
	const [first = '', second = ''] = values;
	if (option === '--range-diff' && names.length === 0) {
		return compareFiles(readMails([first], files), readMails([second], files));
	}
	if (names.length === 0) throw misused('No file is named.');
	const mails = readMails(names, files);
	switch (option) {
		case '--series':
			return chainsOf(mails).map(chainReport);
		case '--range-diff':
			return compareVersions(mails, first, second);
		case '--rebuild':
			return rebuild(mails, first, files);
		default:
			return mails.map(mailReport);
	}
}

/** Decodes as the forge does: what is not UTF-8 becomes U+FFFD. */
const readMails = (names: readonly string[], { read }: Files): readonly SeenMail[] =>
	names.flatMap((name) => splitMbox(new TextDecoder().decode(read(name)))).map(readMail);

function rebuild(mails: readonly SeenMail[], folder: string, { write }: Files) {
	const patches = mails.flatMap(({ index, patches }) => patches.map((patch) => ({ index, patch })));
	const readable = patches.filter(({ patch }) => patch.files.length > 0);
	return readable.map(({ index, patch }, at) => {
		const name = `${String(at + 1).padStart(4, '0')}.patch`;
		return { mail: index, title: patch.subject.title, file: write(folder, name, rebuildDiff(patch)) };
	});
}
