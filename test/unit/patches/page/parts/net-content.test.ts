import assert from 'node:assert/strict';
import { fileDiff } from '../../../../../src/patches/page/parts/file-diff.ts';
import { netContent } from '../../../../../src/patches/page/parts/net-content.ts';
import { netPart } from '../../../../../src/patches/page/parts/net-part.ts';
import { placeToReveal } from '../../../../../src/patches/page/parts/place-to-reveal.ts';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';
import { replyOptions } from '../../../../kit/pages/reply-options.ts';

const second = 'Re: [PATCH editor 2/3] Rename it';

/** The first two patches change the same file, and replies are about lines of both. */
const mails = [
	sentMail({
		id: 1,
		subject: '[PATCH editor 1/3] Read ahead',
		text: patchText('open.c', ['old'], ['new', 'more']),
	}),
	sentMail({
		id: 2,
		subject: '[PATCH editor 2/3] Rename it',
		re: 1,
		text: patchText('open.c', ['new'], ['newer'])
			.replace('index 1111111..2222222', 'index 2222222..3333333')
			.replace(' }', ' more'),
	}),
	sentMail({ id: 4, subject: 'Re: [PATCH editor 1/3] Read ahead', re: 1, text: '> +new\nGone now.\n' }),
	sentMail({ id: 5, subject: 'Re: [PATCH editor 1/3] Read ahead', re: 1, text: '> -old\nGood.\n' }),
	sentMail({ id: 6, subject: second, re: 2, text: '> +newer\nWhy?\n' }),
];

const contentOf = (all = mails) => {
	const reading = readingOf(all);
	const content = seriesContent(reading);
	return { reading, content, net: netContent(content) };
};
const options = {
	replies: replyOptions(),
	viewedStateOf: () => 'new' as const,
	ignoresWhitespace: false,
	draftCounts: new Map(),
};

describe('What the page shows of a whole series', () => {
	it('is each file once, with the changes and the numbers of all its patches', () => {
		const { content, net } = contentOf([
			...mails,
			sentMail({ id: 3, subject: '[PATCH editor 3/3] Cache names', re: 1, text: patchText('name.c') }),
		]);
		const part = netPart(net, content, options);
		assert.deepEqual([part.title, part.warnings], ['All changes of 3 patches', []]);
		assert.equal(part.summary, '2 files, 3 lines added, 2 removed');
		assert.deepEqual(
			part.files.map(({ name, marks, additions }) => [name, marks[0]?.text, additions]),
			[
				['name.c', 'patch 3', 1],
				['open.c', 'patches 1 and 2', 2],
			],
		);
		const [own] = content.patches.at(-1)?.files ?? [];
		assert.equal(net.files[0]?.content, own, 'The only patch of a file is shown as it is');
	});

	it('has the replies at the lines that are still there', () => {
		const { reading, net } = contentOf();
		const [file] = net.files;
		assert.ok(file);
		const { hunks, threads } = fileDiff(file.content, {
			ignoresWhitespace: false,
			...replyOptions(reading.mails),
		});
		const lines = hunks[0]?.lines?.map(({ sign, text }) => `${sign}${text}`) ?? [];
		assert.deepEqual(lines, [' {', '-old', '+newer', '+more', ' }']);
		assert.deepEqual(
			threads.map(({ last, replies }) => [lines[last], ...replies.map(({ mail }) => mail)]),
			[
				['-old', 5],
				['+newer', 6],
			],
		);
	});

	it('is drawn again when another patch of a file arrives', () => {
		const third = patchText('open.c', ['newer'], ['newest'])
			.replace('index 1111111..2222222', 'index 3333333..4444444')
			.replace(' }', ' more');
		const all = [
			...mails,
			sentMail({ id: 3, subject: '[PATCH editor 3/3] Rename it again', re: 1, text: third }),
		];
		const versionOf = (known: typeof mails) => {
			const { content, net } = contentOf(known);
			const [file] = netPart(net, content, options).files;
			return `${file?.key} ${file?.version}`;
		};
		const isKnown = (id: number) => id !== 2;
		const versions = [mails, all, all.filter(({ id }) => isKnown(id))].map(versionOf);
		assert.equal(new Set(versions).size, 3);
	});

	it('shows a copied file and its source, although they share changes', () => {
		const copied = [
			'Copy it.\n---\ndiff --git a/open.c b/copy.c',
			'similarity index 100%\ncopy from open.c\ncopy to copy.c\n-- \n2.43.0\n',
		].join('\n');
		const { content, net } = contentOf([
			...mails,
			sentMail({ id: 3, subject: '[PATCH editor 3/3] Copy it', re: 1, text: copied }),
		]);
		assert.deepEqual(
			netPart(net, content, options).files.map(({ name, marks }) => [name, marks[0]?.text]),
			[
				['copy.c', 'patches 1, 2 and 3'],
				['open.c', 'patches 1 and 2'],
			],
		);
	});

	it('says which patches are missing and which files could not be combined', () => {
		const { content, net } = contentOf([
			...mails.slice(0, 1),
			sentMail({ id: 2, subject: '[PATCH editor 2/3] Rename it', re: 1, text: patchText('open.c', ['x']) }),
		]);
		const part = netPart(net, content, options);
		assert.deepEqual(part.warnings, [
			'The changes of patch 3 are missing here.',
			'open.c is shown patch by patch: the patches were made for different versions of it.',
		]);
		assert.deepEqual(
			part.files.map(({ key, marks }) => [key, marks[0]?.text]),
			[
				['1.0.0', 'patch 1'],
				['2.0.0', 'patch 2'],
			],
		);
	});

	it('does not say of a renamed file that it is as before, if another one had its path meanwhile', () => {
		const mail = (id: number, ...lines: readonly string[]) =>
			sentMail({
				...{
					id,
					subject: `[PATCH editor ${id}/3] Step ${id}`,
					text: ['Do it.', '---', ...lines, ''].join('\n'),
				},
				...(id > 1 ? { re: 1 } : {}),
			});
		const git = 'diff --git a/open.c b';
		const { net } = contentOf([
			mail(1, `${git}/read.c`, 'similarity index 100%', 'rename from open.c', 'rename to read.c'),
			mail(
				2,
				`${git}/open.c`,
				'new file mode 100644',
				'--- /dev/null',
				'+++ b/open.c',
				'@@ -0,0 +1 @@',
				'+new',
			),
			mail(
				3,
				`${git}/open.c`,
				'deleted file mode 100644',
				'--- a/open.c',
				'+++ /dev/null',
				'@@ -1 +0,0 @@',
				'-new',
			),
		]);
		assert.deepEqual(
			[net.files.map(({ content: { file } }) => [file.status, file.old, file.new]), net.unchanged],
			[[['R', 'open.c', 'read.c']], []],
		);
	});

	it('is shown patch by patch where many files share many changes, each change once', () => {
		const length = 700;
		const diff = (line: (nth: number) => string) => Array.from({ length }, (_, nth) => line(nth)).join('');
		const modes = diff(() => 'diff --git a/x b/x\nold mode 100644\nnew mode 100755\n');
		const copies = diff((nth) => `diff --git a/x b/y${nth}\ncopy from x\ncopy to y${nth}\n`);
		const { content, net } = contentOf(
			[modes, copies].map((text, nth) =>
				sentMail({
					...{ id: nth + 1, subject: `[PATCH editor ${nth + 1}/2] Copy`, text: `Many.\n---\n${text}` },
					...(nth > 0 && { re: 1 }),
				}),
			),
		);
		assert.ok(net.separate.length > 0 && net.separate.every(({ reason }) => reason === 'too-large'));
		assert.ok(net.files.length <= 2 * length + 1, `${net.files.length}`);
		assert.ok(netPart(net, content, options).warnings[0]?.includes('shown patch by patch'));
	});

	it('is shown patch by patch where many replies would be followed through many patches', () => {
		const { content } = contentOf();
		const patches = content.patches.map((patch) => ({
			...patch,
			files: patch.files.map((file) => ({
				...file,
				threads: file.threads.slice(0, 1).flatMap((one) => new Array(1_300_000).fill(one)),
			})),
		}));
		const net = netContent({ ...content, patches });
		assert.deepEqual(net.separate, [{ path: 'open.c', reason: 'too-large' }]);
	});

	it('says which files are as before', () => {
		const back = patchText('open.c', ['new', 'more'], ['old']).replace(
			'1111111..2222222',
			'2222222..1111111',
		);
		const { content, net } = contentOf([
			...mails.slice(0, 1),
			sentMail({ id: 2, subject: '[PATCH editor 2/3] Revert', re: 1, text: back }),
		]);
		assert.deepEqual(netPart(net, content, options).warnings.slice(-1), [
			'The series as a whole does not change open.c.',
		]);
	});

	it('goes to the file that a patch or one of its replies is about', () => {
		const known = contentOf();
		const place = (mail: number, part?: { readonly patch: number; readonly file?: number }) =>
			placeToReveal({ id: 'a', mail, part }, known)?.place;
		assert.deepEqual(place(2), { kind: 'file', key: 'net 2.0.0' });
		assert.deepEqual(place(2, { patch: 0, file: 0 }), { kind: 'file', key: 'net 2.0.0' });
		assert.deepEqual(place(4), { kind: 'mail', mail: 4 });
	});
});
