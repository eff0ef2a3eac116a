import type { EditorHistory } from '../editor/history.ts';
import {
	attribution,
	createReply,
	encodeWord,
	formatIsoDate,
	lastParagraphOf,
	messageId,
	type OutgoingMail,
	quoteLines,
	type UnsentMail,
	wrapText,
} from '../material/outgoing-mail.ts';
import { diffstat, hunksUpTo, type Patch, withBase } from '../material/patches.ts';
import { type ParseTime, people } from '../material/people.ts';
import type { Remark, Series } from './devel-series.ts';
import { earlySeries } from './earlier.ts';
import { lateSeries } from './later.ts';
import { announcements, noSettings, oldMail, type Thread, threads } from './threads.ts';
import { wrappingSeries } from './wrapping.ts';

/** What the mails are made from: the history of the editor's repository. */
export interface Material {
	readonly editorHistory: EditorHistory;
	readonly ids: ReadonlyMap<number, string>;
	readonly patches: ReadonlyMap<string, Patch>;
	/** The addresses of the two lists, and the base address for cloning. */
	readonly devel: string;
	readonly announce: string;
	readonly git: string;
	readonly parseTime: ParseTime;
}

function idOf({ ids }: Material, mark: number): string {
	const id = ids.get(mark);
	if (id === undefined) throw new Error(`commit ${mark} has no id`);
	return id;
}

function patchOf(material: Material, mark: number): Patch {
	const patch = material.patches.get(idOf(material, mark));
	if (!patch) throw new Error(`commit ${mark} is no patch`);
	return patch;
}

const unfolded = (subject: string) => subject.replace(/\n[ \t]/g, ' ');

const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/** Creates the mails of one version, cover letter first, in the order of `git send-email`. */
function createSeries(material: Material, { topic, brackets, by, on, cover }: Series): OutgoingMail[] {
	const { base, commits } = material.editorHistory.topics[topic];
	const from = people[by];
	const start = material.parseTime(on, from);
	const patches = commits.map((mark) => patchOf(material, mark));
	const total = patches.length;
	const numbered = (number: number) => (total === 1 && !cover ? '' : ` ${number}/${total}`);
	const mails = patches.map(({ subject, body }, index) => ({ number: index + 1, subject, body }));
	if (cover) {
		const log = patches.map(({ subject }) => `  ${unfolded(subject)}\n`).join('');
		const body = `${wrapText(cover.text)}\n\n${from.name} (${total}):\n${log}\n${diffstat(patches)}\n-- \n2.45.2\n\n`;
		mails.unshift({ number: 0, subject: encodeWord(cover.subject), body });
	}
	const first = messageId(start, from, cover ? 0 : 1);
	return mails.map(({ number, subject, body }, index) => ({
		from,
		to: material.devel,
		subject: `[${brackets}${numbered(number)}] ${subject}`,
		at: addSeconds(start, index),
		id: index === 0 ? first : messageId(addSeconds(start, index), from, number),
		references: index === 0 ? [] : [first],
		headers: { 'X-Mailer': 'git-send-email 2.45.2' },
		body: index === 0 ? withBase(body, idOf(material, base)) : body,
	}));
}

function createRemark(
	mail: OutgoingMail,
	{ by, on, quotes = [], text = '', status }: Remark,
	number: number,
	parseTime: ParseTime,
): OutgoingMail {
	const hunks = hunksUpTo(
		mail.body,
		quotes.map(([passage]) => passage),
	);
	const passages = quotes.map(
		([, remark], index) => `${quoteLines(hunks[index] ?? '')}\n\n${wrapText(remark)}\n`,
	);
	const above =
		text !== '' && mail.subject.startsWith('Re:') ? `${quoteLines(lastParagraphOf(mail.body))}\n\n` : '';
	const parts = text === '' ? passages : [...passages, `${above}${wrapText(text)}\n`];
	const head = passages.length > 0 || above !== '' ? `${attribution(mail)}\n` : '';
	const headers = status && { headers: { 'X-Sourcehut-Patchset-Update': status.toUpperCase() } };
	const body = `${head}${parts.join('\n')}\n-- \n${people[by].name}\n`;
	return createReply(mail, people[by], parseTime(on, people[by]), body, { number, ...headers });
}

interface Discussion {
	readonly mails: readonly OutgoingMail[];
	readonly unsent: readonly UnsentMail[];
}

function createDiscussion(material: Material, one: Series): Discussion {
	const mails = createSeries(material, one);
	const remarks: OutgoingMail[] = [];
	for (const [index, remark] of one.remarks.entries()) {
		const to = remark.to === 'before' ? remarks.at(-1) : mails.at(one.cover ? remark.to : remark.to - 1);
		if (!to) throw new Error(`a remark on ${one.topic} answers nothing`);
		remarks.push(createRemark(to, remark, index + 20, material.parseTime));
	}
	const isLost = (index: number) => one.lost?.includes(one.cover ? index : index + 1) === true;
	const arrived = mails.filter((_, index) => !isLost(index));
	const next = one.next ? createSeries(material, { ...one.next, by: one.by, remarks: [] }) : [];
	const last = remarks.at(-1);
	const unsent = [...mails.filter((_, index) => isLost(index)), ...next].map((mail) =>
		last ? sentAgain(mail, last) : mail,
	);
	return { mails: [...arrived, ...remarks], unsent };
}

/** The mail as its author sends it in reply to another one, with another id than a lost mail. */
const sentAgain = ({ at, ...mail }: OutgoingMail, to: OutgoingMail): UnsentMail => ({
	...mail,
	id: `again.${mail.id}`,
	references: [...to.references, to.id],
});

/** Pauses between replies: some come within the hour, others on another day. */
const pauses = [3300, 1740, 10_980, 780, 22_500, 5160, 30_120];

function createThread(to: string, { subject, on, posts }: Thread, parseTime: ParseTime): OutgoingMail[] {
	const mails: OutgoingMail[] = [];
	const [opener] = posts;
	let at = opener ? parseTime(on, people[opener[0]]) : new Date(0);
	for (const [index, [by, parent, text]] of posts.entries()) {
		const from = people[by];
		const above = mails[parent];
		if (above) at = addSeconds(at, pauses[index % pauses.length] ?? 0);
		mails.push({
			from,
			to,
			...(above && above.from !== from && { cc: [above.from] }),
			subject: `${above ? 'Re: ' : ''}${encodeWord(subject)}`,
			at,
			id: messageId(at, from, index),
			references: above ? [...above.references, above.id] : [],
			body: above
				? `${attribution(above)}\n${quoteLines(lastParagraphOf(above.body))}\n\n${wrapText(text)}\n`
				: `${wrapText(text)}\n`,
		});
	}
	return mails;
}

/** The output of `git request-pull` for the branch that stores undo on disk. */
function pullRequest(material: Material): OutgoingMail {
	const { ana, bob } = people;
	const { parseTime } = material;
	const { base, commits } = material.editorHistory.topics.regex;
	const patches = commits.map((mark) => patchOf(material, mark));
	const at = parseTime('2026-01-10 15:50', bob);
	const baseDate = formatIsoDate(parseTime('2025-12-20 16:33', ana), ana);
	const lastDate = formatIsoDate(parseTime('2026-01-10 15:44', bob), bob);
	const rule = '-'.repeat(64);
	return {
		from: bob,
		to: material.devel,
		subject: '[GIT PULL] Patterns in Ctrl-F',
		at,
		id: messageId(at, bob, 9),
		references: [],
		body: [
			`If a branch is easier than mails: the same as the series that follows.\n\nThe following changes since commit ${idOf(material, base)}:\n`,
			`  Ask before Ctrl-Q throws changes away (${baseDate})\n`,
			`are available in the Git repository at:\n\n  ${material.git}/~bob/editor patterns\n`,
			`for you to fetch changes up to ${idOf(material, commits.at(-1) ?? base)}:\n`,
			`  doc: patterns (${lastDate})\n\n${rule}\nBob Ellis (${patches.length}):`,
			`${patches.map(({ subject }) => `      ${unfolded(subject)}\n`).join('')}\n${diffstat(patches)}`,
		].join('\n'),
	};
}

/** All mails to the two lists, oldest first, and those that the authors of series send later. */
export function createMails(material: Material): Discussion {
	const { devel, announce, parseTime } = material;
	const { carol, søren } = people;
	const { on, subject, headers, body } = oldMail;
	const at = parseTime(on, søren);
	const old = {
		from: søren,
		to: devel,
		subject,
		at,
		id: messageId(at, søren, 1),
		references: [],
		headers,
		body,
	};
	const discussions = [...earlySeries, ...wrappingSeries, ...lateSeries].map((one) =>
		createDiscussion(material, one),
	);
	const mails = [
		...discussions.flatMap((discussion) => discussion.mails),
		...[noSettings, ...threads].flatMap((thread) => createThread(devel, thread, parseTime)),
		...announcements.flatMap((thread) => createThread(announce, thread, parseTime)),
		pullRequest(material),
		old,
		createReply(
			old,
			carol,
			parseTime('2025-08-21 19:00', carol),
			'Yes. It is the Option key with an arrow; xterm would send 3 where your terminal sends 9.\n',
		),
	].sort((a, b) => a.at.getTime() - b.at.getTime());
	return { mails, unsent: discussions.flatMap(({ unsent }) => unsent) };
}
