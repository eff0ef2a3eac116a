import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseCommit, parseTree } from '../../../src/forge/shapes/git-objects.ts';
import { isRevision } from '../../../src/sandbox/repositories/bare.ts';
import { parseTag } from '../../../src/sandbox/repositories/parse-tag.ts';
import { makePrintable } from '../../../src/sandbox/repositories/push.ts';

const id = 'a'.repeat(40);
const object = (content: string | Uint8Array) => ({ id, type: 'any', content: Buffer.from(content) });

describe('a git object', () => {
	it('with any bytes can be parsed', () => {
		const pieces = fc.oneof(
			fc.constantFrom(
				'tree ',
				'author ',
				'gpgsig ',
				'encoding ',
				'\n',
				'\n ',
				'\n\n',
				'<',
				'> 1 +0200',
				'100644 ',
			),
			fc.string(),
			fc.uint8Array({ maxLength: 30 }),
		);
		fc.assert(
			fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
				const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
				for (const parse of [parseCommit, parseTag, parseTree]) assert.ok(parse(object(content)));
			}),
		);
	});

	const people: [string, string, string, string][] = [
		['Pia <pia@example.org> 0 +0000', 'Pia', 'pia@example.org', '1970-01-01T00:00:00+00:00'],
		['Pia <pia@example.org> 0 -0330', 'Pia', 'pia@example.org', '1969-12-31T20:30:00-03:30'],
		['Pia <pia@example.org> 0 +1245', 'Pia', 'pia@example.org', '1970-01-01T12:45:00+12:45'],
		['Pia <pia@example.org> -60 +0000', 'Pia', 'pia@example.org', '1969-12-31T23:59:00+00:00'],
		['Pia <pia@example.org> 1e3 +0000', 'Pia', 'pia@example.org', '1970-01-01T00:00:00+00:00'],
		['<pia@example.org> 1 +0100', '', 'pia@example.org', '1970-01-01T01:00:01+01:00'],
		['P <i> a <pia@example.org> 1 +0000', 'P', 'i> a <pia@example.org', '1970-01-01T00:00:01+00:00'],
		['Pia', 'Pia', '', '1970-01-01T00:00:00+00:00'],
		[`Pia <p> ${'9'.repeat(18)} +0000`, 'Pia', 'p', '1970-01-01T00:00:00+00:00'],
	];
	for (const [line, name, email, timestamp] of people) {
		it(`has the author ${JSON.stringify(name)} for the line ${line.slice(0, 40)}`, () => {
			const commit = parseCommit(object(`tree ${id}\nauthor ${line}\n\nText`));
			assert.deepEqual(commit.author, { name, email });
			assert.equal(commit.timestamp, timestamp);
			assert.equal(commit.message, 'Text');
		});
	}

	it('in an unknown encoding is read as UTF-8', () => {
		assert.equal(parseCommit(object(`tree ${id}\nencoding martian\n\nGrüße`)).message, 'Grüße');
	});

	it('with a signature keeps the headers after the signature in the signed data', () => {
		const content = `tree ${id}\ngpgsig A\n \n B\n \nmergetag object ${id}\n type commit\n\ngpgsig no\n`;
		assert.deepEqual(parseCommit(object(content)).signature, {
			signature: Buffer.from('A\n\nB').toString('base64'),
			data: Buffer.from(`tree ${id}\nmergetag object ${id}\n type commit\n\ngpgsig no\n`).toString('base64'),
		});
	});
});

describe('a revision', () => {
	it('that git could read as an option, a line, a range, a path or a search is rejected', () => {
		fc.assert(
			fc.property(fc.string(), fc.constantFrom('\n', '\0', ' ', ':', '..', '@{', '^{', '*'), (text, bad) => {
				assert.equal(isRevision(`a${text}${bad}`), false);
				assert.equal(isRevision(`-${text}`), false);
			}),
		);
	});
});

describe('the output of a hook', () => {
	it('is printed without control characters', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 3 }), (output) => {
				assert.doesNotMatch(makePrintable(output), /[^\P{Cc}\n\t]/u);
			}),
		);
	});
});
