import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { runInSlices } from '../../../../src/mail/range-diff/run-range-diff.ts';
import type { SeriesReading } from '../../../../src/patches/model/series-reading.ts';
import { PageRemarks } from '../../../../src/patches/page/page-remarks.ts';
import { fileDiff } from '../../../../src/patches/page/parts/file-diff.ts';
import { netContent } from '../../../../src/patches/page/parts/net-content.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import type { ShownReply } from '../../../../src/patches/page/protocol/protocol.ts';
import { seriesSnapshot } from '../../../../src/patches/page/snapshot.ts';
import { inputBase } from '../../../kit/pages/input-base.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';
import { replyOptions } from '../../../kit/pages/reply-options.ts';
import { until } from '../../../tools/until.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const kim = 'Kim Lee <kim@example.org>';
const say = (id: number, re: number, text: string) =>
	sentMail({ id, re, subject: 'Re: [PATCH] Words', from: kim, text: `${text}\n` });
const patchOf = (id: number, brackets: string, path: string, cover: number, ...added: readonly string[]) =>
	sentMail({
		...{ id, re: cover, subject: `[PATCH ${brackets}] Change ${path}` },
		text: patchText(path, ['old'], added),
	});
const coverOf = (id: number, brackets: string) =>
	sentMail({ id, subject: `[PATCH ${brackets}] Words`, text: 'The same line.\nAll words.\n' });

/** Lines of both versions, so that their patches belong together. */
const rest = Array.from({ length: 10 }, (_, nth) => `line ${nth}`);

const old = [
	coverOf(1, '0/2'),
	patchOf(2, '1/2', 'a.c', 1, 'one', 'two', ...rest),
	patchOf(3, '2/2', 'b.c', 1, 'new'),
	say(4, 2, '> +one\nGood.\n\n> +two\nWhy\ntwo?'),
	say(5, 4, '> > +two\n> Why\n> two?\nI see.'),
	say(6, 3, '> +new\nIs this needed?'),
	say(7, 1, '> The same line.\nWhich?'),
	say(8, 2, '> Change a.c.\nHow?'),
	say(9, 2, 'Thank you all.'),
];
const current = [
	coverOf(11, 'v2 0/1'),
	patchOf(12, 'v2 1/1', 'a.c', 11, 'zero', 'one', 'TWO', ...rest),
	say(13, 12, '> +one\nStill good.'),
];
const version = (number: number, mails: readonly (typeof old)[number][]): SeriesReading => ({
	...readingOf([...old, ...current], { version: number }),
	mails: new Map(mails.map((mail) => [mail.id, mail])),
});

/** The remarks on the page of v2, as soon as all that is known of v1, `before`, was compared. */
async function remarksOf(before: SeriesReading, reading = version(2, current)) {
	const changes = new Emitter<void>();
	const held = { reading: before, open: async () => {}, onDidChange: changes.event };
	let drawn = 0;
	const changed = () => {
		drawn += 1;
	};
	const options = { list, run: runInSlices, hold: () => held, changed };
	const remarks = new PageRemarks(options, () => reading);
	remarks.didDraw();
	if (before.mails.has(2)) await until(() => drawn > 0);
	const content = remarks.addTo(seriesContent(reading));
	const { earlier } = remarks;
	return {
		reading,
		content,
		earlier,
		snapshot: seriesSnapshot({ ...inputBase, earlier, known: { reading, content } }),
	};
}

const brief = (replies: readonly ShownReply[]) =>
	replies.map(({ mail, earlier }) => [mail, earlier?.label, earlier?.excerpt]);

describe('Remarks on the version before', () => {
	it('are at the lines where this version has them, above the replies to it', async () => {
		const { reading, content, snapshot } = await remarksOf(version(1, old));
		const [file = assert.fail()] = content.files.values();
		const options = { ...replyOptions(reading.mails), ignoresWhitespace: false };
		assert.deepEqual(
			fileDiff(file, options).threads.map(({ last, replies }) => [last, brief(replies)]),
			[
				[
					3,
					[
						[4, 'on v1 · unchanged', 'Good.'],
						[13, undefined, undefined],
					],
				],
				[
					4,
					[
						[4, 'on v1 · changed since', 'Why two?'],
						[5, 'on v1 · changed since', 'I see.'],
					],
				],
			],
		);
		const [patch = assert.fail()] = snapshot.patches;
		assert.deepEqual(
			patch.answeredMessage.map(({ replies }) => brief(replies)),
			[[[8, 'on v1 · unchanged', 'How?']]],
		);
		assert.deepEqual(
			snapshot.cover?.answered.map(({ replies }) => brief(replies)),
			[[[7, 'on v1 · unchanged', 'Which?']]],
		);
		assert.deepEqual(
			patch.files.map(({ replyCount, remarkCount }) => [replyCount, remarkCount]),
			[[1, 3]],
		);
		assert.deepEqual(
			snapshot.discussion.map(({ id }) => id),
			[11, 13],
			'The discussion has only the mails of this version',
		);
	});

	it('are counted, with the place of the first one at changed lines', async () => {
		const { reading, content, earlier, snapshot } = await remarksOf(version(1, old));
		const text = '2 of 6 remarks on v1 are at lines that changed, 1 is gone';
		const place = { mail: 4, file: '12.0.0', patch: '', line: '4', text: 'a.c:4' };
		assert.deepEqual(snapshot.remarks, { text, first: place });
		const net = netContent(content);
		const shown = seriesSnapshot({ ...inputBase, earlier, known: { reading, content, net } });
		assert.equal(shown.remarks?.first?.file, net.files[0]?.content.key);
	});

	it('are named if this version lacks what they are about', async () => {
		const { snapshot } = await remarksOf(version(1, old));
		assert.deepEqual(
			snapshot.notes.map(({ pieces, acts }) => [pieces.join(''), acts.map(({ label }) => label)]),
			[['1 remark on v1 is about something that v2 does not have: “Is this needed?”.', ['Show v1']]],
		);
	});

	it('are said to be missing if not all mails of that version are known', async () => {
		const known = version(1, old);
		const [, lateReply] =
			(await remarksOf({ ...known, unread: [20] })).snapshot.remarks?.text.split(' · ') ?? [];
		assert.equal(lateReply, 'Compare with v1 to see 1 reply to it at the lines');
		const mails = new Map([...known.mails].filter(([id]) => id === 1 || id > 7));
		const { snapshot } = await remarksOf({ ...known, mails, unread: [2, 3, 4, 5, 6, 7] });
		assert.deepEqual(snapshot.remarks, {
			text: 'Compare with v1 to see 6 replies to it at the lines',
			first: null,
		});
	});

	it('are no mails that a partial version has from an earlier one', async () => {
		const again = patchOf(21, 'v2 2/2', 'b.c', 3, 'newer');
		const all = [
			...old,
			again,
			say(22, 21, 'Good.'),
			coverOf(11, 'v3 0/1'),
			patchOf(12, 'v3 1/1', 'a.c', 11, 'zero'),
		];
		const partial = readingOf(all, { version: 2 });
		assert.equal(partial.version?.isPartial, true);
		const known = [1, 22].map((id) => all.find((one) => one.id === id) ?? assert.fail());
		const before = { ...partial, mails: new Map(known.map((mail) => [mail.id, mail])), unread: [2, 21] };
		const { snapshot } = await remarksOf(before, readingOf(all, { version: 3 }));
		assert.equal(snapshot.remarks?.text, 'Compare with v2 to see 1 reply to it at the lines');
	});
});
