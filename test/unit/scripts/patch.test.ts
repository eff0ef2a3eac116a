import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment } from '../../../src/sandbox/repositories/git.ts';
import { patchCommand } from '../../tools/patch-command.ts';
import { diskFiles } from '../../tools/patch-files.ts';
import { root, temporaryFolder } from '../../tools/places.ts';
import { Stop } from '../../tools/stop.ts';

const person = { NAME: 'Pia Ünal', EMAIL: 'pia@example.org', DATE: '1700000000 +0100' };
const env = {
	...gitEnvironment(),
	...Object.fromEntries(
		['AUTHOR', 'COMMITTER'].flatMap((role) =>
			Object.entries(person).map(([field, value]) => [`GIT_${role}_${field}`, value]),
		),
	),
};

/** A repository with a base and three commits. */
function repository() {
	const folder = temporaryFolder('patch');
	const git = (...words: readonly string[]): string => {
		const { status, stdout, stderr } = spawnSync('git', words, { cwd: folder, env, encoding: 'utf8' });
		assert.equal(status, 0, `git ${words.join(' ')}: ${stderr}`);
		return stdout;
	};
	const commit = (message: string, files: Readonly<Record<string, string | Buffer>>) => {
		for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
		git('add', '--all');
		git('commit', '--quiet', '--cleanup=verbatim', '-m', message);
	};
	git('init', '--quiet', '--initial-branch=main', '.');
	const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
	const text = (...more: readonly string[]) => `${[...lines, ...more].join('\n')}\n`;
	commit('Base', { 'a.txt': text(), 'b c.txt': 'b\n' });
	commit('Add grüße', { 'grüße.txt': 'hello\r\nyou', 'a.txt': text('more') });
	commit('Store data\n\nWhy it is so:\n- one\n\nSigned-off-by: Pia Ünal <pia@example.org>\n', {
		'data.bin': Buffer.from([0, 1, 2, 255]),
		'a.txt': text('more', 'still more'),
	});
	git('mv', 'b c.txt', 'c d.txt');
	commit(
		'Rename b, with a subject that is so long that the header of the mail is folded\n\nIt is better.\n',
		{},
	);
	return { git, commit, text };
}

interface Printed {
	readonly kind: string;
	readonly from: { readonly email: string };
	readonly author: { readonly email: string } | null;
	readonly version: number;
	readonly number: number | null;
	readonly of: number | null;
	readonly prefix: string | null;
	readonly title: string;
	readonly message: string | null;
	readonly notes: string | null;
	readonly messageId: string | null;
	readonly date: string | null;
	readonly trailers: readonly { readonly key: string; readonly value: string }[];
	readonly files: readonly {
		readonly old: string | null;
		readonly new: string | null;
		readonly status: string;
	}[];
	readonly warnings: readonly string[];
}

/** Runs the command with files in memory, and returns what it prints and writes. */
function run<T = readonly Printed[]>(
	words: readonly string[],
	files: Readonly<Record<string, string | Buffer>> = {},
) {
	const written: string[] = [];
	const printed = patchCommand(words, {
		read: (name) => Buffer.from(files[name] ?? assert.fail(`There is no file ${name}.`)),
		write: (folder, name, text) => {
			written.push(text);
			return `${folder}/${name}`;
		},
	});
	return { printed: JSON.parse(JSON.stringify(printed)) as T, written };
}

describe('npm run patch', () => {
	const shared = repository();
	const formatPatch = (...words: readonly string[]) =>
		shared.git('format-patch', '--stdout', ...words, 'HEAD~3');

	const messages = [
		'',
		'Why it is so:\n- one\n\nSigned-off-by: Pia Ünal <pia@example.org>\n',
		'It is better.\n',
	];
	const titles = [
		'Add grüße',
		'Store data',
		'Rename b, with a subject that is so long that the header of the mail is folded',
	];
	const files = [
		[
			['M', 'a.txt', 'a.txt'],
			['A', null, 'grüße.txt'],
		],
		[
			['M', 'a.txt', 'a.txt'],
			['A', null, 'data.bin'],
		],
		[['R', 'b c.txt', 'c d.txt']],
	];

	const variants: readonly [
		words: readonly string[],
		isSaid: (printed: Printed) => unknown,
		said: readonly unknown[],
	][] = [
		[
			[],
			({ number, of }) => [number, of],
			[
				[1, 3],
				[2, 3],
				[3, 3],
			],
		],
		[
			['--cover-letter', '--thread', '-v2'],
			({ kind, version, number }) => [kind, version, number],
			[
				['cover', 2, 0],
				['patch', 2, 1],
				['patch', 2, 2],
				['patch', 2, 3],
			],
		],
		[['--attach'], ({ kind }) => kind, ['patch', 'patch', 'patch']],
		[['--inline', '--thread=deep'], ({ kind }) => kind, ['patch', 'patch', 'patch']],
		[
			['-N'],
			({ number, of }) => [number, of],
			[
				[null, null],
				[null, null],
				[null, null],
			],
		],
		[['--rfc', '-v11'], ({ version }) => version, [11, 11, 11]],
		[['--subject-prefix=PATCH editor'], ({ prefix }) => prefix, ['editor', 'editor', 'editor']],
		[['--no-prefix', '--full-index', '-p'], ({ warnings }) => warnings, [[], [], []]],
		[['--no-signature', '-U0', '--zero-commit'], ({ warnings }) => warnings, [[], [], []]],
		[
			['--from=Kim <kim@example.org>'],
			({ date }) => date,
			Array.from({ length: 3 }, () => '2023-11-14T22:13:20.000Z'),
		],
	];
	for (const [words, isSaid, said] of variants) {
		for (const breaks of ['\n', '\r\n']) {
			it(`reads format-patch ${words.join(' ')}${breaks === '\n' ? '' : ' with carriage returns'}`, () => {
				const { printed } = run(['a.mbox'], { 'a.mbox': formatPatch(...words).replaceAll('\n', breaks) });
				const patches = printed.filter(({ kind }) => kind === 'patch');
				assert.deepEqual(printed.map(isSaid), said);
				assert.deepEqual(
					patches.map(({ title }) => title),
					titles,
				);
				assert.deepEqual(
					patches.map(({ message }) => message),
					messages,
				);
				assert.deepEqual(
					patches.map(({ files }) => files.map((file) => [file.status, file.old, file.new])),
					files,
				);
				assert.deepEqual(patches[1]?.trailers, [
					{ key: 'Signed-off-by', value: 'Pia Ünal <pia@example.org>' },
				]);
			});
		}
	}

	it('prints the author that the body of a mail names beside the sender', () => {
		const people = (...words: readonly string[]) =>
			run(['a'], { a: formatPatch(...words) }).printed.map(({ from, author }) => [
				from?.email,
				author?.email,
			]);
		const [byKim] = people('--from=Kim <kim@example.org>');
		const [own] = people();
		assert.equal(byKim?.[0], 'kim@example.org');
		assert.notEqual(own?.[0], 'kim@example.org');
		assert.deepEqual([byKim?.[1], own?.[1]], [own?.[0], own?.[0]]);
		assert.equal(run(['a'], { a: 'From: ana@x\nSubject: Hello\n\nHello\n' }).printed[0]?.author, null);
	});

	it('reads quoted lines From of the format mboxrd', () => {
		const { commit, git, text } = repository();
		commit('Tell\n\nFrom here on.\n>From there on.\n', { 'a.txt': text('new') });
		const read = (...words: readonly string[]) =>
			run(['a'], { a: git('format-patch', '--stdout', ...words, '-1') }).printed.map(
				({ message }) => message,
			);
		assert.deepEqual(read('--pretty=mboxrd'), ['From here on.\n>From there on.\n']);
		assert.deepEqual(read(), ['From here on.\n>From there on.\n']);
	});

	it('reads several files and single mails in their order', () => {
		const { printed } = run(['a', 'b', '-'], {
			a: formatPatch(),
			b: 'From: ana@x\nSubject: Re: [PATCH 1/3] Add\nIn-Reply-To: <a>\n\nReviewed-by: Ana <ana@x>\n',
			'-': Buffer.from('Subject: caf\xe9\n', 'latin1'),
		});
		assert.deepEqual(
			printed.map(({ kind, title }) => [kind, title]),
			[...titles.map((title) => ['patch', title]), ['reply', 'Add'], ['other', 'caf\ufffd']],
		);
		assert.deepEqual(printed[3]?.trailers, [{ key: 'Reviewed-by', value: 'Ana <ana@x>' }]);
		assert.deepEqual(
			[printed[4]?.message, printed[4]?.messageId, printed[4]?.number, printed[4]?.date],
			[null, null, null, null],
		);
	});

	it('prints the versions of series', () => {
		interface Series {
			readonly title: string;
			readonly versions: readonly {
				readonly version: number;
				readonly cover: { readonly mail: number } | null;
				readonly patches: readonly { readonly number: number; readonly mail: number }[];
			}[];
		}
		const { printed } = run<readonly Series[]>(['--series', 'v2', 'v1'], {
			v1: formatPatch('--cover-letter', '--thread'),
			v2: formatPatch('--cover-letter', '-v2'),
		});
		assert.deepEqual(
			printed.map(({ title, versions }) => [
				title,
				...versions.map(({ version, cover, patches }) => [
					version,
					cover?.mail,
					...patches.map(({ mail }) => mail),
				]),
			]),
			[['*** SUBJECT HERE ***', [1, 4, 5, 6, 7], [2, 0, 1, 2, 3]]],
		);
	});

	interface Pair {
		readonly kind: string;
		readonly old: { readonly number: number } | null;
		readonly new: { readonly number: number } | null;
	}
	const pairs = (printed: readonly Pair[]) =>
		printed.map((pair) => [pair.kind, pair.old?.number ?? null, pair.new?.number ?? null]);
	const v1 = shared.git('format-patch', '--stdout', 'HEAD~3..HEAD~1');
	const v2 = formatPatch('-v2');

	it('compares two files', () => {
		const { printed } = run<readonly Pair[]>(['--range-diff', 'old', 'new'], { old: v1, new: v2 });
		assert.deepEqual(pairs(printed), [
			['unchanged', 1, 1],
			['unchanged', 2, 2],
			['added', null, 3],
		]);
	});

	it('compares two versions in files', () => {
		const { printed } = run<readonly Pair[]>(['--range-diff', '2', 'v1', 'all'], { all: `${v1}${v2}` });
		assert.deepEqual(pairs(printed), [
			['unchanged', 1, 1],
			['unchanged', 2, 2],
			['dropped', 3, null],
		]);
	});

	for (const words of [[], ['--attach'], ['--no-prefix'], ['--full-index', '-U0']]) {
		it(`writes patches that git applies: ${words.join(' ')}`, () => {
			const { git } = repository();
			const tree = git('rev-parse', 'HEAD^{tree}');
			const mbox = git('format-patch', '--stdout', ...words, 'HEAD~3');
			const { printed, written } = run<readonly { file: string }[]>(['--rebuild', 'out', 'a'], { a: mbox });
			assert.deepEqual(
				printed.map(({ file }) => file),
				['out/0001.patch', 'out/0002.patch', 'out/0003.patch'],
			);
			git('reset', '--quiet', '--hard', 'HEAD~3');
			for (const [at, text] of written.entries()) {
				const file = join(temporaryFolder('rebuilt'), `${at}`);
				writeFileSync(file, text);
				git('apply', '--index', '--unidiff-zero', '--whitespace=nowarn', file);
			}
			assert.equal(git('write-tree'), tree);
		});
	}

	for (const [words, message] of [
		[[], /^No file is named\.\nUsage: /],
		[['--series'], /^No file is named\./],
		[[''], /^A name is empty\./],
		[['--rebuild', '', 'v1'], /^A name is empty\./],
		[['--fly'], /^There is no option --fly\./],
		[['--fly', 'a'], /^There is no option --fly\./],
		[['--series', '--rebuild', 'a', 'b'], /^--series and --rebuild do not work together\./],
		[['--rebuild'], /^--rebuild needs a folder\./],
		[['--range-diff', 'a'], /^--range-diff needs two versions\./],
		[['--range-diff', 'x', '2', 'v1'], /^"x" is no version\./],
		[['--range-diff', '1', '9', 'v1'], /^No series in these files has the versions 1 and 9\./],
	] as const) {
		it(`refuses: ${JSON.stringify(words)}`, () => {
			assert.throws(() => run(words, { v1 }), { name: 'Stop', message });
		});
	}

	const script = (words: readonly string[], input = '') => {
		const words_ = [join(root, 'test/scripts/run.mjs'), 'patch', ...words];
		const { status, stdout, stderr } = spawnSync(process.execPath, words_, {
			cwd: root,
			encoding: 'utf8',
			input,
			env: { ...process.env, npm_config_user_agent: 'npm/11.0.0 node/v24.0.0 linux x64' },
		});
		return { status, stdout, stderr: stderr.trim() };
	};

	it('reads the standard input and writes files', () => {
		const folder = join(temporaryFolder('out'), 'new');
		const { status, stdout, stderr } = script(['--rebuild', folder, '-'], v1);
		assert.deepEqual([status, stderr], [0, '']);
		assert.equal(JSON.parse(stdout)[1].file, join(folder, '0002.patch'));
	});

	it('makes no folder for mails without patches', () => {
		const folder = join(temporaryFolder('out'), 'new');
		assert.deepEqual(script(['--rebuild', folder, '-'], 'Subject: Hello\n'), {
			status: 0,
			stdout: '[]\n',
			stderr: '',
		});
		assert.equal(existsSync(folder), false);
	});

	const full = temporaryFolder('full');
	const file = join(full, 'file');
	const below = join(file, 'a', 'b');
	const taken = join(full, 'taken');
	writeFileSync(file, '');
	mkdirSync(join(taken, '0001.patch'), { recursive: true });
	const refused: (readonly [words: readonly string[], sentence: string])[] = [
		[[], 'No file is named.'],
		[['--fly'], 'There is no option --fly.'],
		[['no-such-file'], 'no-such-file cannot be read: it is not there.'],
		[['--range-diff', 'no-such-file', '-'], 'no-such-file cannot be read: it is not there.'],
		[['--series', full], `${full} cannot be read: it is a folder.`],
		[['--rebuild', file, '-'], `The folder ${file} cannot be made: there is a file with that name.`],
		[['--rebuild', below, '-'], `The folder ${below} cannot be made: a part of its path is a file.`],
		[['--rebuild', taken, '-'], `${join(taken, '0001.patch')} cannot be written: it is a folder.`],
		// Linux refuses folders there as if those above were missing.
		...(existsSync('/proc/self/status')
			? [
					[
						['--rebuild', '/proc/new/er', '-'],
						'The folder /proc/new/er cannot be made: the system refuses folders there.',
					] as const,
				]
			: []),
	];
	/** The mails come from the standard input. */
	const disk = {
		...diskFiles,
		read: (name: string) => (name === '-' ? new TextEncoder().encode(v1) : diskFiles.read(name)),
	};
	for (const [words, sentence] of refused) {
		it(`stops with a sentence: ${words.join(' ').replaceAll(full, '')}`, () => {
			assert.throws(
				() => patchCommand(words, disk),
				(error) => error instanceof Stop && error.message.split('\n')[0] === sentence,
			);
		});
	}

	it('ends with the sentence and exit code 1 if it stops', () => {
		const { status, stdout, stderr } = script(['--rebuild', taken, '-'], v1);
		const sentence = `${join(taken, '0001.patch')} cannot be written: it is a folder.`;
		assert.deepEqual([status, stdout, stderr], [1, '', sentence]);
	});

	for (const [what, content, kinds] of [
		['an empty file', '', []],
		['a file of white space', '\n \n', []],
		['a binary file', Buffer.from(Array.from({ length: 2000 }, (_, at) => (at * 37) % 256)), ['other']],
		['a file of zeros', Buffer.alloc(100), ['other']],
	] as const) {
		it(`reads ${what}`, () => {
			assert.deepEqual(
				run(['a'], { a: content }).printed.map(({ kind }) => kind),
				kinds,
			);
			assert.deepEqual(run(['--series', 'a'], { a: content }).printed, []);
			assert.deepEqual(run(['--range-diff', 'a', 'a'], { a: content }).printed, []);
		});
	}
});
