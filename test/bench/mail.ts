import assert from 'node:assert/strict';
import { simpleParser } from 'mailparser';
import parseDiff from 'parse-diff';
import parseGitDiff from 'parse-git-diff';
import PostalMime from 'postal-mime';
import { parseMail } from '../../src/mail/message/parse-mail.ts';
import { type Threadable, threadsOf } from '../../src/mail/message/threads.ts';
import { parsePatches } from '../../src/mail/patch/parse-patch.ts';
import { rangeDiff } from '../../src/mail/range-diff/range-diff.ts';
import { chainsOf } from '../../src/patches/model/series/series.ts';
import { git } from '../../src/sandbox/repositories/git.ts';
import { generatedSeries } from '../kit/mails/generated-series.ts';
import { gitSeries, ranges } from '../kit/mails/git-series.ts';
import { readMail } from '../kit/mails/read-mails.ts';
import { readPatches } from '../kit/mails/read-patches.ts';
import { compare, type Part, rounds, warmUps, within } from './compare.ts';
import { hostileMails, longestBlock } from './hostile-mails.ts';
import { archive, largeDiff, patchMail, seriesMails } from './mail-data.ts';
import { median, type Table } from './table.ts';

const maxBlockedMs = 50;

function largeMail(): Promise<Part> {
	const mail = patchMail('[PATCH] Faster', 'large', largeDiff(10_000_000));
	const files = parsePatches(parseMail(mail))[0]?.files.length;
	assert.ok(files && files > 500);
	return compare(
		[
			['a 10 MB mail and its patch', () => parsePatches(parseMail(mail))],
			['the mail alone by postal-mime', () => PostalMime.parse(mail)],
			['the mail alone by mailparser', () => simpleParser(mail)],
		],
		within('a 10 MB patch mail is read', 100),
	);
}

function largePatch(): Promise<Part> {
	const diff = largeDiff(10_000_000);
	const mail = { ...parseMail(''), text: diff };
	const count = parsePatches(mail)[0]?.files.length;
	assert.equal(parseDiff(diff).length, count);
	return compare(
		[
			['a 10 MB diff', () => parsePatches(mail)],
			['it by parse-diff', () => parseDiff(diff)],
			['it by parse-git-diff', () => parseGitDiff(diff)],
		],
		within('a 10 MB diff is parsed', 100),
	);
}

function series(): Promise<Part> {
	const mails = seriesMails(499);
	assert.equal(chainsOf(mails.map(readMail)).length, 1);
	return compare(
		[
			['a series of 500 mails, from their text', () => chainsOf(mails.map(readMail))],
			['the mails alone by postal-mime', () => Promise.all(mails.map((mail) => PostalMime.parse(mail)))],
			['the mails alone by mailparser', () => Promise.all(mails.map((mail) => simpleParser(mail)))],
		],
		within('a series of 500 mails is read', 200),
	);
}

async function versions(): Promise<Part> {
	const made = await gitSeries(generatedSeries(1, 50));
	const [old, current] = [readPatches(made.old), readPatches(made.new)];
	return compare(
		[
			[
				`range-diff of ${old.length} and ${current.length} patches, from their mails`,
				() => rangeDiff(readPatches(made.old), readPatches(made.new)),
			],
			['git range-diff', () => git(made.folder, ['range-diff', '--no-color', ...ranges])],
			['range-diff of parsed patches', () => rangeDiff(old, current)],
		],
		({ median, ratios: [theirs = 0], others }) => ({
			goal: `range-diff takes no longer than git's: ${median.toFixed(1)} ms${others}`,
			met: theirs >= 1,
		}),
	);
}

/** The least work that putting mails into threads takes: finding the parent of each by its ids. */
function findParents(mails: readonly Threadable[]): number {
	const byId = new Map(mails.map((mail) => [mail.id, mail]));
	const byMessageId = new Map(mails.map((mail) => [mail.messageId, mail]));
	return mails.filter(({ parentId, inReplyTo }) => byId.has(parentId ?? -1) || byMessageId.has(inReplyTo))
		.length;
}

function threads(): Promise<Part> {
	const mails = archive(100_000);
	assert.ok(findParents(mails) > 80_000);
	return compare(
		[
			['100,000 mails in threads', () => threadsOf(mails)],
			['their parents by a plain loop', () => findParents(mails)],
		],
		within('100,000 mails are put into threads', 300),
	);
}

async function hostile(): Promise<Part> {
	const rows: Table['rows'][number][] = [];
	for (const { name, show } of hostileMails) {
		const blocks: number[] = [];
		for (let round = -warmUps; round < rounds; round++) {
			const block = await longestBlock(show);
			if (round >= 0) blocks.push(block);
		}
		rows.push({
			name: `10 MB: ${name}, longest block, ms`,
			values: [median(blocks), Math.min(...blocks), Math.max(...blocks)],
		});
	}
	const worst = Math.max(...rows.map(({ values: [middle = 0] }) => middle));
	const goal = `no mail of 10 MB blocks for more than ${maxBlockedMs} ms: ${worst.toFixed(1)} ms`;
	return { rows, goals: [{ goal, met: worst <= maxBlockedMs }] };
}

/** Reading and writing mails and patches, beside the libraries and programs that do parts of it. */
export async function mail(): Promise<Table> {
	const parts: Part[] = [];
	for (const part of [largeMail, largePatch, series, versions, threads, hostile]) parts.push(await part());
	return {
		about: `Mails and patches, median, best and worst of ${rounds}`,
		columns: ['median', 'best', 'worst'],
		rows: parts.flatMap(({ rows }) => rows),
		goals: parts.flatMap(({ goals }) => goals),
	};
}
