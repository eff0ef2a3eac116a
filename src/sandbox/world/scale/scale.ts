import { account } from '../material/accounts.ts';
import { HistoryStream } from '../material/history-stream.ts';
import { importInto } from '../material/import.ts';
import { people } from '../material/people.ts';
import type { EmptyForge } from '../world.ts';
import { type Amounts, firstEventMs, name } from './amounts.ts';
import { fillList } from './mails.ts';
import { fillTracker } from './many-tickets.ts';
import { source } from './tree.ts';

const amounts = (scale: number): Amounts => {
	const some = (count: number) => Math.max(2, Math.round(count * scale));
	return { tickets: some(10_000), patchsets: some(500), series: some(500), files: some(20_000) };
};

/**
 * Adds a project of Bob's that is as large as real ones: `scale` 1 means 10,000 tickets, 500 patchsets, a series of 500
 * mails and a tree of 20,000 files. The same scale always creates the same data.
 */
export async function buildScale(scale: number, forge: EmptyForge): Promise<Amounts> {
	const wanted = amounts(scale);
	const { clock } = forge;
	clock.set(new Date(firstEventMs));
	try {
		const stored = await forge.repositories.create(account(forge.accounts, 'bob'), {
			name,
			description: 'A large program',
		});
		const tree = importInto(forge.repositories.pathOf(stored), largeTree(wanted.files), []);
		// Report only the first failure. The import then ends by itself.
		tree.catch(() => {});
		fillTracker(forge, wanted);
		fillList(forge, wanted);
		await tree;
		return wanted;
	} finally {
		clock.run();
	}
}

function largeTree(files: number): HistoryStream {
	const stream = new HistoryStream();
	const sources = Array.from({ length: files }, (_, index) => source(index));
	stream.branch('master').commit({
		by: people.bob,
		on: '2024-06-01 04:00',
		message: 'Everything\n',
		files: Object.fromEntries(sources.map(({ path, lines }) => [path, `${lines.join('\n')}\n`])),
	});
	return stream;
}
