import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Forge } from '../../src/sandbox/forge.ts';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { type Change, HistoryStream } from '../../src/sandbox/world/material/history-stream.ts';
import { importInto } from '../../src/sandbox/world/material/import.ts';
import { people } from '../../src/sandbox/world/material/people.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { tokenOf } from './editor-driver.ts';

interface AddedRepository {
	readonly name: string;
	readonly description?: string;
	readonly visibility?: 'public' | 'unlisted' | 'private';
	readonly history?: () => HistoryStream;
}

const { ana, bob, søren } = people;
const icon = () => readFileSync(join(root, 'media', 'icon.png'));

/** One file or folder of each kind. */
function kinds(): HistoryStream {
	const stream = new HistoryStream();
	const master = stream.branch('master');
	const files: Readonly<Record<string, Change>> = {
		'README.md':
			'# Kinds\n\nOne of each.\n\n![The icon](images/icon.png)\n\nSee [the text](docs/text.txt).\n',
		'docs/Übersicht.md': '# Übersicht\n',
		'docs/a-file-with-a-rather-long-name-that-does-not-fit-into-a-side-bar.txt': 'Long.\n',
		'docs/text.txt': 'Text.\n',
		'docs/names-in-latin1.txt': { mode: '100644', content: Buffer.from('# Names\nJosé\nZoë\n', 'latin1') },
		'docs/日本語.txt': '文字\n',
		'docs/all': { mode: '120000', content: '..' },
		'images/icon.png': { mode: '100644', content: icon() },
		'latest.md': { mode: '120000', content: 'docs/Übersicht.md' },
		manual: { mode: '120000', content: 'docs' },
		nowhere: { mode: '120000', content: 'docs/removed.txt' },
		'outside.md': { mode: '120000', content: '../elsewhere.md' },
		'program.bin': { mode: '100644', content: Buffer.from([0, 1, 2, 3, 255, 254, 0, 7]) },
		'run.sh': { mode: '100755', content: '#!/bin/sh\necho run\n' },
		'.gitmodules':
			'[submodule "library"]\n\tpath = vendor/library\n\turl = https://code.example.org/library.git\n[submodule "moved"]\n\tpath = vendor/moved\n\turl = ../signed\n',
		'vendor/library': { mode: '160000', content: '0123456789abcdef0123456789abcdef01234567' },
		'vendor/moved': { mode: '160000', content: '89abcdef0123456789abcdef0123456789abcdef' },
	};
	const first = master.commit({ by: ana, on: '2025-03-01 10:00', message: 'One of each\n', files });
	stream.tag('v1.0', first, { by: ana, on: '2025-03-01 10:05', message: 'The first version\n' });
	stream.setReference('refs/tags/before-the-change', first);
	const log = 'A line of a file that is too large to be opened at once.\n'.repeat(110_000);
	master.commit({ by: bob, on: '2025-03-01 11:00', message: 'A log\n', files: { 'big.log': log } });
	const topic = master.fork('feature/a-branch-with-a-long-name-that-does-not-fit-into-a-side-bar');
	topic.commit({
		by: søren,
		on: '2025-03-02 10:00',
		message: 'Text: say more, so much that the subject does not fit into the side bar either\n',
		files: { 'docs/text.txt': 'Text, and more.\n' },
	});
	return stream;
}

/** More files than are loaded without a question, and more commits than are searched at once. */
function large(): HistoryStream {
	const stream = new HistoryStream();
	const master = stream.branch('master');
	const files = Array.from({ length: 1200 }, (_, nth) => [`notes/note-${nth}.txt`, `Note ${nth}\n`] as const);
	master.commit({
		...{ by: bob, on: '2023-01-01 10:00', message: 'All notes\n' },
		files: { ...Object.fromEntries(files), 'changes.txt': '0\n' },
	});
	for (let nth = 1; nth <= 620; nth++) {
		const on = new Date(Date.UTC(2023, 0, 2, 10) + nth * 86_400_000)
			.toISOString()
			.slice(0, 16)
			.replace('T', ' ');
		const files = nth % 250 === 0 ? { 'changes.txt': `${nth}\n` } : { 'counter.txt': `${nth}\n` };
		master.commit({ by: bob, on, message: `Change ${nth}\n`, files });
	}
	return stream;
}

const added: readonly AddedRepository[] = [
	{ name: 'empty', description: 'Nothing was pushed yet' },
	{ name: 'kinds', description: 'Größe, 日本語, עברית and 🦊', visibility: 'unlisted', history: kinds },
	{ name: 'large', description: 'Many files and commits', history: large },
	{
		name: 'a-repository-with-a-rather-long-name-that-does-not-fit-into-a-side-bar',
		description:
			'Its description is long as well, so that neither can be read to its end in a narrow side bar.',
	},
	{ name: 'signed', visibility: 'private' },
];

/** The folder of the bare repository `~ana/name` of a forge whose files are in `data`. */
export const bareRepository = (data: string, name: string): string =>
	join(data, 'repositories', '~ana', `${name}.git`);

export const runGit = (folder: string, args: readonly string[], input?: string): string =>
	execFileSync('git', ['-c', 'user.name=Ana Duarte', '-c', 'user.email=ana@example.org', ...args], {
		...{ cwd: folder, env: gitEnvironment(), encoding: 'utf8' },
		...(input !== undefined && { input }),
	}).trim();

/** Gives ~ana repositories in which everything occurs that the view can show. `home` is the home folder of the editor. */
export async function addRepositories(forge: Forge, data: string, home: string): Promise<void> {
	for (const { name, description = '', visibility = 'public', history } of added) {
		const answer = await fetch(new URL('/api/repos', forge.addresses.repositories), {
			method: 'POST',
			headers: { authorization: `token ${tokenOf(forge, '~ana')}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name, description, visibility }),
		});
		assert.ok(answer.ok, `creating ${name} is a ${answer.status}`);
		if (history) await importInto(bareRepository(data, name), history(), []);
	}
	signCommits(bareRepository(data, 'signed'), home);
}

/** Commits with a good signature, with one by an unknown key and with one that belongs to other content. */
function signCommits(bare: string, home: string): void {
	const work = temporaryFolder('signed');
	runGit(work, ['init', '--quiet', '--initial-branch=master']);
	const keys = ['known', 'unknown'].map((name) => join(home, name));
	for (const key of keys) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
	const [known = '', unknown = ''] = keys;
	const allowed = join(home, 'allowed-signers');
	writeFileSync(allowed, `ana@example.org ${readFileSync(`${known}.pub`, 'utf8')}`);
	writeFileSync(join(home, '.gitconfig'), `[gpg "ssh"]\n\tallowedSignersFile = ${allowed}\n`);
	const commit = (message: string, key: string) => {
		const signing = ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${key}`];
		runGit(work, [...signing, 'commit', '--quiet', '-S', '--allow-empty', '-F', '-'], message);
	};
	writeFileSync(join(work, 'undo.c'), 'int undo(void);\n');
	runGit(work, ['add', '.']);
	commit(
		'undo: keep what was there\n\nSee ~ana/editor#3 and the thread at https://lists.example.org/~ana/editor-devel.\n\nFixes: ~ana/editor#25\nReviewed-by: Bob Ellis <bob@example.org>\n',
		known,
	);
	commit('undo: from another computer\n', unknown);
	commit('undo: the last change\n', known);
	const text = runGit(work, ['cat-file', 'commit', 'HEAD']).replace('the last', 'another');
	const bad = runGit(work, ['hash-object', '-t', 'commit', '-w', '--stdin'], `${text}\n`);
	runGit(work, ['push', '--quiet', bare, `${bad}:refs/heads/master`]);
}
