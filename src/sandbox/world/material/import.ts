import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { gitEnvironment } from '../../repositories/git.ts';
import { gitProgram } from '../../repositories/git-program.ts';
import type { HistoryStream, Mark, Signing } from './history-stream.ts';

/** Writes a commit as a loose object, because no git command makes such a commit from a stream. */
async function writeCommit(folder: string, content: string): Promise<string> {
	const body = Buffer.from(content);
	const object = Buffer.concat([Buffer.from(`commit ${body.length}\0`), body]);
	const id = createHash('sha1').update(object).digest('hex');
	const path = join(folder, 'objects', id.slice(0, 2), id.slice(2));
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, await promisify(deflate)(object));
	return id;
}

/** Imports a history into a repository with one git process. Returns the ids of the wanted commits. */
export async function importInto(
	folder: string,
	{ parts }: HistoryStream,
	wanted: readonly Mark[],
): Promise<ReadonlyMap<Mark, string>> {
	const settings = ['-c', 'core.compression=1', '-c', 'core.fsync=none', '-c', 'fastimport.unpackLimit=1'];
	const child = spawn(gitProgram(), [...settings, 'fast-import', '--quiet', '--done', '--date-format=raw'], {
		cwd: folder,
		env: { ...gitEnvironment(), GIT_DIR: folder },
		stdio: ['pipe', 'pipe', 'pipe'],
		windowsHide: true,
	});
	let errorOutput = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		errorOutput += text;
	});
	// The exit code of the process reports the failure.
	child.stdin.on('error', () => {});
	const ended = new Promise<void>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) =>
			code === 0 ? resolve() : reject(new Error(`git fast-import failed: ${errorOutput}`)),
		);
	});
	ended.catch(() => {});
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const ask = async (question: string): Promise<string> => {
		child.stdin.write(question);
		const { value, done } = await lines.next();
		if (done) await ended;
		return String(value);
	};
	const sign = async ({ draft, parent, ref, signers, message, signature }: Signing) => {
		const parentId = await ask(`get-mark :${parent}\n`);
		const tree = /^040000 tree ([0-9a-f]+)/.exec(await ask(`ls :${draft} ""\n`))?.[1] ?? '';
		const armor = `gpgsig ${signature.trimEnd().replaceAll('\n', '\n ')}\n`;
		const content = `tree ${tree}\nparent ${parentId}\n${signers}${armor}\n${message}`;
		const id = await writeCommit(folder, content);
		child.stdin.write(`reset ${ref}\nfrom ${id}\n\n`);
	};

	try {
		for (const part of parts) {
			if (Buffer.isBuffer(part)) child.stdin.write(part);
			else await sign(part);
		}
		const ids = new Map<Mark, string>();
		for (const mark of wanted) ids.set(mark, await ask(`get-mark :${mark}\n`));
		child.stdin.end('done\n');
		await ended;
		return ids;
	} catch (error) {
		child.kill();
		await ended;
		throw error;
	}
}
