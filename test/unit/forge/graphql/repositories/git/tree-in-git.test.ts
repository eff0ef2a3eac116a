import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { GitProtocol } from '../../../../../../src/forge/graphql/repositories/git/ask-git.ts';
import { treeInGit } from '../../../../../../src/forge/graphql/repositories/git/tree-in-git.ts';

const blob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
const record = (mode: string, name: string, id = blob) =>
	Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
const idOf = (content: Buffer, hash = 'sha1') =>
	createHash(hash).update(`tree ${content.length}\0`).update(content).digest('hex');
const inBand = (band: number, content: Uint8Array) => Buffer.concat([Buffer.from([band]), content]);

/** A pack with one object, whose length has one byte. */
const packOf = (content: Buffer, type = 2) =>
	Buffer.concat([
		...[Buffer.from('PACK\0\0\0\x02\0\0\0\x01'), Buffer.from([(type << 4) | (content.length & 15)])],
		...[deflateSync(content), Buffer.alloc(20)],
	]);

describe("A tree in git's protocol", () => {
	/** Reads a tree from a server that answers with these lines. */
	async function read(id: string, ...packets: readonly Uint8Array[]) {
		const sent: string[] = [];
		const git: Pick<GitProtocol, 'fetchFiltered'> = {
			fetchFiltered: async (body) => {
				sent.push(body);
				return packets.map((line) => Buffer.from(line));
			},
		};
		return { entries: await treeInGit(git as GitProtocol, id), sent };
	}

	const begin = Buffer.from('packfile\n');
	const content = Buffer.concat([record('100644', 'a b'), record('40000', 'été'), record('160000', 'z')]);

	it('has all its entries, from a pack in several parts', async () => {
		const pack = packOf(content);
		const { entries, sent } = await read(
			idOf(content),
			...[begin, inBand(2, Buffer.from('Enumerating')), inBand(1, pack.subarray(0, 14))],
			inBand(1, pack.subarray(14)),
		);
		assert.deepEqual(entries, [
			{ name: 'a b', mode: 0o100644, id: blob },
			{ name: 'été', mode: 0o040000, id: blob },
			{ name: 'z', mode: 0o160000, id: blob },
		]);
		assert.deepEqual(sent, [
			'0012command=fetch\n0001' +
				`0032want ${idOf(content)}\n0012filter tree:0\n0010no-progress\n0009done\n0000`,
		]);
	});

	it('may have ids by SHA-256', async () => {
		const long = record('100644', 'a', 'ab'.repeat(32));
		const { entries, sent } = await read(idOf(long, 'sha256'), begin, inBand(1, packOf(long)));
		assert.deepEqual(entries, [{ name: 'a', mode: 0o100644, id: 'ab'.repeat(32) }]);
		assert.match(sent.join(), /object-format=sha256\n0001/);
	});

	const damaged = Buffer.from('no entries at all');
	for (const [what, id, packets] of [
		['no answer', idOf(content), []],
		['an error', idOf(content), [Buffer.from("ERR upload-pack: unexpected line: 'filter tree:0'")]],
		['an error in the middle', idOf(content), [begin, inBand(3, Buffer.from('fatal'))]],
		['another tree', idOf(damaged), [begin, inBand(1, packOf(content))]],
		['a change of another object', idOf(content), [begin, inBand(1, packOf(content, 7))]],
		['a pack that is cut off', idOf(content), [begin, inBand(1, packOf(content).subarray(0, 30))]],
		[
			'a length without an end',
			idOf(content),
			[begin, inBand(1, Buffer.from('PACK\0\0\0\x02\0\0\0\x01\xaf'))],
		],
		['no pack', idOf(content), [begin, inBand(1, Buffer.from('HELLO WORLD, AGAIN'))]],
		['a damaged tree', idOf(damaged), [begin, inBand(1, packOf(damaged))]],
		[
			'a tree without its last id',
			idOf(content.subarray(0, -1)),
			[begin, inBand(1, packOf(content.subarray(0, -1)))],
		],
	] as const) {
		it(`is not read from ${what}`, async () => assert.equal((await read(id, ...packets)).entries, undefined));
	}

	it('may be empty', async () => {
		const empty = Buffer.alloc(0);
		assert.deepEqual((await read(idOf(empty), begin, inBand(1, packOf(empty)))).entries, []);
	});
});
