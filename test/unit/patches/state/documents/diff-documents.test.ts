import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { parseMail } from '../../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../../src/mail/patch/parse-patch.ts';
import type { FullMail } from '../../../../../src/patches/model/series/mails/full-mail.ts';
import {
	type DiffDocument,
	formatDocument,
} from '../../../../../src/patches/model/side-texts/document-address.ts';
import { rangeInDocument } from '../../../../../src/patches/model/side-texts/document-hunks.ts';
import { DiffDocuments, readMail } from '../../../../../src/patches/state/documents/diff-documents.ts';
import type { MailStore } from '../../../../../src/patches/state/mails/mail-store.ts';
import type { FindBlob } from '../../../../../src/platform/git/find-blob.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { commitAll, newRepository, userGit, writeFiles } from '../../../../kit/items/clones.ts';
import { openWorkspace } from '../../../../kit/window/open-workspace.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const file = { ...list, mail: 1, patch: 0, file: 0 };
const side = (side: 'old' | 'new'): DiffDocument => ({ kind: 'file', file, side });
const old = Array.from({ length: 100 }, (_, n) => `line ${n + 1}\n`).join('');
const current = old.replace('line 50', 'Line 50');

/** A clone with a file before a change, and the mail of the change. */
function changed() {
	const root = newRepository({ 'src/a.txt': old });
	writeFiles(root, { 'src/a.txt': current });
	commitAll(root, 'a: change a line');
	const mail = userGit(root, 'format-patch', '-1', '--stdout');
	return { root, patches: parsePatches(parseMail(mail)) };
}

interface Given extends Partial<ReturnType<typeof changed>> {
	readonly find?: FindBlob;
	readonly blobTimeoutMs?: number;
}

function open({ patches = changed().patches, find = async () => undefined, ...rest }: Given) {
	const asked: string[] = [];
	const { log, lines } = readable();
	const documents = new DiffDocuments({
		patches: async ({ mail }) => {
			asked.push(`mail ${mail}`);
			return mail === 1 ? patches : undefined;
		},
		findBlob: (key) => (id, options) => {
			asked.push(`${key.list} ${options.path}`);
			return find(id, options);
		},
		log,
		...rest,
	});
	return { documents, asked, lines, patches };
}

const unknown = '46 lines are not in this mail';

describe('The documents of a diff editor', () => {
	it('are the whole file where a local clone has it', async () => {
		const { root, patches } = changed();
		const { projects, dispose } = openWorkspace({ folders: [root] });
		const { documents } = open({ patches, find: projects.findBlob });
		assert.equal(await documents.text(side('old')), old);
		assert.equal(await documents.text(side('new')), current);
		dispose();
	});

	it('are a file before and after several patches', async () => {
		const root = newRepository({ 'src/a.txt': old });
		for (const [from, to] of [
			['line 50', 'Line 50'],
			['Line 50', 'LINE 50'],
			['line 70', 'Line 70'],
		] as const) {
			const before = userGit(root, 'show', 'HEAD:src/a.txt');
			writeFiles(root, { 'src/a.txt': `${before.trimEnd()}\n`.replace(from, to) });
			commitAll(root, `a: ${to}`);
		}
		const mails = ['HEAD~2', 'HEAD~1', 'HEAD'].map((name) =>
			userGit(root, 'format-patch', '-1', '--stdout', name),
		);
		const patches = mails.flatMap((mail) => parsePatches(parseMail(mail)));
		const changes = patches.map((_, patch) => ({ ...file, patch }));
		const texts = async (find: FindBlob) => {
			const { documents } = open({ patches, find });
			const text = (side: 'old' | 'new') => documents.text({ kind: 'net', changes, side });
			return [await text('old'), await text('new')];
		};
		const result = old.replace('line 50', 'LINE 50').replace('line 70', 'Line 70');
		assert.deepEqual(await texts(async () => Buffer.from(old)), [old, result]);
		const [before = '', after = ''] = await texts(async () => undefined);
		assert.ok(before.startsWith(unknown) && before.includes('\nline 50\n'));
		assert.ok(after.includes('\nLINE 50\n') && after.includes('\nLine 70\n'));
		const { documents } = open({ patches });
		await assert.rejects(
			documents.text({ kind: 'net', changes: changes.slice(1, 2).concat(changes), side: 'old' }),
		);
	});

	it('are the lines of the mail where no source has the file, or one has another file', async () => {
		const finds: readonly FindBlob[] = [
			async () => undefined,
			async () => Buffer.from('another file\n'),
			async () => Buffer.from([0, 1, 2]),
			async () => Buffer.from([0xff, 0xfe]),
		];
		for (const find of finds) {
			const { documents } = open({ find });
			assert.ok((await documents.text(side('old'))).startsWith(unknown));
			assert.ok((await documents.text(side('new'))).includes('\nLine 50\n'));
		}
	});

	it('are the lines of the mail if a source fails or takes too long, and the log has the reason', async () => {
		const failing = open({ find: () => Promise.reject(new ForgeError('offline', 'No connection.')) });
		assert.ok((await failing.documents.text(side('old'))).startsWith(unknown));
		assert.match(
			failing.lines.map(({ line }) => line).join('\n'),
			/src\/a\.txt is shown without.*No connection/s,
		);
		const slow = open({
			blobTimeoutMs: 1,
			find: (_, { signal }) =>
				new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
		});
		assert.ok((await slow.documents.text(side('old'))).startsWith(unknown));
	});

	it('come from the same source on both sides, even if the file is found between them', async () => {
		let isFound = false;
		const { documents } = open({ find: async () => (isFound ? Buffer.from(old) : undefined) });
		assert.ok((await documents.text(side('old'))).startsWith(unknown));
		isFound = true;
		assert.ok((await documents.text(side('new'))).startsWith(unknown));
		assert.equal(await documents.text(side('new')), current);
	});

	it('know which lines of the mail they show, also if a huge file is found, which has no true line numbers otherwise', async () => {
		const root = newRepository({ 'src/a.txt': 'x\n'.repeat(250_000) + old });
		writeFiles(root, { 'src/a.txt': 'x\n'.repeat(250_000) + current });
		commitAll(root, 'a: change a line');
		const patches = parsePatches(parseMail(userGit(root, 'format-patch', '-1', '--stdout')));
		const { projects, dispose } = openWorkspace({ folders: [root] });
		const shown: DiffDocument[] = [
			side('old'),
			side('new'),
			{ kind: 'net', changes: [file], side: 'new' },
			{ kind: 'version', old: undefined, new: file, side: 'new' },
		];
		for (const find of [projects.findBlob, async () => undefined]) {
			const { documents } = open({ patches, find });
			for (const document of shown) {
				const text = (await documents.text(document)).split('\n');
				const lines = await documents.lines(document);
				const [change] = lines.kind === 'file' ? lines.changes : [];
				assert.deepEqual(change?.key, file);
				assert.ok(lines.kind === 'file');
				const isOld = document.kind === 'file' && document.side === 'old';
				const line = isOld ? 3 : 4;
				const range = rangeInDocument(lines.hunks, 0, line, line);
				assert.equal(text[range?.last ?? -1], isOld ? 'line 50' : 'Line 50');
			}
		}
		dispose();
		const { documents } = open({ patches });
		const message = await documents.lines({ kind: 'message', patch: file });
		assert.ok(message.kind === 'message' && message.patch === patches[0]);
	});

	it('need the mail once, and not at all if its patch is known', async () => {
		const { documents, asked, patches } = open({});
		const [patch] = patches;
		assert.ok(patch);
		await Promise.all([
			documents.text(side('old')),
			documents.text(side('new')),
			documents.text({ kind: 'message', patch: file }),
		]);
		assert.deepEqual(
			asked.filter((one) => one.startsWith('mail')),
			['mail 1'],
		);
		documents.remember({ ...file, mail: 2 }, patch);
		assert.ok(await documents.text({ kind: 'message', patch: { ...file, mail: 2 } }));
		assert.deepEqual(
			asked.filter((one) => one.startsWith('mail')),
			['mail 1'],
		);
	});

	it('of a mail, a patch or a file that does not exist fail, and are asked for again', async () => {
		const { documents, asked } = open({});
		for (const one of [
			{ ...file, mail: 9 },
			{ ...file, patch: 9 },
			{ ...file, file: 9 },
		]) {
			for (const _ of ['first', 'second'])
				await assert.rejects(documents.text({ kind: 'file', file: one, side: 'old' }), ForgeError);
		}
		assert.equal(asked.filter((one) => one === 'mail 9').length, 2);
	});

	it('say why they cannot be shown', async () => {
		const { documents } = open({});
		const missing = formatDocument({ kind: 'message', patch: { ...file, mail: 9 } });
		assert.match(await documents.content(missing), /^The mail with this patch was not found\./);
		assert.match(
			await documents.content('?'),
			/^Tildeforge does not know this document\.\nClose this editor/,
		);
		assert.equal(await documents.content(formatDocument(side('old'))), await documents.text(side('old')));
	});

	it('compare whole files of two versions that change the same file', async () => {
		const { documents } = open({ find: async () => Buffer.from(old) });
		const version = { kind: 'version', old: file, new: file } as const;
		assert.equal(await documents.text({ ...version, side: 'old' }), current);
		assert.equal(await documents.text({ ...version, side: 'new' }), current);
		assert.equal(
			await documents
				.text({ ...version, new: undefined, side: 'new' })
				.then((text) => text.includes('\nline 50\n')),
			true,
		);
	});
});

describe('The mail of a document', () => {
	const fullMail = { id: 7 } as FullMail;
	const storeOf = (known: FullMail[], onForge: FullMail[]) => {
		const asked: (number | string)[] = [];
		const mails: Parameters<typeof readMail>[0] = {
			read: async (ids) => new Map(known.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
			fetch: async (id) => {
				asked.push(id);
				known.push(...onForge.splice(0));
				return { id: Number(id) } as Awaited<ReturnType<MailStore['fetch']>>;
			},
		};
		return { asked, mails };
	};

	it('is read from the forge only if it is not known, and not after signing out', async () => {
		const known = storeOf([fullMail], []);
		assert.equal(await readMail(known.mails, 7), fullMail);
		assert.deepEqual(known.asked, []);
		const unknown = storeOf([], [fullMail]);
		assert.equal(await readMail(unknown.mails, 7), fullMail);
		assert.deepEqual(unknown.asked, [7]);
		await assert.rejects(readMail(undefined, 7), { kind: 'signed-out' });
	});
});
