import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import type { ShownComment } from '../../src/patches/page/protocol/comment-protocol.ts';
import { shownComments } from '../../src/review/page/shown-comments.ts';
import { createReviewComments } from '../../src/review/state/review-comments.ts';
import { temporaryFolder } from '../tools/places.ts';
import type { LargeSeries } from './patches-data.ts';
import type { CommentedMail } from './review-data.ts';

const rounds = 20;
const words = 'Is this needed? The old one did the same without it, and was shorter.';
const account = { id: 'bench', name: '~ana', instance: 'forge.test' };

interface HostTimes {
	/** What the page shows of the comments. */
	readonly shown: readonly ShownComment[];
	/** The processor time of the host for each letter of a comment, until it is on the disk. */
	readonly letters: readonly number[];
	/** The processor time of the host for the snapshot that a new comment causes. */
	readonly snapshots: readonly number[];
}

const processorMs = async (work: () => unknown): Promise<number> => {
	const begun = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
};

/** Keeps comments as the host does. */
export async function hostTimes(
	series: LargeSeries,
	commented: readonly CommentedMail[],
): Promise<HostTimes> {
	const log = new Log(() => {});
	const texts = createReviewComments(fileStorage(temporaryFolder('review'), log), log);
	await texts.open();
	const written = (nth: number, text: string, revision: number) => {
		const { mail, lines } = commented[nth % commented.length] as CommentedMail;
		const key = { account: 'bench', owner: '~bob', list: 'editor-devel', mail, lines };
		return { id: `comment-${nth}`, account, key, body: { text }, revision, writer: 'page', base: null };
	};
	for (const nth of commented.keys()) await texts.write(written(nth, words, 1));
	const { content, reading } = series;
	const show = () =>
		shownComments(
			texts.editing,
			{ content, net: undefined, mails: reading.mails },
			() => null,
			() => '',
			'UTC',
		);
	const letters: number[] = [];
	for (let nth = 0; nth < rounds; nth++)
		letters.push(
			await processorMs(() => texts.write(written(commented.length, words.slice(0, nth + 1), nth + 1))),
		);
	const snapshots: number[] = [];
	for (let nth = 0; nth < rounds; nth++)
		snapshots.push(await processorMs(() => JSON.stringify(series.snapshotWith(show()))));
	const shown = show().filter(({ id }) => id !== `comment-${commented.length}`);
	texts.dispose();
	return { shown, letters, snapshots };
}
