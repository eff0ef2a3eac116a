import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../src/base/clock.ts';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import { entryReader } from '../../src/platform/state/outbox/entry.ts';
import { mailOutboxFormat } from '../../src/review/state/outbox-mail.ts';
import { startForge } from '../../src/sandbox/forge.ts';
import type { Table } from '../bench/table.ts';
import { Random } from '../kit/mails/random.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { tokenOf } from '../ui/editor-driver.ts';
import { ServiceProxy } from '../ui/service-proxy.ts';
import { MailProxy } from './mail-proxy.ts';
import { listAddress, openReviewAccount, reviewedSeries } from './review-account.ts';
import { keptAfterMs, ReviewRecord } from './review-record.ts';
import type { ReviewReport, ReviewTask } from './review-window.ts';
import { WindowProcesses } from './window-processes.ts';

/** Longer than a window may hang before another one takes its lock. */
const pauseMs = 16_000;
/** While a window is stopped, the other one is killed so many times: 50 stops in 200 kills. */
const killsPerPause = 4;
const names = ['first', 'second'] as const;
type WindowName = (typeof names)[number];

/** Reports what was lost, sent twice or sent although it was undone, while windows that review patches are killed and stopped. */
export async function reviews(count = 200, seed = Date.now() % 1_000_000): Promise<Table> {
	const random = new Random(seed);
	const forge = await startForge({ port: 0 });
	const proxy = await ServiceProxy.open(forge.addresses.lists);
	const [folder, notes] = [temporaryFolder('soak'), temporaryFolder('soak')];
	const token = tokenOf(forge, '~ana');
	const log = new Log(() => {});
	const user = { folder, token, lists: proxy.address };
	const mailsFile = join(notes, 'mails.json');
	writeFileSync(mailsFile, JSON.stringify(await reviewedMails(user, log)));
	const statusFile = join(notes, 'statuses');

	const storage = fileStorage(join(folder, 'mail-outbox'), log);
	const readEntry = entryReader(mailOutboxFormat);
	const mailServer = await MailProxy.open({
		...{ behind: forge.smtp, list: listAddress, random: new Random(seed + 1) },
		willTake: async (messageId) => {
			const stored: readonly unknown[] = JSON.parse((await storage.read(['queue', 'all'])) ?? '[]');
			const entries = stored.flatMap((one) => readEntry(one) ?? []);
			record.takes(
				messageId,
				entries.find(({ key }) => key.messageId === messageId),
			);
		},
	});
	const record = new ReviewRecord(folder, mailServer.mails);
	let seeds = seed;
	let isLast = false;
	const killedAt = new Map<string, number>();
	const open = (opened: readonly WindowName[]) =>
		new WindowProcesses<WindowName, ReviewReport>({
			names: opened,
			program: 'review-window.ts',
			taskOf: (name): ReviewTask => {
				seeds += 10;
				return { ...user, name, seed: seeds, smtpPort: mailServer.port, mailsFile, statusFile, isLast };
			},
			received: (report, name) => record.add(report, name),
			failed: (code) =>
				record.add({ kind: 'failed', what: `It ended with code ${code}.`, at: Date.now() }, 'a window'),
			killed: (name) => record.killed(name, killedAt.get(name) ?? 0),
		});
	const windows = open(names);
	const kill = (name = random.pick(names)) => {
		killedAt.set(name, Date.now());
		windows.kill(name);
	};
	let pauses = 0;
	let pausing = Promise.resolve();
	let paused: WindowName | undefined;
	const begun = performance.now();
	for (let done = 0; done < count; done++) {
		const before = record.reports.length;
		await until(() => record.reports.length > before, { what: 'a window does something', seconds: 60 });
		if (done % killsPerPause === 0) {
			const name = random.pick(names);
			paused = name;
			pauses += 1;
			pausing = windows.pause(name, pauseMs).finally(() => {
				paused = undefined;
			});
		}
		await sleep(random.below(1.5 * (pauseMs / killsPerPause)));
		// The result of a mail is not known then.
		if (random.chance(50)) await Promise.race([mailServer.takesNext(), sleep(2000)]);
		if (done % 17 === 5) await proxy.cut();
		if (done % 17 === 8) await proxy.mend();
		mailServer.isOffline = done % 13 === 11;
		kill(paused === 'first' ? 'second' : paused === 'second' ? 'first' : undefined);
		if (done % killsPerPause === killsPerPause - 1) await pausing;
		if ((done + 1) % 20 === 0)
			console.log(`${done + 1} kills, ${record.reports.length} reports, ${mailServer.mails.length} mails`);
	}
	await pausing;
	if (count % 17 > 5 && count % 17 <= 8) await proxy.mend();
	mailServer.isOffline = false;
	await windows.end(60);
	mailServer.isWell = true;
	await mailServer.arrived();
	isLast = true;
	await open(['first']).end(150);
	await mailServer.arrived();

	const statuses = existsSync(statusFile) ? readFileSync(statusFile, 'utf8').trim().split('\n') : [];
	record.finish(statuses.filter(Boolean));
	const problems = [...record.problems, ...mailServer.problems];
	const minutes = (performance.now() - begun) / 60_000;
	for (const problem of problems) {
		console.log(`PROBLEM ${problem}`);
		for (const event of record.eventsOf(problem)) console.log(`  ${event}`);
	}
	mailServer.close();
	proxy.close();
	await forge.stop();
	return {
		about: `Two windows that review patches with the same files, killed and stopped at random moments, seed ${seed}`,
		columns: ['all'],
		rows: [
			{ name: 'kills', values: [count] },
			{ name: `stops of ${pauseMs / 1000} s`, values: [pauses] },
			{ name: 'letters', values: [record.count('typed')] },
			{ name: 'reviews sent', values: [record.count('sends')] },
			{ name: 'mails taken', values: [mailServer.mails.length] },
			{ name: 'of these, taken twice', values: [record.sentAgain] },
			{ name: 'sent again by the user', values: [record.count('again')] },
			{ name: 'undone', values: [record.count('undone')] },
			{ name: 'discarded', values: [record.count('discarded')] },
			{ name: 'statuses', values: [statuses.length] },
			{ name: 'statuses set twice', values: [statuses.length - new Set(statuses).size] },
			{
				name: `kills with letters older than ${keptAfterMs} ms not known to be there`,
				values: [record.lateCount],
			},
			{ name: 'oldest letter not known to be on the disk, ms', values: [record.longestUnwrittenMs] },
			{ name: 'all, minutes', values: [minutes] },
		],
		goals: [
			{
				goal: `no letter that was on the disk, or is older than the last write by ${keptAfterMs} ms and the slowest write, is lost, no mail or comment is sent twice or although it was undone, each status is set when all of its mails were sent, and all is sent in the end: ${problems.length} problems`,
				met: problems.length === 0,
			},
		],
	};
}

/** Signs in, and reads the mails of the series that is reviewed. */
async function reviewedMails(user: Parameters<typeof openReviewAccount>[0], log: Log) {
	const { lists, signIn, registry } = await openReviewAccount(user, log);
	await signIn();
	await until(() => lists.accounts.length > 0, { what: 'the account is signed in' });
	const account = lists.of(registry.sessions[0]?.id ?? '');
	const found: { readonly id: number }[] = [];
	if (!account) return found;
	for await (const { rows } of account.client.patches(reviewedSeries))
		for (const { id, created, parent_id, thread_id, sender, envelope } of rows)
			found.push({
				...{ id, created, parent: parent_id, thread: thread_id, sender },
				...{ raw: envelope ?? '' },
			});
	assert.ok(found.length > 0);
	return found;
}
