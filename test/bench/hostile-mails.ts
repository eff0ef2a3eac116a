import { setImmediate } from 'node:timers/promises';
import { type FullMail, parseFullMail } from '../../src/patches/model/series/mails/full-mail.ts';
import { fileDiff } from '../../src/patches/page/parts/file-diff.ts';
import { mailText } from '../../src/patches/page/parts/mail-parts.ts';
import { patchPart } from '../../src/patches/page/parts/patch-parts.ts';
import { seriesContent } from '../../src/patches/page/parts/series-content.ts';
import { peopleInTrailers } from '../../src/patches/page/people/trailer-people.ts';
import { examineFiles } from '../../src/patches/state/series/examine-files.ts';
import { readingOf } from '../kit/pages/readings.ts';
import { patchMail } from './mail-data.ts';

const length = 10_000_000;
const many = (text: string) => text.repeat(countOf(text));
/** How often a text of 10 MB has another one, whose carriage returns do not count. */
const countOf = (text: string) => Math.floor(length / text.replaceAll('\r', '').length);
const linesOf = (...lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join('');
const file = (path: string, hunks: string) =>
	linesOf(
		...[`diff --git a/${path} b/${path}`, 'index 1111111..2222222 100644', `--- a/${path}`, `+++ b/${path}`],
	) + hunks;
const hunk = linesOf('@@ -1 +1 @@', '-a', '+b');
const added = (line: string) =>
	file('a.c', `${linesOf(`@@ -0,0 +1,${countOf(linesOf(line))} @@`)}${many(linesOf(line))}`);

/** Mails of 10 MB that take as long as possible to read and to show. Most of their lines are short. */
const diffs: Readonly<Record<string, string>> = {
	'2.5 million added lines': added('+ab'),
	'5 million empty lines': added('+'),
	'500,000 hunks': file('a.c', many(hunk)),
	'100,000 files': many(file('a.c', hunk)),
	'one line': added(`+${'word'.repeat(length / 4 - 1)}`),
	'a message of 2.5 million lines': `${many(linesOf('abc'))}${linesOf('---')}${file('a.c', hunk)}`,
};
const replies: Readonly<Record<string, string>> = {
	'a reply of 2.5 million quoted lines': `${many(linesOf('> a'))}${linesOf('Why?')}`,
	'a reply of 10 million empty lines': `${linesOf('Why?')}${many(linesOf(''))}${linesOf('Why?')}`,
	'a reply of trailers': many(linesOf('Acked-by: A <a@b>')),
};

const subject = '[PATCH editor] Open files';
const small = patchMail(subject, 'small', file('a.c', hunk));

interface HostileMail {
	readonly name: string;
	/** Reads the mail and derives what its page shows, as the host does. */
	readonly show: () => Promise<void>;
}

export const hostileMails: readonly HostileMail[] = [
	...Object.entries(diffs).map(([name, text]): HostileMail => {
		const mail = patchMail(subject, 'patch', text);
		return { name, show: () => show([[1, mail]]) };
	}),
	...Object.entries(replies).map(([name, text]): HostileMail => {
		const reply = patchMail(`Re: ${subject}`, 'reply', text, 'small');
		return {
			name,
			show: () =>
				show([
					[1, small],
					[2, reply],
				]),
		};
	}),
];

const links = { instances: [], tracker: undefined, people: new Map<string, string>() };

async function show(mails: readonly (readonly [id: number, envelope: string])[]): Promise<void> {
	const whole: FullMail[] = [];
	for (const [id, envelope] of mails) {
		const parent = id === 1 ? null : 1;
		const listed = { id, created: '2026-11-03T09:20:30Z', parent, thread: parent, sender: null };
		whole.push(parseFullMail(listed, envelope));
		await setImmediate();
	}
	await examineFiles(whole);
	await setImmediate();
	const reading = readingOf(whole);
	await setImmediate();
	const content = seriesContent(reading);
	await setImmediate();
	const people = peopleInTrailers(links.people, whole);
	await setImmediate();
	const shown = { links, paths: content.paths, isUnseen: () => false, now: 0, zone: 'UTC' };
	const options = {
		content,
		links,
		people,
		isReading: false,
		replies: { ...shown, mails: reading.mails },
		viewedStateOf: () => 'new' as const,
		ignoresWhitespace: false,
		draftCounts: new Map(),
	};
	for (const patch of content.patches) patchPart(patch, options);
	await setImmediate();
	const [first] = content.files.values();
	if (first) fileDiff(first, { ...options.replies, ignoresWhitespace: false });
	await setImmediate();
	for (const mail of whole) {
		mailText(mail, links, new Set());
		await setImmediate();
	}
}

/** The longest time that the work blocks the event loop, in milliseconds. */
export async function longestBlock(work: () => Promise<void>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let isDone = false;
	const watch = async () => {
		while (!isDone) {
			await setImmediate();
			const now = performance.now();
			longest = Math.max(longest, now - last);
			last = now;
		}
	};
	const watched = watch();
	await work();
	isDone = true;
	await watched;
	return longest;
}
