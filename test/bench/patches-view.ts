import { join } from 'node:path';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { connect } from '../../src/forge/client/connect.ts';
import { listRows } from '../../src/forge/rows/lists.ts';
import type { Email, Patchset } from '../../src/forge/shapes/lists.ts';
import { ListCache } from '../../src/patches/state/lists/list-cache.ts';
import { listRow } from '../../src/patches/view/list-rows.ts';
import type { Row } from '../../src/platform/view/row.ts';
import { temporaryFolder } from '../tools/places.ts';
import { median, type Table } from './table.ts';

const key = { account: 'bench', owner: '~bob', list: 'mainframe-devel' };
const patchsets = 2000;
/** A walk through a list reads 1,000 mails. The rest of the patchsets have no known mails. */
const mails = 1000;
const loads = 15;
const statuses = ['proposed', 'needs_revision', 'approved', 'applied', 'rejected', 'superseded'];
const people = Array.from({ length: 40 }, (_, nth) => ({ canonical_name: `~dev${nth}`, name: `Dev ${nth}` }));

const timeOf = (nth: number) => new Date(Date.UTC(2026, 0, 1) + nth * 600_000).toISOString();
const personOf = (nth: number) => people[nth % people.length] ?? { canonical_name: '~dev', name: 'Dev' };
const submitterOf = (nth: number) => `${personOf(nth).name} <dev${nth % people.length}@mail.test>`;

/** Every fifth patchset is the second version of the one before. */
function patchsetOf(nth: number): Patchset {
	const isSecond = nth % 5 === 4;
	const of = isSecond ? nth - 1 : nth;
	return {
		...{
			id: nth + 1,
			created: timeOf(nth * 5),
			updated: timeOf(nth * 5),
			subject: `unit${of % 97}: change ${of}`,
		},
		...{
			prefix: 'mainframe',
			version: isSecond ? 2 : 1,
			status: statuses[nth % statuses.length] ?? 'proposed',
		},
		...{ submitter: submitterOf(of), reply_to: null, message_id: `<${nth}.2@mail.test>` },
		...{ list: null, cover_letter: null, superseded_by: null },
	};
}

/** A cover letter, two patches and two replies. */
function mailsOf(nth: number): readonly Email[] {
	const patchset = patchsetOf(nth);
	const of = nth % 5 === 4 ? nth - 1 : nth;
	const version = patchset.version > 1 ? ' v2' : '';
	const first = nth * 5 + 1;
	return [0, 1, 2, 3, 4].map((place) => {
		const isReply = place > 2;
		const subject = `[PATCH mainframe${version} ${isReply ? 1 : place}/2] ${patchset.subject}${place % 3 === 0 ? '' : ` ${place}`}`;
		return {
			...{ id: first + place, created: timeOf(nth * 5 + place), message_id: `<${nth}.${place}@mail.test>` },
			subject: isReply ? `Re: ${subject}` : subject,
			parent_id: place === 0 ? null : isReply ? first + 1 : first,
			thread_id: place === 0 ? null : first,
			sender: personOf(isReply ? nth + place : of),
			...{ list: null, patchset: isReply ? null : patchset, is_patch: null, is_request_pull: null },
			...{ replies: null, participants: null, envelope: null },
		};
	});
}

/** Not the time by the clock, which depends on what else the machine does. */
function processorMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** What VS Code asks for: the row of the list, its groups, and the rows of those that are expanded. */
async function drawn(listCache: ListCache): Promise<number> {
	const row = listRow({
		...{ listCache, queries: [], id: 'list', me: '~bob', isPinned: false, isSubscribed: false },
		...{ countUnseen: () => 0, details: () => undefined, failures: () => [], didOpen: () => {} },
	});
	const groups: readonly Row[] = (await row.children?.()) ?? [];
	const open = groups.filter(({ isOpen }) => isOpen);
	const rows = await Promise.all(open.map(async ({ children }) => (await children?.())?.length ?? 0));
	return rows.reduce((sum, one) => sum + one, groups.length);
}

/** A list with 2,000 patchsets on the disk, until its rows are there, and after a change of one patchset. */
export async function patchesView(): Promise<Table> {
	const log = new Log(createRecordWriter({ write: () => {} }, new Secrets()));
	const folder = join(temporaryFolder('bench'), 'cache');
	const ask = () => Promise.reject(new Error('The forge is not asked.'));
	const client = connect(listRows, { json: ask, bytes: ask, nothing: ask, report: () => {} });
	const another = () =>
		new ListCache({ key, me: '~bob', isOwn: true, client, cache: fileStorage(folder, log), log });
	const filled = another();
	await filled.open();
	for (let nth = 0; nth < patchsets; nth++) {
		filled.putPatchset(patchsetOf(nth));
		if (nth >= patchsets - mails / 5) filled.putMails(mailsOf(nth));
	}
	await filled.settled();
	filled.dispose();

	const loading: number[] = [];
	const changing: number[] = [];
	let rows = 0;
	for (let nth = 0; nth < loads; nth++) {
		const cache = another();
		const begun = processorMs();
		await cache.open();
		rows = await drawn(cache);
		loading.push(processorMs() - begun);
		cache.putPatchset({
			...patchsetOf(7),
			status: nth % 2 === 0 ? 'approved' : 'proposed',
			updated: timeOf(20_000 + nth),
		});
		const changed = processorMs();
		await drawn(cache);
		changing.push(processorMs() - changed);
		await cache.settled();
		cache.dispose();
	}
	const [load, change] = [median(loading), median(changing)];
	return {
		about: `A list of ${patchsets} patchsets with its newest ${mails} mails, ${rows} rows: median and worst of ${loads}`,
		columns: ['median', 'worst'],
		rows: [
			{ name: 'from the disk to the rows, ms of processor time', values: [load, Math.max(...loading)] },
			{
				name: 'from a change of one status to the rows, ms of processor time',
				values: [change, Math.max(...changing)],
			},
		],
		goals: [
			{
				goal: `a list of 2,000 patchsets is there from the disk within 100 ms: ${load.toFixed(0)} ms`,
				met: load <= 100,
			},
			{
				goal: `after a change of one status, its rows are there within 50 ms: ${change.toFixed(0)} ms`,
				met: change <= 50,
			},
		],
	};
}
