import { feed } from './repositories-world.ts';

export const oddNames = [
	'with space.txt',
	'with "quotes" and \'one\'.txt',
	'with\nline break.txt',
	'grüße-日本-🌲.txt',
	'a..b',
	'100% #hash?query&x=1;ls.txt',
	'-dash',
	'back\\slash',
	'<b>markup',
] as const;

export const binary = Buffer.from([0, 1, 2, 80, 78, 71, 10, 255]);
export const latin1 = Buffer.from('na\xefve caf\xe9\n', 'latin1');
export const submodule = '6d2f64e6aae5c49c7a290b3e644dce03425a5b27';
export const armor = '-----BEGIN PGP SIGNATURE-----\n\niQGzBAABCgAdFiEE\n=Llru\n-----END PGP SIGNATURE-----';

const count = (text: string | Buffer) =>
	Buffer.concat([Buffer.from(`data ${Buffer.byteLength(text)}\n`), Buffer.from(text), Buffer.from('\n')]);

const quoted = (name: string) =>
	`"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

interface Step {
	readonly branch: string;
	readonly message: string | Buffer;
	readonly from?: string;
	readonly merge?: string;
	readonly encoding?: string;
	readonly author?: string;
	readonly files?: readonly (readonly [mode: string, name: string, content: string | Buffer])[];
}

/** Writes a history into a bare repository in one step. The commits of `master` are numbered from 1, oldest first. */
export function writeHistory(folder: string, commits = 60) {
	let seconds = 1_578_000_000;
	const parts: (string | Buffer)[] = [];
	const step = ({ branch, message, from, merge, encoding, author, files = [] }: Step) => {
		seconds += 3600;
		parts.push(
			`commit refs/heads/${branch}\n`,
			`author ${author ?? 'Alice Example <alice@example.org>'} ${seconds} +0200\n`,
			`committer Carol <carol@example.org> ${seconds} +0000\n`,
			encoding === undefined ? '' : `encoding ${encoding}\n`,
			count(message),
			from === undefined ? '' : `from refs/heads/${from}\n`,
			merge === undefined ? '' : `merge refs/heads/${merge}\n`,
		);
		for (const [mode, name, content] of files)
			parts.push(`M ${mode} inline ${quoted(name)}\n`, count(content));
	};
	step({
		branch: 'master',
		message: 'First\n\nWith a body.\n',
		files: [
			['100644', 'README.md', '# Demo\n'],
			['100755', 'bin/run.sh', '#!/bin/sh\n'],
			['100644', 'bin/blob.bin', binary],
			['120000', 'link.md', 'README.md'],
			['100644', 'crlf.txt', 'one\r\ntwo\r\n'],
			['100644', 'latin1.txt', latin1],
			['100644', 'empty.txt', ''],
			['100644', 'a/b/c/deep.txt', 'deep\n'],
			['100644', 'item/item.txt', 'item\n'],
			...oddNames.map((name) => ['100644', `odd/${name}`, `${name}\n`] as const),
		],
	});
	parts.push(`M 160000 ${submodule} vendor/sub\n`);
	for (let number = 2; number <= commits - 2; number++) {
		step({
			branch: 'master',
			message: `Step ${number}\n`,
			files: [['100644', 'src/step.txt', `${number}\n`]],
		});
	}
	step({
		branch: 'feature/tree-view',
		from: 'master',
		message: 'A feature\n',
		files: [['100644', 'src/lib/feature.ts', 'feature\n']],
	});
	step({
		branch: 'master',
		message: Buffer.from('Gr\xfc\xdfe\n', 'latin1'),
		encoding: 'ISO-8859-1',
		author: 'J\u00f6rg <joerg@example.org>',
	});
	step({ branch: 'master', message: 'Merge\n', merge: 'feature/tree-view' });
	parts.push(
		'tag v1.0.0\nfrom refs/heads/master\ntagger Carol <carol@example.org> 1579000000 +0000\n',
		count('Release 1.0.0\n\nNotes.\n'),
		'reset refs/tags/light\nfrom refs/heads/feature/tree-view\n\n',
		'reset refs/heads/release/2.x\nfrom refs/heads/feature/tree-view\n\n',
	);
	feed(folder, Buffer.concat(parts.map((part) => Buffer.from(part))), 'fast-import', '--quiet', '--force');

	const [master = '', feature = '', tag = '', tree = ''] = feed(
		folder,
		'',
		'rev-parse',
		'master',
		'feature/tree-view',
		'refs/tags/v1.0.0',
		'master^{tree}',
	).split('\n');
	const payload = [
		`tree ${tree}`,
		`parent ${master}`,
		'author Alice Example <alice@example.org> 1578332000 -0330',
		'committer Alice Example <alice@example.org> 1578332000 +0000',
	];
	const header = `gpgsig ${armor.replaceAll('\n', '\n ')}\n `;
	const object = [...payload, header, '', 'Signed commit\n'].join('\n');
	const signed = feed(folder, object, 'hash-object', '-t', 'commit', '-w', '--stdin');
	// The tag's name is the first part of a branch's name.
	const updates = `create refs/heads/signed ${signed}\ncreate refs/tags/release ${master}\n`;
	feed(folder, updates, 'update-ref', '--stdin');
	return { master, feature, tag, tree, signed, payload: [...payload, '', 'Signed commit\n'].join('\n') };
}
