import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parseCommit } from '../../../../../src/forge/shapes/git-objects.ts';
import type { Commit } from '../../../../../src/forge/shapes/repositories.ts';
import {
	compareWithSigned,
	hasSameId,
	signedDataOf,
} from '../../../../../src/repositories/model/commits/signed-data.ts';

const people =
	'author Ana <ana@example.org> 1700000000 +0100\ncommitter Bob <bob@example.org> 1700000000 +0000\n';
const tree = `tree ${'1'.repeat(40)}\n`;
const parent = `parent ${'2'.repeat(40)}\n`;
const armor = '-----BEGIN X-----\n\nabc\n-----END X-----';
const header = (name = 'gpgsig') => `${name} ${armor.replaceAll('\n', '\n ')}\n`;

function made(content: string, hash: 'sha1' | 'sha256' = 'sha1') {
	const bytes = Buffer.from(content, 'latin1');
	const id = createHash(hash).update(`commit ${bytes.length}\0`).update(bytes).digest('hex');
	return parseCommit({ id, type: 'commit', content: bytes });
}

/** What a forge sends of the commit, which has its signature in `signed`. */
function sent(signed: string, payload: string, hash: 'sha1' | 'sha256' = 'sha1') {
	const encode = (text: string) => Buffer.from(text, 'latin1').toString('base64');
	return { ...made(signed, hash), signature: { signature: encode(armor), data: encode(payload) } };
}

describe('The data that was signed', () => {
	const rest = '\nBegin\n\nMore\n';
	const headers = [tree, parent, people, 'encoding ISO-8859-1\n', 'mergetag object 1\n type commit\n'];
	const whole = [...headers, rest].join('');

	for (const [where, place] of headers.map((one, index) => [one.split(' ')[0], index + 1] as const))
		it(`is that of the commit, with the signature after ${where}`, () => {
			const signed = [...headers.slice(0, place), header(), ...headers.slice(place), rest].join('');
			const commit = sent(signed, whole);
			assert.deepEqual(made(signed).signature, commit.signature);
			const data = signedDataOf(commit) ?? assert.fail();
			assert.deepEqual([compareWithSigned(commit, data), hasSameId(commit, data)], ['same', true]);
		});

	it('is that of the commit if the signature ends with an empty line, or the ID is a long one', () => {
		const payload = `${tree}${people}${rest}`;
		const padded = sent(`${tree}${people}${header()} \n${rest}`, payload);
		const long = sent(`${tree}${people}${header('gpgsig-sha256')}${rest}`, payload, 'sha256');
		for (const commit of [padded, long]) {
			const data = signedDataOf(commit) ?? assert.fail();
			assert.equal(hasSameId(commit, data), true);
		}
	});

	it('may be that of another commit', () => {
		const commit = sent(`${tree}${people}${header()}${rest}`, `${tree}${people}\nSomething else\n`);
		const data = signedDataOf(commit) ?? assert.fail();
		assert.deepEqual([compareWithSigned(commit, data), hasSameId(commit, data)], ['other', false]);
	});

	it('has the time that is shown, which servers write in several ways', () => {
		const payload = `${tree}${people}${rest}`;
		const commit = sent(`${tree}${people}${header()}${rest}`, payload);
		const data = signedDataOf(commit) ?? assert.fail();
		const times = [
			['2023-11-14T23:13:20+01:00', true],
			['2023-11-14T22:13:20Z', true],
			['2023-11-14T22:13:20.000004+00:00', true],
			['2023-11-14T22:13:20', true],
			['', true],
			['2023-11-14T23:13:20Z', false],
			['2023-11-14T22:13:21Z', false],
			['2023-11-14T22:13:19Z', false],
			['2001-01-01T00:00:00+00:00', false],
		] as const;
		for (const [timestamp, isSame] of times)
			assert.equal(compareWithSigned({ ...commit, timestamp }, data), isSame ? 'same' : 'other', timestamp);
	});

	it('may be in an encoding that the forge does not decode', () => {
		const legacy = 'encoding ISO-8859-1\n';
		const undecoded = { message: 'Gr\ufffd\ufffde\n' };
		const cases: readonly (readonly [headers: string, shown: Partial<Commit>, likeness: string])[] = [
			[legacy, { message: 'Größe\n' }, 'same'],
			[legacy, undecoded, 'other-encoding'],
			[legacy, { message: 'Gre\n' }, 'other-encoding'],
			[legacy, { committer: { name: 'B\ufffdb', email: 'bob@example.org' } }, 'other-encoding'],
			[legacy, { ...undecoded, tree: '2'.repeat(40) }, 'other'],
			[legacy, { ...undecoded, parents: ['2'.repeat(40)] }, 'other'],
			[legacy, { ...undecoded, timestamp: '2001-01-01T00:00:00+00:00' }, 'other'],
			['', undecoded, 'same'],
			['', { message: 'Gr\ufffde\n' }, 'other-encoding'],
			['', { message: 'Größe\n' }, 'other-encoding'],
			['', { author: { name: 'Eve', email: 'ana@example.org' } }, 'other'],
			['', { ...undecoded, author: { name: 'Eve', email: 'ana@example.org' } }, 'other'],
			['encoding UTF-8\n', { committer: { name: 'Eve', email: 'bob@example.org' } }, 'other'],
		];
		for (const [headers, shown, likeness] of cases) {
			const content = `${tree}${people}${headers}\nGr\xf6\xdfe\n`;
			const commit = { ...sent(content, content), ...shown };
			const data = signedDataOf(commit) ?? assert.fail();
			assert.equal(compareWithSigned(commit, data), likeness, JSON.stringify([headers, shown]));
		}
	});

	it('does not have an encoding because its message says so', () => {
		const content = `${tree}${people}\nBegin\n\nencoding ISO-8859-1\n`;
		const commit = { ...sent(content, content), message: 'Something else\n' };
		assert.equal(compareWithSigned(commit, signedDataOf(commit) ?? assert.fail()), 'other');
	});

	it('may be anything', () => {
		for (const payload of ['', '\n', '\n\n', 'x', 'tree\n'.repeat(100_000)]) {
			const commit = sent(`${tree}${people}${rest}`, payload);
			const data = signedDataOf(commit) ?? assert.fail();
			assert.deepEqual([compareWithSigned(commit, data), hasSameId(commit, data)], ['other', false]);
		}
	});

	it('is missing if the commit is not signed', () => {
		assert.equal(signedDataOf(made(`${tree}${people}${rest}`)), undefined);
	});
});
