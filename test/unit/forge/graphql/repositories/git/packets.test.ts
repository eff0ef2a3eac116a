import assert from 'node:assert/strict';
import {
	delimiterPacket,
	flushPacket,
	packet,
	readPackets,
} from '../../../../../../src/forge/graphql/repositories/git/packets.ts';

const read = (text: string) => readPackets(Buffer.from(text))?.map(String);

describe("The lines of git's protocol", () => {
	it('begin with their length', () => {
		assert.equal(packet('done\n'), '0009done\n');
		assert.equal(packet('x'.repeat(252)).slice(0, 4), '0100');
	});

	it('are read without the separators between them', () => {
		const text = [packet('a\n'), flushPacket, packet('b\n'), delimiterPacket, packet('c\n'), flushPacket];
		assert.deepEqual(read(text.join('')), ['a\n', 'b\n', 'c\n']);
		assert.deepEqual(read(`0004${flushPacket}`), []);
	});

	for (const [what, text] of [
		['nothing', ''],
		['lines without an end', packet('a\n')],
		['a line that is cut off', '0009don'],
		['a length that is cut off', `${packet('a\n')}00`],
		['a web page', '<html></html>'],
		['a length in upper case', '000Aabcdef0000'],
	]) {
		it(`are not read from ${what}`, () => assert.equal(read(text ?? ''), undefined));
	}
});
